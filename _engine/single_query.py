"""Tek sorgulu dikkat sınıflandırıcısı: 19 parametre, ileri geçiş, gradyan, eğitim.

Fikir tek satırdır: her adımdan bir anahtar ve bir değer, tek bir öğrenilen sorgu, anahtarlarla iç çarpımdan
ağırlıklar, ağırlıklarla değer ortalaması, ortalamadan bir karar.

Bütün işlevler birçok koşumu birden taşır: parametrelerin baştaki eksenleri koşum eksenleridir ve sonuçlarda
da başta durur. Köşeli ayraç koşum seçer: `parameters[0]`.
"""

from dataclasses import dataclass

import numpy as np

from _engine.distributions import softmax
from _engine.sequences import SEED, Sequences, uniform_draws
from _engine.types import Floats, Ints

N_CHANNELS = 2
D_KEY = 3
N_PARAMETERS = 2 * D_KEY * N_CHANNELS + 2 * D_KEY + 1
EPOCHS = 200
LEARNING_RATE = 0.6
PUBLISHED_SEEDS = (SEED + 1, SEED + 2)

SCALE = 1 / np.sqrt(D_KEY)
_INITIAL_SPREAD = 0.9
_RUNS_AT_ONCE = 24  # eğitimde bir öbeğin üs tablosu işlemcinin önbelleğine sığsın


@dataclass(frozen=True)
class Parameters:
    """19 parametre: `Wk`, `Wv` (…, 3, 2), `q`, `w` (…, 3), `b` (…). Baştaki eksenler koşumlardır."""

    Wk: Floats
    Wv: Floats
    q: Floats
    w: Floats
    b: Floats

    def __getitem__(self, run: int | slice | Ints) -> "Parameters":
        return Parameters(self.Wk[run], self.Wv[run], self.q[run], self.w[run], self.b[run])

    def flat(self) -> Floats:
        """Bütün parametreler tek eksende (…, 19); sıra Wk, Wv, q, w, b."""
        runs = self.b.shape
        parts = [self.Wk, self.Wv, self.q, self.w, self.b]
        return np.concatenate([part.reshape(*runs, -1) for part in parts], axis=-1)

    @staticmethod
    def from_flat(vector: Floats) -> "Parameters":
        """`flat`ın tersi: (…, 19) dizisinden parametreler."""
        runs, edges = vector.shape[:-1], np.cumsum([6, 6, 3, 3])
        Wk, Wv, q, w, b = np.split(vector, edges, axis=-1)
        matrix = (*runs, D_KEY, N_CHANNELS)
        return Parameters(Wk.reshape(matrix), Wv.reshape(matrix), q, w, b[..., 0])


@dataclass(frozen=True)
class Forward:
    """İleri geçişin ara ürünleri; T adım sayısı, … koşum eksenleri.

    `keys`, `values` (…, n, T, 3); `scores`, `weights` (…, n, T); `context` (…, n, 3); `logit`,
    `probability` (…, n).
    """

    keys: Floats
    values: Floats
    scores: Floats
    weights: Floats
    context: Floats
    logit: Floats

    @property
    def probability(self) -> Floats:
        return sigmoid(self.logit)


