"""Otomatik türevin elle yapılan örneği."""

from typing import TypedDict

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["WorkedExample", "autograd_worked"]


class WorkedExample(TypedDict):
    """`autograd_worked`'ün ara değerleri."""

    X: Floats
    Y: Floats
    Z: Floats
    a: float
    grad: Floats


def autograd_worked(X: ArrayLike | None = None) -> WorkedExample:
    """Y = X − 2, Z = 3Y², a = ortalama(Z) zinciri ve ∂a/∂X = 6 (X − 2)/N.

    Yayımlanan biçimi 1,5 (X − 2) yazardı; bu yalnız dört öğe için doğrudur. Burada N öğe sayısıdır.

    Girdi: X herhangi bir biçimde; verilmezse [1, 2, 3, 4].
    Dönen: X, Y, Z, a (ortalama, sayı) ve grad (X ile aynı biçimde).
    Kaynak: Canziani, NYU DLSP20 hafta 5 uygulaması.
    """
    X = np.arange(1.0, 5.0) if X is None else _checks.floats("X", X)
    Y = X - 2.0
    Z = 3.0 * Y**2
    return {"X": X, "Y": Y, "Z": Z, "a": float(Z.mean()), "grad": 6.0 * Y / X.size}
