"""Renklerin karşıtlığı (WCAG 2.2) ve dolu hücrede okunan mürekkebin seçimi."""

import numpy as np
from numpy.typing import NDArray

from _viz.palette import COL_WHITE, PALETTE

_BY_LIGHT = {color.light: color for color in PALETTE}
_INKS = [color for color in PALETTE if color.name.startswith("cell-")]


def ink_on(fill: str, alpha: float) -> str:
    """`fill` renginin `alpha` dolulukla zemine serildiği hücrede iki şemada da okunan mürekkebin rengi."""
    top, paper = _BY_LIGHT[fill], _BY_LIGHT[COL_WHITE]
    light = blend(top.light, paper.light, alpha)
    dark = blend(top.dark, paper.dark, alpha)
    return max(_INKS, key=lambda ink: contrast(ink.light, light) * contrast(ink.dark, dark)).light


def blend(top: str, bottom: str, alpha: float) -> str:
    """`top` rengi `alpha` dolulukla `bottom`'un üstüne serilince görünen `#rrggbb`."""
    mixed = alpha * _rgb(top) + (1 - alpha) * _rgb(bottom)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in mixed)


def contrast(a: str, b: str) -> float:
    """İki `#rrggbb` renginin 1 ile 21 arasındaki karşıtlık oranı (WCAG 2.2)."""
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    rgb = _rgb(color)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def _rgb(color: str) -> NDArray[np.float64]:
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
