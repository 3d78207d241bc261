"""Sayımdan kelime vektörleri: metin → birlikte geçme sayıları → PPMI → SVD → benzetme soruları.

Yol, word2vec'in küçük metinlerde de çalışan akrabasıdır: Levy ve Goldberg (2014) word2vec'in kaydırılmış
bir PMI matrisini çarpanlara ayırdığını gösterdi. Burada o matris sayımla kurulur ve SVD ile kısaltılır.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

Sentence = list[str]

_WORD = re.compile(r"[^\W\d_]+")


def fold_case(text: str) -> str:
    """Türkçe küçük harf: `I` → `ı`, `İ` → `i`."""
    return text.replace("I", "ı").replace("İ", "i").lower()


def read_sentences(text: str) -> list[Sentence]:
    """Metni cümlelere ve kelimelere ayırır: satır başına bir cümle, `#` ile başlayan satır açıklamadır.

    Kelimeler küçük harflidir, noktalama düşer. Ek almış biçim ayrı kelimedir ("nehir", "nehri").
    """
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    sentences = [_WORD.findall(fold_case(line)) for line in lines]
    return [sentence for sentence in sentences if sentence]


def vocabulary(sentences: Sequence[Sentence], min_count: int = 1) -> list[str]:
    """En az `min_count` kez geçen kelimeler; sık olan önce, eşit sıklıkta abecesel."""
    min_count = _checks.integer("min_count", min_count, 1)
    counts = Counter(word for sentence in sentences for word in sentence)
    return sorted((w for w, n in counts.items() if n >= min_count), key=lambda w: (-counts[w], w))


def cooccurrence_counts(sentences: Sequence[Sentence], words: Sequence[str], window: int = 2) -> Floats:
    """Aynı cümlede en çok `window` kelime arayla birlikte geçme sayıları.

    Dönüş (V, V) bakışımlıdır. Sözlükte olmayan kelimeler yer tutar ama sayılmaz.
    """
    window = _checks.integer("window", window, 1)
    index = {word: i for i, word in enumerate(words)}
    counts = np.zeros((len(index), len(index)))
    for sentence in sentences:
        ids = [index.get(word) for word in sentence]
        for i, a in enumerate(ids):
            for b in ids[i + 1 : i + 1 + window]:
                if a is not None and b is not None:
                    counts[a, b] += 1
                    counts[b, a] += 1
    return counts


def ppmi(counts: ArrayLike) -> Floats:
    """Artı noktasal karşılıklı bilgi: max(0, log P(a, b) / (P(a) P(b))).

    `counts` (V, V) eksi olmayan sayılardır; hiç geçmemiş çift 0 alır. Kaynak: Levy & Goldberg (2014).
    """
    counts = _checks.floats("counts", counts, ("V", "V"))
    if counts.shape[0] != counts.shape[1]:
        _checks.fail("counts", "kare matris", counts.shape)
    if counts.sum() <= 0 or (counts < 0).any():
        _checks.fail("counts", "eksi olmayan, toplamı sıfırdan büyük sayılar", counts.min())
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0, keepdims=True) / counts.sum()
    ratio = np.divide(counts, expected, out=np.ones_like(counts), where=expected > 0)
    return np.asarray(np.log(np.maximum(ratio, 1.0)))


def svd_vectors(matrix: ArrayLike, dim: int) -> Floats:
    """Matrisin ilk `dim` tekil yönündeki kelime vektörleri U·√S, her satırı birim uzunlukta: (V, dim)."""
    matrix = _checks.floats("matrix", matrix, ("V", "m"))
    if _checks.integer("dim", dim, 1) > min(matrix.shape):
        _checks.fail("dim", f"en çok {min(matrix.shape)}", dim)
    U, S, _ = np.linalg.svd(matrix)
    vectors = U[:, :dim] * np.sqrt(S[:dim])
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0))


def analogy_ranking(
    vectors: Floats, words: Sequence[str], a: str, b: str, c: str, exclude_given: bool = True
) -> list[tuple[str, float]]:
    """ "a'ya b neyse c'ye o": kelimeler, b − a + c vektörüne kosinüs yakınlığıyla sıralı.

    `vectors` (V, d) birim satırlıdır. `exclude_given` verilen üç kelimeyi yarıştan çıkarır: yayımlanmış
    denemelerin çoğu böyle yapar, sonuç buna çok bağlıdır. Sözlükte olmayan kelime ValueError'dur.
    Kaynak: Mikolov ve ark. (2013), ders 1:12:22.
    """
    index = {word: i for i, word in enumerate(words)}
    missing = [word for word in (a, b, c) if word not in index]
    if missing:
        _checks.fail("a, b, c", "sözlükteki kelimeler", ", ".join(missing))
    target = vectors[index[b]] - vectors[index[a]] + vectors[index[c]]
    cosines = vectors @ (target / np.linalg.norm(target))
    order = np.argsort(-cosines.round(9), kind="stable")  # eşitlikte sözlükte önce gelen
    given = {a, b, c} if exclude_given else set()
    return [(words[i], float(cosines[i])) for i in order if words[i] not in given]


def analogy_questions(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str, str, str]]:
    """Çiftlerden kurulabilen bütün benzetme soruları (a, b, c, doğru yanıt): n çiftten 2·n·(n−1) soru."""
    forward = [(*p, *q) for p in pairs for q in pairs if p != q]
    backward = [(b, a, d, c) for a, b, c, d in forward]
    return forward + backward


def neighbour_graph(
    counts: Floats, words: Sequence[str], nodes: Sequence[str]
) -> list[tuple[str, str, float]]:
    """Seçilen kelimelerin birlikte geçme çizgesi: sıfırdan büyük (kelime, kelime, sayı) kenarları."""
    missing = [node for node in nodes if node not in words]
    if missing:
        _checks.fail("nodes", "sözlükteki kelimeler", ", ".join(missing))
    index = {node: words.index(node) for node in nodes}
    edges = [(a, b, float(counts[index[a], index[b]])) for a, b in combinations(nodes, 2)]
    return [edge for edge in edges if edge[2] > 0]
