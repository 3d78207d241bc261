"""Yalnız dikkatten kurulu küçük Transformer: ileri geçiş, gradyan, eğitim.

Her katman, girdisine maskeli öz-dikkatin çıktısını ekler: X ← X + A V Wo. Katman sayısı, konum kodlaması,
maske ve artık bağlantı sökülebilir; MLP yoktur. Böyle ağları inceleyen: Olsson vd. (2022), arXiv:2209.11895.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from _engine import _checks
from _engine.attention import causal_mask, positional_encoding, scaled_dot_product_attention
from _engine.distributions import softmax
from _engine.normalization import EPSILON, layer_norm
from _engine.recall import QUESTIONS, TOKENS, Recall, make_recall
from _engine.types import Bools, Floats, Ints

BATCH = 64
STEPS = 300
RATE = 0.01
_WARMUP = 50
_MOMENTUM, _SQUARES = 0.9, 0.98  # Adam'ın iki ortalamasının unutma oranları


@dataclass(frozen=True)
class Architecture:
    """Ağın kuruluşu. `width` vektörlerin boyu; ötekiler sökülebilen parçalardır."""

    layers: int = 2
    width: int = 32
    positions: bool = True
    causal: bool = True
    residual: bool = True


@dataclass(frozen=True)
class Parameters:
    """Öğrenilen matrisler; L katman sayısı, d genişlik, V sözlük.

    `embed` (V, d); `Wq`, `Wk`, `Wv`, `Wo` (L, d, d); `unembed` (d, V).
    """

    embed: Floats
    Wq: Floats
    Wk: Floats
    Wv: Floats
    Wo: Floats
    unembed: Floats

    def by_layer(self) -> Iterator[tuple[Floats, Floats, Floats, Floats]]:
        """Katman katman Wq, Wk, Wv, Wo."""
        return zip(self.Wq, self.Wk, self.Wv, self.Wo, strict=True)

    @property
    def count(self) -> int:
        """Öğrenilen sayıların sayısı."""
        return sum(getattr(self, field.name).size for field in fields(self))


@dataclass(frozen=True)
class Layer:
    """Bir katmanın ara ürünleri: girdi ve normalleşmiş hâli, Q, K, V (n, T, d); ağırlıklar (n, T, T)."""

    inputs: Floats
    normed: Floats
    Q: Floats
    K: Floats
    V: Floats
    weights: Floats
    mixed: Floats


@dataclass(frozen=True)
class Forward:
    """İleri geçiş: katmanlar, soru yerlerindeki son vektörler (n, P, d) ve puanlar (n, P, V)."""

    layers: list[Layer]
    outputs: Floats
    normed: Floats
    logits: Floats


@dataclass(frozen=True)
class Training:
    """Eğitilmiş ağ; `losses` (adım,): her adımda yığının ortalama kaybı."""

    architecture: Architecture
    parameters: Parameters
    losses: Floats


def initial_parameters(architecture: Architecture, seed: int) -> Parameters:
    """Rastgele başlangıç: gömme birim varyanslı, matrisler girdinin boyunu koruyacak kadar küçük."""
    generator, d = _checks.generator(seed), _checks.integer("width", architecture.width, 1)
    matrices = (_checks.integer("layers", architecture.layers, 1), d, d)
    embed = generator.standard_normal((len(TOKENS), d))
    Wq, Wk, Wv, Wo = (generator.standard_normal(matrices) / np.sqrt(d) for _ in range(4))
    return Parameters(embed, Wq, Wk, Wv, Wo, generator.standard_normal((d, len(TOKENS))) / np.sqrt(d))


def forward(
    parameters: Parameters,
    architecture: Architecture,
    tokens: Ints,
    questions: Ints = QUESTIONS,
    hidden: Bools | None = None,
) -> Forward:
    """Token'lardan (n, T) soru yerlerinin puanlarına.

    `hidden` (L, n, T, T) verilirse True olan bağlar o katmanda
    gizlenir; kalan ağırlıklar bire tamamlanır.
    """
    T = tokens.shape[1]
    seen = causal_mask(T) | (not architecture.causal)
    X = parameters.embed[tokens]
    if architecture.positions:
        X = X + positional_encoding(T, architecture.width)
    layers = []
    for n, (Wq, Wk, Wv, Wo) in enumerate(parameters.by_layer()):
        normed = layer_norm(X)
        Q, K, V = normed @ Wq, normed @ Wk, normed @ Wv
        mask = seen if hidden is None else seen & ~hidden[n]
        mixed, weights = scaled_dot_product_attention(Q, K, V, mask)
        layers.append(Layer(X, normed, Q, K, V, weights, mixed))
        X = X + mixed @ Wo if architecture.residual else mixed @ Wo
    outputs = X[:, questions]
    normed = layer_norm(outputs)
    return Forward(layers, outputs, normed, normed @ parameters.unembed)


def loss(parameters: Parameters, architecture: Architecture, data: Recall) -> float:
    """Ortalama çapraz entropi: doğru yanıtın olasılığının eksi logaritması."""
    return _loss(softmax(forward(parameters, architecture, data.tokens[:, :-1]).logits), data)


def _loss(probabilities: Floats, data: Recall) -> float:
    return float(-np.log(np.take_along_axis(probabilities, data.answers[..., None], axis=-1)).mean())


def gradient(parameters: Parameters, architecture: Architecture, data: Recall) -> tuple[float, Parameters]:
    """Kayıp ve bütün matrislere göre gradyanı, zincir kuralıyla sondan başa."""
    tokens = data.tokens[:, :-1]
    f = forward(parameters, architecture, tokens)
    probabilities = softmax(f.logits)
    d_logits = (probabilities - np.eye(len(TOKENS))[data.answers]) / data.answers.size
    d_X = np.zeros((*tokens.shape, architecture.width))
    d_X[:, QUESTIONS] = _norm_gradient(d_logits @ parameters.unembed.T, f.outputs, f.normed)
    d_W = {name: np.empty_like(parameters.Wq) for name in ("Wq", "Wk", "Wv", "Wo")}
    for n, layer in reversed(list(enumerate(f.layers))):
        d_mixed = d_X @ parameters.Wo[n].T
        d_weights = d_mixed @ layer.V.swapaxes(1, 2)
        average = (layer.weights * d_weights).sum(axis=-1, keepdims=True)
        d_scores = layer.weights * (d_weights - average) / np.sqrt(architecture.width)
        d_Q, d_K = d_scores @ layer.K, d_scores.swapaxes(1, 2) @ layer.Q
        d_V = layer.weights.swapaxes(1, 2) @ d_mixed
        d_W["Wo"][n] = _product(layer.mixed, d_X)
        d_W["Wq"][n], d_W["Wk"][n], d_W["Wv"][n] = (_product(layer.normed, d) for d in (d_Q, d_K, d_V))
        d_normed = d_Q @ parameters.Wq[n].T + d_K @ parameters.Wk[n].T + d_V @ parameters.Wv[n].T
        d_inputs = _norm_gradient(d_normed, layer.inputs, layer.normed)
        d_X = d_X + d_inputs if architecture.residual else d_inputs
    embed = _product(np.eye(len(TOKENS))[tokens], d_X)
    return _loss(probabilities, data), Parameters(embed, **d_W, unembed=_product(f.normed, d_logits))


def _product(left: Floats, right: Floats) -> Floats:
    """Bir matrisin gradyanı: girdisi ile çıktısının gradyanının, bütün token'lar üzerinden çarpımı."""
    return np.asarray(left.reshape(-1, left.shape[-1]).T @ right.reshape(-1, right.shape[-1]))


