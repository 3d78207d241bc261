"""Şekillerin paylaştığı çizimler: çubuklar, işaretli dağılım, çizgi ucuna yazı."""

from collections.abc import Collection, Mapping, Sequence
from typing import SupportsIndex

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

from _audit.numerals import write_number
from _viz.palette import (
    COL_GOLD_D,
    COL_GRID,
    COL_VIOLET,
    COL_VIOLET_SOFT,
    COL_WHITE,
    INK_OF,
    RUN_LOOKS,
)
from _viz.style import POINTS_PER_INCH, TEXT_PT, figure_of

MARK_ROW_PT = 20.0
"""Dağılımın üstündeki bir işaret satırının yüksekliği, punto."""


def bars(
    ax: Axes,
    labels: Sequence[str],
    values: ArrayLike,
    *,
    marked: SupportsIndex | Collection[SupportsIndex] | None = None,
    decimals: int | None = 2,
    vertical: bool = False,
) -> None:
    """Adlı çubuklar: değer çubuğun ucunda yazar, işaretli olanlar altın ve taralıdır.

        bars(ax, ["en sık sınıf", "son adım", "ağ"], [0.6333, 0.5556, 0.8889], marked=2, decimals=4)

    `values` adlarla aynı uzunlukta bir boyutlu dizidir. `marked` işaretlenecek çubuğun ya da çubukların
    sırasıdır. Çubuklar yatıktır ve yukarıdan aşağı okunur; `vertical=True` kısa adlar (adım numaraları)
    içindir. `decimals=None` değer yazmaz, ekseni bırakır.
    """
    heights = np.asarray(values, dtype=float)
    if heights.shape != (len(labels),):
        raise ValueError(f"{len(labels)} ad var, değerlerin biçimi {heights.shape}")
    chosen = {int(i) for i in (marked if isinstance(marked, Collection) else [marked]) if i is not None}
    places = np.arange(len(heights))
    looks = [
        {"color": COL_GOLD_D, "hatch": "////"} if i in chosen else {"color": COL_VIOLET, "hatch": ""}
        for i in places
    ]
    draw = ax.bar if vertical else ax.barh
    drawn = draw(
        places, heights, 0.72, color=[look["color"] for look in looks], edgecolor=COL_WHITE, linewidth=0
    )
    for bar, look in zip(drawn, looks, strict=True):
        bar.set_hatch(look["hatch"])  # çizgileri kenarın renginde
    names, scale = (ax.xaxis, ax.yaxis) if vertical else (ax.yaxis, ax.xaxis)
    names.set_ticks(places, labels)
    names.grid(visible=False)
    ax.tick_params(axis="x" if vertical else "y", length=0)
    ax.spines["bottom" if vertical else "left"].set_visible(False)
    if vertical:
        ax.axhline(0, color=COL_GRID, linewidth=1.2)
    else:
        ax.axvline(0, color=COL_GRID, linewidth=1.2)
        ax.invert_yaxis()
    if decimals is not None:
        for i, height in enumerate(heights):
            _label_bar(ax, i, float(height), write_number(float(height), decimals), vertical=vertical)
        scale.set_major_locator(NullLocator())
        ax.spines["left" if vertical else "bottom"].set_visible(False)
        if vertical:
            ax.margins(y=_room_for_values(ax))


def _room_for_values(ax: Axes) -> float:
    """Dikey çubukların ucundaki yazıya yer: bir satır, panelin kestirilen yüksekliğinin katı olarak."""
    spec = ax.get_subplotspec()
    rows = spec.get_gridspec().nrows if spec else 1
    panel = figure_of(ax).get_figheight() * POINTS_PER_INCH / rows
    return 2 * TEXT_PT / max(panel - 4 * TEXT_PT, 4 * TEXT_PT)


