"""Yanlış girdi: ne beklendiğini söyleyen tek bir Türkçe ileti; sessiz NaN, uyarı ya da ham hata yok."""

import numpy as np
import pytest

import _engine

ONES = np.ones((3, 4))
PARAMS = {"W": np.eye(2), "b": np.zeros(2)}


def uniform(_prefix):
    return np.log([0.5, 0.5])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _engine.softmax([]), r"scores: boş olmayan bir dizi beklenir; gelen: biçimi \(0,\)"),
        (
            lambda: _engine.softmax(2.0),
            r"scores: \(…, n\) biçiminde bir sayı dizisi beklenir; gelen: biçimi \(\)",
        ),
        (lambda: _engine.softmax([1, np.nan]), "scores: sayı beklenir; gelen: NaN"),
        (lambda: _engine.softmax([1, np.inf]), "sonlu puan"),
        (lambda: _engine.softmax([[1, 2], [-np.inf, -np.inf]]), "sonlu puan"),
        (lambda: _engine.softmax([1, 2], axis=1), "axis: 1 boyutlu dizinin bir ekseni"),
        (lambda: _engine.softmax([[1, 2], [3]]), "satırları eşit uzunlukta"),
        (lambda: _engine.softmax(["a"]), "scores: sayı dizisi beklenir"),
        (lambda: _engine.softmax_temperature([1, -np.inf], [-1]), "yalnız β ≥ 0"),
        (lambda: _engine.softmax_temperature([1, 2], 1.0), r"betas: \(B,\)"),
        (lambda: _engine.entropy([0.5, 0.4]), "toplamı 1"),
        (lambda: _engine.entropy([1.5, -0.5]), "negatif olmayan"),
        (lambda: _engine.self_attention_matrix([1, 2]), r"X: \(T, d\)"),
        (lambda: _engine.self_attention_matrix([[1e200, 1e200]]), "sonlu puan"),
        (lambda: _engine.scaled_dot_product_attention(ONES, np.ones((3, 5)), ONES), r"K: \(…, S, 4\)"),
        (lambda: _engine.scaled_dot_product_attention(ONES, ONES, np.ones((2, 4))), r"V: \(…, 3, d_v\)"),
        (lambda: _engine.scaled_dot_product_attention(ONES, ONES, ONES, np.ones((3, 3))), "mask: True/False"),
        (
            lambda: _engine.scaled_dot_product_attention(ONES, ONES, ONES, np.ones((2, 3), bool)),
            r"mask: \(…, 3, 3\)",
        ),
        (
            lambda: _engine.scaled_dot_product_attention(ONES, ONES, ONES, np.zeros((3, 3), bool)),
            "sonlu puan",
        ),
        (lambda: _engine.scaled_dot_product_attention([ONES] * 2, [ONES] * 3, ONES), "broadcast"),
        (lambda: _engine.multi_head_attention(ONES, *[np.eye(4)] * 4, heads=3), "3 başa bölünen"),
        (lambda: _engine.multi_head_attention(ONES, *[np.eye(4)] * 3, np.eye(5), heads=2), r"Wo: \(4, d_o\)"),
        (lambda: _engine.cross_attention(ONES, np.ones((2, 5)), *[np.eye(4)] * 3), r"Wk: \(5, 4\)"),
        (lambda: _engine.causal_mask(0), "T: en az 1"),
        (lambda: _engine.positional_encoding(0, 4), "seq_len: en az 1"),
        (lambda: _engine.positional_encoding(4, -2), "d: en az 1"),
        (lambda: _engine.positional_encoding(4, 2, base=0), "base: 0 sayısından büyük"),
        (lambda: _engine.layer_norm(ONES, gamma=[1, 2]), r"gamma: \(4,\)"),
        (lambda: _engine.layer_norm(ONES, eps=0), "eps: 0 sayısından büyük"),
        (lambda: _engine.batch_norm([1, 2]), r"X: \(…, N, d\)"),
        (lambda: _engine.topk_truncate([0.5, -0.5], 1), "negatif olmayan"),
        (lambda: _engine.topk_truncate([0, 0], 1), "en az biri pozitif"),
        (lambda: _engine.topk_truncate([], 1), "boş olmayan"),
        (lambda: _engine.sample_top_k([1.0], 1, 0), "n: en az 1"),
        (lambda: _engine.beam_search(uniform, 0, 1, 0, 5), "width: en az 1"),
        (lambda: _engine.greedy_search(uniform, 0, 1, 0), "max_len: en az 1"),
        (lambda: _engine.greedy_search(uniform, 0, 2, 3), "end: 2 token'dan birinin"),
        (
            lambda: _engine.exact_search(lambda _: [0.5, 0.5], 0, 1, 3),
            r"next_log_probs\(\(0,\)\): olasılıkları toplamı 1",
        ),
        (lambda: _engine.affine_transform([[1, 2, 3]], np.eye(2)), r"P: \(2,\) ya da \(N, 2\)"),
        (lambda: _engine.affine_transform([1, 2], np.eye(2), [1, 2, 3]), r"b: \(\) ya da \(2,\)"),
        (lambda: _engine.svd_demo([1, 2]), r"W: \(m, n\)"),
        (lambda: _engine.svd_demo([[np.inf]]), "W: sonlu sayı"),
        (lambda: _engine.unit_circle(0), "n: en az 1"),
        (lambda: _engine.unit_grid(lim=-1), "lim: 0 sayısından büyük"),
        (lambda: _engine.make_spiral(noise=-1), "noise: en az 0"),
        (lambda: _engine.make_spiral(seed=-1), "seed: en az 0"),
        (lambda: _engine.unroll_spiral([[0, 1]], [7], k=5), "y: 5 sınıf için"),
        (lambda: _engine.unroll_spiral([[0, 1]], [0, 1]), r"y: \(1,\)"),
        (lambda: _engine.logreg_train([[0, 1]], [0.5]), "tam sayı sınıf etiketleri"),
        (lambda: _engine.logreg_train([[0, 1]], [-1]), "tam sayı sınıf etiketleri"),
        (lambda: _engine.logreg_train([[1e200, 0], [0, 1]], [0, 1], lr=1e200), "lr: ıraksatmayan"),
        (lambda: _engine.logreg_forward({"W": np.eye(2)}, [1, 2]), "params: W, b adları"),
        (lambda: _engine.logreg_forward(PARAMS, [1, 2, 3]), r"X: \(2,\) ya da \(N, 2\)"),
        (lambda: _engine.mlp_train([[0, 1]], [0], hidden=0), "hidden: en az 1"),
        (lambda: _engine.accuracy(_engine.logreg_forward, PARAMS, [[0, 1]], [0, 1]), r"y: \(1,\)"),
        (lambda: _engine.decision_grid([[1, 1]], pad=0), "pad: noktaları bir alana yayan"),
        (lambda: _engine.energy_1d(0.0, width=0), "width: 0 sayısından büyük"),
        (lambda: _engine.energy_landscape([1, 2], [1, 2, 3]), "xx, yy: birlikte yayılabilen"),
        (lambda: _engine.gd_path([1, 2], lr=1e300), "lr: ıraksatmayan"),
        (lambda: _engine.gd_path([1, 2, 3]), r"theta0: \(2,\)"),
        (lambda: _engine.optimize_quad("gd", [1, 1], 1e6, 200), "lr: ıraksatmayan"),
        (lambda: _engine.optimize_quad("adam", [1, 1], 0.1, 3, beta2=1.0), "beta2: 0 ile 1 arasında"),
        (lambda: _engine.quad_loss(1, 1, kappa=0), "kappa: 0 sayısından büyük"),
        (lambda: _engine.conv2d(ONES, [1, 2]), r"kernel: \(kh, kw\)"),
        (lambda: _engine.conv2d(ONES, [[1]], stride=0), "stride: en az 1"),
        (lambda: _engine.conv_pad_output(5, 3, padding=-1), "padding: en az 0"),
        (lambda: _engine.max_pool2d(ONES, 0), "k: en az 1"),
        (lambda: _engine.rnn_forward(ONES, np.ones((2, 4)), np.eye(3), [0, 0]), r"Wz: \(2, 2\)"),
        (lambda: _engine.vanishing_demo(-1), "steps: en az 0"),
        (lambda: _engine.project_to_manifold([[1, 2, 3]], [[1, 2]]), r"points: \(2,\) ya da \(N, 2\)"),
        (lambda: _engine.vae_reparam([0, 1], [1, 1, 1]), "mu, sigma: birlikte yayılabilen"),
        (lambda: _engine.vae_reparam(0, -1), "sigma: negatif olmayan"),
        (lambda: _engine.softplus_scaled(1, beta=0), "beta: 0 sayısından büyük"),
        (lambda: _engine.margin_losses(1, m=-1), "m: en az 0"),
        (lambda: _engine.uncertainty_demo([], [1]), "x_train: boş olmayan"),
        (lambda: _engine.activation_fns()["ReLU"][0]([np.nan]), "x: sayı beklenir; gelen: NaN"),
        (lambda: _engine.autograd_worked([]), "X: boş olmayan"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_wrong_input_says_what_was_expected(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.filterwarnings("error")
def test_huge_scores_neither_overflow_nor_warn():
    top = np.finfo(float).max
    assert _engine.softmax([top, -top, 0]).tolist() == [1, 0, 0]
    assert _engine.attention_weights([1e308, 1e308]).tolist() == [0.5, 0.5]
    assert _engine.softmax_temperature([1e200, -1e200, 0], [1e200, 0, -1e200]).tolist() == [
        [1, 0, 0],
        pytest.approx([1 / 3] * 3),
        [0, 1, 0],
    ]
    assert _engine.causal_mask_demo([[1e308, 5], [-1e308, 1e308]])[1].tolist() == [[1, 0], [0, 1]]
    assert _engine.softplus_scaled([-1e308, 1e308], beta=1e10).tolist() == [0, 1e308]
    assert _engine.energy_1d([1e200]).tolist() == [1]
    assert _engine.uncertainty_demo(0, 1e300).tolist() == [1]
