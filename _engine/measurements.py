"""Ders cümlelerini sayıya çeviren ölçümler.

Her işlev bir iddiayı sınar ve bölümün bir "Ölçelim" kutusunda kullanılır. Hepsi belirlenimcidir: rastgelelik
yalnız verilen tohumdan gelir.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from _engine import _checks
from _engine.distributions import entropy, softmax
from _engine.types import ArrayLike, Floats, Ints

__all__ = [
    "DotProducts",
    "attention_entries",
    "attention_parameters",
    "dot_product_growth",
    "equivariance_gap",
    "normalized_entropy",
    "one_hot_distance",
    "row_change",
]

SetMap = Callable[[Floats], Floats]


def equivariance_gap(attend: SetMap, X: ArrayLike, order: Sequence[int] | Ints) -> float:
    """Permütasyona eşdeğişirlikten sapma: max |f(PX) − P f(X)|.

    `attend` (T, d) girdiyi (T, m) çıktıya götürür; `order` T öğenin yeni sırasıdır. Sıraya aldırmayan bir
    işlevde sonuç yuvarlama hatasıdır. Kaynak: Canziani, uygulama dersi 49:55.
    """
    X = _checks.floats("X", X, ("T", "d"))
    order = np.asarray(order)
    if sorted(order.tolist()) != list(range(len(X))):
        _checks.fail("order", f"0 … {len(X) - 1} sayılarının bir sıralaması", order.tolist())
    return float(np.abs(attend(X[order]) - attend(X)[order]).max())


def row_change(before: ArrayLike, after: ArrayLike) -> Floats:
    """İki çıktının satır satır en büyük mutlak farkı: (T, m), (T, m) → (T,)."""
    before = _checks.floats("before", before, ("T", "m"))
    after = _checks.floats("after", after, before.shape)
    return np.asarray(np.abs(after - before).max(axis=1))


def normalized_entropy(weights: ArrayLike) -> Floats:
    """Ağırlıkların entropisi, düzgün dağılımınkine bölünmüş: (…, n) → (…); 0 tek öğe, 1 eşit pay."""
    weights = _checks.floats("weights", weights, (..., "n"))
    if weights.shape[-1] < 2:
        _checks.fail("weights", "en az iki öğeli dağılımlar", weights.shape)
    return np.asarray(entropy(weights) / np.log(weights.shape[-1]))


@dataclass(frozen=True)
class DotProducts:
    """Bağımsız N(0, 1) vektörlerin iç çarpımları; alanlar (boyut sayısı,).

    `spread`: sorgu ile anahtarların iç çarpımlarının standart sapması. `plain`, `scaled`: √d'ye bölmeden ve
    bölünce softmax'ın düzgün dağılıma göre entropisi. `diagonal`, `off_diagonal`: XXᵀ/√d'nin köşegen
    ortalaması ve köşegen dışının standart sapması. `self_weight`: softmax(XXᵀ/√d) köşegeninin ortalaması.
    """

    dims: Ints
    spread: Floats
    plain: Floats
    scaled: Floats
    diagonal: Floats
    off_diagonal: Floats
    self_weight: Floats


def dot_product_growth(dims: Sequence[int], n_vectors: int, seed: int) -> DotProducts:
    """Boyut d büyürken iç çarpımların yayılımını ve softmax'a etkisini ölçer.

    Her d için `n_vectors` sorgu, anahtar ve token N(0, 1)'den çekilir. Kaynak: Vaswani ve ark. (2017), 3.2.1.
    """
    n = _checks.integer("n_vectors", n_vectors, 2)
    rows = []
    for d in dims:
        rng = _checks.generator(seed)
        Q, K, X = rng.standard_normal((3, n, _checks.integer("dims", d, 1)))
        scores, own = Q @ K.T, X @ X.T / np.sqrt(d)
        off_diagonal = own[~np.eye(n, dtype=bool)]
        rows.append(
            (
                scores.std(),
                normalized_entropy(softmax(scores)).mean(),
                normalized_entropy(softmax(scores / np.sqrt(d))).mean(),
                own.diagonal().mean(),
                off_diagonal.std(),
                softmax(own).diagonal().mean(),
            )
        )
    return DotProducts(np.array(dims), *np.array(rows).T)


def attention_entries(length: int, window: int | None = None) -> int:
    """Dikkat matrisindeki puan sayısı: T²; her sorgu kendisiyle birlikte son `window` öğeye bakıyorsa bant.

    Kaynak: Canziani, uygulama dersi 53:01; pencere: Child ve ark. (2019).
    """
    length = _checks.integer("length", length, 1)
    if window is None:
        return length**2
    window = min(_checks.integer("window", window, 1), length)
    return window * length - window * (window - 1) // 2


def attention_parameters(d_model: int, n_heads: int) -> int:
    """Çok başlı dikkatin parametre sayısı: her başta üç (d, d/h) harita, sonda (d, d) çıktı haritası."""
    d_model, n_heads = _checks.integer("d_model", d_model, 1), _checks.integer("n_heads", n_heads, 1)
    if d_model % n_heads:
        _checks.fail("n_heads", f"{d_model} sayısını kalansız bölen bir baş sayısı", n_heads)
    d_head = d_model // n_heads
    return n_heads * 3 * d_model * d_head + n_heads * d_head * d_model


def one_hot_distance(weights: ArrayLike) -> Floats:
    """Ağırlıkların en yakın tek-sıcak vektöre toplam değişim uzaklığı, 1 − en büyük ağırlık: (…, n) → (…)."""
    weights = _checks.floats("weights", weights, (..., "n"))
    return np.asarray(1.0 - weights.max(axis=-1))
