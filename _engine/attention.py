"""Dikkat: öz-dikkat matrisi, maske, sorgu–anahtar–değer, çok başlı ve çapraz dikkat, konum kodlaması.

Vektörler satırdır: X (T, d) bir kümenin T öğesini taşır, A (T, S) dikkat ağırlıklarının i. satırı
i. sorgunun S öğeye dağıttığı ağırlıktır ve çıktı A @ V'dir. Maskede True, "bakabilir" demektir.
"""

import numpy as np

from _engine import _checks
from _engine.distributions import softmax
from _engine.types import ArrayLike, Bools, Floats

__all__ = [
    "attention_gradient_norms",
    "causal_mask",
    "causal_mask_demo",
    "cross_attention",
    "multi_head_attention",
    "positional_encoding",
    "scaled_dot_product_attention",
    "self_attention_matrix",
]


def scaled_dot_product_attention(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """softmax(QKᵀ/√d + maske) V. Maske softmax'tan önce puanlara eklenir: izinliye 0, yasağa −∞.

    Girdi: sorgular Q (…, T, d), anahtarlar K (…, S, d), değerler V (…, S, d_v); baştaki yığın eksenleri
    birlikte yayılır. `mask` bool, (T, S) ya da (…, T, S); True = bakabilir.
    Dönen: (çıktı (…, T, d_v), dikkat ağırlıkları (…, T, S)); yasak ağırlık tam olarak 0.
    Hata: biçimler uymazsa, maske bool değilse, bir sorguya hiç izin verilmiyorsa ya da puanlar taşıyorsa
    ValueError.
    Kaynak: Vaswani vd. (2017), arXiv:1706.03762, denklem 1.
    """
    Q = _checks.floats("Q", Q, (..., "T", "d"))
    K = _checks.floats("K", K, (..., "S", Q.shape[-1]))
    V = _checks.floats("V", V, (..., K.shape[-2], "d_v"))
    _checks.broadcast(Q=Q[..., 0, 0], K=K[..., 0, 0], V=V[..., 0, 0])
    scores = _scaled_scores(Q, K)
    if mask is not None:
        allowed = _checks.bools("mask", mask, (..., Q.shape[-2], K.shape[-2]))
        _checks.broadcast(mask=allowed, puanlar=scores)
        scores = scores + np.where(allowed, 0.0, -np.inf)
    weights = softmax(scores)
    return np.asarray(weights @ V), weights


def causal_mask(T: int) -> Bools:
    """Gelecek maskesi: i. sorgu yalnız kendisine ve öncekilere bakabilir.

    Girdi: T ≥ 1.
    Dönen: (T, T) bool; köşegen ve altı True (bakabilir), üstü False.
    Kaynak: Lewis, ders 27:08.
    """
    T = _checks.integer("T", T, 1)
    return np.tri(T, dtype=np.bool_)


def multi_head_attention(
    X: ArrayLike,
    Wq: ArrayLike,
    Wk: ArrayLike,
    Wv: ArrayLike,
    Wo: ArrayLike,
    heads: int,
    mask: ArrayLike | None = None,
    context: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """Çok başlı dikkat: eşlenen vektörler başlara bölünür, her baş ayrı bakar, çıktılar Wo'da birleşir.

    j. baş, Wq, Wk ve Wv'nin j. sütun dilimini kullanır. Bu yüzden tek geniş çarpım, yan yana `heads` ayrı
    dikkatle aynıdır.

    Girdi: X (…, T, d); Wq (d, heads·d_k), Wk (c, heads·d_k), Wv (c, heads·d_v), Wo (heads·d_v, d_o).
    Anahtar ve değerler `context` (…, S, c) dizisinden, verilmezse X'ten gelir (öz-dikkat: S = T, c = d).
    `mask` bool, (T, S) ya da (…, T, S); True = bakabilir, bütün başlara ortaktır.
    Dönen: (çıktı (…, T, d_o), dikkat ağırlıkları (…, heads, T, S)).
    Hata: biçimler uymazsa ya da sütunlar başlara bölünmezse ValueError.
    Kaynak: Vaswani vd. (2017), arXiv:1706.03762, bölüm 3.2.2.
    """
    heads = _checks.integer("heads", heads, 1)
    X, C, Wq, Wk, Wv = _projections(X, X if context is None else context, Wq, Wk, Wv)
    for name, W in (("Wq", Wq), ("Wv", Wv)):
        if W.shape[1] % heads:
            _checks.fail(name, f"sütun sayısı {heads} başa bölünen bir matris", W.shape)
    Wo = _checks.floats("Wo", Wo, (Wv.shape[1], "d_o"))
    if mask is not None:
        # Yığın eksenli maskeye baş ekseni açılır: (…, T, S) → (…, 1, T, S).
        mask = _checks.bools("mask", mask, (..., X.shape[-2], C.shape[-2]))
        mask = mask if mask.ndim == 2 else mask[..., None, :, :]
    Q, K, V = (_split_heads(Y, heads) for Y in (X @ Wq, C @ Wk, C @ Wv))
    output, weights = scaled_dot_product_attention(Q, K, V, mask)
    return _join_heads(output) @ Wo, weights


def cross_attention(
    X: ArrayLike, context: ArrayLike, Wq: ArrayLike, Wk: ArrayLike, Wv: ArrayLike
) -> tuple[Floats, Floats]:
    """Çapraz dikkat: X sorar, `context` yanıtlar. Kod çözücü kodlayıcıya böyle bakar.

    Girdi: X (…, T, d), context (…, S, c); Wq (d, d_k), Wk (c, d_k), Wv (c, d_v).
    Dönen: (çıktı (…, T, d_v), dikkat ağırlıkları (…, T, S)).
    Hata: biçimler uymazsa ValueError.
    Kaynak: Vaswani vd. (2017), arXiv:1706.03762, bölüm 3.2.3.
    """
    X, C, Wq, Wk, Wv = _projections(X, context, Wq, Wk, Wv)
    return scaled_dot_product_attention(X @ Wq, C @ Wk, C @ Wv)


def self_attention_matrix(X: ArrayLike, scale: bool = True) -> Floats:
    """Öz-dikkat matrisi softmax(XXᵀ/√d); eşleme yok, sorgu da anahtar da X'in kendisi.

    Ölçekleme, bağımsız rastgele vektörlerin iç çarpımının √d ile büyüyen standart sapmasını 1'e getirir.
    XXᵀ'nin köşegeni ise ölçekten sonra da √d ile büyür.

    Girdi: X (T, d), T öğe. `scale` False ise √d'ye bölünmez.
    Dönen: (T, T) ağırlıklar; A[i, j], i. öğenin j. öğeye verdiği dikkat, her satırın toplamı 1.
    Hata: X iki boyutlu değilse ya da puanlar taşıyorsa ValueError.
    Kaynak: Canziani, uygulama dersi 31:25 (β = 1/√d).
    """
    X = _checks.floats("X", X, ("T", "d"))
    return softmax(_scaled_scores(X, X, 1.0 / np.sqrt(X.shape[1]) if scale else 1.0))


def causal_mask_demo(scores: ArrayLike) -> tuple[Floats, Floats]:
    """Aynı puanların maskesiz ve gelecek maskeli satır softmax'ı.

    Girdi: (T, T) puanlar; sonlu ya da −∞.
    Dönen: (maskesiz (T, T), maskeli (T, T)); maskelinin üst üçgeni tam olarak 0.
    Hata: puanlar kare değilse ya da bir sorguya bakacak öğe kalmıyorsa ValueError (yayımlanan biçimi
    birincide yanlış maskeler, ikincide NaN döndürürdü).
    Kaynak: Lewis, ders 27:08.
    """
    s = _checks.floats("scores", scores, ("T", "T"), infinite=True)
    if s.shape[0] != s.shape[1]:
        _checks.fail("scores", "kare (T, T) bir matris", s.shape)
    return softmax(s), softmax(np.where(causal_mask(len(s)), s, -np.inf))


def positional_encoding(seq_len: int, d: int, base: float = 10000.0) -> Floats:
    """Sinüslü konum kodlaması: açı = konum / base^(2i/d); 2i. sütun sinüs, 2i + 1. sütun kosinüs.

    Tek d'de son sütunun kosinüs eşi yoktur.

    Girdi: seq_len ≥ 1 konum, d ≥ 1 boyut, base > 0.
    Dönen: (seq_len, d), değerler [−1, 1] içinde.
    Kaynak: Vaswani vd. (2017), arXiv:1706.03762, bölüm 3.5; Lewis, ders 29:17.
    """
    positions = np.arange(_checks.integer("seq_len", seq_len, 1))[:, None]
    columns = np.arange(_checks.integer("d", d, 1))
    angles = positions / _checks.number("base", base, above=0.0) ** (2 * (columns // 2) / d)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def attention_gradient_norms(X: ArrayLike, Wq: ArrayLike, Wk: ArrayLike, Wv: ArrayLike) -> Floats:
    """Son öğenin öz-dikkat çıktısının, uzaklığa göre her girdiye gradyanı: ‖∂h_T/∂x_{T−k}‖₂.

    `rnn_gradient_norms` ile aynı ölçüdür. Yol her uzaklıkta tek adımdır; girdi hem değerin hem anahtarın
    (k = 0'da sorgunun da) içinden geçer:
    ∂h/∂xᵢ = aᵢ [Wvᵀ + (vᵢ − h)(Wk q)ᵀ/√d_k], sorgu yolu Σⱼ aⱼ (vⱼ − h)(Wq kⱼ)ᵀ/√d_k.

    Girdi: X (T, d); Wq, Wk (d, d_k), Wv (d, d_v).
    Dönen: (T,); k. girdi uzaklığı k olan öğeninki.
    Kaynak: Lewis, ders 31:43 (her kelime her kelimeye doğrudan bakar).
    """
    X = _checks.floats("X", X, ("T", "d"))
    X, _, Wq, Wk, Wv = _projections(X, X, Wq, Wk, Wv)
    K, V, q = X @ Wk, X @ Wv, X[-1] @ Wq
    h, a = (result[0] for result in scaled_dot_product_attention(q[None], K, V))
    scale = 1.0 / np.sqrt(len(q))
    spread = a[:, None] * (V - h) * scale  # ∂h/∂(ölçeksiz puan), öğe başına bir satır
    jacobians = a[:, None, None] * Wv.T + spread[:, :, None] * (Wk @ q)
    jacobians[-1] += spread.T @ (K @ Wq.T)
    return np.asarray(np.linalg.norm(jacobians, ord=2, axis=(1, 2))[::-1])


def _scaled_scores(Q: Floats, K: Floats, scale: float | None = None) -> Floats:
    """QKᵀ · scale (verilmezse 1/√d). Taşan puanı softmax'ın denetimi yakalar; uyarı basılmaz."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(Q @ K.swapaxes(-1, -2) * (1.0 / np.sqrt(Q.shape[-1]) if scale is None else scale))


def _projections(
    X: ArrayLike, context: ArrayLike, Wq: ArrayLike, Wk: ArrayLike, Wv: ArrayLike
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Sorgu tarafı, yanıt tarafı ve üç eşleme; biçimleri birbirine uyar."""
    X = _checks.floats("X", X, (..., "T", "d"))
    C = _checks.floats("context", context, (..., "S", "c"))
    Wq = _checks.floats("Wq", Wq, (X.shape[-1], "d_k"))
    Wk = _checks.floats("Wk", Wk, (C.shape[-1], Wq.shape[1]))
    return X, C, Wq, Wk, _checks.floats("Wv", Wv, (C.shape[-1], "d_v"))


def _split_heads(Y: Floats, heads: int) -> Floats:
    """(…, T, heads·d) → (…, heads, T, d)."""
    return Y.reshape(*Y.shape[:-1], heads, -1).swapaxes(-2, -3)


def _join_heads(Y: Floats) -> Floats:
    """(…, heads, T, d) → (…, T, heads·d)."""
    Y = Y.swapaxes(-2, -3)
    return Y.reshape(*Y.shape[:-2], -1)
