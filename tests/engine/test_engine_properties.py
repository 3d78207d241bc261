"""Her girdide tutması gereken özellikler (hypothesis)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import _engine

props = settings(deadline=None, max_examples=60)
reals = st.floats(-50, 50, allow_subnormal=False)
seeds = st.integers(0, 10_000)


sizes = st.integers(1, 6)


def matrices(rows=sizes, columns=sizes, elements=reals):
    return st.tuples(rows, columns).flatmap(lambda shape: arrays(float, shape, elements=elements))


def numeric_gradient(f, x, step=1e-6):
    """f'in x'teki merkezi sonlu fark gradyanı."""
    grad = np.empty(x.shape)
    for index in np.ndindex(x.shape):
        bump = np.zeros(x.shape)
        bump[index] = step
        grad[index] = (f(x + bump) - f(x - bump)) / (2 * step)
    return grad


@props
@given(arrays(float, array_shapes(min_dims=1, max_dims=3, max_side=5), elements=reals), reals)
def test_softmax_rows_are_distributions_and_ignore_a_shift(scores, shift):
    weights = _engine.softmax(scores)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert (weights >= 0).all()
    np.testing.assert_allclose(_engine.softmax(scores + shift), weights, atol=1e-12)
    np.testing.assert_allclose(
        _engine.softmax(scores, axis=0), np.moveaxis(_engine.softmax(np.moveaxis(scores, 0, -1)), -1, 0)
    )


@props
@given(matrices(), st.lists(st.floats(-5, 5), min_size=1, max_size=4))
def test_temperature_is_softmax_of_scaled_scores(scores, betas):
    expected = [_engine.softmax(beta * scores) for beta in betas]
    np.testing.assert_allclose(_engine.softmax_temperature(scores, betas), expected, atol=1e-12)


@props
@given(arrays(float, st.integers(1, 8), elements=reals))
def test_entropy_lies_between_zero_and_log_n(scores):
    h = _engine.entropy(_engine.softmax(scores))
    assert 0 <= h <= np.log(len(scores)) + 1e-12
    assert _engine.entropy(np.full(len(scores), 1 / len(scores))) == pytest.approx(np.log(len(scores)))
    assert _engine.entropy(np.eye(len(scores))).tolist() == [0] * len(scores)


@props
@given(seeds, st.integers(1, 5), st.integers(1, 5), st.integers(1, 4))
def test_masked_weights_are_exactly_zero_and_masked_values_do_not_matter(seed, T, S, d):
    rng = np.random.default_rng(seed)
    Q, K, V = rng.normal(size=(T, d)), rng.normal(size=(S, d)), rng.normal(size=(S, d + 1))
    mask = rng.random((T, S)) < 0.5
    mask[np.arange(T), rng.integers(0, S, T)] = True
    output, weights = _engine.scaled_dot_product_attention(Q, K, V, mask)
    assert (weights[~mask] == 0).all() and (weights[mask] > 0).all()
    for i in range(T):
        alone, _ = _engine.scaled_dot_product_attention(Q[i : i + 1], K[mask[i]], V[mask[i]])
        np.testing.assert_allclose(output[i], alone[0])


@props
@given(seeds, st.integers(1, 6), st.integers(1, 3), st.integers(1, 3))
def test_multi_head_attention_is_permutation_equivariant(seed, T, heads, d):
    rng = np.random.default_rng(seed)
    X, (Wq, Wk, Wv, Wo) = rng.normal(size=(T, heads * d)), rng.normal(size=(4, heads * d, heads * d))
    order = rng.permutation(T)
    output, weights = _engine.multi_head_attention(X, Wq, Wk, Wv, Wo, heads)
    shuffled, shuffled_weights = _engine.multi_head_attention(X[order], Wq, Wk, Wv, Wo, heads)
    np.testing.assert_allclose(shuffled, output[order], atol=1e-10)
    np.testing.assert_allclose(shuffled_weights, weights[:, order][:, :, order], atol=1e-12)


@props
@given(arrays(float, st.integers(1, 12), elements=reals), arrays(float, st.integers(1, 12), elements=reals))
def test_toeplitz_matrix_is_the_convolution(x, w):
    x, w = (x, w) if len(w) <= len(x) else (w, x)
    np.testing.assert_allclose(_engine.build_toeplitz(w, len(x)) @ x, _engine.conv1d(x, w), atol=1e-9)
    np.testing.assert_allclose(_engine.conv1d(x, w), np.correlate(x, w, "valid"), atol=1e-9)


@props
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
def test_conv2d_equals_the_loops(seed, H, W, kh, kw, stride):
    kh, kw = min(kh, H), min(kw, W)
    rng = np.random.default_rng(seed)
    image, kernel = rng.normal(size=(H, W)), rng.normal(size=(kh, kw))
    got = _engine.conv2d(image, kernel, stride)
    assert got.shape == (_engine.conv_output_size(H, kh, stride), _engine.conv_output_size(W, kw, stride))
    for i, j in np.ndindex(got.shape):
        window = image[i * stride :, j * stride :][:kh, :kw]
        assert got[i, j] == pytest.approx((window * kernel).sum(), abs=1e-12)


@props
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 4))
def test_pooling_equals_the_loops(seed, H, W, k):
    k = min(k, H, W)
    image = np.random.default_rng(seed).normal(size=(H, W))
    for pool, reduce in ((_engine.max_pool2d, np.max), (_engine.avg_pool2d, np.mean)):
        got = pool(image, k)
        assert got.shape == (H // k, W // k)
        for i, j in np.ndindex(got.shape):
            assert got[i, j] == pytest.approx(reduce(image[i * k : (i + 1) * k, j * k : (j + 1) * k]))


@props
@given(st.integers(1, 30), st.integers(1, 7), st.integers(0, 3), st.integers(1, 4))
def test_conv_pad_output_counts_the_windows(n, k, padding, stride):
    starts = range(0, n + 2 * padding - k + 1, stride)
    if len(starts) == 0:
        with pytest.raises(ValueError, match="çekirdek"):
            _engine.conv_pad_output(n, k, padding, stride)
    else:
        assert _engine.conv_pad_output(n, k, padding, stride) == len(starts)


@props
@given(matrices())
def test_svd_reconstructs_its_matrix(W):
    U, s, Vt = _engine.svd_demo(W)
    assert U.shape == (len(W),) * 2 and Vt.shape == (W.shape[1],) * 2
    np.testing.assert_allclose(U[:, : len(s)] * s @ Vt[: len(s)], W, atol=1e-10)
    np.testing.assert_allclose(U @ U.T, np.eye(len(U)), atol=1e-10)


@props
@given(arrays(float, 5, elements=st.floats(-4, 4)))
def test_derivatives_match_finite_differences(x):
    def agrees(f, slope, at):
        numeric = (np.asarray(f(at + 1e-6)) - f(at - 1e-6)) / 2e-6
        np.testing.assert_allclose(slope(at), numeric, atol=1e-6)

    corner_free = np.where(np.abs(x) < 1e-3, 0.5, x)  # ReLU'ların köşesinde türev yoktur
    for f, slope in _engine.activation_fns().values():
        agrees(f, slope, corner_free)
    agrees(np.tanh, _engine.tanh_deriv, x)
    agrees(_engine.energy_1d, _engine.energy_1d_grad, x)


@props
@given(arrays(float, 2, elements=st.floats(-3, 3)), st.floats(0.5, 50))
def test_quad_gradient_matches_finite_differences(p, kappa):
    numeric = numeric_gradient(lambda q: _engine.quad_loss(*q, kappa), p)
    np.testing.assert_allclose(_engine.quad_grad(p, kappa), numeric, atol=1e-5)
    path, losses = _engine.optimize_quad("gd", p, 0.01, 3, kappa)
    np.testing.assert_allclose(path[1], p - 0.01 * _engine.quad_grad(p, kappa))
    np.testing.assert_allclose(losses, [_engine.quad_loss(*point, kappa) for point in path])


@props
@given(seeds, st.integers(1, 5), st.integers(1, 3), st.integers(1, 3))
def test_gradient_norms_match_finite_differences(seed, T, d, h):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, d))
    Wx, Wz, b = rng.normal(size=(h, d)), rng.normal(size=(h, h)), rng.normal(size=h)
    Wq, Wk, Wv = rng.normal(size=(d, h)), rng.normal(size=(d, h)), rng.normal(size=(d, h + 1))

    def rnn(Y):
        return _engine.rnn_forward(Y, Wx, Wz, b)[-1]

    def attention(Y):
        return _engine.cross_attention(Y, Y, Wq, Wk, Wv)[0][-1]

    for model, norms, size in (
        (rnn, _engine.rnn_gradient_norms(X, Wx, Wz, b), h),
        (attention, _engine.attention_gradient_norms(X, Wq, Wk, Wv), h + 1),
    ):
        jacobian = np.stack([numeric_gradient(lambda Y, i=i, m=model: m(Y)[i], X) for i in range(size)])
        expected = [np.linalg.norm(jacobian[:, t], ord=2) for t in reversed(range(T))]
        np.testing.assert_allclose(norms, expected, atol=1e-6)


@props
@given(matrices(rows=st.integers(2, 5), columns=st.integers(2, 5)))
def test_layer_norm_rows_are_standard_and_independent(X):
    out = _engine.layer_norm(X)
    np.testing.assert_allclose(out.mean(axis=-1), 0, atol=1e-9)
    np.testing.assert_allclose(out.var(axis=-1), X.var(axis=-1) / (X.var(axis=-1) + 1e-5), atol=1e-9)
    np.testing.assert_allclose(_engine.layer_norm(X[:1]), out[:1])
    np.testing.assert_allclose(_engine.batch_norm(X), _engine.layer_norm(X.T).T)


@props
@given(arrays(float, st.integers(1, 9), elements=st.floats(0, 1)).filter(np.any), st.integers(1, 12))
def test_topk_keeps_the_largest_and_their_proportions(probs, k):
    kept = _engine.topk_truncate(probs, k)
    chosen = np.lexsort((np.arange(len(probs)), -probs))[:k]
    assert kept.sum() == pytest.approx(1)
    np.testing.assert_allclose(kept[chosen], probs[chosen] / probs[chosen].sum())
    assert not np.delete(kept, chosen).any()


@props
@given(matrices(columns=st.just(2)), matrices(columns=st.just(2)))
def test_projection_is_nearest_and_idempotent(points, manifold):
    projected = _engine.project_to_manifold(points, manifold)
    distances = np.linalg.norm(points[:, None] - manifold, axis=-1)
    np.testing.assert_allclose(np.linalg.norm(points - projected, axis=-1), distances.min(axis=1))
    np.testing.assert_array_equal(_engine.project_to_manifold(projected, manifold), projected)


@props
@given(seeds)
def test_random_functions_repeat_with_the_seed(seed):
    for make in (
        lambda s: _engine.make_spiral(4, 3, seed=s)[0],
        lambda s: _engine.make_moons_np(5, seed=s)[0],
        lambda s: _engine.make_manifold_curve(5, noise=0.1, seed=s),
        lambda s: _engine.ae_latent_clusters(6, seed=s),
        lambda s: _engine.gan_samples(s, 3)[2],
        lambda s: _engine.vae_reparam(0, 1, 3, seed=s),
        lambda s: _engine.sparse_code_demo(6, seed=s)[0],
        lambda s: _engine.sgd_loss_curves(9, seed=s)[3],
    ):
        np.testing.assert_array_equal(make(seed), make(seed))
        assert (make(seed) != make(seed + 1)).any()
