"""Yayımlanan işlevlerin yanlışları: düzeltilenler düzeldi, bırakılanlar belgelendiği gibidir."""

import numpy as np
import pytest

import _engine


def test_autograd_gradient_holds_for_any_number_of_entries():
    for size in (1, 3, 4, 10):
        X = np.linspace(-1, 5, size)
        bumps = np.eye(size) * 1e-6
        numeric = [
            (_engine.autograd_worked(X + bump)["a"] - _engine.autograd_worked(X - bump)["a"]) / 2e-6
            for bump in bumps
        ]
        np.testing.assert_allclose(_engine.autograd_worked(X)["grad"], numeric, atol=1e-6)
    assert _engine.autograd_worked([[1, 2], [3, 4]])["grad"].tolist() == [[-1.5, 0.0], [1.5, 3.0]]


def test_vae_scalar_mean_draws_separate_noise_for_each_dimension():
    z = _engine.vae_reparam(0.0, [1.0, 2.0], n=500)
    assert z.shape == (500, 2)
    assert abs(np.corrcoef(z.T)[0, 1]) < 0.2
    assert _engine.vae_reparam([0, 1, 2], 1, n=5).shape == (5, 3)
    assert _engine.vae_reparam(3, 0, n=4).tolist() == [[3.0]] * 4


def test_softmax_functions_normalise_each_row():
    scores = [[1, 2, 3], [10, 0, 0]]
    rows = [_engine.attention_weights(row) for row in scores]
    np.testing.assert_array_equal(_engine.attention_weights(scores), rows)
    by_beta = _engine.softmax_temperature(scores, [0.5, 2])
    assert by_beta.shape == (2, 2, 3)
    np.testing.assert_allclose(by_beta[:, 1], _engine.softmax_temperature(scores[1], [0.5, 2]))


def test_causal_mask_demo_rejects_what_it_cannot_mask():
    with pytest.raises(ValueError, match="kare"):
        _engine.causal_mask_demo([[1, 2, 3], [4, 5, 6]])
    with pytest.raises(ValueError, match="sonlu puan"):
        _engine.causal_mask_demo([[-np.inf, -np.inf], [1, 2]])
    with pytest.raises(ValueError, match="sonlu puan"):  # maskeden önce bakacak öğesi var, sonra yok
        _engine.causal_mask_demo([[-np.inf, 1], [1, 2]])


def test_topk_ties_keep_exactly_k_lowest_indices():
    assert _engine.topk_truncate([0.2, 0.4, 0.2, 0.2], 2).tolist() == pytest.approx([1 / 3, 2 / 3, 0, 0])
    probs = np.random.default_rng(0).integers(1, 4, 1000)  # üç değer: kesme yeri eşitlerin ortasında
    highest = np.flatnonzero(probs == 3)
    for k in (7, 100, len(highest)):
        np.testing.assert_array_equal(np.flatnonzero(_engine.topk_truncate(probs, k)), highest[:k])


@pytest.mark.parametrize("k", [0, -1, 1.5, True])
def test_topk_needs_a_positive_whole_k(k):
    with pytest.raises(ValueError, match="k: en az 1"):
        _engine.topk_truncate([0.5, 0.5], k)


def test_topk_with_k_beyond_vocabulary_only_normalises():
    assert _engine.topk_truncate([1, 3], 10).tolist() == [0.25, 0.75]


@pytest.mark.parametrize("act", ["ReLU", "sigmoid", ""])
def test_unknown_activation_is_an_error_not_tanh(act):
    with pytest.raises(ValueError, match="'relu' ya da 'tanh'"):
        _engine.mlp_train([[0.0, 1.0]], [0], act=act)


def test_unknown_optimizer_is_an_error_even_without_steps():
    with pytest.raises(ValueError, match="'gd' ya da 'momentum' ya da 'adam'"):
        _engine.optimize_quad("sgd", [1, 1], 0.1, 0)


def test_quad_loss_keeps_the_published_turn_and_curvatures():
    kappa = 20.0
    H = np.stack([_engine.quad_grad(axis, kappa) for axis in np.eye(2)])
    values, vectors = np.linalg.eigh(H)
    np.testing.assert_allclose(values, [0.9985, 0.9985 * kappa])
    assert np.rad2deg(np.arctan(vectors[1, 0] / vectors[0, 0])) == pytest.approx(22.97, abs=0.01)


