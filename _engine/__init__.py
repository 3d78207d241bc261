"""Sayılar: saf numpy, çizim yok, dosya yok, genel durum yok. Her işlev aynı girdiye aynı sonucu verir.

Her modül bir konudur; adların hepsi buradan da alınır (`import _engine; _engine.softmax(…)`).
"""

from _engine.attention import (
    attention_gradient_norms,
    causal_mask,
    causal_mask_demo,
    cross_attention,
    multi_head_attention,
    positional_encoding,
    scaled_dot_product_attention,
    self_attention_matrix,
)
from _engine.decoding import (
    Hypothesis,
    NextLogProbs,
    beam_search,
    exact_search,
    greedy_search,
    sample_top_k,
    topk_truncate,
)
from _engine.distributions import attention_weights, entropy, softmax, softmax_temperature
from _engine.normalization import batch_norm, layer_norm

__all__ = [
    "Hypothesis",
    "NextLogProbs",
    "attention_gradient_norms",
    "attention_weights",
    "batch_norm",
    "beam_search",
    "causal_mask",
    "causal_mask_demo",
    "cross_attention",
    "entropy",
    "exact_search",
    "greedy_search",
    "layer_norm",
    "multi_head_attention",
    "positional_encoding",
    "sample_top_k",
    "scaled_dot_product_attention",
    "self_attention_matrix",
    "softmax",
    "softmax_temperature",
    "topk_truncate",
]
