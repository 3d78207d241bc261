"""Belirsizlik: eğitim verisinden uzaklaşınca artan bir ölçü."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["uncertainty_demo"]


def uncertainty_demo(x_train: ArrayLike, x_grid: ArrayLike, bandwidth: float = 0.6) -> Floats:
    """1 − exp(−(en yakın eğitim noktasına uzaklık / bandwidth)²).

    Epistemik belirsizliğin yerine geçen basit bir ölçüdür: eğitim noktasında 0, uzakta 1. Bir modelin
    varyansı değildir.

    Girdi: x_train (N,), x_grid (M,), ikisi de tek sayı olabilir; bandwidth > 0.
    Dönen: (M,), değerler [0, 1] içinde.
    Kaynak: Henaff, Canziani, LeCun (2019), arXiv:1901.02705 (belirsizliği cezalandırma düşüncesi).
    """
    train = np.atleast_1d(_checks.floats("x_train", x_train, (), ("N",)))
    grid = np.atleast_1d(_checks.floats("x_grid", x_grid, (), ("M",), empty=True))
    bandwidth = _checks.number("bandwidth", bandwidth, above=0.0)
    distance = np.abs(grid[:, None] - train).min(axis=1)
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(-np.expm1(-((distance / bandwidth) ** 2)))
