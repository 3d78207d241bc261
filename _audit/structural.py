"""Yapısal sayılar: ölçülmüş bir şey söylemeyen, bu yüzden doğrulanması gerekmeyen sayılar.

Kısa ve kapalı bir listedir. Satır içinde "bunu atla" demenin yolu yoktur; yeni bir kalıp ancak buraya,
gerekçesiyle yazılır. Bir sayı, rakamlarının tümü bir kalıbın eşleşmesi içinde kalıyorsa yapısaldır.
"""

import re
from collections.abc import Iterator

_MONTHS = "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık"
_EDGE, _END = r"(?<![\w.,%])", r"(?![\w%]|[.,]\d)"
_RANGE = r"(?:\s*[-–/+]\s*\d{1,2})*"

PATTERNS: tuple[tuple[str, str], ...] = (
    (rf"{_EDGE}\d{{1,2}}(?::[0-5]\d){{1,2}}{_END}", "kayıttaki dakika (31:43, 1:39:55): bir yer gösterir"),
    (rf"{_EDGE}\d{{1,2}} (?:{_MONTHS}){_END}", "tarihin günü (20 Nisan 2020)"),
    (
        rf"{_EDGE}(?:19[4-9]\d|20[0-3]\d)(?:[–-](?:19[4-9]\d|20[0-3]\d))?{_END}",
        "yıl: 1940–2039, binlik noktası olmadan",
    ),
    (
        rf"\b[Hh]afta(?:lar)?[ -]\d{{1,2}}{_RANGE}{_END}|{_EDGE}\d{{1,2}}{_RANGE}\. hafta",
        "dersin haftası (Hafta 12)",
    ),
    (
        r"\b(?:[Bb]ölüm|[Şş]ekil|[Tt]ablo|[Ee]şitlik|[Kk]ısım|[Aa]lgoritma|[Ss]ayfa|s\.|[Ss]oru|[Ee]gzersiz|[Aa]lıştırma)"
        r"\s\d+(?:\.\d+)*(?:\s?[–-]\s?\d+(?:\.\d+)*)?",
        "bölüm, şekil, soru, egzersiz ve sayfa numaraları: sıra gösterir",
    ),
    (
        r"\b(?:[Kk]oşum|[Aa]dım|[Ee]k|[Tt]ohum) \d{1,2}\b(?![,.]\d)",
        "adıyla anılan koşum, adım, ek, tohum (koşum 1, adım 0): bir ad",
    ),
    (
        r"(?<!\w)\w{1,2} ?= ?[01](?!\w|[.,]\d)",
        "bir simgenin sıfıra ya da bire sabitlenmesi (κ = 0, k = 1): bir tanım",
    ),
    (
        r"(?<![^\W_])[^\W\d_]\w*\d\w*(?:[–/-][^\W\d_]\w*\d\w*)*",
        "harfle başlayan ad ya da kod (word2vec, T5, MI46–MI54, M27/K03)",
    ),
    (r"\b[^\W\d_]+/\d{2}\b", "kaynaktaki dersin kodu (mimariler/04)"),
    (
        r"\b[A-Z]{2,}[A-Za-z]*-\d{1,3}\b(?![,.]\d)",
        "model ve veri adları (GPT-2, ROUGE-1): büyük harfli ad, kısa çizgi, sayı",
    ),
    (rf"{_EDGE}1/√?[^\W\d_]", "bir simgenin tersi (1/√d): bir formül"),
    (rf"{_EDGE}1×1{_END}", "1×1 evrişim: katmanın adı"),
    (rf"{_EDGE}[2-9][A-ZÇĞİÖŞÜ]\b", "boyut adı (2B) ve bir simgenin katı (2X)"),
    (
        r"\b(?:Python|Quarto|NumPy|pandoc|Jupyter|Debian|WCAG|BY-SA|arXiv:?)\s?v?\d+(?:\.\d+)*(?:\s?[–-]\s?\d+(?:\.\d+)*)?",
        "yazılım, ölçünlü ve lisans sürümleri, arXiv numarası",
    ),
)

# Formülde: dizinler, küçük tam sayılar (x², 1/(1+e^{-z})) ve konum kodlamasının yayımlanmış sabiti.
MATH_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"_\{[^{}]*\}|_\d", "alt dizin: bir eleman gösterir"),
    (r"10000(?=\^)|10\{,\}000(?=\^)", "konum kodlamasının yayımlanmış tabanı"),
    (
        r"(?<!\d)(?<!\d[.,])(?!10\s*\^)(?:\d|10)(?![\d]|[.,]\d|\{,\})(?!\s*\\%)",
        "ona kadar tam sayılar: formülün kendi sabitleri",
    ),
    (r"\\[a-zA-Z]*space\*?\{[^}]*\}|\\\\\[[^\]]*\]|\[\d*\.?\d+(?:pt|em|ex)\]", "dizgi uzunlukları"),
)

_COMPILED = [(re.compile(pattern), reason) for pattern, reason in PATTERNS]
_MATH_COMPILED = [(re.compile(pattern), reason) for pattern, reason in MATH_PATTERNS]


def structural_ranges(text: str, *, math: bool = False) -> Iterator[tuple[int, int, str]]:
    """`text` içindeki yapısal aralıklar ve gerekçeleri."""
    for pattern, reason in _MATH_COMPILED if math else _COMPILED:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), reason
