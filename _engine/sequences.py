"""Dersin dizi kurgusu: işaretli adımın okumasını eşikle karşılaştıran diziler.

Her dizi bir abonenin on iki sayaç okumasıdır. Bir adım işaretlidir; etiket yalnız o adımın okumasının eşiği
aşıp aşmadığına bağlıdır. Bütün rastgelelik 32 bitlik tam sayı üretecinden gelir: aynı tohum her makinede aynı
diziyi verir.
"""

from dataclasses import dataclass

import numpy as np

from _engine.types import Bools, Floats, Ints

SEED = 20260218
N_SEQUENCES = 720
N_STEPS = 12
THRESHOLD = 0.35
FIRST_MARKED_STEP = 2
SPLIT = (360, 180, 180)
REGIONS = ("kuzey", "güney", "doğu", "batı", "merkez")
REGION_SHARES = (0.28, 0.22, 0.18, 0.14, 0.18)

_DRAWS_PER_STEP = 3
_SPREAD = 1.9


@dataclass(frozen=True)
class Sequences:
    """Bir dizi kümesi; bütün alanların ilk ekseni dizidir.

    `readings` (n, 12): sapma olarak okumalar, adım 0'da sıfır. `marker` (n,): işaretli adım, 2…11.
    `label` (n,): işaretli okuma eşiği aşıyorsa 1, aşmıyorsa 0. `region` (n,): `REGIONS` içindeki sıra.
    """

    readings: Floats
    marker: Ints
    label: Ints
    region: Ints

    def __len__(self) -> int:
        return len(self.label)

    def __getitem__(self, rows: slice | Ints | Bools) -> "Sequences":
        return Sequences(self.readings[rows], self.marker[rows], self.label[rows], self.region[rows])

    @property
    def indicator(self) -> Floats:
        """İşaret göstergesi (n, 12): işaretli adımda 1, öbürlerinde 0."""
        return np.asarray(np.arange(self.readings.shape[1]) == self.marker[:, None], dtype=float)

    @property
    def inputs(self) -> Floats:
        """Ağın girdisi (n, 12, 2): adım başına okuma ve işaret göstergesi."""
        return np.stack([self.readings, self.indicator], axis=-1)

    @property
    def marked_readings(self) -> Floats:
        """İşaretli adımların okumaları (n,)."""
        return self.readings[np.arange(len(self)), self.marker]


def uniform_draws(seeds: Ints, n: int) -> Floats:
    """Her tohum için [0, 1) aralığında `n` sayı: (len(seeds), n).

    Tohum önce murmur3'ün son karıştırma adımlarıyla dağıtılır, sonra doğrusal eşlenik üreteç (Numerical
    Recipes katsayıları) yürür. İşlemlerin hepsi 32 bitlik tam sayıdır, sonuç makineye bağlı değildir.
    """
    if n < 0:
        raise ValueError(f"çekilecek sayı adedi sıfır ya da daha büyük olmalı, {n} geldi")
    state = np.asarray(seeds).astype(np.uint32)
    state = (state ^ (state >> np.uint32(16))) * np.uint32(2246822507)
    state = (state ^ (state >> np.uint32(13))) * np.uint32(3266489909)
    state ^= state >> np.uint32(16)
    draws = np.empty((state.size, n))
    for i in range(n):
        state = state * np.uint32(1664525) + np.uint32(1013904223)
        draws[:, i] = state / 2.0**32
    return draws


def make_sequences(n: int = N_SEQUENCES, seed: int = SEED) -> Sequences:
    """`n` diziyi kurar; i. dizinin tohumu `seed + i`'dir, bu yüzden ilk k dizi n'ye bağlı değildir.

    Okumalar üç düzgün sayının toplamından gelir (çan biçimli, en çok ±2,85) ve binde bire yuvarlanır.
    """
    if n < 1:
        raise ValueError(f"en az bir dizi gerekir, {n} istendi")
    n_readings = N_STEPS - 1
    draws = uniform_draws(seed + np.arange(n), 1 + _DRAWS_PER_STEP * n_readings + 1)
    u_region, u_readings, u_marker = draws[:, 0], draws[:, 1:-1], draws[:, -1]

    first, second, third = np.moveaxis(u_readings.reshape(n, n_readings, _DRAWS_PER_STEP), -1, 0)
    raw = (first + second + third - _DRAWS_PER_STEP / 2) * _SPREAD
    # np.round önce binle çarpar ve yarım noktalarda Python'ın round'undan ayrılabilir; yayımlanan veri
    # round'undur.
    rounded = np.array([round(value, 3) for value in raw.ravel().tolist()]).reshape(raw.shape)
    readings = np.concatenate([np.zeros((n, 1)), rounded], axis=1)

    marker = FIRST_MARKED_STEP + (u_marker * (N_STEPS - FIRST_MARKED_STEP)).astype(np.int64)
    label = (readings[np.arange(n), marker] > THRESHOLD).astype(np.int64)
    edges = np.cumsum(REGION_SHARES)[:-1]
    region = np.searchsorted(edges, u_region, side="right").astype(np.int64)
    return Sequences(readings, marker, label, region)


def split(sequences: Sequences) -> tuple[Sequences, Sequences, Sequences]:
    """Eğitim, doğrulama ve ayrılmış küme: ilk 360, sonraki 180, son 180 dizi."""
    if len(sequences) != sum(SPLIT):
        raise ValueError(f"bölme {sum(SPLIT)} dizi bekler, {len(sequences)} geldi")
    train, validation, _ = SPLIT
    return sequences[:train], sequences[train : train + validation], sequences[train + validation :]
