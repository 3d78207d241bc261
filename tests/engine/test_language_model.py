"""Sayımdan küçük dil modelleri: iki kelimelik zincir, boşluk doldurucu, serbest koşum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _engine.decoding import exact_search
from _engine.language_model import (
    EDGE,
    attested_pairs,
    filled_right,
    folds,
    forced_mistakes,
    free_run,
    train_bigram,
    train_blank_filler,
)

SENTENCES = [["kral", "güldü"], ["kral", "uyudu"], ["kedi", "uyudu"]]
WORDS = ["kral", "uyudu", "güldü", "kedi"]


def test_chain_counts_what_follows():
    model = train_bigram(SENTENCES, WORDS)
    assert model.words[0] == EDGE
    assert model.probs[0].tolist() == pytest.approx([0, 2 / 3, 0, 0, 1 / 3])
    assert model.probs[1].tolist() == pytest.approx([0, 0, 0.5, 0.5, 0])
    assert model.text((0, 1, 2, 0)) == "kral uyudu"


@given(st.floats(0, 0.99))
def test_smoothing_keeps_rows_as_distributions(smoothing):
    model = train_bigram(SENTENCES, [*WORDS, "hiç"], smoothing)
    assert model.probs.sum(axis=1) == pytest.approx(np.ones(6))
    assert model.probs[0, 0] == pytest.approx(smoothing / 6)


def test_enough_smoothing_makes_the_empty_sentence_the_most_probable():
    sentences = [[f"a{i}", f"b{i}", f"c{i}", f"d{i}"] for i in range(20)]
    words = sorted({word for sentence in sentences for word in sentence})
    little, much = (
        exact_search(train_bigram(sentences, words, s).next_log_probs, 0, 0, 6) for s in (0.05, 0.8)
    )
    assert len(little.tokens) == 6
    assert much.tokens == (0, 0)


@given(st.integers(2, 3), st.integers(0, 5))
def test_each_sentence_is_held_out_once(n_folds, seed):
    held_out = [sentence for _, part in folds(SENTENCES, n_folds, seed) for sentence in part]
    assert sorted(held_out) == sorted(SENTENCES)
    assert all(len(train) + len(part) == len(SENTENCES) for train, part in folds(SENTENCES, n_folds, seed))


def test_without_neighbours_the_most_frequent_word_is_said():
    filler = train_blank_filler(SENTENCES, WORDS, offsets=())
    right = filled_right(filler, [["kral", "uyudu"]])
    assert right.sum() == 1


def test_a_neighbour_decides_and_the_blank_itself_is_not_read():
    filler = train_blank_filler([["a", "x"], ["b", "y"]] * 3, ["a", "b", "x", "y"], offsets=(-1,), alpha=0.01)
    ids = filler.ids(["b", "x"])
    assert filler.words[1 + int(filler.log_probs(ids, 1)[1:].argmax())] == "y"
    assert np.exp(filler.log_probs(ids, 1)).sum() == pytest.approx(1)


def test_unknown_words_are_skipped_and_never_right():
    filler = train_blank_filler(SENTENCES, WORDS, offsets=(-1,))
    assert filler.ids(["yeni", "uyudu"]).tolist() == [-1, 2]
    assert not filled_right(filler, [["yeni"]]).any()


def test_attested_pairs_are_those_of_the_text():
    attested = attested_pairs(SENTENCES, WORDS)
    assert attested[0].tolist() == [0, 1, 0, 0, 1]
    assert attested[2].tolist() == [1, 0, 0, 0, 0]


def test_a_mistake_stays_in_view_for_the_reach_of_the_model():
    filler = train_blank_filler(SENTENCES, WORDS, offsets=(-2, -1), alpha=5.0)
    run = free_run(filler, attested_pairs(SENTENCES, WORDS), n_sentences=50, max_steps=6, seed=0)
    for i in range(1, len(run.step)):
        seen = run.mistake[max(0, i - min(2, run.step[i])) : i]
        assert run.after_mistake[i] == float(seen.any())


def test_a_model_without_room_for_mistakes_makes_none():
    sentences = [["a", "b", "c"]] * 5
    filler = train_blank_filler(sentences, ["a", "b", "c"], offsets=(-1,), alpha=1e-9)
    attested = attested_pairs(sentences, ["a", "b", "c"])
    assert forced_mistakes(filler, attested, sentences, seed=0) == 0
    assert free_run(filler, attested, 20, 6, seed=0).mistake.sum() == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: train_bigram(SENTENCES, WORDS, 1.0), "smoothing"),
        (lambda: train_bigram(SENTENCES, [EDGE, *WORDS]), "words"),
        (lambda: train_blank_filler(SENTENCES, WORDS, (0,)), "offsets"),
        (lambda: train_blank_filler(SENTENCES, WORDS, (1,), alpha=0), "alpha"),
        (lambda: list(folds(SENTENCES, 1, 0)), "n_folds"),
        (lambda: list(folds(SENTENCES, 4, 0)), "n_folds"),
    ],
)
def test_bad_input_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()
