"""Çağrışım görevi: önce harf–rakam çiftleri okunur, sonra aynı harfler başka sırayla sorulur.

`c4 a7 h1 b7 | a? b? c? h?`: her sorunun yanıtı, o harfin ilk okunuşunda ardından gelen rakamdır. Harfin
rakamı diziden diziye değişir; ezberlenecek bir şey yoktur, yanıt dizinin içinde aranır.
"""

from dataclasses import dataclass

import numpy as np

from _engine import _checks
from _engine.types import Bools, Floats, Ints

LETTERS = "abcdefgh"
DIGITS = "01234567"
TOKENS = LETTERS + DIGITS
"""Sözlük: her token bir harf ya da bir rakamdır; numarası buradaki sırasıdır."""

N_PAIRS = 4
QUESTIONS = np.arange(2 * N_PAIRS, 4 * N_PAIRS, 2)
"""Soruların (ikinci kez okunan harflerin) yerleri; her yanıt bir sonraki yerdedir."""


@dataclass(frozen=True)
class Recall:
    """Bir dizi kümesi; n dizi, T = 16 token.

    `tokens` (n, T): çiftler, ardından sorular ve yanıtları. `sources` (n, 4): her sorunun yanıtının ilk
    yarıdaki yeri.
    """

    tokens: Ints
    sources: Ints

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def answers(self) -> Ints:
        """Soruların yanıtları (n, 4)."""
        return self.tokens[:, QUESTIONS + 1]

    def text(self, row: int) -> str:
        """Dizinin yazısı: `c4 a7 h1 b7 | a7 b7 c4 h1`."""
        signs = "".join(TOKENS[token] for token in self.tokens[row])
        pairs = [signs[n : n + 2] for n in range(0, len(signs), 2)]
        return " ".join([*pairs[:N_PAIRS], "|", *pairs[N_PAIRS:]])


def make_recall(n: int, generator: np.random.Generator) -> Recall:
    """`n` dizi: harfler yinelenmeden, rakamlar ve soruların sırası rastgele çekilir."""
    n = _checks.integer("n", n, 1)
    letters = np.argsort(generator.random((n, len(LETTERS))), axis=1)[:, :N_PAIRS]
    digits = len(LETTERS) + generator.integers(0, len(DIGITS), (n, N_PAIRS))
    order = np.argsort(generator.random((n, N_PAIRS)), axis=1)
    pairs = np.stack([letters, digits], axis=-1)
    asked = np.take_along_axis(pairs, order[..., None], axis=1)
    tokens = np.concatenate([pairs, asked], axis=1).reshape(n, -1)
    return Recall(tokens.astype(np.int64), 2 * order + 1)


def keyless_answers(data: Recall) -> Ints:
    """Sorulan harfe bakmayan en iyi kural (n, 4): okunmuş rakamlardan, kalanların en sık olanı.

    Yanıtlandıkça rakamlar eksilir; eşitlikte küçük rakam söylenir.
    """
    return np.asarray(np.argmax(_remaining(data), axis=-1) + len(LETTERS))


def keyless_probabilities(data: Recall) -> Floats:
    """Aynı bilginin olasılıkları (n, 4, sözlük): kalan rakamlardan her biri, geçtiği sayıyla orantılı."""
    counts = _remaining(data).astype(np.float64)
    letters = np.zeros((*counts.shape[:-1], len(LETTERS)))
    return np.concatenate([letters, counts / counts.sum(axis=-1, keepdims=True)], axis=-1)


def _remaining(data: Recall) -> Ints:
    """Her sorudan önce, okunmuş ama henüz yanıt olmamış rakamların sayıları (n, 4, 8)."""
    seen = _one_hot(data.tokens[:, 1 : 2 * N_PAIRS : 2]).sum(axis=1)
    said = _one_hot(data.answers)
    return np.asarray(seen[:, None] - (np.cumsum(said, axis=1) - said))


def _one_hot(tokens: Ints) -> Ints:
    return np.asarray(tokens[..., None] == len(LETTERS) + np.arange(len(DIGITS)), dtype=np.int64)


def hits(given: Ints, data: Recall) -> Bools:
    """Doğru yanıtlar (n, 4)."""
    return np.asarray(given == data.answers)