def test_sizes_are_never_negative_and_empty_input_is_an_error():
    for call in (
        lambda: _engine.conv_output_size(3, 5),
        lambda: _engine.conv_pad_output(2, 7, padding=1),
        lambda: _engine.conv1d([1, 2], [1, 2, 3]),
        lambda: _engine.conv2d(np.ones((2, 2)), np.ones((3, 1))),
        lambda: _engine.build_toeplitz([1, 2, 3], 2),
        lambda: _engine.max_pool2d(np.ones((3, 1))),
        lambda: _engine.avg_pool2d(np.ones((2, 2)), 3),
    ):
        with pytest.raises(ValueError, match="çekirdek beklenir"):
            call()
    with pytest.raises(ValueError, match="boş olmayan"):
        _engine.rnn_forward(np.empty((0, 2)), np.ones((3, 2)), np.eye(3), np.zeros(3))


@pytest.mark.parametrize("n", [1, 3, 8, 9, 10, 11])
def test_ae_clusters_give_n_points(n):
    assert _engine.ae_latent_clusters(n).shape == (n, 2)


def test_published_behaviour_that_is_kept():
    _, y = _engine.make_moons_np(7)
    assert y.tolist() == [0, 0, 0, 1, 1, 1, 1]  # karıştırılmaz
    np.testing.assert_array_equal(_engine.make_synthetic_image(seed=0), _engine.make_synthetic_image(seed=5))
    dense, sparse = _engine.sparse_code_demo(10, 3)
    assert np.abs(sparse[sparse != 0]).min() >= np.abs(dense[sparse == 0]).max()  # en büyükler kalır
    two, one = _engine.energy_1d([0.0, 0.3], [0.0], width=0.09) - 1
    assert one / two == pytest.approx(np.exp(-0.5))  # width varyanstır: bir standart sapma 0,3'tür
    assert len(_engine.gan_samples(0, 5)[0]) == 5  # önce tohum


def test_activations_are_exact_near_zero_and_float_for_integers():
    activations = _engine.activation_fns()
    elu, _ = activations["ELU"]
    assert elu([-1e-20])[0] == -1e-20  # exp(x) − 1 burada 0 verirdi
    for name, (f, slope) in activations.items():
        for result in (f([-2, 0, 3]), slope([-2, 0, 3])):
            assert result.dtype == np.float64, name
        assert np.isfinite(f([-1e4, 1e4])).all() and np.isfinite(slope([-1e4, 1e4])).all(), name


def test_rotations_do_not_share_memory_with_the_input():
    image = np.arange(6.0).reshape(2, 3)
    turned = _engine.rotate_image_4way(image)
    assert not any(np.shares_memory(image, view) for view in turned)
    assert [view.shape for view in turned] == [(2, 3), (3, 2), (2, 3), (3, 2)]
    np.testing.assert_array_equal(turned[1], [[2, 5], [1, 4], [0, 3]])  # saat yönünün tersi


def test_single_point_is_projected_as_a_point():
    curve = [[0, 0], [1, 1], [2, 0]]
    assert _engine.project_to_manifold([0.9, 0.8], curve).tolist() == [1.0, 1.0]
    assert _engine.project_to_manifold([[1, 0]], curve).tolist() == [[0.0, 0.0]]  # üçü de 1 uzakta: ilki


def test_lists_and_integers_are_accepted():
    assert _engine.conv1d([1, 2, 3, 4, 5], [1, 0, -1]).tolist() == [-2.0, -2.0, -2.0]
    assert _engine.energy_landscape(0, 0).shape == ()
    assert _engine.tanh_deriv([0]).tolist() == [1.0]
    params = _engine.logreg_train([[0, 1], [1, 0]], [0, 1], steps=3)
    assert _engine.accuracy(_engine.logreg_forward, params, [[0, 1], [1, 0]], [0, 1]) == 1.0
    assert _engine.decision_grid([[0, 0], [1, 1]], h=0.5)[2].shape[1] == 2


def test_extreme_but_finite_input_is_computed():
    temperatures = _engine.softmax_temperature([1e308, -1e308], [1, 0, -1])
    assert temperatures.tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    assert _engine.topk_truncate([1e308] * 3, 2).tolist() == [0.5, 0.5, 0]
