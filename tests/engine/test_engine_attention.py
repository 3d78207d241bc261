"""Dikkat, normalleştirme ve küçük ağlar: bölümün dayandığı davranışlar."""

import numpy as np
import pytest

import _engine


@pytest.fixture
def rng():
    return np.random.default_rng(12)


def test_heads_side_by_side_equal_one_wide_product(rng):
    heads, d, T = 3, 6, 5
    X, W = rng.normal(size=(T, d)), rng.normal(size=(4, d, d))
    output, weights = _engine.multi_head_attention(X, *W, heads)
    columns = np.split(np.arange(d), heads)
    singles = [_engine.cross_attention(X, X, W[0][:, c], W[1][:, c], W[2][:, c]) for c in columns]
    np.testing.assert_allclose(output, np.hstack([single for single, _ in singles]) @ W[3])
    np.testing.assert_allclose(weights, [single for _, single in singles])


def test_multi_head_attention_carries_batches_context_and_masks(rng):
    X, context = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 6))
    Wq, Wk, Wv, Wo = (rng.normal(size=shape) for shape in ((4, 8), (6, 8), (6, 4), (4, 7)))
    mask = np.ones((2, 3, 5), dtype=bool)
    mask[1, :, 4] = False
    output, weights = _engine.multi_head_attention(X, Wq, Wk, Wv, Wo, 2, mask, context)
    assert output.shape == (2, 3, 7) and weights.shape == (2, 2, 3, 5)
    assert (weights[1, ..., 4] == 0).all() and (weights[0] > 0).all()
    for i in range(2):
        single, _ = _engine.multi_head_attention(X[i], Wq, Wk, Wv, Wo, 2, mask[i], context[i])
        np.testing.assert_allclose(output[i], single)


def test_causal_mask_hides_the_future_only(rng):
    X, (Wq, Wk, Wv) = rng.normal(size=(6, 4)), rng.normal(size=(3, 4, 4))
    changed = X.copy()
    changed[4] += 1.0
    mask = _engine.causal_mask(6)
    for allowed, earlier_stay in ((mask, True), (None, False)):
        before, after = (
            _engine.scaled_dot_product_attention(Y @ Wq, Y @ Wk, Y @ Wv, allowed)[0] for Y in (X, changed)
        )
        assert np.array_equal(before[:4], after[:4]) == earlier_stay
        assert not np.allclose(before[4], after[4])


def test_causal_mask_demo_is_the_mask_in_scaled_attention(rng):
    X = rng.normal(size=(5, 4))
    free, masked = _engine.causal_mask_demo(X @ X.T / 2)
    np.testing.assert_allclose(free, _engine.self_attention_matrix(X))
    np.testing.assert_allclose(
        masked, _engine.scaled_dot_product_attention(X, X, X, _engine.causal_mask(5))[1]
    )


def test_one_token_attends_to_itself():
    assert _engine.self_attention_matrix([[3, 4]]).tolist() == [[1.0]]
    assert _engine.causal_mask_demo([[7]])[1].tolist() == [[1.0]]
    assert _engine.causal_mask(1).tolist() == [[True]]
    assert _engine.attention_gradient_norms([[1.0]], [[1]], [[1]], [[2]]).tolist() == [2.0]


def test_masked_scores_stay_masked_at_every_temperature():
    weights = _engine.softmax_temperature([1, -np.inf, 2], [0, 1, 1e9])
    assert (weights[:, 1] == 0).all()
    assert weights[0, [0, 2]].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("d", [1, 5, 7])
def test_odd_width_positional_encoding_ends_with_a_sine(d):
    table = _engine.positional_encoding(3, d)
    assert table.shape == (3, d)
    np.testing.assert_allclose(table[:, -1], np.sin(np.arange(3) / 10000 ** ((d - 1) / d)))


def test_shifting_a_position_is_one_rotation_for_all_positions():
    table = _engine.positional_encoding(20, 8).reshape(20, 4, 2)
    z = table[..., 1] + 1j * table[..., 0]
    np.testing.assert_allclose(z[3:] / z[:-3], np.broadcast_to(z[3], (17, 4)))


def test_normalisation_depends_on_the_batch_only_in_batch_norm(rng):
    X = rng.normal(size=(4, 3, 5))
    other = X.copy()
    other[1:] *= 3
    gamma, beta = rng.normal(size=(2, 5))
    np.testing.assert_array_equal(
        _engine.layer_norm(X, gamma, beta)[0], _engine.layer_norm(other, gamma, beta)[0]
    )
    assert not np.allclose(_engine.batch_norm(X)[0], _engine.batch_norm(other)[0])
    flat = _engine.batch_norm(X.reshape(-1, 5), gamma, beta)
    np.testing.assert_allclose(_engine.batch_norm(X, gamma, beta), flat.reshape(X.shape))
    np.testing.assert_array_equal(_engine.batch_norm([[3.0, 4.0]], beta=[1, 2]), [[1, 2]])


def test_rnn_gradient_decays_geometrically_where_attention_does_not():
    X, identity = np.zeros((30, 2)), np.eye(2)
    np.testing.assert_allclose(
        _engine.rnn_gradient_norms(X, identity, 0.5 * identity, [0, 0]), 0.5 ** np.arange(30)
    )
    np.testing.assert_allclose(
        _engine.attention_gradient_norms(X, identity, identity, identity), np.full(30, 1 / 30)
    )


def test_mlp_bends_the_boundary_that_logreg_cannot():
    X, y = _engine.make_moons_np(200, noise=0.1)
    params, losses = _engine.mlp_train(X, y, return_history=True)
    line = _engine.logreg_train(X, y)
    assert (
        _engine.accuracy(_engine.mlp_forward, params, X, y)
        > 0.97
        > _engine.accuracy(_engine.logreg_forward, line, X, y)
    )
    assert losses.shape == (600,) and losses[-1] < losses[0]
    assert _engine.mlp_forward(params, X[0]).shape == _engine.logreg_forward(line, X[0]).shape == (2,)


def test_gd_path_goes_downhill_and_starts_at_theta0():
    path = _engine.gd_path([2, -1], lr=0.02, steps=25)
    assert path.shape == (26, 2) and path[0].tolist() == [2, -1]
    assert (np.diff(_engine.loss_surface_2d(*path.T)) < 0).all()


def test_vanishing_demo_keys_are_the_eigenvalues():
    t, curves = _engine.vanishing_demo(3, [1, -2])
    assert t.tolist() == [0, 1, 2, 3]
    assert {key: curve.tolist() for key, curve in curves.items()} == {1: [1, 1, 1, 1], -2: [1, -2, 4, -8]}
