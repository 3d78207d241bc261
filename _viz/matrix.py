"""Isı haritası: dikkat ağırlıkları, maskeler, konum kodlaması gibi matrislerin çizimi."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, NullLocator
from numpy.typing import ArrayLike, NDArray

from _audit.numerals import MINUS, write_number
from _viz.contrast import ink_on
from _viz.palette import COL_GOLD_D, COL_VIOLET, COL_WHITE
from _viz.style import POINTS_PER_INCH, TEXT_PT, figure_of
from _viz.svg import CRISP

LEVELS = 100
"""Isı haritasında saydamlık yüzde bir adımlıdır; aynı adımdaki hücreler tek yol olur, dosya küçük kalır."""

CELL_GAP = 0.025
"""Sayılı hücreler arasındaki aralığın yarısı, hücrenin katı olarak."""


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
    scale: bool = True,
) -> None:
    """`(satır, sütun)` biçimli `M`'yi hücre hücre çizer: sıfır zemin rengi, artı mor, eksi altın.

        heatmap(ax, A, row_labels=tokens, col_labels=tokens, decimals=2)
        heatmap(ax, W, values=False, outline=[(i, mark[i]) for i in range(len(W))])

    Rengin doluluğu |değer|/`vmax`'tır (`vmax` verilmezse en büyük |değer|). `values=True` sayıyı hücreye
    yazar; `values=False` sağa bir ölçek koyar (`scale=False`: yandaki panelin ölçeği ortaktır). −∞ hücreleri
    boş bırakılır ve "−∞" yazılır, NaN hücreleri boştur. `outline` çerçevelenecek hücrelerdir: `M` biçiminde
    doğru/yanlış dizisi ya da (satır, sütun) çiftleri. Adlar verilmezse eksenlerde sıra numaraları durur.
    Büyük değer açık şemada koyu, koyu şemada parlak görünür. İki boyutlu olmayan dizi ya da sayısı tutmayan
    adlar `ValueError` verir.
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
    _draw_cells(ax, matrix, level, CELL_GAP if values else 0.0)
    if values:
        _write_cells(ax, matrix, level, decimals)
    elif scale:
        _draw_scale(ax, top, decimals, signed=bool((matrix[finite] < 0).any()))
    for i, j in _cells(outline, matrix.shape):
        _outline_cell(ax, i, j)
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


def _outline_cell(ax: Axes, i: int, j: int) -> None:
    """Altın çerçeve; altındaki zemin rengi çizgi, onu dolu hücrenin üstünde iki şemada da ayırır."""
    for color, width, layer in ((COL_WHITE, 4.5, 3), (COL_GOLD_D, 2.2, 4)):
        frame = Rectangle((j, i), 1, 1, fill=False, edgecolor=color, linewidth=width, zorder=layer)
        frame.set_clip_on(False)
        ax.add_patch(frame)


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
    ax.xaxis.labelpad = 9
    ax.xaxis.tick_top()
    for axis, labels, size in ((ax.yaxis, row_labels, rows), (ax.xaxis, col_labels, cols)):
        if labels is None:
            steps = {round(t) for t in MaxNLocator(8, integer=True).tick_values(0, size - 1)}
            shown = sorted(steps & set(range(size)))
            axis.set_ticks(np.array(shown) + 0.5, [write_number(step) for step in shown])
        else:
            axis.set_ticks(np.arange(size) + 0.5, labels)
    if col_labels is not None:
        room = figure_of(ax).get_figwidth() * POINTS_PER_INCH * 0.8 / cols
        if max(map(len, col_labels)) * 0.62 * TEXT_PT > room:
            ax.tick_params(axis="x", labelrotation=45)
            for label in ax.get_xticklabels():
                label.set(ha="left", va="bottom", rotation_mode="anchor")
