"""Sayıların Türkçe yazılışı ve okunuşu: ondalık virgül, binlik nokta, yüzde, onun kuvvetleri, sözle sayılar.

Bir sayının yazılış biçimi (`Form`) nasıl yuvarlanacağını da söyler: `0,6333` dört basamağa, `%83` yüzde
birine, `2,4 × 10³` iki anlamlı basamağa, `1,5 milyar` yüz milyona yuvarlanır. Yuvarlama, sayının tam değeri
üzerinde en yakın çifte yapılır; ara hesaplar kesirlerle (`Fraction`) yürür, bu yüzden hiçbir basamak yolda
yitmez.
"""

import math
import numbers
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Protocol, SupportsFloat

from _audit.words import SCALES, read_words, write_words

MINUS = "−"
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

_PLAIN = re.compile(
    r"(?P<sign>[−+]?)(?P<percent>%?)(?P<whole>\d+|\d{1,3}(?:\.\d{3})+)(?:,(?P<part>\d+))?"
    rf"(?: (?P<unit>{'|'.join(SCALES[1:])}))?"
)
_POWER = re.compile(
    r"(?P<sign>[−+]?)(?:(?P<whole>\d)(?:,(?P<part>\d+))?\s*×\s*)?10(?P<exponent>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
)


class Form(Protocol):
    """Bir sayının yazılış biçimi."""

    def write(self, value: Fraction) -> str:
        """`value` sayısını bu biçimde yuvarlayıp yazar."""

    def margin(self, value: Fraction) -> Fraction:
        """`value` ile en yakın yuvarlama sınırı arasındaki uzaklık."""


