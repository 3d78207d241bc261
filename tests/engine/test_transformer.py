"""Çağrışım görevi ve küçük Transformer: veri, gradyan, nedensellik, öğrenme."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _engine import transformer
from _engine.attention import multi_head_attention
from _engine.normalization import layer_norm
from _engine.recall import (
    LETTERS,
    N_PAIRS,
    QUESTIONS,
    TOKENS,
    hits,
    keyless_answers,
    keyless_probabilities,
    make_recall,
)
from _engine.transformer import Architecture, Training, answer, forward, gradient, initial_parameters, loss

SEEDS = st.integers(0, 2**32 - 1)
DATA = make_recall(40, np.random.default_rng(7))


@given(SEEDS)
def test_every_answer_stands_after_its_letter_in_the_first_half(seed):
    data = make_recall(20, np.random.default_rng(seed))
    rows = np.arange(len(data))[:, None]
    asked = data.tokens[:, QUESTIONS]
    first = data.tokens[:, : 2 * N_PAIRS : 2]
    assert (np.sort(asked) == np.sort(first)).all()
    assert all(len(set(row)) == N_PAIRS for row in first)
    assert (asked < len(LETTERS)).all() and (data.answers >= len(LETTERS)).all()
    assert (data.tokens[rows, data.sources] == data.answers).all()
    assert (data.tokens[rows, data.sources - 1] == asked).all()


def test_a_sequence_is_written_as_pairs():
    data = make_recall(1, np.random.default_rng(0))
    pairs, questions = data.text(0).split(" | ")
    assert sorted(pairs.split()) == sorted(questions.split())
    assert "".join(pairs.split() + questions.split()) == "".join(TOKENS[n] for n in data.tokens[0])


@given(SEEDS)
def test_keyless_rule_knows_only_what_is_left(seed):
    data = make_recall(20, np.random.default_rng(seed))
    probabilities = keyless_probabilities(data)
    np.testing.assert_allclose(probabilities.sum(axis=-1), 1)
    assert (np.take_along_axis(probabilities, data.answers[..., None], axis=-1) > 0).all()
    given_answers = keyless_answers(data)
    top = np.take_along_axis(probabilities, given_answers[..., None], axis=-1)[..., 0]
    assert (top == probabilities.max(axis=-1)).all()
    assert hits(given_answers, data)[:, -1].all()


@pytest.mark.parametrize(
    "parts", [{}, {"layers": 1}, {"residual": False}, {"causal": False}, {"positions": False}], ids=str
)
def test_gradient_agrees_with_finite_differences(parts):
    architecture = replace(Architecture(width=8), **parts)
    start = initial_parameters(architecture, 3)
    value, slope = gradient(start, architecture, DATA)
    assert value == loss(start, architecture, DATA)
    picks = np.random.default_rng(5)
    for field in fields(start):
        matrix = getattr(start, field.name)
        for _ in range(3):
            place = tuple(picks.integers(0, size) for size in matrix.shape)
            nudge = np.zeros_like(matrix)
            nudge[place] = 1e-5
            up, down = (
                loss(replace(start, **{field.name: matrix + sign * nudge}), architecture, DATA)
                for sign in (1, -1)
            )
            assert getattr(slope, field.name)[place] == pytest.approx((up - down) / 2e-5, abs=1e-8)


def test_a_layer_is_the_published_attention_plus_its_input():
    architecture = Architecture(layers=1, positions=False)
    parameters = initial_parameters(architecture, 2)
    X = parameters.embed[DATA.tokens]
    mixed, weights = multi_head_attention(
        layer_norm(X), *(W[0] for W in (parameters.Wq, parameters.Wk, parameters.Wv, parameters.Wo)), heads=1,
        mask=np.tri(X.shape[1], dtype=bool),
    )  # fmt: skip
    f = forward(parameters, architecture, DATA.tokens)
    np.testing.assert_allclose(f.outputs, (X + mixed)[:, QUESTIONS], atol=1e-12)
    np.testing.assert_allclose(f.layers[0].weights, weights[:, 0], atol=1e-12)


@given(SEEDS)
def test_the_future_changes_nothing_before_it(seed):
    architecture = Architecture(width=8)
    parameters = initial_parameters(architecture, 1)
    other = make_recall(len(DATA), np.random.default_rng(seed)).tokens
    place = QUESTIONS[1]
    mixed = np.concatenate([DATA.tokens[:, : place + 1], other[:, place + 1 :]], axis=1)
    same = np.array([QUESTIONS[0], place])
    before, after = (
        forward(parameters, architecture, tokens, same).logits for tokens in (DATA.tokens, mixed)
    )
    np.testing.assert_allclose(before, after, atol=1e-12)


def test_answers_come_from_the_prefix_also_without_a_mask():
    architecture = Architecture(width=8, causal=False)
    training = Training(architecture, initial_parameters(architecture, 1), np.zeros(1))
    prefix = DATA.tokens[:, : QUESTIONS[2] + 1]
    expected = forward(training.parameters, architecture, prefix, QUESTIONS[2:3]).logits[:, 0].argmax(axis=-1)
    assert (answer(training, DATA)[:, 2] == expected).all()


def test_a_hidden_link_carries_nothing():
    architecture = Architecture(width=8)
    parameters = initial_parameters(architecture, 1)
    T = DATA.tokens.shape[1]
    hidden = np.zeros((architecture.layers, len(DATA), T, T), dtype=bool)
    hidden[1, :, 8, 3] = True
    cut, whole = (forward(parameters, architecture, DATA.tokens, hidden=mask) for mask in (hidden, None))
    assert (cut.layers[1].weights[:, 8, 3] == 0).all()
    np.testing.assert_allclose(cut.layers[1].weights.sum(axis=-1), 1)
    np.testing.assert_array_equal(cut.layers[0].weights, whole.layers[0].weights)


def test_training_learns_and_repeats_itself():
    architecture = Architecture(layers=1, width=16)
    first, again = (transformer.train(architecture, 4, steps=40) for _ in range(2))
    np.testing.assert_array_equal(first.losses, again.losses)
    assert first.losses[-5:].mean() < first.losses[:5].mean() - 0.5
    assert not np.array_equal(first.losses, transformer.train(architecture, 5, steps=40).losses)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: make_recall(0, np.random.default_rng(0)), "n: en az 1"),
        (lambda: transformer.train(Architecture(), 0, steps=0), "steps: en az 1"),
        (lambda: initial_parameters(Architecture(layers=0), 0), "layers: en az 1"),
        (lambda: initial_parameters(Architecture(), -1), "seed: en az 0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