def _label_bar(ax: Axes, place: int, height: float, text: str, *, vertical: bool) -> None:
    """Değeri çubuğun ucuna yazar; yatık eksi çubukta adlara binmesin diye sıfırın öbür yanına."""
    if vertical:
        ax.annotate(
            text,
            (place, height),
            xytext=(0, 4 if height >= 0 else -4),
            textcoords="offset points",
            ha="center",
            va="bottom" if height >= 0 else "top",
        )
    else:
        ax.annotate(
            text,
            (max(height, 0.0), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center_baseline",
            annotation_clip=False,
        )


def histogram_with_marks(
    ax: Axes,
    values: ArrayLike,
    *,
    marks: Mapping[str, float],
    bins: int | Sequence[float] = 30,
    decimals: int | None = None,
) -> None:
    """Bir boyutlu `values`'un dağılımı, üstünde adıyla işaretlenmiş değerler.

        histogram_with_marks(ax, accuracies, marks={"koşum 1": acc[0], "koşum 2": acc[1]}, decimals=4)

    İşaretler verildikleri sırayla koşum görünümünü alır (`RUN_LOOKS`): birincisi altın, kesikli, yuvarlak
    uçlu; ikincisi mor, düz, kare uçlu. Adlar dağılımın üstünde, her biri kendi satırındadır. `decimals`
    verilirse ada değer de eklenir. `bins` numpy'nin kutu sayısı ya da sınırlarıdır. En çok iki işaret konur.
    """
    if len(marks) > len(RUN_LOOKS):
        raise ValueError(f"en çok {len(RUN_LOOKS)} işaret konabilir, {len(marks)} geldi")
    counts, edges = np.histogram(np.asarray(values, dtype=float), bins)
    ax.stairs(counts, edges, fill=True, color=COL_VIOLET_SOFT, alpha=0.5)
    ax.set_ylim(0, 1.05 * counts.max())
    low, high = ax.get_xlim()
    column = ax.get_xaxis_transform()
    for i, ((name, value), look) in enumerate(zip(marks.items(), RUN_LOOKS, strict=False)):
        rise = MARK_ROW_PT * (len(marks) - i) - 6
        top = column + ScaledTranslation(0, rise / POINTS_PER_INCH, figure_of(ax).dpi_scale_trans)
        ax.plot([value, value], [0, 1], transform=column, clip_on=False, **look.line)
        ax.annotate(
            "",
            (value, 1),
            xycoords=column,
            xytext=(0, rise),
            textcoords="offset points",
            arrowprops={"arrowstyle": "-", "shrinkA": 0, "shrinkB": 0, "linewidth": 2, **look.line},
        )
        ax.plot(value, 1, look.marker, color=look.color, markersize=8, transform=top, clip_on=False)
        on_left = (value - low) / (high - low) > 0.5
        ax.annotate(
            name if decimals is None else f"{name}: {write_number(float(value), decimals)}",
            (value, 1),
            xycoords=column,
            xytext=(-9 if on_left else 9, rise),
            textcoords="offset points",
            ha="right" if on_left else "left",
            va="center",
            color=look.ink,
        )
    ax.set_xlim(low, high)


def label_lines(ax: Axes, lines: Sequence[Line2D] | None = None) -> None:
    """Her çizginin adını (`label=`) sağ ucuna, kendi renginde yazar; gösterge yerine geçer.

        ax.plot(epochs, loss, label="koşum 1", **RUN_LOOKS[0].line)
        label_lines(ax)

    Birbirine yaklaşan adlar dikeyde açılır. Eksen sınırları belli olduktan sonra, son çağrılan olmalıdır.
    """
    chosen = [line for line in (lines or ax.get_lines()) if not str(line.get_label()).startswith("_")]
    if not chosen:
        raise ValueError("adı olan çizgi yok: `ax.plot(…, label=…)` verin")
    figure_of(ax).draw_without_rendering()
    height = ax.get_window_extent().height
    tips = [line.get_transform().transform(np.asarray(line.get_xydata()))[-1] for line in chosen]
    ends = [ax.transAxes.inverted().transform(tip) for tip in tips]
    placed = _spread(np.array([y for _, y in ends]), 1.35 * TEXT_PT / height)
    for line, (x, _), y in zip(chosen, ends, placed, strict=True):
        color = str(line.get_color())
        ax.annotate(
            str(line.get_label()),
            (x if x < 0.9 else 1.0, y),
            xycoords="axes fraction",
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=INK_OF.get(color, color),
            annotation_clip=False,
        )


def _spread(wanted: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Değerleri sırayı bozmadan, en az `gap` aralıkla ve istenen yerlerine en yakın biçimde açar."""
    order = np.argsort(wanted, kind="stable")
    shifted = wanted[order] - gap * np.arange(len(wanted))
    groups: list[list[float]] = []
    for value in shifted:
        groups.append([value])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    flat = np.concatenate([[np.mean(group)] * len(group) for group in groups]) + gap * np.arange(len(wanted))
    placed = np.empty_like(flat)
    placed[order] = flat
    return np.asarray(placed)
