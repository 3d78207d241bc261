"""Kitabın renkleri: her birinin adı, açık şemadaki ve koyu şemadaki değeri.

Çizimler yalnız bu renklerle yapılır (saydamlık serbesttir): `show`, SVG'deki her rengi bu tablodan tanır ve
koyu şemadaki karşılığına bağlar. Tanıma açık değerle yapıldığından açık değerler birbirinden farklıdır. Adlar
ve açık değerler kaynağın yayımladığı paletin kendisidir; koyu değerler kitabındır.
"""

from typing import Any, Final, NamedTuple


class Color(NamedTuple):
    """Bir palet rengi: CSS adı, açık ve koyu şemadaki `#rrggbb` değeri."""

    name: str
    light: str
    dark: str


PALETTE: Final = (
    Color("violet", "#57068c", "#b98bf4"),
    Color("violet-d", "#3d0463", "#e3ceff"),
    Color("violet-m", "#7b2cbf", "#9b6be0"),
    Color("violet-soft", "#b56ad6", "#8c5bc0"),
    Color("gold", "#d4a017", "#c2921f"),
    Color("gold-d", "#a87d0a", "#f2c556"),
    Color("gold-ink", "#765600", "#f6d687"),
    Color("text", "#2a2535", "#dfd9e8"),
    Color("ink", "#1e1a2e", "#f4f0f9"),
    Color("bg", "#f4eefa", "#2a2337"),
    Color("grid", "#cdbbe0", "#574a6b"),
    Color("white", "#ffffff", "#16131d"),
    Color("learned", "#ece0f7", "#3b2857"),
    # Dolu hücrenin üstündeki sayı: açık ve koyu şemada ayrı ayrı okunan dört mürekkep çifti.
    Color("cell-black-white", "#050308", "#fffffe"),
    Color("cell-white-black", "#fffffe", "#050308"),
    Color("cell-black-black", "#050309", "#050308"),
    Color("cell-white-white", "#fffffd", "#fffffe"),
)
"""Paletin tamamı; açık değerler tekildir."""

_LIGHT = {color.name: color.light for color in PALETTE}

COL_VIOLET: Final = _LIGHT["violet"]
COL_VIOLET_D: Final = _LIGHT["violet-d"]
COL_VIOLET_M: Final = _LIGHT["violet-m"]
COL_VIOLET_SOFT: Final = _LIGHT["violet-soft"]
COL_GOLD: Final = _LIGHT["gold"]
COL_GOLD_D: Final = _LIGHT["gold-d"]
COL_GOLD_INK: Final = _LIGHT["gold-ink"]
COL_TEXT: Final = _LIGHT["text"]
COL_INK: Final = _LIGHT["ink"]
COL_BG: Final = _LIGHT["bg"]
COL_GRID: Final = _LIGHT["grid"]
COL_WHITE: Final = _LIGHT["white"]
COL_LEARNED: Final = _LIGHT["learned"]

CLASS_COLORS: Final = [COL_VIOLET, COL_VIOLET_M, COL_VIOLET_SOFT, COL_GOLD, COL_GOLD_D]

LINE_PRIMARY: Final = COL_VIOLET
LINE_ACCENT: Final = COL_GOLD
LINE_SECONDARY: Final = COL_VIOLET_M

INK_OF: Final = {COL_GOLD: COL_GOLD_INK, COL_GOLD_D: COL_GOLD_INK, COL_VIOLET_SOFT: COL_VIOLET_M}
"""Çizgi rengi yazıya açık kalınca yerine geçen yazı rengi."""


class Look(NamedTuple):
    """Bir koşumun her şekilde taşıdığı görünüm; anlam yalnız renkte değil, işarette ve çizgide de durur.

    `ax.plot(epochs, loss, **RUN_LOOKS[0].line)` ve `ax.plot(x, y, **RUN_LOOKS[0].points)`; yazı için `ink`.
    """

    color: str
    ink: str
    marker: str
    linestyle: str

    @property
    def line(self) -> dict[str, Any]:
        """Çizgi için `ax.plot` adları."""
        return {"color": self.color, "linestyle": self.linestyle}

    @property
    def points(self) -> dict[str, Any]:
        """Noktalar için `ax.plot` adları."""
        return {"color": self.color, "linestyle": "none", "marker": self.marker}


RUN_LOOKS: Final = (
    Look(COL_GOLD_D, COL_GOLD_INK, "o", "--"),
    Look(COL_VIOLET, COL_VIOLET, "s", "-"),
)
"""Birinci koşum koyu altın, yuvarlak, kesikli; ikinci koşum mor, kare, düz. `ink` koşumun yazı rengidir."""
