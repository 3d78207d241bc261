"""Sayfadaki tablolar: Markdown'da Türkçe sayılı boru tablosu, düz metinde hizalı satırlar."""

import re
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from _audit.numerals import write_number

EMPTY = "–"


class Table:
    """Bir tablo; hücrenin son satırı olur.

        Table(
            ["kural", "doğru", "doğruluk"],
            [["en sık sınıf", 114, 0.633333], ["ağ", 160, 0.888889], ["insan", None, None]],
            decimals={"doğruluk": 4},
        )

    `rows` satır satır değerlerdir: yazı, sayı, doğru/yanlış ("evet", "hayır") ya da `None` ("–"). Kesirli
    sayı taşıyan sütunun basamak sayısı `decimals`'ta durur: bütün sütunlar için tek sayı ya da sütun adından
    basamağa eşleme. Yalnız tam sayı taşıyan sütun, eşlemede adı geçmedikçe, basamaksız ve binlik noktayla
    yazılır. `percent`'te adı geçen sütunlar yüzdedir: 0,83 → %83. Sayı sütunları sağa, ötekiler sola
    yaslanır; `align` (sütun adı → "left", "right", "center") bunu değiştirir. `total` kalın yazılan son
    satırdır.

    Sayfa `_repr_markdown_`'ı gösterir; `repr` ondalık noktalı düz metindir. Satır uzunluğu sütun sayısını
    tutmazsa, adı bilinmeyen sütun verilirse ya da kesirli sayının basamağı söylenmemişse `ValueError` verir.
    """

    def __init__(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[Any]],
        *,
        decimals: int | Mapping[str, int] | None = None,
        percent: Sequence[str] = (),
        align: Mapping[str, str] | None = None,
        total: Sequence[Any] | None = None,
    ) -> None:
        self.columns = list(columns)
        self.rows = [list(row) for row in rows]
        self.total = None if total is None else list(total)
        for row in self._all_rows():
            if len(row) != len(self.columns):
                raise ValueError(
                    f"tabloda {len(self.columns)} sütun var, {len(row)} değerli satır geldi: {row}"
                )
        named = decimals if isinstance(decimals, Mapping) else {}
        unknown = {*named, *percent, *(align or {})} - set(self.columns)
        if unknown:
            raise ValueError(f"tabloda böyle bir sütun yok: {', '.join(sorted(unknown))}")
        for_all = None if isinstance(decimals, Mapping) else decimals
        self._styles = []
        for i, name in enumerate(self.columns):
            values = [row[i] for row in self._all_rows() if row[i] is not None]
            numeric = bool(values) and all(_is_number(value) for value in values)
            whole = name not in named and name not in percent and all(isinstance(v, Integral) for v in values)
            digits = 0 if whole else named.get(name, 0 if name in percent and for_all is None else for_all)
            side = (align or {}).get(name, "right" if numeric else "left")
            self._styles.append(_Style(name, digits, name in percent, side))

    def _all_rows(self) -> list[list[Any]]:
        return self.rows if self.total is None else [*self.rows, self.total]

    def _repr_markdown_(self) -> str:
        head = [_markdown(column) for column in self.columns]
        body = [
            [_markdown(style.turkish(value)) for style, value in zip(self._styles, row, strict=True)]
            for row in self._all_rows()
        ]
        if self.total is not None:
            body[-1] = [f"**{cell}**" if cell else cell for cell in body[-1]]
        widths = [max(3, *map(len, cells)) for cells in zip(head, *body, strict=True)]
        rules = [style.rule(width) for style, width in zip(self._styles, widths, strict=True)]
        lines = ["| " + " | ".join(self._pad(row, widths)) + " |" for row in (head, rules, *body)]
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        body = [
            [style.plain(value) for style, value in zip(self._styles, row, strict=True)]
            for row in self._all_rows()
        ]
        widths = [max(map(len, cells)) for cells in zip(self.columns, *body, strict=True)]
        return "\n".join("  ".join(self._pad(row, widths)).rstrip() for row in (self.columns, *body))

    def _pad(self, cells: list[str], widths: list[int]) -> list[str]:
        place = {"left": str.ljust, "right": str.rjust, "center": str.center}
        return [
            place[style.side](cell, width)
            for style, cell, width in zip(self._styles, cells, widths, strict=True)
        ]


class _Style(NamedTuple):
    """Bir sütunun yazılışı."""

    name: str
    decimals: int | None
    percent: bool
    side: str

    def turkish(self, value: object) -> str:
        """Sayfadaki yazılış: ondalık virgül, binlik nokta."""
        if not _is_number(value):
            return _text(value)
        return write_number(self._number(value), self._digits(value), percent=self.percent)

    def plain(self, value: object) -> str:
        """Düz metindeki yazılış: ondalık nokta, ayıraçsız."""
        if not _is_number(value):
            return _text(value)
        number = self._number(value) * (100 if self.percent else 1)
        written = f"{number:.{self._digits(value)}f}"
        return (written.lstrip("-") if float(written) == 0 else written) + ("%" if self.percent else "")

    def rule(self, width: int) -> str:
        """Boru tablosunun ayraç satırındaki hücre; iki nokta yaslamayı söyler."""
        left, right = self.side == "center", self.side != "left"
        return ":" * left + "-" * (width - left - right) + ":" * right

    def _number(self, value: Any) -> float:  # noqa: ANN401
        return int(value) if isinstance(value, Integral) else float(value)

    def _digits(self, value: object) -> int:
        if self.decimals is None:
            raise ValueError(f"“{self.name}” sütununda kesirli sayı var, basamak sayısı verilmedi: {value}")
        return self.decimals


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _text(value: object) -> str:
    if isinstance(value, bool | np.bool_):
        return "evet" if value else "hayır"
    return EMPTY if value is None else str(value)


def _markdown(text: str) -> str:
    """Tek satırlık hücre; sayı önündeki sözden ayrı satıra düşmez ("koşum 1", "etki < 0,05")."""
    line = " ".join(text.split()).replace("|", "\\|")
    return re.sub(r" (?=[%−]?\d)", "\u00a0", line)
