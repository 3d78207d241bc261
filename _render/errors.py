"""Yazarın göreceği hata: tek satır, dosya, satır ve hücreyle."""

import difflib
import errno
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Kaynakta bir yer: proje köküne göre dosya yolu ve 1'den başlayan satır (0: dosyanın bütünü)."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class BookError(Exception):
    """Kitabın kurulmasını durduran, yerini bilen hata. `detail` ek satırlardır (Python hatası gibi)."""

    def __init__(self, message: str, place: Place, *, cell: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.message, self.place, self.cell, self.detail = message, place, cell, detail

    def __str__(self) -> str:
        head = f"{self.place}: " + (f"{self.cell}: " if self.cell else "") + self.message
        return head + ("\n" + self.detail if self.detail else "")


_PLACED = re.compile(r"(?m)^\s*(?P<file>[^\s:]+\.(?:qmd|md|yml)):(?P<line>\d+):\d+: ")


def cell_error(place: Place, cell: str, detail: str) -> BookError:
    """Hücrenin hatası. Metni denetleyen hücrenin söylediği yer (`dosya:satır:sütun: …`) hücreninkinden önce
    gelir: düzeltilecek yer orasıdır.
    """
    if found := placed(detail):
        return BookError(f"{cell} metnin denetiminde durdu", found, detail=detail)
    return BookError("hücre hata verdi", place, cell=cell, detail=detail)


def placed(said: str) -> Place | None:
    """Denetimin söylediği ilk yer (`dosya:satır:sütun: …`)."""
    found = _PLACED.search(said)
    return Place(found["file"], int(found["line"])) if found else None


def nearest(name: str, known: Iterable[str]) -> str:
    """` ("x" mi demek istediniz?)` ya da boş: yanlış yazılmış bir ada en yakın bilinen ad."""
    found = difflib.get_close_matches(name, list(known), n=1)
    return f' ("{found[0]}" mi demek istediniz?)' if found else ""


_REASONS = {
    errno.EACCES: "izin yok",
    errno.EPERM: "izin yok",
    errno.EROFS: "dosya sistemi salt okunur",
    errno.ENOSPC: "diskte yer kalmadı",
    errno.EDQUOT: "disk kotası doldu",
    errno.EFBIG: "dosya sınırdan büyük",
    errno.ENAMETOOLONG: "adı çok uzun",
    errno.EISDIR: "o adda bir klasör var",
    errno.ENOTDIR: "yolun üstünde bir dosya var",
    errno.ENOENT: "yok",
    errno.EEXIST: "o adda bir dosya var",
    errno.ELOOP: "kendine dönen bir simgesel bağ",
}


def reason(error: OSError) -> str:
    """İşletim sisteminin hatası Türkçe; tanınmayan, kendi sözüyle."""
    return _REASONS.get(error.errno or 0, error.strerror or str(error))


def warn(warnings: Iterable[str]) -> None:
    """Kurulumu durdurmayan, ama yazarın bilmesi gereken şeyler."""
    for warning in warnings:
        print(f"uyarı: {warning}", file=sys.stderr)
