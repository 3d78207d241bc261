"""Tek sorgulu ağın ölçüleri: doğruluk, ağırlıkların yeri, adım çıkarma, koşumların karşılaştırılması.

Her ölçü koşum eksenlerini taşır: parametreler (…) ise sonuç da (…) biçimindedir.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from _engine.distributions import entropy, softmax
from _engine.sequences import Sequences
from _engine.single_query import LEARNING_RATE, FiveNumbers, Parameters, descend, forward, sigmoid
from _engine.types import Floats, Ints

HEAVY_WEIGHT = 0.5
SMALL_EFFECT = 0.05

_RUNS_AT_ONCE = 50  # 50 koşum × 180 dizi × 12 adım: bellekte birkaç megabayt


def accuracy(logit: Floats, label: Ints) -> Floats:
    """Kararı etiketle aynı olan dizilerin oranı; `logit` (…, n), karar logit'in işaretidir."""
    return np.asarray(((logit > 0) == (label == 1)).mean(axis=-1))


def marked(per_step: Floats, marker: Ints) -> Floats:
    """Adım başına bir nicelikten (…, n, T) işaretli adımınkiler (…, n)."""
    return per_step[..., np.arange(len(marker)), marker]


def removal_effects(parameters: Parameters, inputs: Floats) -> Floats:
    """Her adım tek tek çıkarıldığında olasılığın ne kadar oynadığı: |p₋ₜ − p|, (…, n, T).

    `forward(parameters, inputs, removed=t)` ile aynı sayıyı verir; değerler bir kez hesaplandığı için
    hızlıdır.
    """
    full = forward(parameters, inputs)
    contribution = np.einsum("...d,...ntd->...nt", parameters.w, full.values)
    effects = np.empty_like(full.scores)
    for step in range(inputs.shape[1]):
        scores = full.scores.copy()
        scores[..., step] = -np.inf
        logit = (softmax(scores) * contribution).sum(axis=-1) + parameters.b[..., None]
        effects[..., step] = np.abs(sigmoid(logit) - full.probability)
    return effects


@dataclass(frozen=True)
class Study:
    """Koşum başına ölçüler (…).

    `accuracy` doğruluk; `mass` işaretli adıma düşen ortalama ağırlık; `hit` en ağır adımın işaretli adım
    olduğu dizilerin oranı; `agreement` en ağır adımın en etkili adım olduğu dizilerin oranı; `top_effect`
    en ağır adım çıkarılınca olasılığın ortalama oynaması; `heavy` en büyük ağırlığı 0,5'i aşan dizi sayısı;
    `heavy_idle` bunlardan etkisi 0,05'ten küçük olanların sayısı; `entropy` ağırlıkların ortalama entropisi
    (nat); `largest` en büyük ağırlığın ortalaması.
    """

    accuracy: Floats
    mass: Floats
    hit: Floats
    agreement: Floats
    top_effect: Floats
    heavy: Ints
    heavy_idle: Ints
    entropy: Floats
    largest: Floats


def study(parameters: Parameters, data: Sequences) -> Study:
    """Koşumların (koşum,) bir kümedeki bütün ölçüleri."""
    runs = len(parameters.b)
    chunks = [
        _study_chunk(parameters[start : start + _RUNS_AT_ONCE], data)
        for start in range(0, runs, _RUNS_AT_ONCE)
    ]
    return Study(*(np.concatenate([getattr(chunk, f.name) for chunk in chunks]) for f in fields(Study)))


def _study_chunk(parameters: Parameters, data: Sequences) -> Study:
    result = forward(parameters, data.inputs)
    weights, effects = result.weights, removal_effects(parameters, data.inputs)
    top = weights.argmax(axis=-1)
    largest = weights.max(axis=-1)
    top_effect = np.take_along_axis(effects, top[..., None], axis=-1)[..., 0]
    heavy = largest > HEAVY_WEIGHT
    return Study(
        accuracy=accuracy(result.logit, data.label),
        mass=marked(weights, data.marker).mean(axis=-1),
        hit=(top == data.marker).mean(axis=-1),
        agreement=(top == effects.argmax(axis=-1)).mean(axis=-1),
        top_effect=top_effect.mean(axis=-1),
        heavy=heavy.sum(axis=-1),
        heavy_idle=(heavy & (top_effect < SMALL_EFFECT)).sum(axis=-1),
        entropy=entropy(weights).mean(axis=-1),
        largest=largest.mean(axis=-1),
    )


def history(
    parameters: Parameters, data: Sequences, epochs: Sequence[int], rate: float = LEARNING_RATE
) -> Parameters:
    """Eğitimin `epochs` turlarındaki parametreler (len(epochs), koşum, …); turlar artan sırada olmalıdır."""
    snapshots, done = [], 0
    for epoch in epochs:
        if epoch < done:
            raise ValueError(f"turlar artan sırada olmalı; {done} turundan sonra {epoch} geldi")
        parameters = descend(parameters, data, epoch - done, rate)
        snapshots.append(parameters.flat())
        done = epoch
    return Parameters.from_flat(np.stack(snapshots))


def five_number_logit(numbers: FiveNumbers, data: Sequences) -> Floats:
    """Beş sayının verdiği karar (koşum, n); `forward(...).logit` ile aynıdır.

    Sayılardan biri sıfırlanınca ağın o yeteneği kapanır: müdahale deneyleri bununla yapılır.
    """
    reading, indicator = data.readings, data.indicator
    weights = softmax(
        numbers.score_reading[:, None, None] * reading + numbers.score_marker[:, None, None] * indicator
    )
    values = numbers.value_reading[:, None, None] * reading + numbers.value_marker[:, None, None] * indicator
    return np.asarray((weights * values).sum(axis=-1) + numbers.bias[:, None])


def threshold_rule(train: Floats, label: Ints, held_out: Floats) -> Ints:
    """Tek bir istatistiğe eşik koyan kuralın ayrılmış kümedeki kararı; eşik ve yön eğitim kümesinden.

    Eşik adayları ardışık değerlerin orta noktalarıdır; eşitlikte en küçük eşik alınır.
    """
    values = np.unique(train)
    cuts = np.concatenate([[values[0] - 1], (values[1:] + values[:-1]) / 2])
    hits = ((train[None, :] > cuts[:, None]) == (label == 1)).mean(axis=1)
    best_above, best_below = hits.argmax(), (1 - hits).argmax()
    if hits[best_above] >= 1 - hits[best_below]:
        return np.asarray(held_out > cuts[best_above], dtype=np.int64)
    return np.asarray(held_out <= cuts[best_below], dtype=np.int64)
