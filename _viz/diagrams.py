"""Kutulu ve oklu çizimler: serbest yerleşim (`boxes_and_arrows`) ve soldan sağa hat (`draw_pipeline`)."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from _viz.layout import FramedText
from _viz.palette import (
    COL_BG,
    COL_GOLD_D,
    COL_INK,
    COL_LEARNED,
    COL_TEXT,
    COL_VIOLET,
    COL_VIOLET_M,
    COL_WHITE,
)
from _viz.style import POINTS_PER_INCH, TEXT_PT, figure_of


class Kind(NamedTuple):
    """Bir kutu türünün dolgusu, kenarı ve kenar çizgisi; türler renkten başka çizgiyle de ayrılır."""

    face: str
    edge: str
    width: float
    linestyle: str


KINDS = {
    "plain": Kind(COL_BG, COL_VIOLET_M, 1.2, "-"),
    "learned": Kind(COL_LEARNED, COL_VIOLET, 2.4, "-"),
    "fixed": Kind(COL_BG, COL_GOLD_D, 2.0, "--"),
    "open": Kind(COL_WHITE, COL_WHITE, 0.0, "-"),
}
"""plain: sade kutu; learned: öğrenilen; fixed: elle kurulan, sabit; open: çerçevesiz yazı (girdi, çıktı)."""


class Box(NamedTuple):
    """Bir kutu: yazısı, merkezi, eni ve boyu (eksen biriminde), türü (`KINDS`)."""

    text: str
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    kind: str = "plain"


class Arrow(NamedTuple):
    """Bir ok: çıktığı ve vardığı kutunun adı, yanındaki yazı, eğriliği (0 düz)."""

    source: str
    target: str
    label: str = ""
    bend: float = 0.0


def boxes_and_arrows(ax: Axes, boxes: Mapping[str, Box], arrows: Sequence[Arrow]) -> None:
    """Adlı kutuları ve aralarındaki okları çizer; eksen kapanır, sınırlar kutuları içine alır.

        boxes_and_arrows(
            ax,
            {
                "x": Box("girdi X", 0, 0, kind="open"),
                "q": Box("W_Q", 0, 2, kind="learned"),
                "a": Box("softmax", 0, 4, width=2),
            },
            [Arrow("x", "q"), Arrow("q", "a", label="sorgu")],
        )

    Konumlar eksen birimindedir, y yukarı doğru artar. Ok, kutunun kenarından kenarına gider. Olmayan kutuyu
    gösteren ok `ValueError` verir; kutusuna sığmayan yazıda da `show` hata verir, satıra bölmek yazarındır.
    """
    for arrow in arrows:
        unknown = {arrow.source, arrow.target} - set(boxes)
        if unknown:
            raise ValueError(f"ok, olmayan bir kutuyu gösteriyor: {', '.join(sorted(unknown))}")
    ax.set_axis_off()
    pad = 0.12
    ax.set_xlim(
        min(box.x - box.width / 2 for box in boxes.values()) - pad,
        max(box.x + box.width / 2 for box in boxes.values()) + pad,
    )
    ax.set_ylim(
        min(box.y - box.height / 2 for box in boxes.values()) - pad,
        max(box.y + box.height / 2 for box in boxes.values()) + pad,
    )
    for box in boxes.values():
        _draw_box(ax, box)
    for arrow in arrows:
        tail, head = _ends(boxes[arrow.source], boxes[arrow.target])
        _draw_arrow(ax, tail, head, bend=arrow.bend)
        if arrow.label:
            _label_arrow(ax, tail, head, arrow)


def draw_pipeline(
    ax: Axes, stages: Sequence[tuple[str, bool]], title: str | None = None, y0: float = 0.0
) -> Axes:
    """Soldan sağa kutu ve ok hattı çizer, ekseni döndürür; eksen kapanır, sınırları kutulara göre kurulur.

        draw_pipeline(ax, [("girdi", False), ("ağ", True), ("etiket", False)], title="Uçtan uca")

    `stages` (yazı, öğreniliyor mu) çiftleridir: öğrenilen kutu mor dolgulu ve kalın kenarlı, sabit kutu altın
    ve kesikli kenarlıdır. `y0` hattın dikey yeridir. Yazı sözcük aralarından satıra bölünür; 480 pikselde üç
    kutuya dokuz harflik sözcükler sığar, daha uzunları için kutuları alt alta dizin (`boxes_and_arrows`).
    """
    width, height, gap = 1.7, 1.0, 0.9
    step = width + gap
    right = step * max(len(stages), 1)
    ax.set(xlim=(-0.3, right), ylim=(y0 - 1.1, y0 + 1.1))
    ax.set_axis_off()
    if title:
        ax.set_title(title, color=COL_TEXT)
    letters = int(width / (right + 0.3) * figure_of(ax).get_figwidth() * POINTS_PER_INCH / (0.58 * TEXT_PT))
    for i, (label, learned) in enumerate(stages):
        text = textwrap.fill(label, max(letters, 1), break_long_words=False, break_on_hyphens=False)
        _draw_box(ax, Box(text, i * step + width / 2, y0, width, height, "learned" if learned else "fixed"))
        if i:
            _draw_arrow(ax, (i * step - gap, y0), (i * step, y0))
    return ax


def _ends(start: Box, end: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """İki kutunun bakışan kenarlarındaki uçlar: üst üste olanlar dikey, yan yana olanlar yatay bağlanır."""
    gap_x = abs(end.x - start.x) - (start.width + end.width) / 2
    gap_y = abs(end.y - start.y) - (start.height + end.height) / 2
    if gap_y >= gap_x:
        up = 1 if end.y > start.y else -1
        x_start = _nearest(start, end.x)
        x_end = _nearest(end, start.x)
        return (x_start, start.y + up * start.height / 2), (x_end, end.y - up * end.height / 2)
    right = 1 if end.x > start.x else -1
    return (start.x + right * start.width / 2, start.y), (end.x - right * end.width / 2, end.y)


def _nearest(box: Box, x: float) -> float:
    """Kutunun köşelerden uzak kenar parçasında `x`'e en yakın yer."""
    reach = 0.3 * box.width
    return min(max(x, box.x - reach), box.x + reach)


