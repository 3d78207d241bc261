"""Yerleşim denetimi: kesilen, birbirine binen ya da telefonda okunmayacak kadar küçük yazı hatadır."""

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.text import Text
from numpy.typing import NDArray

from _viz.style import PAGE_PX_PER_INCH, PHONE_TEXT_PT, PHONE_WIDTH_PX


class FramedText(Text):
    """Bir kutunun içinde kalması gereken yazı; ortalanmıştır."""

    def __init__(self, x: float, y: float, text: str, frame: Patch, *, color: str) -> None:
        super().__init__(x, y, text, color=color, ha="center", va="center", linespacing=1.15, zorder=3)
        self.frame = frame


Corners = NDArray[np.float64]
Boxed = tuple[Text, Corners]

# Yazı kutusunun üstünde ve altında harfin doldurmadığı pay, yazı boyunun katı olarak.
SLACK = 0.14


def check_texts(fig: Figure, renderer: RendererBase, drawn: list[Text]) -> None:
    """Çizilmiş yazıları denetler; kusur varsa iki yazının da adını veren `ValueError` verir.

    Her yazı figürün içinde kalmalı, hiçbiri bir başkasına binmemeli, telefonda en az 9 punto görünmelidir.
    """
    width, height = fig.get_size_inches() * fig.dpi
    smallest = PHONE_TEXT_PT * max(1.0, fig.get_figwidth() * PAGE_PX_PER_INCH / PHONE_WIDTH_PX)
    boxes: list[Boxed] = []
    for text in drawn:
        size = float(text.get_fontsize())
        if size < smallest:
            raise ValueError(
                f"yazı telefonda okunmayacak kadar küçük: {_name(text)} {size:g} punto, "
                f"bu genişlikte en az {smallest:.1f} punto olmalı"
            )
        corners = _corners(text, renderer)
        x, y = corners.T
        if x.min() < -0.5 or y.min() < -0.5 or x.max() > width + 0.5 or y.max() > height + 0.5:
            raise ValueError(
                f"yazı figürün dışına taşıyor: {_name(text)}; figürü büyütün ya da yazıyı kısaltın"
            )
        if isinstance(text, FramedText):
            inner, frame = text.get_window_extent(renderer), text.frame.get_window_extent(renderer)
            if inner.width + 4 > frame.width or inner.height + 4 > frame.height:
                raise ValueError(f"yazı kutusuna sığmıyor: {_name(text)}; satıra bölün ya da kutuyu büyütün")
        boxes.append((text, corners))
    for (first, a), (second, b) in _close_pairs(boxes):
        if _overlap(a, b):
            raise ValueError(
                f"iki yazı birbirine biniyor: {_name(first)} ile {_name(second)}; "
                "figürü büyütün, yazıları kısaltın ya da işaretleri seyreltin"
            )


def _close_pairs(boxes: list[Boxed]) -> list[tuple[Boxed, Boxed]]:
    """Dik kutuları kesişen yazı çiftleri; ancak bunlara yakından bakmak gerekir."""
    if not boxes:
        return []
    corners = np.array([box for _, box in boxes])
    low, high = corners.min(axis=1), corners.max(axis=1)
    close = np.all((low[:, None] < high) & (low < high[:, None]), axis=2)
    return [(boxes[i], boxes[j]) for i, j in np.argwhere(np.triu(close, 1))]


def _name(text: Text) -> str:
    return f"“{text.get_text()}”".replace("\n", " ")


def _corners(text: Text, renderer: RendererBase) -> Corners:
    """Yazının, dönüklüğüyle birlikte, dört köşesi; üstten ve alttan boş payı düşülmüş."""
    center = Text.get_window_extent(text, renderer)
    angle = text.get_rotation()
    text.set_rotation(0)
    flat = Text.get_window_extent(text, renderer)
    text.set_rotation(angle)
    half_w = flat.width / 2
    half_h = max(flat.height / 2 - SLACK * float(text.get_fontsize()), 1.0)
    square = np.array([(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)])
    turn = np.deg2rad(angle)
    rotation = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    middle = np.array([(center.x0 + center.x1) / 2, (center.y0 + center.y1) / 2])
    return np.asarray(square @ rotation + middle)


def _overlap(a: Corners, b: Corners) -> bool:
    """İki dışbükey dörtgen kesişir mi: kenarlara dik eksenlerden birinde ayrılıyorlarsa kesişmezler."""
    for corners in (a, b):
        edges = np.roll(corners, -1, axis=0) - corners
        for normal in np.column_stack([-edges[:, 1], edges[:, 0]])[:2]:
            p, q = a @ normal, b @ normal
            if p.max() <= q.min() or q.max() <= p.min():
                return False
    return True
