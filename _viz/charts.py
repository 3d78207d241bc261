"""Şekillerin paylaştığı çizimler: ısı haritası, çubuklar, işaretli dağılım, çizgi ucuna yazı."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, NullLocator
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

from _audit.numerals import MINUS, write_number
from _viz.palette import (
    COL_GOLD_D,
    COL_GRID,
    COL_VIOLET,
    COL_VIOLET_SOFT,
    COL_WHITE,
    INK_OF,
    PALETTE,
    RUN_LOOKS,
    Color,
)
from _viz.style import POINTS_PER_INCH, TEXT_PT, figure_of
from _viz.svg import CRISP

LEVELS = 100
"""Isı haritasında saydamlık yüzde bir adımlıdır; aynı adımdaki hücreler tek yol olur, dosya küçük kalır."""

_BY_LIGHT = {color.light: color for color in PALETTE}
_INKS = [color for color in PALETTE if color.name.startswith("cell-")]
_CELL_GAP = 0.025
MARK_ROW_PT = 20.0


def heatmap(
    ax: Axes,
    M: ArrayLike,
    *,
    row_labels: Sequence[str] | None = None,
    col_labels: Sequence[str] | None = None,
    decimals: int = 2,
    vmax: float | None = None,
    outline: ArrayLike | Collection[tuple[int, int]] | None = None,
    values: bool = True,
) -> None:
    """`(satır, sütun)` biçimli `M`'yi hücre hücre çizer: sıfır zemin rengi, artı mor, eksi altın; büyük olan
    koyu.

        heatmap(ax, A, row_labels=tokens, col_labels=tokens, decimals=2)
        heatmap(ax, W, values=False, outline=[(i, mark[i]) for i in range(len(W))])

    Rengin doluluğu |değer|/`vmax`'tır (`vmax` verilmezse en büyük |değer|). `values=True` sayıyı hücreye
    yazar; `values=False` sağa bir ölçek koyar. −∞ hücreleri boş bırakılır ve "−∞" yazılır, NaN hücreleri
    boştur. `outline` çerçevelenecek hücrelerdir: `M` biçiminde doğru/yanlış dizisi ya da (satır, sütun)
    çiftleri. Adlar verilmezse eksenlerde sıra numaraları durur. Koyu şemada doluluk aynı kalır; büyük değer
    parlak görünür.
    """
    matrix = np.asarray(M, dtype=float)
    if matrix.ndim != 2:
        raise ValueError(f"ısı haritası iki boyutlu dizi ister, {matrix.ndim} boyutlu geldi")
    for labels, size, axis in (
        (row_labels, matrix.shape[0], "satır"),
        (col_labels, matrix.shape[1], "sütun"),
    ):
        if labels is not None and len(labels) != size:
            raise ValueError(f"{size} {axis} var, {len(labels)} {axis} adı geldi")
    finite = np.isfinite(matrix)
    top = vmax or float(np.abs(matrix[finite]).max(initial=0.0)) or 1.0
    level = np.where(finite, np.clip(np.abs(np.where(finite, matrix, 0.0)) / top, 0, 1), 0.0)
    level = np.round(level * LEVELS) / LEVELS
    _draw_cells(ax, matrix, level, _CELL_GAP if values else 0.0)
    if values:
        _write_cells(ax, matrix, level, decimals)
    else:
        _draw_scale(ax, top, decimals, signed=bool((matrix[finite] < 0).any()))
    for i, j in _cells(outline, matrix.shape):
        ax.add_patch(Rectangle((j, i), 1, 1, fill=False, edgecolor=COL_GOLD_D, linewidth=2.2, zorder=4))
    _label_matrix(ax, matrix.shape, row_labels, col_labels)


def _draw_cells(ax: Axes, matrix: NDArray[np.float64], level: NDArray[np.float64], gap: float) -> None:
    for color, side in ((COL_VIOLET, matrix > 0), (COL_GOLD_D, matrix < 0)):
        for alpha in np.unique(level[side & (level > 0)]):
            cells = _runs(side & (level == alpha)) if gap == 0 else _singles(side & (level == alpha))
            boxes = [_rectangle(j + gap, i + gap, w - 2 * gap, h - 2 * gap) for i, j, h, w in cells]
            patch = PathPatch(Path.make_compound_path(*boxes), facecolor=color, linewidth=0, gid=CRISP)
            patch.set_facecolor((color, float(alpha)))
            ax.add_patch(patch)


Cells = list[tuple[int, int, int, int]]
"""Satır, sütun, yükseklik, genişlik."""


def _singles(mask: NDArray[np.bool_]) -> Cells:
    return [(int(i), int(j), 1, 1) for i, j in np.argwhere(mask)]


def _runs(mask: NDArray[np.bool_]) -> Cells:
    """Bitişik hücreleri yatay ya da dikey şeritlere toplar: hangisi daha az şerit veriyorsa."""
    across = [(i, j, 1, n) for i, row in enumerate(mask) for j, n in _strips(row)]
    down = [(i, j, n, 1) for j, column in enumerate(mask.T) for i, n in _strips(column)]
    return min(across, down, key=len)


def _strips(row: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Bir satırdaki doğru dizilerinin (başlangıç, uzunluk) çiftleri."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]])))
    return [(int(start), int(end - start)) for start, end in edges.reshape(-1, 2)]


def _rectangle(x: float, y: float, width: float, height: float) -> Path:
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return Path(corners, closed=True)


def _write_cells(ax: Axes, matrix: NDArray[np.float64], level: NDArray[np.float64], decimals: int) -> None:
    for (i, j), value in np.ndenumerate(matrix):
        if np.isnan(value):
            continue
        text = write_number(value, decimals) if np.isfinite(value) else (MINUS if value < 0 else "") + "∞"
        fill = COL_VIOLET if value > 0 else COL_GOLD_D
        ax.text(
            j + 0.5, i + 0.5, text, ha="center", va="center_baseline", color=ink_on(fill, float(level[i, j]))
        )


def ink_on(fill: str, alpha: float) -> str:
    """`fill` renginin `alpha` dolulukla zemine serildiği hücrede iki şemada da en okunur mürekkebin rengi."""
    color, paper = _BY_LIGHT[fill], _BY_LIGHT[COL_WHITE]
    best = {
        scheme: max(
            {getattr(ink, scheme) for ink in _INKS},
            key=lambda ink: contrast(ink, blend(getattr(color, scheme), getattr(paper, scheme), alpha)),
        )
        for scheme in ("light", "dark")
    }
    return _ink_pair(_is_black(best["light"]), _is_black(best["dark"])).light


def _is_black(color: str) -> bool:
    return luminance(color) < 0.5


def _ink_pair(black_in_light: bool, black_in_dark: bool) -> Color:
    names = {True: "black", False: "white"}
    wanted = f"cell-{names[black_in_light]}-{names[black_in_dark]}"
    return next(color for color in _INKS if color.name == wanted)


def _rgb(color: str) -> NDArray[np.float64]:
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def blend(top: str, bottom: str, alpha: float) -> str:
    """`top` rengi `alpha` dolulukla `bottom`'un üstüne serilince görünen `#rrggbb`."""
    mixed = alpha * _rgb(top) + (1 - alpha) * _rgb(bottom)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in mixed)