def _label_arrow(ax: Axes, tail: tuple[float, float], head: tuple[float, float], arrow: Arrow) -> None:
    upright = abs(head[1] - tail[1]) >= abs(head[0] - tail[0])
    ax.annotate(
        arrow.label,
        ((tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2),
        xytext=(7, 0) if upright else (0, 5),
        textcoords="offset points",
        ha="left" if upright else "center",
        va="center" if upright else "bottom",
        color=COL_TEXT,
    )


def _draw_arrow(ax: Axes, tail: tuple[float, float], head: tuple[float, float], *, bend: float = 0.0) -> None:
    ax.add_patch(
        FancyArrowPatch(
            tail,
            head,
            arrowstyle="-|>",
            connectionstyle=f"arc3,rad={bend}",
            mutation_scale=14,
            shrinkA=2,
            shrinkB=2,
            color=COL_VIOLET_M,
            linewidth=1.6,
            zorder=1,
        )
    )


def _draw_box(ax: Axes, box: Box) -> None:
    if box.kind not in KINDS:
        raise ValueError(f"kutu türü {', '.join(KINDS)} olabilir, {box.kind} geldi")
    kind = KINDS[box.kind]
    frame = FancyBboxPatch(
        (box.x - box.width / 2, box.y - box.height / 2),
        box.width,
        box.height,
        boxstyle=f"round,pad=0,rounding_size={0.12 * min(box.width, box.height):g}",
        facecolor=kind.face,
        edgecolor=kind.edge,
        linewidth=kind.width,
        linestyle=kind.linestyle,
        zorder=2,
    )
    ax.add_patch(frame)
    text = FramedText(box.x, box.y, box.text, frame, color=COL_INK)
    ax.add_artist(text)
    text.set_clip_on(False)
