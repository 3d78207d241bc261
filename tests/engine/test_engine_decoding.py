"""Aramalar: küçük ve rastgele dil modellerinde, bütün dizileri sayarak bulunan doğruyla karşılaştırılır."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import _engine

END = 0


def table_model(table):
    """Bir sonraki token'ı yalnız son token'dan okuyan model."""
    logs = np.log(table, out=np.full(np.shape(table), -np.inf), where=np.asarray(table) > 0)
    return lambda prefix: logs[prefix[-1]]


def random_model(seed, V):
    """Her önek için ayrı, ama hep aynı dağılım."""

    def next_log_probs(prefix):
        rng = np.random.default_rng([seed, *prefix])
        return np.log(_engine.softmax(2.0 * rng.normal(size=V)))

    return next_log_probs


def all_sequences(model, start, V, max_len):
    """Biten bütün diziler ve log-olasılıkları."""
    for length in range(1, max_len + 1):
        for body in itertools.product(range(1, V), repeat=length - 1):
            lasts = range(V) if length == max_len else [END]
            for tokens in ((start, *body, last) for last in lasts):
                steps = [model(tokens[:i])[tokens[i]] for i in range(1, length + 1)]
                yield tokens, sum(steps)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 3), st.integers(1, 4))
def test_searches_agree_with_the_enumeration(seed, V, max_len):
    model = random_model(seed, V)
    every = sorted(all_sequences(model, 1, V, max_len), key=lambda item: -item[1])
    assert np.exp([log_prob for _, log_prob in every]).sum() == pytest.approx(1)

    best = _engine.exact_search(model, 1, END, max_len)
    assert best.tokens == every[0][0] and best.log_prob == pytest.approx(every[0][1])

    beam = _engine.beam_search(model, 1, END, 1000, max_len)
    assert beam[0] == best
    assert [h.tokens for h in beam] == [tokens for tokens, _ in every]

    narrow = _engine.beam_search(model, 1, END, 1, max_len)
    greedy = _engine.greedy_search(model, 1, END, max_len)
    assert narrow == [greedy]
    assert all(greedy.tokens[i] == np.argmax(model(greedy.tokens[:i])) for i in range(1, len(greedy.tokens)))
    assert greedy.log_prob <= best.log_prob + 1e-12


def test_greedy_can_miss_what_beam_and_exact_find():
    # 1'den: 2 (0,6) cazip ama sonrası dağınık, 3 (0,4) ise kesin biter.
    table = [[1, 0, 0, 0, 0], [0, 0, 0.6, 0.4, 0], [0.4, 0, 0, 0.3, 0.3], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]]
    model = table_model(table)
    assert _engine.greedy_search(model, 1, END, 5).tokens == (1, 2, END)
    assert _engine.exact_search(model, 1, END, 5).tokens == (1, 3, END)
    assert _engine.beam_search(model, 1, END, 2, 5)[0].tokens == (1, 3, END)


def test_a_wide_beam_prefers_the_empty_sequence():
    # Bitirmek her adımda az olası; ama uzun dizinin olasılığı her adımda düşer.
    table = [[1, 0, 0, 0], [0.12, 0, 0.45, 0.43], [0.1, 0.3, 0.3, 0.3], [0.1, 0.3, 0.3, 0.3]]
    model = table_model(table)
    lengths = {width: len(_engine.beam_search(model, 1, END, width, 8)[0].tokens) for width in (1, 2, 50)}
    assert lengths[1] > 2 and lengths[50] == 2
    assert _engine.exact_search(model, 1, END, 8).tokens == (1, END)


def test_ties_go_to_the_lowest_token_and_start_may_equal_end():
    def even(_prefix):
        return np.log([0.25] * 4)

    assert _engine.greedy_search(even, 3, 3, 2).tokens == (3, 0, 0)
    assert [h.tokens for h in _engine.beam_search(even, 3, 3, 2, 1)] == [(3, 0), (3, 1)]
    assert _engine.exact_search(even, 3, 3, 2).tokens == (3, 3)


def test_impossible_tokens_are_never_taken():
    model = table_model([[1, 0], [0, 1]])
    assert _engine.beam_search(model, 1, END, 10, 3) == [((1, 1, 1, 1), 0.0)]


def test_sample_top_k_draws_from_the_truncated_distribution():
    probs = [0.4, 0.1, 0.3, 0.2]
    draws = _engine.sample_top_k(probs, 2, 20_000, seed=1)
    frequencies = np.bincount(draws, minlength=4) / len(draws)
    np.testing.assert_allclose(frequencies, _engine.topk_truncate(probs, 2), atol=0.02)
    assert set(draws.tolist()) == {0, 2}
    np.testing.assert_array_equal(draws, _engine.sample_top_k(probs, 2, 20_000, seed=1))
