"""Sayımdan küçük dil modelleri: iki kelimelik zincir ve boşluk doldurucu.

İki model de aynı metnin cümlelerinden sayımla kurulur. Zincir (`BigramModel`) kod çözme ölçümlerinin, boşluk
doldurucu (`BlankFiller`) iki yanlı bağlam ve maruz kalma yanlılığı ölçümlerinin konusudur.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from _engine import _checks
from _engine.types import Bools, Floats, Ints

Sentence = Sequence[str]

EDGE = "‹sınır›"
"""Cümle başı ve sonu: modelin sözlüğünde 0 numara."""


def folds(
    sentences: Sequence[Sentence], n_folds: int, seed: int
) -> Iterator[tuple[list[Sentence], list[Sentence]]]:
    """Çapraz doğrulama: karıştırılmış cümleler `n_folds` parçaya ayrılır, her parça bir kez ayrılmış kümedir.

    Her adımda (eğitim, ayrılmış) verir; `n_folds` en az 2, en çok cümle sayısıdır.
    """
    if not 2 <= _checks.integer("n_folds", n_folds, 2) <= len(sentences):
        _checks.fail("n_folds", f"en çok {len(sentences)}", n_folds)
    order = _checks.generator(seed).permutation(len(sentences))
    for held_out in np.array_split(order, n_folds):
        chosen = set(held_out.tolist())
        yield (
            [sentence for i, sentence in enumerate(sentences) if i not in chosen],
            [sentences[i] for i in held_out],
        )


def _with_edge(words: Sequence[str]) -> list[str]:
    if EDGE in words:
        _checks.fail("words", "cümle sınırı olmayan bir sözlük (sınırı model ekler)", EDGE)
    return [EDGE, *words]


@dataclass(frozen=True)
class BigramModel:
    """Yalnız son kelimeye bakan dil modeli.

    `words[0]` cümle sınırıdır. `probs` (V+1, V+1): satır son kelime (0: henüz kelime yok), sütun sıradaki
    kelime (0: cümle biter); her satırın toplamı 1'dir.
    """

    words: list[str]
    probs: Floats

    def next_log_probs(self, prefix: Sequence[int]) -> Floats:
        """Ön ekten (kelime numaraları) sonra gelecek kelimenin log olasılıkları (V+1,)."""
        last = prefix[-1] if len(prefix) else 0
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.probs[last]))

    def text(self, ids: Sequence[int]) -> str:
        """Kelime numaralarını boşlukla ayrılmış metne çevirir; sınır yazılmaz."""
        return " ".join(self.words[i] for i in ids if i != 0)


def train_bigram(sentences: Sequence[Sentence], words: Sequence[str], smoothing: float = 0.0) -> BigramModel:
    """İki kelimelik zinciri sayımla kurar.

    Her satır (1 − smoothing)·sayım oranı + smoothing·düzgün dağılımdır: `smoothing` etiket yumuşatmanın sayım
    modelindeki karşılığıdır (0 ile 1 arası). Bütün kelimeler sözlükte bulunmalıdır.
    """
    if not 0 <= smoothing < 1:
        _checks.fail("smoothing", "0 ≤ smoothing < 1", smoothing)
    vocabulary = _with_edge(words)
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        ids = [0, *(index[word] for word in sentence), 0]
        np.add.at(counts, (ids[:-1], ids[1:]), 1.0)
    totals = counts.sum(axis=1, keepdims=True)
    uniform = 1.0 / len(vocabulary)
    shares = np.divide(counts, totals, out=np.full_like(counts, uniform), where=totals > 0)
    return BigramModel(vocabulary, (1 - smoothing) * shares + smoothing * uniform)


@dataclass(frozen=True)
class BlankFiller:
    """Boşluktaki kelimeyi çevresindeki yerlerden kestiren sayım modeli (naif Bayes).

    `offsets`: bakılan yerler (−1 soldaki, +1 sağdaki komşu). `log_prior` (V+1,), `log_context`: her yer için
    (V+1, V+1), satır boşluktaki kelime, sütun komşu. `words[0]` cümle sınırıdır.
    """

    words: list[str]
    offsets: tuple[int, ...]
    log_prior: Floats
    log_context: tuple[Floats, ...]

    def ids(self, sentence: Sentence) -> Ints:
        """Cümlenin kelime numaraları; sözlükte olmayan kelime −1'dir."""
        index = {word: i for i, word in enumerate(self.words)}
        return np.array([index.get(word, -1) for word in sentence], dtype=np.int64)

    def log_probs(self, ids: Sequence[int] | Ints, position: int) -> Floats:
        """Boşluğun log olasılıkları (V+1,): `ids` cümle, `position` boşluğun yeri (orası okunmaz).

        Cümlenin dışında kalan yer sınır sayılır; bilinmeyen komşu (−1) atlanır.
        """
        scores = self.log_prior.copy()
        for offset, table in zip(self.offsets, self.log_context, strict=True):
            place = position + offset
            neighbour = ids[place] if 0 <= place < len(ids) else 0
            if neighbour >= 0:
                scores += table[:, neighbour]
        top = scores.max()
        return np.asarray(scores - top - np.log(np.exp(scores - top).sum()))