def luminance(color: str) -> float:
    """`#rrggbb` renginin 0 ile 1 arasındaki bağıl parlaklığı (WCAG 2.2)."""
    rgb = _rgb(color)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(a: str, b: str) -> float:
    """İki `#rrggbb` renginin 1 ile 21 arasındaki karşıtlık oranı (WCAG 2.2)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _draw_scale(ax: Axes, top: float, decimals: int, *, signed: bool) -> None:
    scale = ax.inset_axes((1.03, 0.0, 0.045, 1.0))
    steps = 40
    centers = (np.arange(steps) + 0.5) / steps * (2 if signed else 1) - (1 if signed else 0)
    level = np.round(np.abs(centers) * LEVELS) / LEVELS
    _draw_cells(scale, centers[:, None], level[:, None], 0.0)
    scale.set(xlim=(0, 1), ylim=(0, steps))
    scale.spines[:].set_visible(False)
    scale.xaxis.set_major_locator(NullLocator())
    ends = (-top, 0.0, top) if signed else (0.0, top)
    scale.set_yticks(np.linspace(0, steps, len(ends)), [write_number(end, decimals) for end in ends])
    scale.yaxis.tick_right()
    scale.tick_params(length=0)


def _cells(
    outline: Any,  # noqa: ANN401
    shape: tuple[int, ...],
) -> list[tuple[int, int]]:
    if outline is None:
        return []
    mask = np.asarray(list(outline))
    return [
        (int(i), int(j))
        for i, j in (np.argwhere(mask) if mask.dtype == bool and mask.shape == shape else mask)
    ]


def _label_matrix(
    ax: Axes, shape: tuple[int, ...], row_labels: Sequence[str] | None, col_labels: Sequence[str] | None
) -> None:
    rows, cols = shape
    ax.set(xlim=(0, cols), ylim=(rows, 0))
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.xaxis.set_label_position("top")
    ax.xaxis.tick_top()
    for axis, labels, size in ((ax.yaxis, row_labels, rows), (ax.xaxis, col_labels, cols)):
        if labels is None:
            shown = [t for t in MaxNLocator(8, integer=True).tick_values(0, size - 1) if 0 <= t < size]
            axis.set_ticks(np.array(shown) + 0.5, [write_number(t) for t in shown])
        else:
            axis.set_ticks(np.arange(size) + 0.5, labels)
    if col_labels is not None:
        room = figure_of(ax).get_figwidth() * POINTS_PER_INCH * 0.8 / cols
        if max(map(len, col_labels)) * 0.62 * TEXT_PT > room:
            ax.tick_params(axis="x", labelrotation=45)
            for label in ax.get_xticklabels():
                label.set(ha="left", va="bottom", rotation_mode="anchor")


def bars(
    ax: Axes,
    labels: Sequence[str],
    values: ArrayLike,
    *,
    marked: int | Collection[int] | None = None,
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
    chosen = {marked} if isinstance(marked, int) else set(marked or ())
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
        bar.set(hatch=look["hatch"], hatchcolor=COL_WHITE)
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
            ax.margins(y=0.14)


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

        histogram_with_marks(ax, accuracies, marks={"koşum 1": acc[0], "koşum 2": acc[1]}, bins=30,
        decimals=4)

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
        line: dict[str, Any] = {
            "color": look.color,
            "linestyle": look.linestyle,
            "linewidth": 2,
            "clip_on": False,
        }
        top = column + ScaledTranslation(0, rise / POINTS_PER_INCH, figure_of(ax).dpi_scale_trans)
        ax.plot([value, value], [0, 1], transform=column, **line)
        ax.annotate(
            "",
            (value, 1),
            xycoords=column,
            xytext=(0, rise),
            textcoords="offset points",
            arrowprops={"arrowstyle": "-", "shrinkA": 0, "shrinkB": 0, **line},
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

        ax.plot(epochs, loss, label="koşum 1", color=RUN_LOOKS[0].color, linestyle=RUN_LOOKS[0].linestyle)
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


__all__ = ["bars", "heatmap", "histogram_with_marks", "label_lines"]
