"""Kutulu ve oklu çizimler: serbest yerleşim (`boxes_and_arrows`) ve soldan sağa hat (`draw_pipeline`)."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from matplotlib.path import Path

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

EDGE = 0.1
"""Kutuların dışında kalan pay, eksen biriminde."""
DETOUR = 0.3
"""Yandan dolaşan okun kutulardan uzaklığı, eksen biriminde."""
ASIDE = 0.22
"""Yandan dolaşan okun kutunun orta çizgisinden uzaklığı, kutunun boyunun katı olarak."""


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
    """Bir ok: çıktığı ve vardığı kutunun adı, yanındaki yazı, kutuların hangi yanından dolaştığı ("" düz)."""

    source: str
    target: str
    label: str = ""
    side: Literal["", "left", "right"] = ""


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
    unknown = {name for arrow in arrows for name in (arrow.source, arrow.target)} - set(boxes)
    if unknown:
        raise ValueError(f"ok, olmayan bir kutuyu gösteriyor: {', '.join(sorted(unknown))}")
    routes = [_route(boxes[arrow.source], boxes[arrow.target], arrow.side) for arrow in arrows]
    corners = [(b.x + i * b.width / 2, b.y + i * b.height / 2) for b in boxes.values() for i in (-1, 1)]
    xs, ys = zip(*corners, *(point for route in routes for point in route), strict=True)
    ax.set(xlim=(min(xs) - EDGE, max(xs) + EDGE), ylim=(min(ys) - EDGE, max(ys) + EDGE))
    ax.set_axis_off()
    for box in boxes.values():
        _draw_box(ax, box)
    for arrow, route in zip(arrows, routes, strict=True):
        _draw_arrow(ax, route)
        if arrow.label:
            _label_arrow(ax, arrow, route)


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
            _draw_arrow(ax, [(i * step - gap, y0), (i * step, y0)])
    return ax


Route = list[tuple[float, float]]


def _route(start: Box, end: Box, side: str) -> Route:
    """Okun geçtiği noktalar: bakışan kenarlar arasında doğru, ya da kutuların yanından dolaşan köşeli yol."""
    if side:
        sign = {"left": -1, "right": 1}[side]
        sides = [box.x + sign * box.width / 2 for box in (start, end)]
        outside = sign * max(sign * x for x in sides) + sign * DETOUR
        # Kutuya gelen ok ile kutudan çıkan ok tek yol sanılmasın: biri orta çizginin altında, biri üstünde.
        up = 1 if end.y > start.y else -1
        leaves, arrives = start.y + up * ASIDE * start.height, end.y - up * ASIDE * end.height
        return [(sides[0], leaves), (outside, leaves), (outside, arrives), (sides[1], arrives)]
    gap_x = abs(end.x - start.x) - (start.width + end.width) / 2
    gap_y = abs(end.y - start.y) - (start.height + end.height) / 2
    if gap_y >= gap_x:
        up = 1 if end.y > start.y else -1
        return [
            (_nearest(start, end.x), start.y + up * start.height / 2),
            (_nearest(end, start.x), end.y - up * end.height / 2),
        ]
    right = 1 if end.x > start.x else -1
    return [(start.x + right * start.width / 2, start.y), (end.x - right * end.width / 2, end.y)]


def _nearest(box: Box, x: float) -> float:
    """Kutunun köşelerden uzak kenar parçasında `x`'e en yakın yer."""
    reach = 0.3 * box.width
    return min(max(x, box.x - reach), box.x + reach)


def _label_arrow(ax: Axes, arrow: Arrow, route: Route) -> None:
    (x0, y0), (x1, y1) = route[len(route) // 2 - 1 : len(route) // 2 + 1]
    upright = abs(y1 - y0) >= abs(x1 - x0)
    to_left = arrow.side == "left"
    ax.annotate(
        arrow.label,
        ((x0 + x1) / 2, (y0 + y1) / 2),
        xytext=(-7 if to_left else 7, 0) if upright else (0, 5),
        textcoords="offset points",
        ha=("right" if to_left else "left") if upright else "center",
        va="center" if upright else "bottom",
    )


def _draw_arrow(ax: Axes, route: Route) -> None:
    ax.add_patch(
        FancyArrowPatch(
            path=Path(route),
            arrowstyle="-|>",
            mutation_scale=14,
            facecolor=COL_VIOLET_M,
            edgecolor=COL_VIOLET_M,
            linewidth=1.6,
            joinstyle="round",
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
