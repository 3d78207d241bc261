"""Puanlardan dağılıma: softmax, sıcaklık ve entropi."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["attention_weights", "entropy", "softmax", "softmax_temperature"]


def softmax(scores: ArrayLike, axis: int = -1) -> Floats:
    """Puanları, `axis` boyunca toplamı 1 olan ağırlıklara çevirir: exp(sᵢ) / Σⱼ exp(sⱼ).

    Üs almadan önce en büyük puan çıkarılır; sonuç değişmez, büyük puanlar taşmaz. −∞ puanın ağırlığı
    tam olarak 0'dır: maske böyle çalışır.

    Girdi: en az bir boyutlu `scores`; sonlu ya da −∞.
    Dönen: `scores` ile aynı biçimde ağırlıklar, 0 ile 1 arasında.
    Hata: bir satırın bütün puanları −∞ ise (dağılımı yoktur), +∞ ya da NaN varsa ValueError.
    Kaynak: Bridle (1990), "Probabilistic interpretation of feedforward classification network outputs".
    """
    s = _checks.floats("scores", scores, (..., "n"), infinite=True)
    if not -s.ndim <= axis < s.ndim:
        _checks.fail("axis", f"{s.ndim} boyutlu dizinin bir ekseni", axis)
    _top(s, axis)
    return unchecked_softmax(s, axis)


def attention_weights(scores: ArrayLike) -> Floats:
    """Dikkat ağırlıkları: puanların son eksen boyunca softmax'ı.

    Yayımlanan biçimi iki boyutlu puanları bütün dizi üzerinde normalleştirirdi; burada her satır kendi
    içinde normalleşir.

    Girdi: (n,) ya da (…, n) puanlar.
    Dönen: aynı biçimde ağırlıklar; her satırın toplamı 1.
    Hata: `softmax` ile aynı.
    Kaynak: Bahdanau, Cho, Bengio (2015), arXiv:1409.0473.
    """
    return softmax(scores)


def softmax_temperature(scores: ArrayLike, betas: ArrayLike) -> Floats:
    """Her β için softmax(β · puan). β ters sıcaklıktır: 0'da düzgün dağılım, büyüdükçe sert dikkat.

    −∞ puan (maske) her β ≥ 0 için maskeli kalır. Yayımlanan biçimi iki boyutlu puanları bütün dizi
    üzerinde normalleştirirdi; burada her satır kendi içinde normalleşir.

    Girdi: (n,) ya da (…, n) puanlar; `betas` (B,), sonlu. Negatif β küçük puanları öne çıkarır.
    Dönen: (B, n) ya da (B, …, n).
    Hata: `softmax` ile aynı; −∞ puanla negatif β birlikteyse ValueError.
    Kaynak: Canziani, uygulama dersi 6:08 (β, sıcaklığın tersidir).
    """
    s = _checks.floats("scores", scores, (..., "n"), infinite=True)
    b = _checks.floats("betas", betas, ("B",)).reshape(-1, *[1] * s.ndim)
    masked = np.isneginf(s)
    if masked.any() and (b < 0).any():
        _checks.fail("betas", "−∞ puanla birlikte yalnız β ≥ 0", b.min())
    # Ağırlığı en büyük olacak puan çıkarılır: β ile çarpım hiçbir zaman +∞'a taşmaz.
    pivot = np.where(b < 0, s.min(axis=-1, keepdims=True), _top(s))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        # β = 0 düzgün dağılımdır; taşmış bir farkla çarpımı (0 · ∞) değil.
        z = np.where(masked, -np.inf, np.where(b == 0, 0.0, b * (s - pivot)))
    return softmax(z)


def entropy(p: ArrayLike) -> Floats:
    """Dağılımın entropisi −Σ p log p, nat olarak; 0 · log 0 = 0 sayılır.

    n öğede 0 (tek öğe) ile log n (düzgün dağılım) arasındadır: dikkatin ne kadar yayıldığını ölçer.

    Girdi: (…, n) olasılıklar; her satırın toplamı 1.
    Dönen: (…) biçiminde entropiler.
    Hata: negatif olasılıkta ya da toplam 1 değilse ValueError.
    Kaynak: Shannon (1948), "A mathematical theory of communication".
    """
    p = _checks.floats("p", p, (..., "n"))
    if (p < 0).any() or not np.allclose(p.sum(axis=-1), 1.0, rtol=0, atol=1e-9):
        _checks.fail("p", "negatif olmayan ve her satırda toplamı 1 olan olasılıklar", "başka sayılar")
    logs = np.log(p, out=np.zeros_like(p), where=p > 0)
    return np.asarray(np.maximum(-(p * logs).sum(axis=-1), 0.0))


def unchecked_softmax(s: Floats, axis: int = -1) -> Floats:
    """`softmax`'ın denetimsiz çekirdeği: eğitim döngüleri her adımda denetime zaman harcamaz."""
    with np.errstate(over="ignore", under="ignore"):
        e = np.exp(s - s.max(axis=axis, keepdims=True))
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def _top(s: Floats, axis: int = -1) -> Floats:
    """Her satırın en büyük puanı (ekseni korunur); dağılım tanımlamayan satırda ValueError."""
    top = s.max(axis=axis, keepdims=True)
    if not np.isfinite(top).all():
        _checks.fail(
            "scores", "her satırda en az bir sonlu puan ve hiç +∞", "en büyük puanı sonsuz olan satır"
        )
    return np.asarray(top)