def sigmoid(x: Floats) -> Floats:
    """Lojistik işlev 1 / (1 + e⁻ˣ). tanh ile yazılır: büyük |x| için de taşmaz."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def initial_parameters(seeds: Ints) -> Parameters:
    """Her tohum için başlangıç parametreleri; `b` sıfır, öbürleri çan biçimli ve en çok ±1,35."""
    n_random = N_PARAMETERS - 1
    draws = uniform_draws(seeds, 3 * n_random).reshape(-1, n_random, 3)
    random = (draws[..., 0] + draws[..., 1] + draws[..., 2] - 1.5) * _INITIAL_SPREAD
    return Parameters.from_flat(np.concatenate([random, np.zeros((len(random), 1))], axis=1))


def forward(
    parameters: Parameters,
    inputs: Floats,
    removed: int | None = None,
) -> Forward:
    """Girdilerden (n, T, 2) karara; `removed` verilirse o adımın ağırlığı sıfırdır.

    Kalan ağırlıklar softmax'ta kendiliğinden yeniden bire tamamlanır.
    """
    Wk, Wv, q, w = parameters.Wk, parameters.Wv, parameters.q, parameters.w
    keys = np.einsum("...dc,ntc->...ntd", Wk, inputs)
    values = np.einsum("...dc,ntc->...ntd", Wv, inputs)
    scores = np.einsum("...d,...ntd->...nt", q, keys) * SCALE
    if removed is not None:
        scores[..., removed] = -np.inf
    weights = softmax(scores)
    context = np.einsum("...nt,...ntd->...nd", weights, values)
    logit = np.einsum("...d,...nd->...n", w, context) + parameters.b[..., None]
    return Forward(keys, values, scores, weights, context, logit)


def loss(parameters: Parameters, data: Sequences) -> Floats:
    """Ortalama çapraz entropi (…): doğru etiketin olasılığının eksi logaritması."""
    logit = forward(parameters, data.inputs).logit
    return np.asarray(np.logaddexp(0, np.where(data.label == 1, -logit, logit)).mean(axis=-1))


def gradient(parameters: Parameters, data: Sequences) -> Parameters:
    """`loss`un bütün parametrelere göre gradyanı, zincir kuralıyla; biçimi parametrelerinkidir."""
    inputs = data.inputs
    f = forward(parameters, inputs)
    d_logit = (f.probability - data.label) / len(data)
    d_context = d_logit[..., None] * parameters.w[..., None, :]
    d_weights = np.einsum("...nd,...ntd->...nt", d_context, f.values)
    average = (f.weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores = f.weights * (d_weights - average) * SCALE
    d_keys = d_scores[..., None] * parameters.q[..., None, None, :]
    d_values = f.weights[..., None] * d_context[..., None, :]
    return Parameters(
        Wk=np.einsum("...ntd,ntc->...dc", d_keys, inputs),
        Wv=np.einsum("...ntd,ntc->...dc", d_values, inputs),
        q=np.einsum("...nt,...ntd->...d", d_scores, f.keys),
        w=np.einsum("...n,...nd->...d", d_logit, f.context),
        b=d_logit.sum(axis=-1),
    )


# --- beş sayı ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FiveNumbers:
    """Ağın yaptığı her şey: puanın iki, değerin iki katsayısı ve sapma (hepsi …).

    Okuması r, işareti m olan adımın puanı `score_reading`·r + `score_marker`·m, karara kattığı değer
    `value_reading`·r + `value_marker`·m'dir.
    """

    score_reading: Floats
    score_marker: Floats
    value_reading: Floats
    value_marker: Floats
    bias: Floats


def five_numbers(parameters: Parameters) -> FiveNumbers:
    """19 parametrenin etkisini taşıyan beş sayı: Wkᵀq/√3, Wvᵀw ve b."""
    Wk, Wv, q, w = parameters.Wk, parameters.Wv, parameters.q, parameters.w
    return FiveNumbers(
        score_reading=np.einsum("...d,...d->...", Wk[..., 0], q) * SCALE,
        score_marker=np.einsum("...d,...d->...", Wk[..., 1], q) * SCALE,
        value_reading=np.einsum("...d,...d->...", Wv[..., 0], w),
        value_marker=np.einsum("...d,...d->...", Wv[..., 1], w),
        bias=parameters.b,
    )


class _FiveNumberGradient:
    """Bir kümede çapraz entropinin beş sayıya göre gradyanı; kümenin sabitleri bir kez hazırlanır.

    Bir dizide işaretsiz adımlar yalnız üç toplamla etki eder: üslerinin toplamı, okumalarının ağırlıklı
    ortalaması ve değişintisi. İşaretli adım onlara karşı tek bir ağırlık alır. Ara dizilerin eksenleri
    (koşum, dizi) ya da (koşum, adım, dizi)'dir: en uzun eksen sonda durur, döngüsü numpy'nindir.
    """

    def __init__(self, data: Sequences) -> None:
        others = data.readings[data.indicator == 0].reshape(len(data), -1)
        self.label = data.label
        self.marked = data.marked_readings
        self.others = np.ascontiguousarray(others.T)
        self.squares = self.others**2
        self.lowest, self.highest = others.min(axis=1), others.max(axis=1)
        self.table = np.empty((_RUNS_AT_ONCE, *self.others.shape))  # her turda yeniden ayırmak pahalıdır

    def __call__(self, numbers: FiveNumbers) -> FiveNumbers:
        reading, marker = numbers.score_reading[:, None], numbers.score_marker[:, None]
        top = reading * np.where(reading > 0, self.highest, self.lowest)

        table = np.multiply(reading[..., None], self.others, out=self.table[: len(reading)])
        table -= top[:, None, :]
        np.exp(table, out=table)
        total = table.sum(axis=1)
        mean = np.einsum("rtn,tn->rn", table, self.others) / total
        variance = np.einsum("rtn,tn->rn", table, self.squares) / total - mean**2

        weight = sigmoid(reading * self.marked + marker - top - np.log(total))
        gap = self.marked - mean
        spread = weight * (1 - weight)
        together = spread * gap  # ağırlıklı dağılımda okuma ile işaretin ortak değişimi
        variance += together * gap - weight * variance
        mean += weight * gap
        error = self._error(numbers, mean, weight)

        of_variance, of_together, of_spread, of_mean, of_weight = (
            np.einsum("rn,rn->r", error, slope) for slope in (variance, together, spread, mean, weight)
        )
        return FiveNumbers(
            score_reading=numbers.value_reading * of_variance + numbers.value_marker * of_together,
            score_marker=numbers.value_reading * of_together + numbers.value_marker * of_spread,
            value_reading=of_mean,
            value_marker=of_weight,
            bias=error.sum(axis=1),
        )

    def _error(self, numbers: FiveNumbers, mean: Floats, weight: Floats) -> Floats:
        """Kararın kayba göre eğimi (koşum, dizi): olasılık ile etiketin farkı, dizi sayısına bölünmüş."""
        logit = numbers.value_reading[:, None] * mean + numbers.value_marker[:, None] * weight
        return (sigmoid(logit + numbers.bias[:, None]) - self.label) / len(self.label)


def _spread(parameters: Parameters, g: FiveNumbers) -> Parameters:
    """Beş sayıya göre gradyanı 19 parametreye dağıtır (zincir kuralı)."""
    g_score = np.stack([g.score_reading, g.score_marker], axis=-1) * SCALE
    g_value = np.stack([g.value_reading, g.value_marker], axis=-1)
    return Parameters(
        Wk=parameters.q[..., :, None] * g_score[..., None, :],
        Wv=parameters.w[..., :, None] * g_value[..., None, :],
        q=np.einsum("...dc,...c->...d", parameters.Wk, g_score),
        w=np.einsum("...dc,...c->...d", parameters.Wv, g_value),
        b=g.bias,
    )


def descend(parameters: Parameters, data: Sequences, epochs: int, rate: float = LEARNING_RATE) -> Parameters:
    """`epochs` tur tam toplu gradyan inişi; parametreler (koşum, …), sonuç aynı biçimde."""
    slope = _FiveNumberGradient(data)
    chunks = []
    for start in range(0, len(parameters.b), _RUNS_AT_ONCE):
        chunk = parameters[start : start + _RUNS_AT_ONCE]
        for _ in range(epochs):
            step = _spread(chunk, slope(five_numbers(chunk))).flat()
            chunk = Parameters.from_flat(chunk.flat() - rate * step)
        chunks.append(chunk.flat())
    return Parameters.from_flat(np.concatenate(chunks))


def train(seeds: Ints, data: Sequences, epochs: int = EPOCHS, rate: float = LEARNING_RATE) -> Parameters:
    """Her tohumdan bir koşum: ilklendirir ve eğitir. Koşumlar yalnız ilklendirmede ayrılır."""
    return descend(initial_parameters(seeds), data, epochs, rate)
