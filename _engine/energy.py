"""Enerji manzaraları: düşük enerji uyumlu, yüksek enerji uyumsuz demektir.

Kaynak: LeCun vd. (2006), "A tutorial on energy-based learning".
"""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["energy_1d", "energy_1d_grad", "energy_landscape"]

# Kuyu başına: merkez x, merkez y, derinlik, varyans.
_WELLS = np.array([[-1.25, -0.65, 1.0, 0.55], [1.15, 0.85, 1.05, 0.6], [0.15, -1.15, 0.8, 0.45]])


def energy_landscape(xx: ArrayLike, yy: ArrayLike) -> Floats:
    """Düzlemde 1 eksi üç Gauss kuyusu: birden çok en alçak yer, birden çok geçerli yanıt.

    Girdi: birlikte yayılan x ve y koordinatları.
    Dönen: yayılmış biçimde enerjiler.
    """
    xx, yy = _checks.floats("xx", xx, empty=True), _checks.floats("yy", yy, empty=True)
    _checks.broadcast(xx=xx, yy=yy)
    x, y, depth, variance = _WELLS.T
    with np.errstate(over="ignore", under="ignore"):
        squared = (xx[..., None] - x) ** 2 + (yy[..., None] - y) ** 2
        return np.asarray(1.0 - np.exp(-squared / (2.0 * variance)) @ depth)


def energy_1d(y: ArrayLike, data_points: ArrayLike = (-2.0, 0.0, 2.0), width: float = 0.35) -> Floats:
    """1 eksi veri noktalarındaki Gauss kuyuları: veride alçak, arada yüksek.

    Komşu kuyular üst üste bindiğinden en alçak değer tam 0 değildir.

    Girdi: y herhangi bir biçimde; data_points (K,); `width` kuyunun *varyansıdır* (> 0), genişliği √width.
    Dönen: y ile aynı biçimde.
    """
    _, wells = _wells(y, data_points, width)
    return np.asarray(1.0 - wells.sum(axis=-1))


def energy_1d_grad(y: ArrayLike, data_points: ArrayLike = (-2.0, 0.0, 2.0), width: float = 0.35) -> Floats:
    """`energy_1d`'nin y'ye göre türevi: tersine gitmek en yakın kuyuya indirir.

    Girdi, dönen: `energy_1d` ile aynı.
    """
    offsets, wells = _wells(y, data_points, width)
    return np.asarray((offsets * wells).sum(axis=-1) / width)


def _wells(y: ArrayLike, data_points: ArrayLike, width: float) -> tuple[Floats, Floats]:
    """Son eksende her veri noktasına uzaklık ve o noktanın kuyusu."""
    data = _checks.floats("data_points", data_points, ("K",))
    offsets = _checks.floats("y", y, empty=True)[..., None] - data
    with np.errstate(over="ignore", under="ignore"):
        return offsets, np.exp(-(offsets**2) / (2.0 * _checks.number("width", width, above=0.0)))
