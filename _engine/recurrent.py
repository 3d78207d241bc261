"""Tekrarlayan ağ: ileri geçiş ve gradyanın uzaklıkla sönmesi ya da patlaması."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats, Ints

__all__ = ["rnn_forward", "rnn_gradient_norms", "vanishing_demo"]


def vanishing_demo(
    steps: int = 50, eigenvalues: ArrayLike = (0.5, 1.0, 1.5)
) -> tuple[Ints, dict[float, Floats]]:
    """Aynı matristen t kez geçen gradyanın özdeğer yönündeki büyüklüğü λᵗ: |λ| < 1 söner, |λ| > 1 patlar.

    Girdi: steps ≥ 0; eigenvalues (K,).
    Dönen: t (steps + 1,) ve özdeğer → (steps + 1,) sözlüğü. Sayı aralığını aşan kuvvet inf olur.
    Kaynak: Bengio, Simard, Frasconi (1994), "Learning long-term dependencies…".
    """
    t = np.arange(_checks.integer("steps", steps, 0) + 1)
    values = _checks.floats("eigenvalues", eigenvalues, ("K",))
    with np.errstate(over="ignore", under="ignore"):
        return t, {float(value): value**t for value in values}


def rnn_forward(
    X_seq: ArrayLike, Wx: ArrayLike, Wz: ArrayLike, b: ArrayLike, z0: ArrayLike | None = None
) -> Floats:
    """tanh hücreli yinelemeli ağ: zₜ = tanh(Wx xₜ + Wz zₜ₋₁ + b); ağırlıklar her adımda aynıdır.

    Girdi: X_seq (T, d), T ≥ 1; Wx (h, d), Wz (h, h), b (h,); başlangıç durumu z0 (h,), verilmezse sıfır.
    Dönen: gizli durumlar (T, h).
    Hata: biçimler uymazsa, dizi boşsa ValueError.
    Kaynak: Elman (1990), "Finding structure in time".
    """
    X = _checks.floats("X_seq", X_seq, ("T", "d"))
    Wx = _checks.floats("Wx", Wx, ("h", X.shape[1]))
    h = len(Wx)
    Wz, b = _checks.floats("Wz", Wz, (h, h)), _checks.floats("b", b, (h,))
    state = np.zeros(h) if z0 is None else _checks.floats("z0", z0, (h,))
    drive = X @ Wx.T + b
    states = np.empty_like(drive)
    for t, step in enumerate(drive):
        state = states[t] = np.tanh(step + Wz @ state)
    return states


def rnn_gradient_norms(X_seq: ArrayLike, Wx: ArrayLike, Wz: ArrayLike, b: ArrayLike) -> Floats:
    """Son gizli durumun uzaklığa göre her girdiye gradyanı: ‖∂z_T/∂x_{T−k}‖₂.

    Geriye giden her adım Wz ve tanh′ ile bir kez daha çarpar; norm bu yüzden uzaklıkla üstel değişir.
    Dikkatteki karşılığı `attention_gradient_norms`'tur.

    Girdi: `rnn_forward` ile aynı (z0 sıfır).
    Dönen: (T,); k. girdi uzaklığı k olan öğeninki.
    Kaynak: Pascanu, Mikolov, Bengio (2013), arXiv:1211.5063.
    """
    slopes = 1.0 - rnn_forward(X_seq, Wx, Wz, b) ** 2
    Wx, Wz = np.asarray(Wx, dtype=np.float64), np.asarray(Wz, dtype=np.float64)
    norms = np.empty(len(slopes))
    back = np.diag(slopes[-1])  # ∂z_T/∂(T−k. adımın tanh'tan önceki toplamı)
    for k, slope in enumerate(slopes[::-1]):
        if k > 0:
            back = back @ Wz * slope
        norms[k] = np.linalg.norm(back @ Wx, ord=2)
    return norms
