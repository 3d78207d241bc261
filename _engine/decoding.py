"""Kod çözme: bir sonraki token'ın dağılımından metin üretmek.

Aramalar dil modelini bir işlev olarak alır: `next_log_probs(önek)`, önekten sonra gelecek V token'ın
log-olasılıkları (V,). Önek, `start` ile başlayan bir token demetidir. Üretim `end` ile ya da `max_len`
token'da biter. Bu yüzden biten dizilerin olasılıkları toplamı 1'dir ve üç arama aynı kümede arar.
Eşitlikte küçük numaralı token öne geçer; hiçbir aramada rastlantı yoktur.
"""

import heapq
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats, Ints

__all__ = [
    "Hypothesis",
    "NextLogProbs",
    "beam_search",
    "exact_search",
    "greedy_search",
    "sample_top_k",
    "topk_truncate",
]

NextLogProbs = Callable[[tuple[int, ...]], ArrayLike]


class Hypothesis(NamedTuple):
    """Bir önek ya da bitmiş dizi: token'ları (`start` dahil) ve toplam log-olasılığı."""

    tokens: tuple[int, ...]
    log_prob: float


def greedy_search(next_log_probs: NextLogProbs, start: int, end: int, max_len: int) -> Hypothesis:
    """Açgözlü arama: her adımda en olası token alınır, geri dönülmez.

    Girdi: `next_log_probs` (modül açıklamasında), `start` ve `end` token numaraları, max_len ≥ 1
    (`start` sayılmaz).
    Dönen: bulunan dizi; en olası dizi olmayabilir.
    Hata: model, toplamı 1 olan bir dağılımın log'unu vermezse ValueError.
    Kaynak: Lewis, ders 44:50.
    """
    return beam_search(next_log_probs, start, end, 1, max_len)[0]


def beam_search(
    next_log_probs: NextLogProbs, start: int, end: int, width: int, max_len: int
) -> list[Hypothesis]:
    """Işın araması: her adımda en iyi `width` hipotez tutulur; bitmişler de yer için yarışır.

    Hipotezin log-olasılığı uzadıkça düşer. Bitmiş kısa bir dizi, ışın onu tutacak kadar genişse sonunda
    uzunları geçebilir: büyük ışınların kısa ya da boş dizi döndürmesi bundandır.

    Girdi: `greedy_search` ile aynı; width ≥ 1 (1 açgözlü aramadır).
    Dönen: en çok `width` bitmiş dizi, en olasısı başta.
    Hata: `greedy_search` ile aynı.
    Kaynak: Lowerre (1976), Lewis, ders 45:30; büyük ışınlar için Stahlberg ve Byrne (2019), arXiv:1908.10090.
    """
    width = _checks.integer("width", width, 1)
    beam, finished = _start(start, end, max_len)
    while unfinished := [hypothesis for hypothesis in beam if not finished(hypothesis)]:
        candidates = [hypothesis for hypothesis in beam if finished(hypothesis)]
        for hypothesis in unfinished:
            candidates += _continuations(next_log_probs, hypothesis, end)
        beam = heapq.nsmallest(width, candidates, key=_rank)
    return beam


def exact_search(next_log_probs: NextLogProbs, start: int, end: int, max_len: int) -> Hypothesis:
    """En olası diziyi kesin olarak bulur: en umutlu önek önce açılır (Dijkstra).

    Bir önek uzadıkça olasılığı artamaz; kuyruktan çıkan ilk bitmiş dizi bu yüzden en olasıdır. En kötü
    durumda V^max_len önek açar: yalnız küçük modeller içindir.

    Girdi, hata: `greedy_search` ile aynı.
    Dönen: en olası bitmiş dizi.
    Kaynak: Stahlberg ve Byrne (2019), arXiv:1908.10090 (aynı sınırla, derinlik öncelikli).
    """
    first, finished = _start(start, end, max_len)
    queue = [(_rank(hypothesis), hypothesis) for hypothesis in first]
    while True:
        _, best = heapq.heappop(queue)
        if finished(best):
            return best
        for hypothesis in _continuations(next_log_probs, best, end):
            heapq.heappush(queue, (_rank(hypothesis), hypothesis))


