"""Metindeki sayılar: rakamla yazılan her şey, ondan büyük sayı sözleri, sözle kesirler ve katlar.

`on iki`, `yüz` sayıdır, `üç` serbesttir; ama `dokuzda biri`, `yarısı`, `yüzde beş` (kesir) ve `üç katı`
(oran) on ve altındaki sözlerle de yazılsa sayıdır. İddianın metninde on ve altındakiler de sayıdır (`small`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from _audit.numerals import read_numeral
from _audit.suffixes import forms_after
from _audit.words import NUMBER_WORDS, lower, read_words

_DIGITS = re.compile(
    r"%?\d+(?:[.,:]\d+)*(?:\s?×\s?10(?=[⁻⁰¹²³⁴-⁹]))?[⁻⁰¹²³⁴-⁹]*"
    r"(?:\s(?:bin|milyon|milyar|trilyon))?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"
)
_MATH_DIGITS = re.compile(r"\d+(?:(?:[.,]|\{,\})\d+)*")
_HALF = re.compile(r"\b(?:(yarısı\w*)|(çeyreği\w*|çeyrek))\b", re.I)
_TIMES = re.compile(r"\s(?:kat(?:ı\w*|tan)?|misli)\b", re.I)
_STEMS = sorted(NUMBER_WORDS, key=len, reverse=True)
_WORD = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(_STEMS)}|dörd)[^\W\d_]*", re.I)
# Sayı olmayan eş sesliler: o adılının hâlleri (onu, onun, onlar), alt adının hâlleri (altında, altına).
_HOMONYMS = {
    "on": re.compile(r"(?:u|a|un|da|dan)(?:d[ıu]r)?|lar\w*|unla\w*"),
    "altı": re.compile(r"n(?!cı)\w*"),
}
_LOCATIVE = {"da", "de", "ta", "te"}

Said = tuple[frozenset[Fraction], ...]


@dataclass(frozen=True)
class Found:
    """Metinde bir sayı, `text[first:last]`. `said`: söylediği değerlerin seçenekleri; iddia birini taşır."""

    first: int
    last: int
    text: str
    digits: bool
    said: Said = ()


@dataclass(frozen=True)
class Word:
    """Bir sayı sözü: yeri, yalın hâli ve eki (`dördünde` → dört + ünde)."""

    first: int
    last: int
    stem: str
    suffix: str


def find_numerals(text: str, *, small: bool = False) -> list[Found]:
    """Metindeki sayılar, soldan sağa; `small`: on ve altındaki sözler de (bkz. `_counts`)."""
    digits = [Found(m.start(), m.end(), m[0], True, _said(m[0])) for m in _DIGITS.finditer(text)]
    taken = {n for found in digits for n in range(found.first, found.last)}
    words = [found for found in _in_words(text, small) if found.first not in taken]
    return sorted([*digits, *words], key=lambda found: found.first)


def find_math_numerals(text: str) -> list[Found]:
    """Bir formüldeki rakamlar."""
    return [Found(m.start(), m.end(), m[0], True) for m in _MATH_DIGITS.finditer(text)]


def number_words(text: str) -> Iterator[Word]:
    """Metindeki sayı sözleri, eklileri de."""
    for match in _WORD.finditer(text):
        word = lower(match[0])
        for stem in _STEMS:
            base = "dörd" if stem == "dört" and word.startswith("dörd") else stem
            suffix = word.removeprefix(base)
            if word.startswith(base) and (not suffix or suffix in forms_after(stem, suffix)):
                yield Word(match.start(), match.end(), stem, suffix)
                break


def _said(text: str) -> Said:
    try:
        value = read_numeral(text).value
    except ValueError:
        return ()
    return (frozenset({value}), frozenset({value * 100})) if "%" in text else (frozenset({value}),)


def _in_words(text: str, small: bool) -> Iterator[Found]:
    runs = list(_runs(text))
    skip = False
    for n, (run, value) in enumerate(runs):
        if skip:  # kesrin payı, paydasıyla birlikte verildi
            skip = False
            continue
        first, last = run[0].first, run[-1].last
        following = runs[n + 1] if n + 1 < len(runs) else None
        skip = bool(
            following and run[-1].suffix in _LOCATIVE and text[last : following[0][0].first].isspace()
        )
        if following and skip:
            last = following[0][-1].last
            yield Found(first, last, text[first:last], False, _fraction(following[1], value))
        elif not run[-1].suffix and (times := _TIMES.match(text, last)):
            yield Found(first, times.end(), text[first : times.end()], False, (frozenset({Fraction(value)}),))
        elif (value > 10 and not _face(run)) or (small and value <= 10 and _counts(run[0])):
            yield Found(first, last, text[first:last], False, (frozenset({Fraction(value)}),))
    for match in _HALF.finditer(text):
        yield Found(match.start(), match.end(), match[0], False, _fraction(1, 2 if match[1] else 4))


def _runs(text: str) -> Iterator[tuple[list[Word], int]]:
    """Sayı sözlerinin en uzun geçerli sayıları ve değerleri; ancak son sözün eki olabilir."""
    words = list(number_words(text))
    while words:
        length = 1
        while length < len(words) and _adjacent(words[length - 1], words[length], text):
            length += 1
        while length > 1 and read_words(" ".join(word.stem for word in words[:length])) is None:
            length -= 1
        stems = " ".join(word.stem for word in words[:length])
        yield words[:length], read_words(stems) or read_words(f"bir {stems}") or 0
        words = words[length:]


def _adjacent(left: Word, right: Word, text: str) -> bool:
    return not left.suffix and text[left.last : right.first].isspace()


def _fraction(part: int, whole: int) -> Said:
    """`whole`da `part`: oranın kendisi, sadeleşmiş hâli ya da söylenen pay ve payda."""
    if not whole:
        return ()
    ratio = Fraction(part, whole)
    written, reduced = {Fraction(part), Fraction(whole)}, {Fraction(n) for n in ratio.as_integer_ratio()}
    options = (frozenset({ratio}), frozenset(reduced - {1}), frozenset(written - {1}))
    return tuple(option for option in options if option)


def _counts(word: Word) -> bool:
    """Ona kadar bir söz sayı mı söyler; `bir` ve `iki` yalnız sıra sayısıyken, çoğu kez sayı değildirler."""
    if word.stem in {"bir", "iki"}:
        return word.suffix.startswith(("inci", "nci"))
    homonym = _HOMONYMS.get(word.stem)
    return not (homonym and homonym.fullmatch(word.suffix))


def _face(run: list[Word]) -> bool:
    """Tek başına ekli `yüz` (yüzü, bu yüzden) ve basamak adları (binlik, yüzlük): sayı değil."""
    if len(run) > 1 or run[0].stem not in {"yüz", "bin"}:
        return False
    suffix = run[0].suffix
    return suffix.startswith(("lük", "lik")) or (
        run[0].stem == "yüz" and suffix != "" and not suffix.startswith(("lerce", "üncü"))
    )
