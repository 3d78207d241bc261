"""Sayıya gelen ekler: elle denetlenmiş tablo, uyumsuz eklerde öneri, harf uyumu."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _audit.suffixes import fit, last_word
from _audit.words import write_words

# (sayı, doğru ekler): her satır, sayıyı sesli okuyarak yazıldı.
RIGHT = [
    ("0", "ı a da dan ın la dır ıncı lık lar"),
    ("1", "i e de den in inci er lik ler dir"),
    ("2", "yi ye de den nin nci şer lik ler dir si sinde yle ydi"),
    ("3", "ü e te ten ün üncü er lük ler tür ünde ünü üyle"),
    ("4", "ü e te ten ün üncü er lük ler tür ünden"),
    ("5", "i e te ten in inci er lik ler tir inin te"),
    ("6", "yı ya da dan nın ncı şar lık lar dır sı sında sına"),
    ("7", "yi ye de den nin nci şer lik ler dir si yse"),
    ("8", "i e de den in inci er lik dir"),
    ("9", "u a da dan un uncu ar luk lar dur unda unun"),
    ("10", "u a da dan un uncu ar luk dur uncusu"),
    ("20", "yi ye de den nin nci şer lik dir si"),
    ("30", "u a da dan un uncu ar luk dur"),
    ("40", "ı a ta tan ın ıncı ar lık tır ında"),
    ("50", "yi ye de den nin nci şer lik dir sini"),
    ("60", "ı a ta tan ın ıncı ar lık tır"),
    ("70", "i e te ten in inci er lik tir"),
    ("80", "i e de den in inci er lik dir"),
    ("90", "ı a da dan ın ıncı ar lık dır"),
    ("100", "ü e de den ün üncü er lük dür lerce"),
    ("1.000", "i e de den in inci er lik dir lerce"),
    ("1.000.000", "u a da dan un uncu luk dur"),
    ("43", "ünde ü ünün tekinden"),
    ("12", "si sinde de deki dekiler nci"),
    ("180", "i inin inde"),
    ("720", "si yi lik"),
    ("0,6333", "tür ü ünü e"),
    ("0,8889", "u dur unu a luk"),
    ("0,3667", "dir yi"),
    ("0,9903", "ünde ü"),
    ("0,0611", "inde i"),
    ("0,1056", "dır yı sı"),
    ("0,9691", "i inde"),
    ("0,2721", "ini i"),
    ("0,3444", "ünde tür"),
    ("0,5889", "unda dur"),
    ("0,5", "i ten"),
    ("0,05", "ten i"),
    ("0,0833", "tür"),
    ("0,50", "yi dir"),
    ("0,10", "u dur"),
    ("1,0000", "dır ı"),
    ("%83", "tür ü ünü"),
    ("%34,4", "ü tür"),
    ("%100", "ü dür"),
    ("−3", "e tür"),
    ("10⁻¹⁶", "dır ya"),
    ("2,4 × 10³", "tür ü"),
    ("10⁶", "dır"),
    ("1.4", "te ün"),
    ("2.10", "da"),
    ("A.1", "de"),
    ("A", "da"),
    ("1.2 (a)", "da"),
    ("1.2 (b)", "de"),
    ("31:43", "te ten"),
    ("1:39:55", "te"),
    ("2017", "de nin"),
    ("2018", "de in"),
    ("2020", "de nin si"),
    ("2000", "de den"),
    ("on dokuz", "u dur"),
]

WRONG = [
    ("0,6333", "u", "ü"),
    ("0,6334", "tir", "tür"),
    ("0,8889", "ü", "u"),
    ("3", "de", "te"),
    ("6", "de", "da"),
    ("6", "ü", "sı"),
    ("4", "de", "te"),
    ("9", "de", "da"),
    ("40", "da", "ta"),
    ("43", "unda", "ünde"),
    ("%82", "tür", "dir"),
    ("12", "inci", "nci"),
    ("2", "er", "şer"),
    ("10", "lik", "luk"),
    ("0,9944", "dir", "tür"),
    ("2017", "te", "de"),
    ("5", "de", "te"),
    ("1.3", "de", "te"),
]


@pytest.mark.parametrize(("number", "suffix"), [(n, s) for n, suffixes in RIGHT for s in suffixes.split()])
def test_right_suffixes_pass(number, suffix):
    assert fit(number, suffix).accepts(suffix)


@pytest.mark.parametrize(("number", "suffix", "right"), WRONG)
def test_wrong_suffixes_fail_and_the_right_one_is_named(number, suffix, right):
    found = fit(number, suffix)
    assert not found.accepts(suffix)
    assert right in found.forms[:2]


def test_the_table_is_long_enough():
    assert sum(len(suffixes.split()) for _, suffixes in RIGHT) > 200


@pytest.mark.parametrize("suffix", ["xyz", "lı mı", "gibi", "s"])
def test_unknown_suffix_has_no_form(suffix):
    assert fit("3", suffix).forms == ()


@pytest.mark.parametrize(
    ("number", "word"),
    [
        ("0,8889", "dokuz"),
        ("1,0000", "sıfır"),
        ("0,50", "elli"),
        ("1.000", "bin"),
        ("1.2 (b)", "be"),
        ("10⁻¹⁶", "altı"),
    ],
)
def test_last_word(number, word):
    assert last_word(number) == word


def test_what_has_no_reading_says_so():
    with pytest.raises(ValueError, match="okunamadı"):
        last_word("—")


@given(
    st.integers(0, 10**9),
    st.sampled_from(["de", "yi", "ye", "den", "nin", "si", "dir", "lik", "nci", "sinde"]),
)
def test_the_suggested_form_is_always_accepted(number, suffix):
    forms = fit(str(number), suffix).forms
    assert forms
    assert all(fit(str(number), form).accepts(form) for form in forms)


@given(st.integers(0, 10**6), st.sampled_from(["de", "ten", "u", "sına"]))
def test_digits_and_words_take_the_same_suffix(number, suffix):
    assert fit(str(number), suffix).forms == fit(write_words(number), suffix).forms