def topk_truncate(probs: ArrayLike, k: int) -> Floats:
    """En büyük k olasılığı tutar, gerisini sıfırlar ve toplamı yeniden 1 yapar.

    Tam olarak k öğe kalır; kesme yerindeki eşitlikte küçük numaralı olan tutulur. k = 1 açgözlü seçimdir;
    k ≥ V hiçbir şeyi atmaz.

    Girdi: (V,) negatif olmayan ağırlıklar (toplamları 1 olmak zorunda değil); k ≥ 1.
    Dönen: (V,) olasılıklar.
    Hata: negatif ya da hepsi sıfır ağırlıkta, k < 1'de ValueError.
    Kaynak: Fan, Lewis, Dauphin (2018), arXiv:1805.04833; Lewis, ders 57:58.
    """
    p = _checks.floats("probs", probs, ("V",))
    if (p < 0).any() or not p.any():
        _checks.fail("probs", "negatif olmayan, en az biri pozitif olasılıklar", p.tolist()[:5])
    kept = np.argsort(-p, kind="stable")[: _checks.integer("k", k, 1)]
    truncated = np.zeros_like(p)
    truncated[kept] = p[kept] / p.max()  # önce en büyüğe bölünür: büyük ağırlıkların toplamı taşmaz
    return np.asarray(truncated / truncated.sum())


def sample_top_k(probs: ArrayLike, k: int, n: int, seed: int = 0) -> Ints:
    """İlk-k örneklemesi: `topk_truncate` dağılımından bağımsız n token çeker.

    Girdi: `topk_truncate` ile aynı; n ≥ 1 çekiliş, `seed` tohum.
    Dönen: (n,) token numaraları.
    Hata: `topk_truncate` ile aynı.
    Kaynak: Fan, Lewis, Dauphin (2018), arXiv:1805.04833; Lewis, ders 57:58.
    """
    kept = topk_truncate(probs, k)
    return _checks.generator(seed).choice(len(kept), size=_checks.integer("n", n, 1), p=kept)


def _start(start: int, end: int, max_len: int) -> tuple[list[Hypothesis], Callable[[Hypothesis], bool]]:
    """Başlangıç hipotezi ve bir hipotezin bitip bitmediğini söyleyen işlev."""
    start = _checks.integer("start", start, 0)
    longest = 1 + _checks.integer("max_len", max_len, 1)
    _checks.integer("end", end, 0)

    def finished(hypothesis: Hypothesis) -> bool:
        length = len(hypothesis.tokens)
        return length == longest or (length > 1 and hypothesis.tokens[-1] == end)

    return [Hypothesis((start,), 0.0)], finished


def _continuations(next_log_probs: NextLogProbs, prefix: Hypothesis, end: int) -> list[Hypothesis]:
    """Önekin bir token uzamış, olasılığı sıfır olmayan bütün biçimleri."""
    name = f"next_log_probs({prefix.tokens})"
    logs = _checks.floats(name, next_log_probs(prefix.tokens), ("V",), infinite=True)
    if end >= len(logs):
        _checks.fail("end", f"{len(logs)} token'dan birinin numarası", end)
    with np.errstate(over="ignore"):
        total = float(np.exp(logs).sum())
    if not abs(total - 1.0) < 1e-6:
        _checks.fail(name, "olasılıkları toplamı 1 olan log-olasılıklar", f"toplam {total:g}")
    return [
        Hypothesis((*prefix.tokens, int(token)), prefix.log_prob + float(logs[token]))
        for token in np.flatnonzero(np.isfinite(logs))
    ]


def _rank(hypothesis: Hypothesis) -> tuple[float, tuple[int, ...]]:
    """Sıralama anahtarı: en olası önce, eşitlikte küçük numaralı token'lar önce."""
    return -hypothesis.log_prob, hypothesis.tokens
