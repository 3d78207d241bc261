"""Lineer cebirin resimleri: afin dönüşümler, ızgara, birim çember, tekil değer ayrışımı."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = [
    "affine_transform",
    "linear_transforms",
    "near_singular_matrix",
    "svd_demo",
    "unit_circle",
    "unit_grid",
]


def affine_transform(P: ArrayLike, W: ArrayLike, b: ArrayLike | None = None) -> Floats:
    """Satır olarak yazılmış noktaları W ile dönüştürür, verilirse b kadar öteler: P Wᵀ + b.

    Girdi: P (N, d) ya da tek nokta (d,); W (m, d); b (m,) ya da tek sayı.
    Dönen: (N, m) ya da (m,).
    Hata: biçimler uymazsa ValueError.
    Kaynak: NYU DLSP20, hafta 1; Goodfellow, Bengio, Courville (2016), bölüm 2.
    """
    W = _checks.floats("W", W, ("m", "d"))
    m, d = W.shape
    image = _checks.floats("P", P, (d,), ("N", d), empty=True) @ W.T
    return image if b is None else image + _checks.floats("b", b, (), (m,))


def unit_grid(n: int = 11, lim: float = 2.0, fine: int = 61) -> list[Floats]:
    """[−lim, lim]² karesinin ızgara çizgileri: önce n yatay, sonra n düşey.

    Girdi: n ≥ 1 çizgi, lim > 0, çizgi başına fine ≥ 1 nokta.
    Dönen: her biri (fine, 2) olan 2n dizi.
    """
    lim = _checks.number("lim", lim, above=0.0)
    levels = np.linspace(-lim, lim, _checks.integer("n", n, 1))
    along = np.linspace(-lim, lim, _checks.integer("fine", fine, 1))
    across = np.broadcast_to(levels[:, None], (len(levels), len(along)))
    along = np.broadcast_to(along, across.shape)
    return [*np.stack([along, across], axis=-1), *np.stack([across, along], axis=-1)]


def linear_transforms() -> dict[str, Floats]:
    """Dört temel düzlem dönüşümü: 35° döndürme, ölçekleme, kaydırma (shear), x eksenine göre yansıtma.

    Dönen: `rotation`, `scaling`, `shearing`, `reflection` adlı dört (2, 2) matris.
    """
    return {
        "rotation": _rotation(35.0),
        "scaling": np.diag([1.8, 0.55]),
        "shearing": np.array([[1.0, 0.85], [0.0, 1.0]]),
        "reflection": np.diag([1.0, -1.0]),
    }


def unit_circle(n: int = 240) -> Floats:
    """Birim çember üzerinde eşit aralıklı n nokta; eğri kapalıdır, son nokta ilkini yineler.

    Girdi: n ≥ 1.
    Dönen: (n, 2).
    """
    angles = np.linspace(0.0, 2.0 * np.pi, _checks.integer("n", n, 1))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def svd_demo(W: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Tam tekil değer ayrışımı W = U Σ Vᵀ: W, birim çemberi yarı eksenleri Σ olan bir elipse taşır.

    U ve V ortogonaldir; belirleyicileri −1 ise yalnız döndürmez, yansıtırlar da. Eşlenen sütunların işareti
    serbesttir.

    Girdi: W (m, n).
    Dönen: U (m, m), azalan tekil değerler (min(m, n),), Vᵀ (n, n).
    Kaynak: Golub, Van Loan (2013), "Matrix Computations", bölüm 2.4.
    """
    U, s, Vt = np.linalg.svd(_checks.floats("W", W, ("m", "n")))
    return U, s, Vt


def near_singular_matrix() -> Floats:
    """Tekil değerleri 1,6 ve 0,04 olan simetrik matris: 30° dönük, bir yönü neredeyse yok eder.

    Dönen: (2, 2).
    """
    turn = _rotation(30.0)
    return np.asarray(turn * [1.6, 0.04] @ turn.T)


def _rotation(degrees: float) -> Floats:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
