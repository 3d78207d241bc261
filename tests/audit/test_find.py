"""Metindeki sayılar ve yapısal kalıplar."""

from fractions import Fraction

import pytest

from _audit.find import find_numerals
from _audit.structural import MATH_PATTERNS, PATTERNS, structural_ranges


def found(text):
    return [numeral.text for numeral in find_numerals(text)]


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        ("Taban 0,6333'tür.", ["0,6333"]),
        ("%83 ve %34,4", ["%83", "%34,4"]),
        ("1.000.000 dizi", ["1.000.000"]),
        ("fark 10⁻¹⁶, süre 2,4 × 10³", ["10⁻¹⁶", "2,4 × 10³"]),
        ("1,5 milyar, 100 milyarlık", ["1,5 milyar", "100 milyar"]),
        ("on dokuz parametre", ["on dokuz"]),
        ("On Dokuz, YİRMİ", ["On Dokuz", "YİRMİ"]),
        ("on birinci adım, yirmişer", ["on birinci", "yirmişer"]),
        ("yüz kırk üç dizinin on dördü", ["yüz kırk üç", "on dördü"]),
        ("bin dizi, iki bin dizi", ["bin", "iki bin"]),
        ("yaklaşık dokuzda biri", ["dokuzda biri"]),
        (
            "üçte ikisi, dörtte bir, yüzde beş, binde bir",
            ["üçte ikisi", "dörtte bir", "yüzde beş", "binde bir"],
        ),
        ("örneklerin yarısı, çeyreği", ["yarısı", "çeyreği"]),
        ("üç katından fazla, iki katı, on misli", ["üç katından", "iki katı", "on misli"]),
        ("binlerce, yüzlerce, milyonlarca", ["binlerce", "yüzlerce", "milyonlarca"]),
        ("½ ölçek", ["½"]),
        ("360/180/180", ["360", "180", "180"]),
    ],
)
def test_numerals_are_found(text, numerals):
    assert found(text) == numerals


@pytest.mark.parametrize(
    "text",
    [
        "iki koşum, üç ad, on adım, dokuz varsayım, sekizinci",
        "bu yüzden, yüzünden, insan yüzü, yüzeyde",
        "iki katman, üç katlı, beş on, üç beş",
        "birinci koşum ikincisinden iyi; birbirine, biri, onu, ona, onlar, on",
        "sıfır, bir, iki; bina, binmek, elle, elini",
        "yarış, yarın, yarıçap",
    ],
)
def test_small_words_and_lookalikes_are_free(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on dokuz", {Fraction(19)}),
        ("dokuzda biri", {Fraction(9)}),
        ("dokuzda biri", {Fraction(1, 9)}),
        ("üçte ikisi", {Fraction(2), Fraction(3)}),
        ("yarısı", {Fraction(2)}),
        ("üç katı", {Fraction(3)}),
        ("%83", {Fraction(83)}),
        ("%83", {Fraction(83, 100)}),
        ("0,5", {Fraction(1, 2)}),
    ],
)
def test_what_a_numeral_says(text, said):
    (numeral,) = find_numerals(text)
    assert frozenset(said) in numeral.said


STRUCTURAL = [
    "31:43", "1:39:55", "2018", "2017", "20 Nisan 2020", "Hafta 12", "Hafta 7-8", "Haftalar 1–12",
    "12. hafta",
    "MI46–MI54", "M27/K03", "mimariler/04", "GPT-2", "ROUGE-1", "word2vec", "seq2seq", "T5",
    "float64", "1×1", "2B", "Bölüm 1.2", "Şekil 3", "Egzersiz 2", "Soru 5", "koşum 1", "Koşum 2",
    "Python 3.11", "Quarto 1.7", "NYU-DLSP20", "K01–K03", "CC BY-SA 4.0", "2020–2023", "k = 1",
    "κᵣ = 0", "f(2X)", "1/√d", "1/n",
]  # fmt: skip
NOT_STRUCTURAL = [
    "0,6333", "2.000", "1800", "2050", "2018,5", "%20", "43", "12 dizi", "360/180/180", "3×3", "12.1",
    "n=720", "AUC-0,9", "31:99", "3 hafta", "koşum sayısı 2", "1.000", "fark = 0", "k = 2", "k = 0,5",
    "koşum 1,5", "Görev 1950 kez", "2000 dizide", "toplam adım 37", "adım 0", "koşum 12", "koşum 2 kez",
    "Tohum 42", "Ek 7",
]  # fmt: skip


def covered(text):
    ranges = list(structural_ranges(text))
    return all(any(a <= n.first and n.last <= b for a, b, _ in ranges) for n in find_numerals(text))


@pytest.mark.parametrize("text", STRUCTURAL)
def test_structural_numbers_pass(text):
    assert find_numerals(text)
    assert covered(text)
    assert covered(f"Burada {text} var.")
    assert covered(f"({text})")


@pytest.mark.parametrize("text", NOT_STRUCTURAL)
def test_measured_numbers_do_not_pass(text):
    assert find_numerals(text)
    assert not covered(text)
    assert not covered(f"Burada {text} var.")


def test_every_pattern_has_a_reason():
    assert all(len(reason) > 10 for _, reason in (*PATTERNS, *MATH_PATTERNS))
