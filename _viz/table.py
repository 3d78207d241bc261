"""Sayfadaki çizelgeler: Markdown'da Türkçe sayılı boru tablosu, düz metinde hizalı satırlar."""

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from _audit.numerals import write_number
from _viz.style import plain_number

EMPTY = "–"


class Table:
    """Bir çizelge; hücrenin son satırı olur.

        Table(
            ["kural", "doğru", "doğruluk"],
            [["en sık sınıf", 114, 0.633333], ["ağ", 160, 0.888889], ["insan", None, None]],
            decimals={"doğruluk": 4},
        )

    `rows` satır satır değerlerdir: yazı, sayı ya da `None` ("–" yazılır). Tam sayılar binlik noktayla
    yazılır; kesirli sayı taşıyan sütunun basamak sayısı `decimals`'ta durur (bütün sütunlar için tek sayı ya
    da sütun adından basamağa eşleme). `percent`'te adı geçen sütunlar yüzdedir: 0,83 → %83. Sayı sütunları
    sağa, ötekiler sola yaslanır; `align` (sütun adı → "left", "right", "center") bunu değiştirir. `total`
    kalın yazılan son satırdır.

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
                    f"çizelgede {len(self.columns)} sütun var, {len(row)} değerli satır geldi: {row}"
                )
        by_column = decimals if isinstance(decimals, Mapping) else dict.fromkeys(self.columns, decimals)
        align = align or {}
        unknown = (set(by_column) | set(percent) | set(align)) - set(self.columns)
        if unknown:
            raise ValueError(f"çizelgede böyle bir sütun yok: {', '.join(sorted(unknown))}")
        self._decimals = [by_column.get(column) for column in self.columns]
        self._percent = [column in percent for column in self.columns]
        self._align = [
            align.get(column, "right" if self._is_numeric(i) else "left")
            for i, column in enumerate(self.columns)
        ]

    def _all_rows(self) -> list[list[Any]]:
        return self.rows if self.total is None else [*self.rows, self.total]

    def _is_numeric(self, column: int) -> bool:
        values = [row[column] for row in self._all_rows() if row[column] is not None]
        return bool(values) and all(_is_number(value) for value in values)

    def _write(self, value: Any, column: int, *, plain: bool) -> str:  # noqa: ANN401
        if value is None:
            return EMPTY
        if not _is_number(value):
            return str(value)
        percent = self._percent[column]
        decimals = self._decimals[column]
        if isinstance(value, Integral) and not percent:
            return str(int(value)) if plain else write_number(int(value))
        if decimals is None and not percent:
            raise ValueError(
                f"“{self.columns[column]}” sütununda kesirli sayı var, basamak sayısı verilmedi: {value}"
            )
        if plain:
            return (
                f"{plain_number(100 * float(value), decimals or 0)}%"
                if percent
                else plain_number(value, decimals or 0)
            )
        return write_number(float(value), decimals or 0, percent=percent)

    def _repr_markdown_(self) -> str:
        body = [
            [_markdown(self._write(v, i, plain=False)) for i, v in enumerate(row)] for row in self._all_rows()
        ]
        if self.total is not None:
            body[-1] = [f"**{cell}**" if cell else cell for cell in body[-1]]
        head = [_markdown(column) for column in self.columns]
        widths = [max(3, *(len(row[i]) for row in [head, *body])) for i in range(len(head))]
        rules = [
            (":" if side == "center" else "")
            + "-" * (width - (side != "left") - (side == "center"))
            + (":" if side != "left" else "")
            for side, width in zip(self._align, widths, strict=True)
        ]
        lines = [self._line(row, widths, "| ", " | ", " |") for row in (head, rules, *body)]
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        body = [[self._write(v, i, plain=True) for i, v in enumerate(row)] for row in self._all_rows()]
        widths = [max(len(row[i]) for row in [self.columns, *body]) for i in range(len(self.columns))]
        return "\n".join(self._line(row, widths, "", "  ", "").rstrip() for row in [self.columns, *body])

    def _line(self, cells: list[str], widths: list[int], start: str, between: str, end: str) -> str:
        place = {"left": str.ljust, "right": str.rjust, "center": str.center}
        padded = [
            place[side](cell, width) for cell, side, width in zip(cells, self._align, widths, strict=True)
        ]
        return start + between.join(padded) + end


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _markdown(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