def exact(value: object) -> Fraction:
    """`value` sayısının tam değeri; Python ve numpy sayıları, `Fraction`, `Decimal` olur.

    Mantıksal değer, dizi ve sayı olmayan her şey `TypeError`; NaN ve sonsuz `ValueError` verir.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real | Decimal):
        raise TypeError(f"sayı bekleniyordu, {type(value).__name__} geldi")
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    wide: float | Decimal = value if isinstance(value, Decimal) else float(value)
    if not math.isfinite(wide):
        raise ValueError(f"yazılacak sayı sonlu olmalı, {value} geldi")
    return Fraction(wide)


def write_number(value: SupportsFloat, decimals: int | None = None, *, percent: bool = False) -> str:
    """`value` sayısını Türkçe yazar: `write_number(0.63333, 4)` → `0,6333`, `write_number(1000)` → `1.000`.

    `decimals` virgülden sonraki basamak sayısıdır; verilmezse sayı tam sayı olmalıdır. Yuvarlama, sayının tam
    ondalık değeri üzerinde en yakın çifte yapılır (2,675 → 2,67 çünkü ikili değeri 2,67499…'dur). Eksi sıfır
    sıfır yazılır. `percent=True` sayıyı yüzle çarpıp başına `%` koyar. Sonlu olmayan sayı `ValueError`, sayı
    olmayan değer (mantıksal değer, dizi) `TypeError` verir.
    """
    whole = exact(value)
    if decimals is None:
        if (whole * (100 if percent else 1)).denominator != 1:
            raise ValueError(f"ondalık basamak sayısı verilmedi ve {value} tam sayı değil")
        decimals = 0
    return Plain(decimals, percent=percent).write(whole)


@dataclass(frozen=True)
class Plain:
    """`0,6333`, `1.000.000`, `%34,4`, `−3`, `+0,12`, `1,5 milyar`; `grouped`: binlikler noktalı."""

    decimals: int = 0
    grouped: bool = True
    percent: bool = False
    plus: bool = False
    unit: str = ""

    def _scale(self) -> Fraction:
        return Fraction(10**self.decimals * (100 if self.percent else 1), 1000 ** SCALES.index(self.unit))

    def write(self, value: Fraction) -> str:
        """`value` sayısını bu biçimde yuvarlayıp yazar."""
        units = round(value * self._scale())
        sign = MINUS if units < 0 else "+" if self.plus and units > 0 else ""
        whole, part = divmod(abs(units), 10**self.decimals)
        text = f"{whole:,}".replace(",", ".") if self.grouped else str(whole)
        text += f",{part:0{self.decimals}}" if self.decimals else ""
        return sign + ("%" if self.percent else "") + text + (f" {self.unit}" if self.unit else "")

    def margin(self, value: Fraction) -> Fraction:
        """`value` ile en yakın yuvarlama sınırı arasındaki uzaklık."""
        units = value * self._scale()
        return (Fraction(1, 2) - abs(units - round(units))) / self._scale()


@dataclass(frozen=True)
class Power:
    """`2,4 × 10³` ve `10⁻¹⁶` biçimi: birle on arasında bir çarpan ve onun bir kuvveti."""

    decimals: int = 0
    bare: bool = False  # çarpansız: yalnız 10ᵉ
    plus: bool = False

    def _split(self, value: Fraction) -> tuple[int, int]:
        """Yuvarlanmış çarpan (`10**decimals` katı) ve üs."""
        exponent = 0
        size = abs(value)
        while size >= 10:
            size, exponent = size / 10, exponent + 1
        while size < 1:
            size, exponent = size * 10, exponent - 1
        digits = round(size * 10**self.decimals)
        return (digits // 10, exponent + 1) if digits >= 10 ** (self.decimals + 1) else (digits, exponent)

    def write(self, value: Fraction) -> str:
        """`value` sayısını bu biçimde yuvarlayıp yazar; sıfırın kuvvetle yazılışı yoktur, `0` yazılır."""
        if value == 0:
            return "0"
        digits, exponent = self._split(value)
        sign = MINUS if value < 0 else "+" if self.plus else ""
        power = "10" + str(exponent).translate(SUPERSCRIPTS)
        if self.bare and digits == 1:
            return sign + power
        whole, part = divmod(digits, 10**self.decimals)
        return sign + str(whole) + (f",{part:0{self.decimals}}" if self.decimals else "") + " × " + power

    def margin(self, value: Fraction) -> Fraction:
        """`value` ile en yakın yuvarlama sınırı arasındaki uzaklık; sıfır için sıfırdır."""
        if value == 0:
            return Fraction(0)
        _, exponent = self._split(value)
        unit = Fraction(10) ** (exponent - self.decimals)
        units = abs(value) / unit
        return (Fraction(1, 2) - abs(units - round(units))) * unit


@dataclass(frozen=True)
class Words:
    """Sözle yazılmış tam sayı: `on dokuz`, `iki bin üç yüz`."""

    def write(self, value: Fraction) -> str:
        """`value` sayısını tam sayıya yuvarlayıp sözle yazar."""
        return write_words(round(value))

    def margin(self, value: Fraction) -> Fraction:
        """`value` ile en yakın yuvarlama sınırı arasındaki uzaklık."""
        return Fraction(1, 2) - abs(value - round(value))


@dataclass(frozen=True)
class Numeral:
    """Okunmuş bir sayı: yazılı değeri (yüzde ise yüze bölünmüş) ve yazılış biçimi."""

    value: Fraction
    form: Form


def read_numeral(text: str) -> Numeral:
    """Türkçe yazılmış bir sayıyı okur; okunamıyorsa nedenini söyleyen bir `ValueError` verir."""
    text = normal(text)
    if match := _POWER.fullmatch(text):
        return _read_power(match)
    if match := _PLAIN.fullmatch(text):
        return _read_plain(match)
    if (value := read_words(text)) is not None:
        return Numeral(Fraction(value), Words())
    raise ValueError(_why_unreadable(text))


def normal(text: str) -> str:
    """Karşılaştırmaya hazır yazım: boşluk türleri tek boşluk."""
    return re.sub(r"\s+", " ", text.strip())


def _read_power(match: re.Match[str]) -> Numeral:
    part = match["part"] or ""
    digits = Fraction(int((match["whole"] or "1") + part), 10 ** len(part))
    value = digits * Fraction(10) ** int(match["exponent"].translate(PLAIN_DIGITS))
    form = Power(len(part), bare=match["whole"] is None, plus=match["sign"] == "+")
    return Numeral(-value if match["sign"] == MINUS else value, form)


def _read_plain(match: re.Match[str]) -> Numeral:
    whole, part = match["whole"], match["part"] or ""
    digits = int(whole.replace(".", "") + part)
    unit = match["unit"] or ""
    value = Fraction(digits * 1000 ** SCALES.index(unit), 10 ** len(part) * (100 if match["percent"] else 1))
    grouped = "." in whole or len(whole) <= 3
    form = Plain(len(part), grouped, bool(match["percent"]), match["sign"] == "+", unit)
    return Numeral(-value if match["sign"] == MINUS else value, form)


def _why_unreadable(text: str) -> str:
    if re.fullmatch(r"[−+]?%?\d+\.\d+", text):
        return f"'{text}' Türkçe sayı değil: ondalık ayırıcı virgüldür, nokta binlikleri ayırır"
    if re.match(r"-\s*%?\d", text):
        return f"'{text}' kısa çizgiyle başlıyor: eksi işareti − (U+2212) ile yazılır"
    if re.fullmatch(r"\d+(,\d+)?\s*%", text):
        return f"'{text}': yüzde işareti Türkçede sayının önüne yazılır (%83)"
    return f"'{text}' bir sayı olarak okunamadı"
