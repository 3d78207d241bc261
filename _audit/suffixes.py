"""Sayıya gelen ekler: sayı okunur, son sesine bakılır, ekin uyup uymadığı söylenir.

Okunuş okuldaki gibidir: ondalık kısım bir bütün olarak okunur (`0,8889` "sıfır virgül sekiz bin sekiz yüz
seksen dokuz", son söz *dokuz*: `0,8889'u`), yalnız sıfırlardan oluşuyorsa *sıfır* ile biter (`1,0000'dır`),
yüzde işareti başta okunur (`%83'ü`), `2,4 × 10³` "… on üzeri üç" diye biter, `1.4` bölüm numarası "bir
nokta dört"tür. Ek bir biçim birimler dizisidir (`43'ündedir` = -(s)I + -ndA + -DIr); her birimin ünlüsü ve
ünsüzü kendinden önceki sese uyar.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from _audit.numerals import PLAIN_DIGITS
from _audit.words import lower, write_words

VOWELS = "aıoueiöü"
BACK, ROUNDED, VOICELESS = "aıou", "ouöü", "fstkçşhp"

# Biçim birimler. Büyük harf bir ses sınıfıdır: A = a/e, I = ı/i/u/ü, D = d/t, C = c/ç, K = k/ğ.
# Parantez içindeki ses kaynaştırmadır: ünsüz olan ünlüden, ünlü olan ünsüzden sonra ortaya çıkar.
_SHAPES = {
    "sıra": ("(I)ncI", "(ş)Ar"),
    "nitelik": ("lI", "sIz"),
    "lik": ("lIK",),
    "çoğul": ("lAr",),
    "iyelik": ("(s)I",),
    "kişi iyeliği": ("(I)mIz",),
    "durum": ("(y)I", "(y)A", "DAn", "(y)lA", "CA"),
    "ki alan durum": ("DA", "(n)In"),
    "zamir durumu": ("nI", "nA", "ndAn", "(y)lA", "ncA"),
    "ki alan zamir durumu": ("ndA", "nIn"),
    "ki": ("ki",),
    "koşaç": ("(y)DI", "(y)mIş", "(y)sA", "(y)ken", "DIr"),
    "kişi": ("DIr", "lAr", "k"),
}
_ENDINGS = ("durum", "ki alan durum", "koşaç")
_NOMINAL = ("çoğul", "iyelik", "kişi iyeliği", *_ENDINGS)
# Bir türden sonra gelebilecek türler.
_NEXT = {
    "": ("sıra", "nitelik", "lik", *_NOMINAL),
    "sıra": ("nitelik", "lik", *_NOMINAL),
    "nitelik": ("lik", *_NOMINAL),
    "lik": ("nitelik", *_NOMINAL),
    "çoğul": ("iyelik", "kişi iyeliği", *_ENDINGS),
    "iyelik": ("zamir durumu", "ki alan zamir durumu", "koşaç"),
    "kişi iyeliği": _ENDINGS,
    "durum": ("koşaç",),
    "ki alan durum": ("ki", "koşaç"),
    "zamir durumu": ("koşaç",),
    "ki alan zamir durumu": ("ki", "koşaç"),
    "ki": ("çoğul", "zamir durumu", "ki alan zamir durumu", "koşaç"),
    "koşaç": ("kişi",),
    "kişi": (),
}
_CLASSES = {"A": "[ae]", "I": "[ıiuü]", "D": "[dt]", "C": "[cç]", "K": "[kğ]"}
_LETTER_NAMES = {vowel: vowel for vowel in VOWELS}  # ünsüzler "be, ce, de …" diye okunur


@dataclass(frozen=True)
class Fit:
    """Bir ekin sayıya uygunluğu: okunuşun son sözü ve ekin alacağı biçimler (boşsa ek tanınmadı)."""

    reading: str
    forms: tuple[str, ...]

    def accepts(self, suffix: str) -> bool:
        """`suffix`, yazıldığı biçimiyle bu sayıya uyar mı."""
        return lower(suffix) in self.forms


def fit(number: str, suffix: str) -> Fit:
    """`number` (yazıldığı gibi) ile kesme işaretinden sonra gelen `suffix` ekini karşılaştırır.

    Sonunda rakam, sayı sözü ya da tek harf olmayan `number` için `ValueError` verir.
    """
    word = last_word(number)
    return Fit(word, forms_after(word, lower(suffix)))


@cache
def forms_after(word: str, suffix: str) -> tuple[str, ...]:
    """`suffix` ekinin `word` sözünden sonra alacağı doğru biçimler, en yalın çözümleme önce."""
    found = sorted(_walk(word, suffix, "", "", 0))
    return tuple(dict.fromkeys(form for _, form in found))


def last_word(number: str) -> str:
    """Sayının okunuşundaki son söz: `0,8889` → `dokuz`, `10⁻¹⁶` → `altı`, `1.2 (b)` → `be`."""
    text = lower(number.strip())
    if letter := re.search(r"(?:^|[\s(])([a-zçğıöşü])\)?$", text):
        return _LETTER_NAMES.get(letter[1], letter[1] + "e")
    if word := re.search(r"[a-zçğıöşü]+$", text):
        return word[0]
    if power := re.search(r"10⁻?([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$", text):
        return _last_of(int(power[1].translate(PLAIN_DIGITS)))
    if grouped := re.search(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+$", text):
        return _last_of(int(grouped[0].replace(".", "")))
    if digits := re.search(r"\d+$", text):
        return _last_of(int(digits[0]))
    raise ValueError(f"'{number}' okunamadı: sonunda rakam ya da sayı sözü yok")


def _last_of(number: int) -> str:
    return write_words(number).split()[-1]


def _walk(word: str, rest: str, kind: str, surface: str, count: int) -> Iterator[tuple[int, str]]:
    """Ekin kalanını birimlere ayırır; her tam çözümleme için birim sayısını ve doğru biçimi verir."""
    if not rest and count:
        yield count, surface
    for following in _NEXT[kind]:
        for shape in _SHAPES[following]:
            for pattern in _loose(shape):
                if match := pattern.match(rest):
                    added = _attach(word + surface, shape)
                    soft = kind == "lik" and added[0] in VOWELS
                    stem = surface[:-1] + "ğ" if soft else surface
                    yield from _walk(word, rest[match.end() :], following, stem + added, count + 1)


@cache
def _loose(shape: str) -> tuple[re.Pattern[str], ...]:
    """Birimin uyuma bakmadan tanınan yazılışları: kaynaştırma sesi varken ve yokken."""
    buffer, core = re.fullmatch(r"(?:\((.)\))?(.+)", shape).groups()  # type: ignore[union-attr]
    starts = {buffer or "", ""}
    return tuple(
        re.compile("".join(_CLASSES.get(sound, sound) for sound in start + core)) for start in starts
    )


def _attach(stem: str, shape: str) -> str:
    """Birimin `stem` sözünden sonraki doğru yazılışı."""
    buffer, core = re.fullmatch(r"(?:\((.)\))?(.+)", shape).groups()  # type: ignore[union-attr]
    needed = buffer and (buffer == "I") != (stem[-1] in VOWELS)
    added = ""
    for sound in (buffer if needed else "") + core:
        before = stem + added
        vowel = next(letter for letter in reversed(before) if letter in VOWELS)
        match sound:
            case "A":
                added += "a" if vowel in BACK else "e"
            case "I":
                added += "ıu"[vowel in ROUNDED] if vowel in BACK else "iü"[vowel in ROUNDED]
            case "D":
                added += "t" if before[-1] in VOICELESS else "d"
            case "C":
                added += "ç" if before[-1] in VOICELESS else "c"
            case "K":
                added += "k"
            case _:
                added += sound
    return added
