"""Sayıların yazılışı ve okunuşu: gidiş dönüş, yuvarlama, biçimler."""

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _audit.numerals import Plain, Power, Words, exact, read_numeral, write_number
from _audit.words import read_words, write_words

FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)


@pytest.mark.parametrize(
    ("value", "decimals", "percent", "written"),
    [
        (0.63333, 4, False, "0,6333"),
        (1000, None, False, "1.000"),
        (1_000_000, None, False, "1.000.000"),
        (0.834, 0, True, "%83"),
        (0.3444, 1, True, "%34,4"),
        (-3, None, False, "−3"),
        (-0.5, 1, True, "−%50,0"),
        (2.675, 2, False, "2,67"),  # ikili değeri 2,67499…
        (1.005, 2, False, "1,00"),
        (0.125, 2, False, "0,12"),  # tam yarı: çifte
        (0.375, 2, False, "0,38"),
        (2.5, 0, False, "2"),
        (3.5, 0, False, "4"),
        (-0.0, 2, False, "0,00"),
        (-0.0001, 2, False, "0,00"),
        (
            12345678901234567890123456789012345678,
            0,
            False,
            "12.345.678.901.234.567.890.123.456.789.012.345.678",
        ),
        (np.int64(720), None, False, "720"),
        (np.float32(0.1), 3, False, "0,100"),
        (np.float64(0.9691), 4, False, "0,9691"),
        (Fraction(1, 3), 4, False, "0,3333"),
        (Decimal("0.25"), 1, False, "0,2"),
    ],
)
def test_write_number(value, decimals, percent, written):
    assert write_number(value, decimals, percent=percent) == written


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -float("inf"), np.float64("nan"), Decimal("NaN")]
)
def test_non_finite_is_refused(value):
    with pytest.raises(ValueError, match="sonlu"):
        write_number(value, 2)


@pytest.mark.parametrize("value", [True, np.bool_(True), "3", None, np.array([1.0]), [1]])
def test_what_is_not_a_number_is_refused(value):
    with pytest.raises(TypeError, match="sayı bekleniyordu"):
        write_number(value, 2)


def test_a_fraction_needs_decimals():
    with pytest.raises(ValueError, match="ondalık basamak"):
        write_number(0.5)


@given(FINITE, st.integers(0, 12))
def test_rounding_is_half_even_on_the_exact_value(value, decimals):
    with localcontext() as context:
        context.prec = 2000
        expected = Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)
    read = read_numeral(write_number(value, decimals))
    assert read.value == Fraction(expected)


@given(
    st.integers(-(10**15), 10**15),
    st.integers(0, 6),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "milyar"]),
)
def test_plain_numerals_read_back(units, decimals, percent, grouped, unit):
    form = Plain(decimals, grouped, percent, unit=unit)
    written = form.write(Fraction(units, 10**decimals * (100 if percent else 1)) * (10**9 if unit else 1))
    read = read_numeral(written)
    assert read.form.write(read.value) == written
    assert read.value == Fraction(units, 10**decimals * (100 if percent else 1)) * (10**9 if unit else 1)


@given(st.integers(1, 9), st.integers(0, 999), st.integers(-40, 40), st.booleans())
def test_powers_read_back(whole, part, exponent, negative):
    value = Fraction(whole * 1000 + part, 1000) * Fraction(10) ** exponent * (-1 if negative else 1)
    written = Power(3).write(value)
    read = read_numeral(written)
    assert read.value == value
    assert read.form.write(value) == written


@given(st.integers(-999_999, 999_999))
def test_words_read_back(number):
    assert read_words(write_words(number)) == number
    assert read_numeral(write_words(number)).form == Words()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "sıfır"),
        (11, "on bir"),
        (19, "on dokuz"),
        (100, "yüz"),
        (143, "yüz kırk üç"),
        (1000, "bin"),
        (1001, "bin bir"),
        (2019, "iki bin on dokuz"),
        (100_000, "yüz bin"),
        (1_000_000, "bir milyon"),
        (-5, "eksi beş"),
    ],
)
def test_number_words(number, words):
    assert write_words(number) == words
    assert read_words(words) == number
    assert read_words(words.replace("i", "İ").replace("ı", "I").upper()) == number


@pytest.mark.parametrize(
    "words", ["on yirmi", "iki üç", "bir bin", "bir yüz", "ondokuz", "yüz yüz", "", "üç on"]
)
def test_words_that_are_no_number(words):
    assert read_words(words) is None


@pytest.mark.parametrize(
    ("text", "value", "back"),
    [
        ("10⁻¹⁶", Fraction(1, 10**16), "10⁻¹⁶"),
        ("2,4 × 10³", Fraction(2400), "2,4 × 10³"),
        ("2,4\u00a0×\u00a010³", Fraction(2400), "2,4 × 10³"),
        ("1,5 milyar", Fraction(1_500_000_000), "1,5 milyar"),
        ("+0,12", Fraction(12, 100), "+0,12"),
        ("12345", Fraction(12345), "12345"),
        ("12.345", Fraction(12345), "12.345"),
        ("On dokuz", Fraction(19), "on dokuz"),
    ],
)
def test_forms(text, value, back):
    read = read_numeral(text)
    assert read.value == value
    assert read.form.write(value) == back


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0.6333", "ondalık ayırıcı virgüldür"),
        ("-3", "U\\+2212"),
        ("83 %", "önüne yazılır"),
        ("1.00", "ondalık ayırıcı"),
        ("yaklaşık 3", "okunamadı"),
        ("1.0000", "ondalık ayırıcı"),
    ],
)
def test_what_cannot_be_read_says_why(text, reason):
    with pytest.raises(ValueError, match=reason):
        read_numeral(text)


@given(FINITE.filter(lambda x: x != 0), st.integers(0, 6))
def test_margin_is_the_distance_to_the_next_printed_form(value, decimals):
    number, form = exact(value), Plain(decimals)
    margin = form.margin(number)
    assert 0 <= margin <= Fraction(1, 2 * 10**decimals)
    inside = margin * Fraction(999, 1000)
    assert form.write(number + inside) == form.write(number) == form.write(number - inside)


@pytest.mark.parametrize(
    ("text", "value"), [("10⁻¹⁶", 1.3e-16), ("2,4 × 10³", 2351.0), ("9,99 × 10²", 998.7)]
)
def test_margin_of_powers(text, value):
    form, number = read_numeral(text).form, exact(value)
    inside = form.margin(number) * Fraction(999, 1000)
    assert form.write(number + inside) == form.write(number) == form.write(number - inside)


def test_a_power_that_rounds_up_takes_the_next_exponent():
    assert Power(1).write(exact(9.96)) == "1,0 × 10¹"
    assert Power(0, bare=True).write(exact(3.2e-16)) == "3 × 10⁻¹⁶"
    assert Power(1).write(Fraction(0)) == "0"
