"""Hafta 12 ölçümleri: bilinen değerler, özellikler ve hatalar."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _engine.attention import positional_encoding, self_attention_matrix
from _engine.measurements import (
    attention_entries,
    attention_parameters,
    dot_product_growth,
    equivariance_gap,
    normalized_entropy,
    one_hot_distance,
    row_change,
)


def attend(X):
    return self_attention_matrix(X) @ X


@given(st.permutations(range(5)), st.integers(0, 20))
def test_attention_without_positions_is_equivariant(order, seed):
    X = np.random.default_rng(seed).normal(size=(5, 3))
    assert equivariance_gap(attend, X, order) < 1e-12


def test_positions_break_equivariance():
    X, positions = np.random.default_rng(0).normal(size=(5, 4)), positional_encoding(5, 4)
    assert equivariance_gap(lambda Z: attend(Z + positions), X, [4, 3, 2, 1, 0]) > 0.1


def test_row_change_is_row_by_row():
    assert row_change([[1, 2], [3, 4]], [[1, 2.5], [3, 4]]).tolist() == [0.5, 0.0]


def test_normalized_entropy_ends():
    assert normalized_entropy([[0.25] * 4, [1, 0, 0, 0]]).tolist() == pytest.approx([1.0, 0.0])


def test_dot_products_grow_like_the_square_root():
    growth = dot_product_growth((4, 64, 1024), n_vectors=200, seed=0)
    assert growth.spread / np.sqrt(growth.dims) == pytest.approx([1, 1, 1], abs=0.05)
    assert growth.diagonal / np.sqrt(growth.dims) == pytest.approx([1, 1, 1], abs=0.1)
    assert growth.off_diagonal == pytest.approx([1, 1, 1], abs=0.1)
    assert (np.diff(growth.plain) < 0).all()
    assert growth.scaled == pytest.approx([0.9, 0.9, 0.9], abs=0.02)
    assert growth.self_weight[-1] > 0.999


@given(st.integers(1, 60), st.integers(1, 80))
def test_entries_of_a_band_are_counted(length, window):
    rows, columns = np.indices((length, length))
    band = (columns <= rows) & (rows - columns < window)
    assert attention_entries(length, window) == band.sum()


def test_a_thousand_items_give_the_million_of_the_lecture():
    assert attention_entries(1000) == 1_000_000


@pytest.mark.parametrize("n_heads", [1, 2, 8, 64])
def test_heads_do_not_change_the_number_of_parameters(n_heads):
    assert attention_parameters(64, n_heads) == 4 * 64**2


def test_one_hot_distance():
    assert one_hot_distance([[0.1, 0.9], [1.0, 0.0]]).tolist() == pytest.approx([0.1, 0.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equivariance_gap(attend, np.ones((3, 2)), [0, 0, 1]), "order"),
        (lambda: row_change(np.ones((3, 2)), np.ones((2, 2))), "after"),
        (lambda: normalized_entropy([1.0]), "weights"),
        (lambda: dot_product_growth((0,), 5, 0), "dims"),
        (lambda: dot_product_growth((4,), 1, 0), "n_vectors"),
        (lambda: attention_entries(0), "length"),
        (lambda: attention_entries(5, 0), "window"),
        (lambda: attention_parameters(10, 3), "n_heads"),
    ],
)
def test_bad_input_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()
