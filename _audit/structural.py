"""Yapısal sayılar: ölçülmüş bir şey söylemeyen, bu yüzden doğrulanması gerekmeyen sayılar.

Kısa ve kapalı bir listedir. Satır içinde "bunu atla" demenin yolu yoktur; yeni bir kalıp ancak buraya,
gerekçesiyle yazılır. Bir sayı, rakamlarının tümü bir kalıbın eşleşmesi içinde kalıyorsa yapısaldır.
"""

import re
from collections.abc import Iterator

_MONTHS = "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık"
_EDGE, _END = r"(?<![\w.,%])", r"(?![\w%]|[.,]\d)"
# Ardından gelen sayı sayan bir söz: sayı o zaman bir ad ya da yıl değil, ölçülmüş bir çokluktur.
_COUNTS = "kez|kere|defa|tane|adet|dizi|koşum|adım|tur|epok|parametre|örnek|sözcük|belirteç|katman|saniye"
_COUNTED = rf"(?!\s(?:{_COUNTS}))"
_RANGE = r"(?:\s*[-–/+]\s*\d{1,2})*"

PATTERNS: tuple[tuple[str, str], ...] = (
    (rf"{_EDGE}\d{{1,2}}(?::[0-5]\d){{1,2}}{_END}", "kayıttaki dakika (31:43, 1:39:55): bir yer gösterir"),
    (rf"{_EDGE}\d{{1,2}} (?:{_MONTHS}){_END}", "tarihin günü (20 Nisan 2020)"),
    (
        rf"{_EDGE}(?:19[4-9]\d|20[0-3]\d)(?:[–-](?:19[4-9]\d|20[0-3]\d))?{_END}{_COUNTED}",
        "yıl: 1940–2039, binlik noktası olmadan, ardından sayılan bir şey gelmeden (1950 kez)",
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
        rf"\b[Kk]oşum [12]{_END}{_COUNTED}",
        "dersin iki koşumundan biri (koşum 1): bir ad",
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

# Formülde: dizinler, üsler, kitabın formüllerindeki sabitler ve konum kodlamasının yayımlanmış tabanı.
MATH_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"_\{[^{}]*\}|_\d", "alt dizin: bir eleman gösterir"),
    (r"10000(?=\^)|10\{,\}000(?=\^)", "konum kodlamasının yayımlanmış tabanı"),
    (
        r"(?<![\d.,])[0-2](?!\d|[.,]\d|\{,\}|\s*\\%)",
        "0, 1 ve 2: tanımların kendi sabitleri (1/(1+e^{-z}), x/2)",
    ),
    (r"\^(?:\{-?)?\d(?!\d|[.,]\d)", "tek basamaklı üs (x^3)"),
    (
        r"(?<![\d.,])[34](?=[A-Z(]|\\lfloor)|/4(?= ?\\rfloor)",
        "dersteki örneklerin katsayıları (3Y, 4(j + r), n/4)",
    ),
    (r"\\frac\{[36]\}", "3Y^2 örneğinin türevindeki katsayılar"),
    (r"\b[a-z] = 0, \\dots, \d(?!\d|[.,]\d)", "bir dizinin tanım aralığı (k = 0, …, 3)"),
    (r"(?<=\bd = )8(?!\d|[.,]\d)", "çalışma kâğıdının sorusundaki boyut"),
    (r"\\[a-zA-Z]*space\*?\{[^}]*\}|\\\\\[[^\]]*\]|\[\d*\.?\d+(?:pt|em|ex)\]", "dizgi uzunlukları"),
)

_COMPILED = [(re.compile(pattern), reason) for pattern, reason in PATTERNS]
_MATH_COMPILED = [(re.compile(pattern), reason) for pattern, reason in MATH_PATTERNS]


def structural_ranges(text: str, *, math: bool = False) -> Iterator[tuple[int, int, str]]:
    """`text` içindeki yapısal aralıklar ve gerekçeleri."""
    for pattern, reason in _MATH_COMPILED if math else _COMPILED:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), reason
