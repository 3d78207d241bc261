"""Yayımlanan değerler: açık durumlar ve on ikinci haftanın şekilleriyle alıştırmaları."""

import json
from pathlib import Path

import numpy as np
import pytest

import _engine

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
CASES = json.loads((GOLDEN / "engine_open.json").read_text(encoding="utf-8"))
WEEK12 = json.loads((GOLDEN / "hafta12.json").read_text(encoding="utf-8"))


def decode(value):
    """JSON'daki girdi: {"ndarray", "dtype"} dizi, {"tuple"} demet, {"ref"} motorun bir işlevidir."""
    match value:
        case {"ndarray": data, "dtype": dtype, **rest}:
            array = np.array(data, dtype=dtype)
            return array.reshape(rest["shape"]) if "shape" in rest else array
        case {"tuple": items}:
            return tuple(map(decode, items))
        case {"ref": name}:
            return getattr(_engine, name)
        case dict():
            return {key: decode(item) for key, item in value.items()}
        case list():
            return [decode(item) for item in value]
    return value


def assert_equal(got, want, where="sonuç"):
    """`got`, JSON'daki `want` değeridir; büyük diziler örnekler, toplam ve kareler toplamıyla yazılmıştır."""
    match want:
        case {"samples": samples, "shape": shape, "sum": total, "sumsq": squares}:
            assert list(got.shape) == shape, where
            for *index, value in samples:
                assert got[tuple(index)] == pytest.approx(value, rel=1e-7, abs=1e-9), (where, index)
            assert got.sum() == pytest.approx(total, rel=1e-7, abs=1e-9 * max(1, (got.size * squares) ** 0.5))
            assert (got.astype(float) ** 2).sum() == pytest.approx(squares, rel=1e-7)
        case {"tuple": items}:
            assert isinstance(got, tuple) and len(got) == len(items), where
            for i, item in enumerate(items):
                assert_equal(got[i], item, f"{where}[{i}]")
        case {"dict_items": items}:
            assert list(got) == [key for key, _ in items], where
            for key, item in items:
                assert_equal(got[key], item, f"{where}[{key}]")
        case dict():
            assert list(got) == list(want), where
            for key, item in want.items():
                assert_equal(got[key], item, f"{where}.{key}")
        case list() if isinstance(got, list):
            assert len(got) == len(want), where
            for i, item in enumerate(want):
                assert_equal(got[i], item, f"{where}[{i}]")
        case str():
            assert got == want, where
        case _:
            assert np.shape(got) == np.shape(want), where
            np.testing.assert_allclose(got, want, rtol=1e-7, atol=1e-9, err_msg=where)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}-{case['function']}" for case in CASES])
def test_open_case(case):
    args, kwargs = decode(case["args"]), decode(case["kwargs"])
    got = getattr(_engine, case["function"])(*args, **kwargs)
    if "probe" in case:
        points = decode(case["probe"])
        got = {name: {"f": f(points), "df": slope(points)} for name, (f, slope) in got.items()}
    if case.get("compare") == "svd":  # sütun işaretleri serbesttir
        got, case["result"] = (
            tuple(map(abs, got)),
            {"tuple": [np.abs(x).tolist() for x in decode(case["result"])]},
        )
    assert_equal(got, case["result"])
    if "accuracy" in case:
        forward = _engine.logreg_forward if case["function"] == "logreg_train" else _engine.mlp_forward
        params = got[0] if isinstance(got, tuple) else got
        assert _engine.accuracy(forward, params, *args[:2]) == pytest.approx(case["accuracy"])


def test_all_published_functions_have_a_case():
    published = {case["function"] for case in CASES}
    assert len(published) == 56
    assert published <= set(_engine.__all__)


def test_causal_mask_figure():
    figure = WEEK12["causal_mask"]
    free, masked = _engine.causal_mask_demo(figure["scores"])
    np.testing.assert_array_equal(free.round(2), figure["open_2"])
    np.testing.assert_array_equal(masked.round(2), figure["masked_2"])


def test_positional_encoding_figure():
    figure, table = WEEK12["positional_encoding_40x64"], _engine.positional_encoding(40, 64)
    np.testing.assert_array_equal(table[0, :4].round(6), figure["row0_first4"])
    np.testing.assert_array_equal(table[1, :4].round(6), figure["row1_first4"])
    np.testing.assert_array_equal(table[39, -4:].round(6), figure["row39_last4"])
    assert round(table.sum(), 6) == figure["sum"]
    assert round((table**2).sum(), 6) == figure["sum_of_squares"]


def test_topk_figure():
    probs = np.array([0.27, 0.20, 0.15, 0.11, 0.08, 0.06, 0.045, 0.03, 0.02, 0.015, 0.01, 0.005])
    assert round(probs.sum(), 6) == WEEK12["topk_4"]["probs_sum_before_normalising"]
    kept = _engine.topk_truncate(probs / probs.sum(), 4)
    np.testing.assert_array_equal(kept[:4].round(4), WEEK12["topk_4"]["kept_4"])
    assert not kept[4:].any()


def test_temperature_figure():
    figure = WEEK12["softmax_temperature"]
    weights = _engine.softmax_temperature(figure["scores"], figure["betas"])
    np.testing.assert_array_equal(weights.round(4), figure["weights_4"])


def test_self_attention_figures():
    six, three = WEEK12["self_attention_6"], WEEK12["set_averaging_3"]
    np.testing.assert_array_equal(_engine.self_attention_matrix(six["X"]).round(4), six["A_4"])
    np.testing.assert_array_equal(_engine.self_attention_matrix(three["X"])[0].round(4), three["A_row0_4"])


def test_exercise_1_weights_and_averages():
    X, x = np.array([[1.0, 0.0], [0.0, 1.0], [0.8, 0.6]]), np.array([1.0, 0.2])
    for beta, answer in WEEK12["exercise_1"].items():
        (a,) = _engine.softmax_temperature(X @ x, [float(beta)])
        np.testing.assert_array_equal(a.round(3), answer["a"])
        np.testing.assert_array_equal((a @ X).round(3), answer["h"])


def test_exercise_2_masked_weights():
    scores = np.random.default_rng(0).normal(0, 1, (4, 4))
    np.testing.assert_array_equal(_engine.causal_mask_demo(scores)[1].round(2), WEEK12["exercise_2_A_2"])