def _norm_gradient(d_normed: Floats, inputs: Floats, normed: Floats) -> Floats:
    """Katman normalleştirmesinin gradyanı: ortalamayı ve ölçeği değiştiren yönler düşer."""
    scale = np.sqrt(inputs.var(axis=-1, keepdims=True) + EPSILON)
    mean = d_normed.mean(axis=-1, keepdims=True)
    along = (d_normed * normed).mean(axis=-1, keepdims=True)
    return np.asarray((d_normed - mean - normed * along) / scale)


def train(architecture: Architecture, seed: int, steps: int = STEPS) -> Training:
    """Adam ile eğitir; her adımın yığını yeni çekilir. Öğrenme oranı ısınır, sonra doğrusal olarak söner.

    Kaynak: Kingma, Ba (2015), arXiv:1412.6980.
    """
    steps = _checks.integer("steps", steps, 1)
    generator = np.random.default_rng([seed, 1])
    parameters = initial_parameters(architecture, seed)
    values = {field.name: getattr(parameters, field.name) for field in fields(parameters)}
    mean = {name: np.zeros_like(value) for name, value in values.items()}
    square = {name: np.zeros_like(value) for name, value in values.items()}
    losses = np.empty(steps)
    for t in range(1, steps + 1):
        losses[t - 1], slope = gradient(Parameters(**values), architecture, make_recall(BATCH, generator))
        rate = RATE * min(1.0, t / _WARMUP) * (1 - t / (steps + 1))
        for name, value in values.items():
            g = getattr(slope, name)
            mean[name] = _MOMENTUM * mean[name] + (1 - _MOMENTUM) * g
            square[name] = _SQUARES * square[name] + (1 - _SQUARES) * g * g
            spread = np.sqrt(square[name] / (1 - _SQUARES**t)) + 1e-8
            values[name] = value - rate * mean[name] / (1 - _MOMENTUM**t) / spread
    return Training(architecture, Parameters(**values), losses)


def answer(training: Training, data: Recall) -> Ints:
    """Ağın yanıtları (n, 4). Her soruda ağ yalnız soruya kadarki token'ları görür: gelecek henüz yoktur."""
    given = np.empty_like(data.answers)
    for n, place in enumerate(QUESTIONS):
        f = forward(
            training.parameters, training.architecture, data.tokens[:, : place + 1], np.array([place])
        )
        given[:, n] = f.logits[:, 0].argmax(axis=-1)
    return given
