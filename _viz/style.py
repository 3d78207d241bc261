"""Matplotlib görünümü: sayfa için boyutlanmış figür, Türkçe sayılı eksenler, sade çerçeve."""

from math import log10
from typing import Any

import matplotlib
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.ticker import Formatter, LogFormatter, NullFormatter, ScalarFormatter
from numpy.typing import ArrayLike

from _audit.numerals import write_number
from _viz.palette import CLASS_COLORS, COL_BG, COL_GRID, COL_INK, COL_TEXT, COL_WHITE

FONT = "DejaVu Sans"
TEXT_PT = 13.0
"""Yazı boyu. Beş inçlik çizim telefonda 358 piksele iner; 13 punto orada 9,7 punto görünür."""
PAGE_PX_PER_INCH = 96
POINTS_PER_INCH = 72
PHONE_WIDTH_PX = 358
PHONE_TEXT_PT = 9.0

STYLE: dict[Any, Any] = {
    "font.family": FONT,
    "font.size": TEXT_PT,
    "mathtext.fontset": "dejavusans",
    "text.color": COL_TEXT,
    "text.usetex": False,
    "axes.titlesize": TEXT_PT,
    "axes.titleweight": "bold",
    "axes.titlecolor": COL_INK,
    "axes.titlelocation": "left",
    "axes.titlepad": 8.0,
    "axes.labelsize": TEXT_PT,
    "figure.labelsize": TEXT_PT,
    "axes.labelcolor": COL_TEXT,
    "axes.labelpad": 5.0,
    "axes.facecolor": COL_WHITE,
    "axes.edgecolor": COL_GRID,
    "axes.linewidth": 1.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.prop_cycle": cycler(color=CLASS_COLORS),
    "axes.unicode_minus": True,
    "xtick.labelsize": TEXT_PT,
    "ytick.labelsize": TEXT_PT,
    "xtick.color": COL_GRID,
    "ytick.color": COL_GRID,
    "xtick.labelcolor": COL_TEXT,
    "ytick.labelcolor": COL_TEXT,
    "grid.color": COL_BG,
    "grid.linewidth": 1.0,
    "figure.facecolor": COL_WHITE,
    "figure.edgecolor": COL_WHITE,
    "hatch.color": COL_WHITE,
    "hatch.linewidth": 1.2,
    "lines.linewidth": 2.0,
    "lines.markersize": 6.0,
    "lines.solid_capstyle": "round",
    "patch.edgecolor": COL_WHITE,
    "legend.fontsize": TEXT_PT,
    "legend.frameon": False,
    "legend.handlelength": 2.2,
    "path.simplify": False,
}

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class TurkishFormatter(Formatter):
    """Eksen sayılarını Türkçe yazar; basamak sayısı, bütün işaretleri ayırmaya yeten en küçük sayıdır."""

    def format_ticks(self, values: ArrayLike) -> list[str]:
        """Bir eksenin bütün işaretlerini aynı basamak sayısıyla yazar."""
        ticks = np.asarray(values, dtype=float)
        scale = float(np.abs(ticks).max(initial=0.0)) or 1.0
        enough = (d for d in range(9) if np.allclose(np.round(ticks, d), ticks, rtol=0, atol=scale * 1e-6))
        decimals = next(enough, 9)
        return [write_number(float(tick), decimals) for tick in ticks]

    def __call__(self, x: float, pos: int | None = None) -> str:  # noqa: ARG002
        """Tek bir değeri yazar."""
        return self.format_ticks([x])[0]


class TurkishLogFormatter(TurkishFormatter):
    """Logaritmik eksende işaretler: hepsi 0,001 ile 1.000.000 arasındaysa açık, değilse 10ⁿ (1 hariç)."""

    def format_ticks(self, values: ArrayLike) -> list[str]:
        """Görünen işaretleri tek biçimde yazar."""
        ticks = [float(tick) for tick in np.asarray(values, dtype=float)]
        low, high = sorted(self.axis.get_view_interval()) if self.axis else (0.0, np.inf)
        powers = any(low <= tick <= high and not 1e-3 <= tick <= 1e6 for tick in ticks)
        return [self._write(tick, powers=powers) for tick in ticks]

    def _write(self, tick: float, *, powers: bool) -> str:
        exponent = round(log10(tick))
        if powers and exponent and np.isclose(tick, 10.0**exponent, rtol=1e-6, atol=0):
            return "10" + str(exponent).translate(SUPERSCRIPT)
        return super().format_ticks([tick])[0]


def use_turkish_numbers(fig: Figure) -> None:
    """Matplotlib'in kendi sayı yazımı duran her eksene Türkçesini koyar; elle verilen yazılara dokunmaz."""
    for ax in fig.findobj(Axes):
        for axis in (ax.xaxis, ax.yaxis):
            formatter = axis.get_major_formatter()
            if isinstance(formatter, LogFormatter):
                axis.set_major_formatter(TurkishLogFormatter())
                axis.set_minor_formatter(NullFormatter())
            elif isinstance(formatter, ScalarFormatter):
                axis.set_major_formatter(TurkishFormatter())


def figure(
    height: float = 3.0,
    rows: int = 1,
    cols: int = 1,
    *,
    width: float = 5.0,
    **subplots: Any,  # noqa: ANN401
) -> tuple[Figure, Any]:
    """Sayfa için bir figür açar: `(fig, ax)`, birden çok panelde `(fig, axes)`.

    `width` ve `height` inçtir; 5 inç sayfada 480 piksel, telefonda 358 pikseldir. Paneller alt alta konur
    (`rows`); `axes`, tek satır ya da tek sütunda bir boyutlu dizidir. Kalan adlar `Figure.subplots`'a gider
    (`sharex`, `height_ratios`, …). Eksenler `apply_style` görünümündedir, yazılar 13 puntodur.

        fig, ax = figure(3.0)
        ax.plot(epochs, loss, color=LINE_PRIMARY)
        ax.set_xlabel("tur")
        show(fig)
    """
    matplotlib.rcParams.update(STYLE)
    fig = Figure(
        figsize=(width, height), dpi=POINTS_PER_INCH, layout=ConstrainedLayoutEngine(h_pad=0.09, w_pad=0.06)
    )
    axes = fig.subplots(rows, cols, **subplots)
    for ax in np.atleast_1d(axes).flat:
        apply_style(ax)
    return fig, axes


def apply_style(ax: Axes) -> Axes:
    """Eksene kitabın görünümünü verir, ekseni döndürür: ak zemin, soluk ızgara, mor çerçeve, koyu yazı."""
    ax.set_facecolor(COL_WHITE)
    ax.grid(visible=True, color=COL_GRID, alpha=0.45, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[:].set_color(COL_GRID)
    ax.tick_params(color=COL_GRID, labelcolor=COL_TEXT)
    for text in (ax.title, ax.xaxis.label, ax.yaxis.label):
        text.set_color(COL_TEXT)
    return ax


def figure_of(ax: Axes) -> Figure:
    """Eksenin figürü."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def style_legend(ax: Axes, **kw: Any) -> Legend | None:  # noqa: ANN401
    """Kitabın görünümünde bir gösterge koyar ve döndürür; `kw` olduğu gibi `ax.legend`'e gider.

    Çizginin ucuna yazmak (`label_lines`) çoğu kez göstergeden iyidir.
    """
    legend = ax.legend(**{"frameon": True, "framealpha": 0.95, "edgecolor": COL_GRID, **kw})
    if legend is not None:
        legend.get_frame().set_facecolor(COL_WHITE)
        for text in legend.get_texts():
            text.set_color(COL_TEXT)
    return legend
