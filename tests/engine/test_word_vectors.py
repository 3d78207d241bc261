"""Sayımdan kelime vektörleri: sayma, PPMI, SVD, benzetme."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _engine.word_vectors import (
    analogy_questions,
    analogy_ranking,
    cooccurrence_counts,
    neighbour_graph,
    ppmi,
    read_sentences,
    svd_vectors,
    vocabulary,
)

BOOK_TEXT = Path(__file__).parents[2] / "assets" / "metin" / "saray-ve-nehir.txt"


def test_sentences_are_folded_the_turkish_way():
    text = "# açıklama\nIşık İçeri girdi.\n\nKral, kraliçe; 3 elma!"
    assert read_sentences(text) == [["ışık", "içeri", "girdi"], ["kral", "kraliçe", "elma"]]


def test_vocabulary_is_ordered_by_count_then_alphabet():
    assert vocabulary([["b", "a"], ["c", "b"]]) == ["b", "a", "c"]
    assert vocabulary([["b", "a"], ["c", "b"]], min_count=2) == ["b"]


def test_counts_stay_in_the_window_and_the_sentence():
    counts = cooccurrence_counts([["a", "x", "b"], ["b", "a"]], ["a", "b"], window=1)
    assert counts.tolist() == [[0, 1], [1, 0]]
    assert cooccurrence_counts([["a", "x", "b"]], ["a", "b"], window=2)[0, 1] == 1


words = st.lists(st.sampled_from("abcde"), min_size=2, max_size=6)


@given(st.lists(words, min_size=1, max_size=8), st.integers(1, 4))
def test_counts_are_symmetric_whole_and_count_every_pair(sentences, window):
    counts = cooccurrence_counts(sentences, list("abcde"), window)
    assert (counts == counts.T).all()
    pairs = sum(min(window, len(s) - 1 - i) for s in sentences for i in range(len(s)))
    assert counts.sum() == 2 * pairs


def test_ppmi_of_independent_words_is_zero_and_of_exclusive_pairs_is_log_two():
    assert ppmi(np.ones((3, 3))).max() == 0
    assert ppmi([[1, 0], [0, 1]]).tolist() == [[pytest.approx(np.log(2)), 0], [0, pytest.approx(np.log(2))]]


def test_all_dimensions_keep_the_geometry_of_the_matrix():
    M = np.random.default_rng(0).normal(size=(6, 6))
    M = M @ M.T
    lengths = np.sqrt(np.diag(M))
    V = svd_vectors(M, 6)
    np.testing.assert_allclose(V @ V.T, M / np.outer(lengths, lengths))


def test_analogy_excludes_the_given_words_only_when_asked():
    V = np.array([[1, 0, 0], [1, 0.1, 0], [0, 0, 1], [0, 0.1, 1]])
    V = V / np.linalg.norm(V, axis=1, keepdims=True)
    names = ["erkek", "kadın", "kral", "kraliçe"]
    assert analogy_ranking(V, names, "erkek", "kadın", "kral")[0][0] == "kraliçe"
    everyone = [word for word, _ in analogy_ranking(V, names, "erkek", "kadın", "kral", exclude_given=False)]
    assert sorted(everyone) == sorted(names)


def test_each_pair_of_pairs_is_asked_both_ways():
    questions = analogy_questions([("a", "b"), ("c", "d"), ("e", "f")])
    assert len(set(questions)) == 12
    assert ("a", "b", "c", "d") in questions
    assert ("b", "a", "d", "c") in questions


def test_graph_lists_each_edge_once():
    counts = np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]], dtype=float)
    assert neighbour_graph(counts, ["a", "b", "c"], ["c", "b", "a"]) == [("c", "b", 1.0), ("b", "a", 2.0)]


def test_queen_is_computed_from_the_text_of_the_book():
    sentences = read_sentences(BOOK_TEXT.read_text(encoding="utf-8"))
    names = vocabulary(sentences, min_count=2)
    V = svd_vectors(ppmi(cooccurrence_counts(sentences, names, window=2)), 20)
    assert analogy_ranking(V, names, "erkek", "kadın", "kral")[0][0] == "kraliçe"
    assert analogy_ranking(V, names, "erkek", "kadın", "kral", exclude_given=False)[0][0] == "kral"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: vocabulary([["a"]], 0), "min_count"),
        (lambda: cooccurrence_counts([["a"]], ["a"], 0), "window"),
        (lambda: ppmi(np.ones((2, 3))), "kare"),
        (lambda: ppmi(np.zeros((2, 2))), "counts"),
        (lambda: ppmi([[1, -1], [-1, 1]]), "counts"),
        (lambda: svd_vectors(np.eye(3), 4), "dim"),
        (lambda: analogy_ranking(np.eye(2), ["a", "b"], "a", "b", "z"), "z"),
        (lambda: neighbour_graph(np.eye(1), ["a"], ["q"]), "q"),
    ],
)
def test_bad_input_names_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message):
        call()
