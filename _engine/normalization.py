"""Normalleştirme: katman ve yığın üzerinden."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["batch_norm", "layer_norm"]

EPSILON = 1e-5
"""Varyansa eklenen sayı: sabit bir girdi sıfıra bölünmez."""


def layer_norm(
    X: ArrayLike, gamma: ArrayLike | None = None, beta: ArrayLike | None = None, eps: float = EPSILON
) -> Floats:
    """Katman normalleştirmesi: her öğe kendi d özelliğinin ortalaması ve varyansıyla normalleşir.

    Öğe yalnız kendine bakar; yanındaki öğeler ve yığının büyüklüğü sonucu değiştirmez.

    Girdi: X (…, d); öğrenilen ölçek `gamma` ve kayma `beta` (d,), verilmezse 1 ve 0; eps > 0.
    Dönen: X ile aynı biçimde γ (x − μ)/√(σ² + eps) + β.
    Hata: biçimler uymazsa, eps ≤ 0 ise ValueError.
    Kaynak: Ba, Kiros, Hinton (2016), arXiv:1607.06450.
    """
    X = _checks.floats("X", X, (..., "d"))
    return _normalize(X, (-1,), gamma, beta, eps)


def batch_norm(
    X: ArrayLike, gamma: ArrayLike | None = None, beta: ArrayLike | None = None, eps: float = EPSILON
) -> Floats:
    """Yığın normalleştirmesi, eğitimdeki gibi: her özellik yığının ortalaması ve varyansıyla normalleşir.

    Bir öğenin sonucu yığındaki öteki öğelere bağlıdır; tek öğelik yığında X − μ sıfırdır ve yalnız β kalır.

    Girdi: X (N, …, d); son eksen özelliklerdir, öteki bütün eksenler yığın sayılır. Gerisi `layer_norm` gibi.
    Dönen: X ile aynı biçimde.
    Hata: biçimler uymazsa, eps ≤ 0 ise ValueError.
    Kaynak: Ioffe, Szegedy (2015), arXiv:1502.03167.
    """
    X = _checks.floats("X", X, (..., "N", "d"))
    return _normalize(X, tuple(range(X.ndim - 1)), gamma, beta, eps)


def _normalize(
    X: Floats, axes: tuple[int, ...], gamma: ArrayLike | None, beta: ArrayLike | None, eps: float
) -> Floats:
    shape = (X.shape[-1],)
    scale = np.ones(shape) if gamma is None else _checks.floats("gamma", gamma, shape)
    shift = np.zeros(shape) if beta is None else _checks.floats("beta", beta, shape)
    centred = X - X.mean(axis=axes, keepdims=True)
    variance = np.square(centred).mean(axis=axes, keepdims=True)
    return np.asarray(scale * centred / np.sqrt(variance + _checks.number("eps", eps, above=0.0)) + shift)
