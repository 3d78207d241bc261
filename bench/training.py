"""Dersin eğitimi: düz Python'a göre kaç kat hızlı, koşum, adım ve dizi sayısıyla süre nasıl büyür.

    .venv/bin/python bench/training.py

Düz Python sürümü ağı dersin anlattığı gibi, anahtar ve değerleri liste liste kurarak eğitir; sonucu
motorunkiyle karşılaştırılır, çünkü yanlış hesaplayan bir programın hızı ölçülmez.
"""

import sys
import time
from collections.abc import Callable
from math import exp, sqrt, tanh
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _engine import sequences as seq
from _engine import single_query as sq


def train_plainly(
    start: list[float], rows: list[list[list[float]]], labels: list[int], epochs: int
) -> list[float]:
    """19 sayıyı numpy olmadan eğitir; `rows` dizi başına adımların (okuma, işaret) çiftleridir."""
    numbers = list(start)
    for _ in range(epochs):
        slope = [0.0] * len(numbers)
        for row, label in zip(rows, labels, strict=True):
            add_slope(slope, numbers, row, label)
        numbers = [
            number - sq.LEARNING_RATE * d / len(rows) for number, d in zip(numbers, slope, strict=True)
        ]
    return numbers


def add_slope(slope: list[float], numbers: list[float], row: list[list[float]], label: int) -> None:
    """Bir dizinin kaybının eğimini `slope`a ekler; sıra Wk (6), Wv (6), q (3), w (3), b."""
    key, value, query, out, bias = numbers[:6], numbers[6:12], numbers[12:15], numbers[15:18], numbers[18]
    dims, scale = range(3), 1 / sqrt(3)
    keys = [[key[2 * i] * r + key[2 * i + 1] * m for i in dims] for r, m in row]
    values = [[value[2 * i] * r + value[2 * i + 1] * m for i in dims] for r, m in row]
    scores = [scale * sum(query[i] * k[i] for i in dims) for k in keys]
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    weights = [power / sum(powers) for power in powers]
    summary = [sum(a * v[i] for a, v in zip(weights, values, strict=True)) for i in dims]
    logit = sum(out[i] * summary[i] for i in dims) + bias
    error = 0.5 + 0.5 * tanh(logit / 2) - label

    gains = [error * sum(out[i] * v[i] for i in dims) for v in values]
    level = sum(a * gain for a, gain in zip(weights, gains, strict=True))
    for (r, m), k, a, gain in zip(row, keys, weights, gains, strict=True):
        pull = a * (gain - level) * scale
        for i in dims:
            slope[2 * i] += pull * query[i] * r
            slope[2 * i + 1] += pull * query[i] * m
            slope[6 + 2 * i] += error * a * out[i] * r
            slope[7 + 2 * i] += error * a * out[i] * m
            slope[12 + i] += pull * k[i]
    for i in dims:
        slope[15 + i] += error * summary[i]
    slope[18] += error


def seconds(work: Callable[[], object], repeats: int = 1) -> float:
    """En iyi denemenin süresi: en az bölünen deneme makineyi en doğru gösterir."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def resized(steps: int, n: int) -> seq.Sequences:
    """`steps` adımlı `n` dizi: kurgunun okumaları yinelenerek uzatılır, işaret yerinde kalır."""
    data = seq.make_sequences(n)
    times = -(-steps // seq.N_STEPS)
    return seq.Sequences(
        np.tile(data.readings, times)[:, :steps], data.marker % steps, data.label, data.region
    )


def main() -> None:
    """Ölçer ve yazar."""
    train = seq.split(seq.make_sequences())[0]
    seeds = np.array(sq.PUBLISHED_SEEDS)
    rows, labels = train.inputs.tolist(), train.label.tolist()
    starts = sq.initial_parameters(seeds).flat().tolist()

    plain: list[list[float]] = []
    plain_time = seconds(
        lambda: plain.extend(train_plainly(start, rows, labels, sq.EPOCHS) for start in starts)
    )
    gap = float(np.abs(np.array(plain) - sq.train(seeds, train).flat()).max())
    two = seconds(lambda: sq.train(seeds, train), repeats=5)
    thousand = seconds(lambda: sq.train(seq.SEED + 1 + np.arange(1000), train))
    print(f"düz Python, iki koşum      {plain_time:8.2f} s   (motorla en büyük fark {gap:.1e})")
    print(f"motor, iki koşum           {two:8.4f} s   {plain_time / two:6.0f} kat hızlı")
    times = thousand / plain_time
    print(f"motor, bin koşum           {thousand:8.2f} s   düz Python'ın iki koşumunun {times:.2f} katı")

    print("\nkoşum sayısı   s / koşum")
    for count in (1, 2, 8, 64, 256):
        took = seconds(lambda count=count: sq.train(np.arange(count), train))  # type: ignore[misc]
        print(f"{count:12d}   {took / count:.4f}")
    print("\nadım   s (8 koşum)        dizi   s (8 koşum)")
    for steps, n in ((6, 90), (12, 180), (24, 360), (48, 720)):
        by_steps = seconds(lambda steps=steps: sq.train(np.arange(8), resized(steps, 360)))  # type: ignore[misc]
        by_rows = seconds(lambda n=n: sq.train(np.arange(8), resized(12, n)))  # type: ignore[misc]
        print(f"{steps:4d}   {by_steps:11.3f}        {n:4d}   {by_rows:11.3f}")


if __name__ == "__main__":
    main()
