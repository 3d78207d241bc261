"""İki küçük sınıflandırıcı: softmax regresyonu (düz sınır) ve tek gizli katmanlı ağ (eğri sınır).

İkisi de bütün veriyle, gradyan inişiyle eğitilir. Çapraz entropinin logitlere göre gradyanı
(softmax − one-hot) / N'dir; gerisi zincir kuralıdır.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from _engine import _checks
from _engine.distributions import unchecked_softmax
from _engine.types import ArrayLike, Floats, Ints

__all__ = [
    "accuracy",
    "decision_grid",
    "logreg_forward",
    "logreg_train",
    "mlp_forward",
    "mlp_train",
]

Params = dict[str, Any]


def logreg_train(X: ArrayLike, y: ArrayLike, steps: int = 500, lr: float = 1.0, seed: int = 0) -> Params:
    """Softmax regresyonunu gradyan inişiyle eğitir.

    Girdi: X (N, d), etiketler y (N,); steps ≥ 0 adım, lr > 0 öğrenme oranı, ağırlıkların tohumu.
    Dönen: {"W": (d, c), "b": (c,)}; c = max(y) + 1.
    Hata: biçim ya da etiket uymazsa, eğitim ıraksarsa ValueError.
    """
    X, y, targets = _training_set(X, y)
    steps, lr = _checks.integer("steps", steps, 0), _checks.number("lr", lr, above=0.0)
    W = 0.01 * _checks.generator(seed).standard_normal((X.shape[1], targets.shape[1]))
    b = np.zeros(targets.shape[1])
    with _checks.converging(lr, W, b):
        for _ in range(steps):
            error = (unchecked_softmax(X @ W + b) - targets) / len(X)
            W -= lr * X.T @ error
            b -= lr * error.sum(axis=0)
    return {"W": W, "b": b}


def logreg_forward(params: Params, X: ArrayLike) -> Floats:
    """Softmax regresyonunun logitleri X W + b.

    Girdi: `logreg_train` parametreleri; X (N, d) ya da (d,).
    Dönen: (N, c) ya da (c,).
    """
    W, b = _parameters(params, W=("d", "c"), b=("c",))
    return np.asarray(_checks.floats("X", X, (len(W),), ("N", len(W))) @ W + b)


def mlp_train(
    X: ArrayLike,
    y: ArrayLike,
    hidden: int = 16,
    act: str = "relu",
    steps: int = 600,
    lr: float = 1.0,
    seed: int = 0,
    return_history: bool = False,
) -> Params | tuple[Params, Floats]:
    """Tek gizli katmanlı ağı gradyan inişiyle eğitir.

    Başlangıç ağırlıkları He ölçeğindedir: standart sapmaları √(2 / girdi sayısı).

    Girdi: X (N, d), etiketler y (N,); hidden ≥ 1 gizli birim, `act` "relu" ya da "tanh"; steps ≥ 0, lr > 0.
    Dönen: {"W1": (d, hidden), "b1": (hidden,), "W2": (hidden, c), "b2": (c,), "act": str}; `return_history`
    ile (o sözlük, (steps,) çapraz entropiler). Her kayıp, adımının güncellemesinden öncedir.
    Hata: biçim, etiket ya da `act` uymazsa (yayımlanan biçimi başka her adı tanh sayardı), eğitim ıraksarsa
    ValueError.
    Kaynak: He vd. (2015), arXiv:1502.01852 (başlangıç ölçeği).
    """
    X, y, targets = _training_set(X, y)
    hidden, steps = _checks.integer("hidden", hidden, 1), _checks.integer("steps", steps, 0)
    lr = _checks.number("lr", lr, above=0.0)
    activate, slope = _activation(act)
    d, classes = X.shape[1], targets.shape[1]
    rng = _checks.generator(seed)
    W1, b1 = np.sqrt(2.0 / d) * rng.standard_normal((d, hidden)), np.zeros(hidden)
    W2, b2 = np.sqrt(2.0 / hidden) * rng.standard_normal((hidden, classes)), np.zeros(classes)
    losses = np.empty(steps)
    with _checks.converging(lr, W1, b1, W2, b2):
        for step in range(steps):
            Z = activate(X @ W1 + b1)
            probs = unchecked_softmax(Z @ W2 + b2)
            # 1e-12, olasılık sıfıra yuvarlandığında log'u sonlu tutar.
            losses[step] = -np.log(probs[np.arange(len(y)), y] + 1e-12).mean()
            top_error = (probs - targets) / len(X)
            hidden_error = top_error @ W2.T * slope(Z)
            W2 -= lr * Z.T @ top_error
            b2 -= lr * top_error.sum(axis=0)
            W1 -= lr * X.T @ hidden_error
            b1 -= lr * hidden_error.sum(axis=0)
    params: Params = {"W1": W1, "b1": b1, "W2": W2, "b2": b2, "act": act}
    return (params, losses) if return_history else params


def mlp_forward(params: Params, X: ArrayLike) -> Floats:
    """Tek gizli katmanlı ağın logitleri.

    Girdi: `mlp_train` parametreleri; X (N, d) ya da (d,).
    Dönen: (N, c) ya da (c,).
    """
    W1, b1, W2, b2 = _parameters(params, W1=("d", "h"), b1=("h",), W2=("h", "c"), b2=("c",))
    activate, _ = _activation(params.get("act", ""))
    X = _checks.floats("X", X, (len(W1),), ("N", len(W1)))
    return np.asarray(activate(X @ W1 + b1) @ W2 + b2)


def accuracy(
    forward_fn: Callable[[Params, Floats], Floats], params: Params, X: ArrayLike, y: ArrayLike
) -> float:
    """En büyük logiti doğru sınıfta olan satırların oranı; eşitlikte küçük numaralı sınıf seçilir.

    Girdi: `logreg_forward` ya da `mlp_forward` gibi bir işlev, parametreleri, X (N, d), etiketler y (N,).
    Dönen: 0 ile 1 arasında doğruluk.
    """
    X = _checks.floats("X", X, ("N", "d"))
    y = _checks.labels("y", y, len(X))
    logits = _checks.floats("forward_fn(params, X)", forward_fn(params, X), (len(X), "c"))
    return float((logits.argmax(axis=1) == y).mean())


def decision_grid(X: ArrayLike, pad: float = 0.6, h: float = 0.02) -> tuple[Floats, Floats, Floats]:
    """Karar bölgesini boyamak için X'in çevresini kaplayan nokta ağı; üst sınırlar ağa girmez.

    Girdi: X (N, 2), kenar payı pad ≥ 0, adım h > 0.
    Dönen: xx (ny, nx), yy (ny, nx) ve satır satır noktalar (ny·nx, 2).
    Hata: pay sıfırken noktalar bir doğruya sığıyorsa (alan kalmaz) ValueError.
    """
    X = _checks.floats("X", X, ("N", 2))
    pad, h = _checks.number("pad", pad, least=0.0), _checks.number("h", h, above=0.0)
    low, high = X.min(axis=0) - pad, X.max(axis=0) + pad
    if not (low < high).all():
        _checks.fail("pad", "noktaları bir alana yayan pozitif bir pay", pad)
    xx, yy = np.meshgrid(*(np.arange(low[axis], high[axis], h) for axis in range(2)))
    return xx, yy, np.stack([xx, yy], axis=-1).reshape(-1, 2)


def _training_set(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Ints, Floats]:
    """Denetlenmiş X, y ve y'nin one-hot satırları (N, max(y) + 1)."""
    X = _checks.floats("X", X, ("N", "d"))
    y = _checks.labels("y", y, len(X))
    return X, y, np.eye(y.max() + 1)[y]


def _parameters(params: Params, **shapes: tuple[str, ...]) -> list[Floats]:
    """`params` içindeki diziler; aynı adlı eksenlerin uzunluğu aynıdır."""
    sizes: dict[str, int] = {}
    arrays = []
    for name, axes in shapes.items():
        if name not in params:
            _checks.fail("params", f"{', '.join(shapes)} adları", ", ".join(params) or "boş sözlük")
        array = _checks.floats(name, params[name], tuple(sizes.get(axis, axis) for axis in axes))
        sizes.update(zip(axes, array.shape, strict=True))
        arrays.append(array)
    return arrays


def _activation(act: str) -> tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]:
    """Etkinleştirme ve türevi; türev, etkinleştirmenin *çıktısından* hesaplanır."""
    _checks.choice("act", act, ("relu", "tanh"))
    if act == "relu":
        return lambda z: np.maximum(z, 0.0), lambda out: (out > 0).astype(np.float64)
    return np.tanh, lambda out: 1.0 - out**2
