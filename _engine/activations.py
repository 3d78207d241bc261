"""Etkinleştirme işlevleri ve türevleri. Tam sayı girdi de kesirli sonuç verir; ±∞'da sınır değer döner."""

from collections.abc import Callable

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["activation_fns", "softplus_scaled", "tanh_deriv"]

Activation = Callable[[ArrayLike], Floats]

_LEAK = 0.1


def activation_fns() -> dict[str, tuple[Activation, Activation]]:
    """Altı etkinleştirme işlevi ve türevleri.

    Dönen: ad → (f, f′); adlar "ReLU", "Leaky ReLU" (eğimi 0,1), "sigmoid", "tanh", "softplus", "ELU" (α = 1).
    Her biri herhangi bir biçimde dizi alır, aynı biçimde döndürür. Köşede (x = 0) ReLU ile Leaky ReLU'nun
    türevi soldakidir.
    Kaynak: Nair, Hinton (2010) ReLU; Maas vd. (2013) Leaky ReLU; Dugas vd. (2001) softplus; Clevert vd.
    (2016), arXiv:1511.07289 ELU.
    """
    formulas: dict[str, tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]] = {
        "ReLU": (lambda x: np.maximum(x, 0.0), lambda x: np.where(x > 0, 1.0, 0.0)),
        "Leaky ReLU": (lambda x: np.maximum(x, _LEAK * x), lambda x: np.where(x > 0, 1.0, _LEAK)),
        "sigmoid": (_sigmoid, lambda x: _sigmoid(x) * _sigmoid(-x)),
        "tanh": (np.tanh, tanh_deriv),
        "softplus": (softplus_scaled, _sigmoid),
        "ELU": (
            lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0.0))),
            lambda x: np.exp(np.minimum(x, 0.0)),
        ),
    }
    return {name: (_checked(f), _checked(slope)) for name, (f, slope) in formulas.items()}


def softplus_scaled(x: ArrayLike, beta: float = 1.0) -> Floats:
    """log(1 + exp(βx)) / β: ReLU'nun yumuşak hali; β büyüdükçe ReLU'ya yaklaşır.

    max(x, 0) + log(1 + exp(−β|x|)) / β olarak hesaplanır, bu yüzden taşmaz.

    Girdi: x herhangi bir biçimde; β > 0.
    Dönen: x ile aynı biçimde, negatif olmayan.
    Kaynak: Dugas vd. (2001), "Incorporating second-order functional knowledge…".
    """
    x = _checks.floats("x", x, infinite=True, empty=True)
    beta = _checks.number("beta", beta, above=0.0)
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.maximum(x, 0.0) + np.log1p(np.exp(-beta * np.abs(x))) / beta)


def tanh_deriv(x: ArrayLike) -> Floats:
    """tanh'ın türevi 1 − tanh²(x).

    Girdi: x herhangi bir biçimde.
    Dönen: x ile aynı biçimde, 0 ile 1 arasında.
    """
    return np.asarray(1.0 - np.tanh(_checks.floats("x", x, infinite=True, empty=True)) ** 2)


def _checked(formula: Callable[[Floats], Floats]) -> Activation:
    def activation(x: ArrayLike) -> Floats:
        return np.asarray(formula(_checks.floats("x", x, infinite=True, empty=True)))

    return activation


def _sigmoid(x: Floats) -> Floats:
    """1 / (1 + exp(−x)); üs hep ≤ 0 olduğundan taşmaz."""
    with np.errstate(under="ignore"):
        small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)