def train_blank_filler(
    sentences: Sequence[Sentence], words: Sequence[str], offsets: Sequence[int], alpha: float = 0.1
) -> BlankFiller:
    """Sayımla p(kelime) ve p(komşu | kelime) kestirir; `alpha` > 0 her sayıma eklenir.

    `offsets` boş olabilir: o zaman model hep en sık kelimeyi söyler. Cümle sonu da bir kelime gibi kestirilir
    (yalnız sola bakan model böylece bir dil modelidir).
    """
    alpha = _checks.number("alpha", alpha, above=0)
    if 0 in offsets:
        _checks.fail("offsets", "0 içermeyen yerler (boşluğun kendisine bakılmaz)", tuple(offsets))
    vocabulary = _with_edge(words)
    index = {word: i for i, word in enumerate(vocabulary)}
    prior = np.full(len(vocabulary), alpha)
    tables = [np.full((len(vocabulary), len(vocabulary)), alpha) for _ in offsets]
    for sentence in sentences:
        ids = [*(index[word] for word in sentence), 0]
        for position, word in enumerate(ids):
            prior[word] += 1
            for offset, table in zip(offsets, tables, strict=True):
                place = position + offset
                table[word, ids[place] if 0 <= place < len(ids) else 0] += 1
    log_context = tuple(np.log(table / table.sum(axis=1, keepdims=True)) for table in tables)
    return BlankFiller(vocabulary, tuple(offsets), np.log(prior / prior.sum()), log_context)


def filled_right(filler: BlankFiller, sentences: Sequence[Sentence]) -> Bools:
    """Her cümlenin her kelimesi sırayla gizlenir: doğru doldurulan yerde True, (kelime sayısı,).

    Sınır yanıt sayılmaz; eğitimde hiç görülmemiş kelime (−1) doğru doldurulamaz.
    """
    right = []
    for sentence in sentences:
        ids = filler.ids(sentence)
        # Eşit olası kelimeler yuvarlama hatasıyla ayrılmasın: eşitlikte sözlükte önce gelen söylenir.
        scores = [filler.log_probs(ids, position)[1:].round(9) for position in range(len(ids))]
        right.append(ids == 1 + np.argmax(scores, axis=1))
    return np.concatenate(right)


def attested_pairs(sentences: Sequence[Sentence], words: Sequence[str]) -> Floats:
    """Metinde ardışık geçen çiftler (V+1, V+1): geçmişse 1, geçmemişse 0. 0 numara cümle sınırıdır."""
    counts = train_bigram(sentences, words).probs
    return np.where(counts > 0, 1.0, 0.0)


@dataclass(frozen=True)
class FreeRun:
    """Kendi ürettiği ön ekle yazan modelin adımları; bütün alanlar (adım sayısı,).

    `step`: cümledeki yer, 0'dan. `mistake`: üretilen çift metinde hiç geçmemiş. `after_mistake`: bakılan
    kelimelerin içinde modelin önceki bir yanlışı var.
    """

    step: Ints
    mistake: Floats
    after_mistake: Floats


def free_run(filler: BlankFiller, attested: Floats, n_sentences: int, max_steps: int, seed: int) -> FreeRun:
    """Modelden `n_sentences` cümle örnekler ve her adımda yanlış olup olmadığını yazar."""
    rng = _checks.generator(seed)
    reach = -min(filler.offsets)
    rows: list[tuple[int, float, float]] = []
    for _ in range(n_sentences):
        prefix: list[int] = []
        wrong: list[float] = []
        for step in range(max_steps):
            word = _draw(filler.log_probs(prefix, step), rng)
            mistake = 1.0 - attested[prefix[-1] if prefix else 0, word]
            rows.append((step, mistake, float(any(wrong[-reach:]))))
            prefix.append(word)
            wrong.append(mistake)
            if word == 0:
                break
    steps, mistakes, after = np.array(rows).T
    return FreeRun(steps.astype(np.int64), mistakes, after)


def forced_mistakes(filler: BlankFiller, attested: Floats, sentences: Sequence[Sentence], seed: int) -> float:
    """Doğru ön ekten sonra örneklenen kelimelerde yanlışın payı (0–1): eğitimdeki koşul."""
    rng = _checks.generator(seed)
    mistakes = []
    for sentence in sentences:
        ids = filler.ids(sentence)
        for position in range(len(ids) + 1):
            word = _draw(filler.log_probs(ids[:position], position), rng)
            mistakes.append(1.0 - attested[ids[position - 1] if position else 0, word])
    return float(np.mean(mistakes))


def _draw(log_probs: Floats, rng: np.random.Generator) -> int:
    """Log olasılıklardan bir kelime numarası çeker."""
    cumulative = np.cumsum(np.exp(log_probs))
    return int(np.searchsorted(cumulative, rng.random() * cumulative[-1], side="right"))
