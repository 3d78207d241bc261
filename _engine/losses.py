"""Kayıp işlevleri: olasılıktan ve enerji farkından kayıp."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["ce_loss_curve", "margin_losses", "mse_loss_curve"]


def ce_loss_curve(p: ArrayLike) -> Floats:
    """Doğru sınıfa verilen olasılığın çapraz entropisi −log p; p önce [1e-6, 1] aralığına kırpılır.

    Girdi: p herhangi bir biçimde.
    Dönen: p ile aynı biçimde, 0 ile 13,82 arasında.
    """
    return np.asarray(-np.log(np.clip(_checks.floats("p", p, empty=True), 1e-6, 1.0)))


def mse_loss_curve(p: ArrayLike) -> Floats:
    """Doğru sınıfa verilen olasılığın kare hatası (1 − p)².

    Girdi: p herhangi bir biçimde.
    Dönen: p ile aynı biçimde.
    """
    return np.asarray((1.0 - _checks.floats("p", p, empty=True)) ** 2)


def margin_losses(gap: ArrayLike, m: float = 1.0) -> tuple[Floats, Floats]:
    """Enerji farkının menteşe (hinge) kaybı max(0, m − fark) ve perceptron kaybı max(0, −fark).

    Fark = E(yanlış) − E(doğru): pozitifse doğru yanıtın enerjisi daha düşüktür. Perceptron kaybının payı
    yoktur: bütün enerjileri eşitlemek de onu sıfırlar (çökme).

    Girdi: gap herhangi bir biçimde; m ≥ 0.
    Dönen: (menteşe, perceptron), gap ile aynı biçimde.
    Kaynak: LeCun vd. (2006), "A tutorial on energy-based learning", bölüm 2.2.
    """
    gap = _checks.floats("gap", gap, infinite=True, empty=True)
    m = _checks.number("m", m, least=0.0)
    return np.asarray(np.maximum(m - gap, 0.0)), np.asarray(np.maximum(-gap, 0.0))
