"""Tek sorgulu dikkat dersi: yayımlanan satırlar, gradyan, adım çıkarma, beş sayılık biçim."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from _engine import sequences as seq
from _engine import single_query as sq
from _engine import single_query_study as sqs

GOLDEN = Path(__file__).parents[1] / "golden" / "tek-sorgu.txt"
SEEDS = np.array(sq.PUBLISHED_SEEDS)


@pytest.fixture(scope="module")
def data():
    return seq.make_sequences()


@pytest.fixture(scope="module")
def sets(data):
    return seq.split(data)


@pytest.fixture(scope="module")
def runs(sets):
    return sq.train(SEEDS, sets[0])


def published_lines(data, runs):
    """Kaynağın bastığı satırlar, motorun sayılarından aynı biçimde."""
    train, validation, held_out = seq.split(data)
    rate = held_out.label.mean()
    baseline = max(rate, 1 - rate)
    above = (data.readings[:, 2:] > seq.THRESHOLD).any(axis=1).mean()
    largest = (held_out.readings[:, 2:].argmax(axis=1) + 2 == held_out.marker).mean()
    yield f"dizi {len(data)}, uzunluk {seq.N_STEPS}, bolme {len(train)}/{len(validation)}/{len(held_out)}"
    yield f"pozitif oran egitim {train.label.mean():.4f}, ayrilmis {rate:.4f}"
    yield f"taban cizgisi (en sik sinif) {baseline:.4f}"
    yield f"esigi asan adimi olan dizi orani {above:.4f}"
    yield f"en buyuk okuma isaret adimina dusuyor mu {largest:.4f}"

    on_train = sqs.accuracy(sq.forward(runs, train.inputs).logit, train.label)
    study = sqs.study(runs, held_out)
    yield f"parametre sayisi {sq.N_PARAMETERS}, tur {sq.EPOCHS}, egitim ornegi {len(train)}"
    yield f"taban cizgisi (en sik sinif)   {baseline:.4f}"
    for i in range(2):
        yield (
            f"dikkat agi kosum {i + 1}            egitim {on_train[i]:.4f}   ayrilmis {study.accuracy[i]:.4f}"
        )
    yield f"iki kosum arasindaki fark      {abs(study.accuracy[0] - study.accuracy[1]):.4f}"

    yield f"tekduze dagilimda bir adimin agirligi {1 / seq.N_STEPS:.4f}"
    yield f"{'':16}{'isaret adimina dusen':>21}{'en buyuk agirlik':>18}{'ayrilmis':>10}"
    for i in range(2):
        yield f"kosum {i + 1:<10}{study.mass[i]:>21.4f}{study.hit[i]:>18.4f}{study.accuracy[i]:>10.4f}"
    weights = sq.forward(runs, held_out.inputs).weights[:, 0]
    yield f"tek ornek, isaret adimi {held_out.marker[0]}"
    for i in range(2):
        yield f"kosum {i + 1} agirliklari " + " ".join(f"{weight:.2f}" for weight in weights[i])

    yield (
        f"{'':10}{'agirlik-etki uyumu':>19}{'en agir adimin etkisi':>23}"
        f"{'agirlik>0,5':>13}{'ama etki<0,05':>15}"
    )
    for i in range(2):
        yield (
            f"kosum {i + 1:<4}{study.agreement[i]:>19.4f}{study.top_effect[i]:>23.4f}"
            f"{study.heavy[i]:>13d}{study.heavy_idle[i]:>15d}"
        )


def test_published_lines(data, runs):
    assert list(published_lines(data, runs)) == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_parameter_count(runs):
    assert runs.flat().shape == (2, sq.N_PARAMETERS) == (2, 19)


# --- kurgu --------------------------------------------------------------------------------------------------


def test_label_depends_on_the_marked_step_alone(data):
    assert (data.label == (data.marked_readings > seq.THRESHOLD)).all()
    assert (data.readings[:, 0] == 0).all()
    assert data.marker.min() >= 2 and data.marker.max() <= 11
    assert (data.indicator.sum(axis=1) == 1).all()
    assert np.allclose(data.readings, np.round(data.readings, 3), rtol=0, atol=1e-15)


@given(st.integers(0, 2**32 - 1), st.integers(1, 20))
def test_generator_is_the_published_integer_one(seed, n):
    """Düz Python tam sayılarıyla yazılmış aynı üreteç, sayı sayı."""
    mask = 0xFFFFFFFF
    state = ((seed ^ (seed >> 16)) * 2246822507) & mask
    state = ((state ^ (state >> 13)) * 3266489909) & mask
    state ^= state >> 16
    expected = []
    for _ in range(n):
        state = (state * 1664525 + 1013904223) & mask
        expected.append(state / 2**32)
    assert seq.uniform_draws(np.array([seed]), n)[0].tolist() == expected


def test_first_sequences_do_not_depend_on_how_many_are_made(data):
    assert (seq.make_sequences(7).readings == data.readings[:7]).all()


def test_bad_sizes_are_refused(data):
    with pytest.raises(ValueError, match="en az bir dizi"):
        seq.make_sequences(0)
    with pytest.raises(ValueError, match="720 dizi bekler"):
        seq.split(data[:10])


# --- ağ -----------------------------------------------------------------------------------------------------


def numerical_gradient(parameters, data, h=1e-6):
    steps = h * np.eye(sq.N_PARAMETERS)
    up = sq.loss(sq.Parameters.from_flat(parameters.flat() + steps), data)
    down = sq.loss(sq.Parameters.from_flat(parameters.flat() - steps), data)
    return (up - down) / (2 * h)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gradient_agrees_with_finite_differences(sets, seed):
    parameters = sq.initial_parameters(np.array([seed]))[0]
    analytic = sq.gradient(parameters, sets[0]).flat()
    assert np.abs(analytic - numerical_gradient(parameters, sets[0])).max() < 1e-8
    assert np.abs(analytic).max() > 1e-3


def test_five_numbers_give_the_same_network(sets, runs):
    expected = sq.forward(runs, sets[2].inputs).logit
    assert np.allclose(sqs.five_number_logit(sq.five_numbers(runs), sets[2]), expected, rtol=0, atol=1e-12)


def test_training_by_five_numbers_is_training_by_the_full_gradient(sets):
    fast = sq.descend(sq.initial_parameters(SEEDS), sets[0], epochs=25).flat()
    slow = sq.initial_parameters(SEEDS)
    for _ in range(25):
        step = sq.gradient(slow, sets[0]).flat()
        slow = sq.Parameters.from_flat(slow.flat() - sq.LEARNING_RATE * step)
    assert np.allclose(fast, slow.flat(), rtol=0, atol=1e-12)


def test_a_run_does_not_depend_on_its_companions(sets):
    together = sq.train(np.arange(70), sets[0], epochs=3).flat()
    alone = sq.train(np.array([65]), sets[0], epochs=3).flat()
    assert np.allclose(together[65], alone[0], rtol=0, atol=1e-13)


def test_history_ends_where_training_ends(sets, runs):
    start = sq.initial_parameters(SEEDS)
    path = sqs.history(start, sets[0], [0, 50, 200])
    assert path.flat().shape == (3, 2, 19)
    assert (path[0].flat() == start.flat()).all()
    assert np.allclose(path[2].flat(), runs.flat(), rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="artan sırada"):
        sqs.history(start, sets[0], [5, 4])


def test_loss_falls(sets):
    path = sqs.history(sq.initial_parameters(SEEDS), sets[0], range(0, 201, 20))
    assert (np.diff(sq.loss(path, sets[0]), axis=0) < 0).all()


# --- adım çıkarma -------------------------------------------------------------------------------------------


def test_removal_is_a_forward_pass_on_eleven_steps(sets, runs):
    inputs = sets[2].inputs[:10]
    for step in range(seq.N_STEPS):
        shorter = sq.forward(runs, np.delete(inputs, step, axis=1))
        removed = sq.forward(runs, inputs, removed=step)
        assert np.allclose(removed.probability, shorter.probability, rtol=0, atol=1e-13)
        assert np.allclose(np.delete(removed.weights, step, axis=-1), shorter.weights, rtol=0, atol=1e-13)
        assert (removed.weights[..., step] == 0).all()


def test_removal_effects_are_those_of_forward(sets, runs):
    inputs = sets[2].inputs[:10]
    full = sq.forward(runs, inputs).probability
    steps = [np.abs(sq.forward(runs, inputs, removed=t).probability - full) for t in range(seq.N_STEPS)]
    assert np.allclose(sqs.removal_effects(runs, inputs), np.stack(steps, axis=-1), rtol=0, atol=1e-13)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-200, 200), min_size=19, max_size=19), st.integers(0, 2**31))
def test_any_parameters_give_a_distribution(flat, seed):
    """Aşırı parametrelerde de ağırlıklar dağılımdır, olasılık 0 ile 1 arasındadır, taşma olmaz."""
    some = seq.make_sequences(3, seed)
    with np.errstate(over="raise", invalid="raise"):
        result = sq.forward(sq.Parameters.from_flat(np.array(flat)), some.inputs)
        slope = sq.gradient(sq.Parameters.from_flat(np.array([flat])), some).flat()
    assert np.allclose(result.weights.sum(axis=-1), 1)
    assert ((result.probability >= 0) & (result.probability <= 1)).all()
    assert np.isfinite(slope).all()


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(seq.N_STEPS)))
def test_the_network_does_not_see_order(order):
    some = seq.make_sequences(4)
    parameters = sq.initial_parameters(SEEDS)
    straight = sq.forward(parameters, some.inputs).logit
    shuffled = sq.forward(parameters, some.inputs[:, order]).logit
    assert np.allclose(straight, shuffled, rtol=0, atol=1e-12)


# --- kurallar -----------------------------------------------------------------------------------------------


def test_threshold_rule_finds_cut_and_direction():
    label = np.array([0, 0, 1, 1])
    assert sqs.threshold_rule(np.array([1.0, 2, 3, 4]), label, np.array([0.0, 9])).tolist() == [0, 1]
    assert sqs.threshold_rule(np.array([4.0, 3, 2, 1]), label, np.array([0.0, 9])).tolist() == [1, 0]


def test_threshold_rule_is_at_least_as_good_as_the_majority_in_training(sets):
    train = sets[0]
    decision = sqs.threshold_rule(train.readings[:, -1], train.label, train.readings[:, -1])
    assert (decision == train.label).mean() >= max(train.label.mean(), 1 - train.label.mean())
