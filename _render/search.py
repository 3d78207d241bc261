"""Arama dizini: kitabın bölümleri, düz metniyle. Sayfa onu, okur aramayı ilk açtığında yükler.

Metin burada hazırlanır; arama `assets/search.js` ile, tarayıcıda MiniSearch'e (npm, MIT, 6 KB) yaptırılır.
Pagefind yerine bu yol seçildi: onun WASM'ı katı CSP'ye `'wasm-unsafe-eval'` ekletir, diskten açılan sayfada
çalışmaz, Türkçe harfleri de eşlemez. Bu dizin klasik bir betiktir (`search-index.js`): diskten de çalışır,
CSP gevşemez. Metin olduğu gibi verilir, sözcükler tarayıcıda dizinlenir; harfleri eşleyen ve ekleri ayıran
kod böylece tek yerdedir (`assets/search/core.js`), dizinle sorgu ayrı düşemez. Snowball'ın Türkçe
gövdeleyicisi denendi; aynı sözcüğü ayrı gövdelere düşürdüğü için (tohum → toh, tohumlar → tohum)
kullanılmadı.

Bölüm, kimliği ve başlığı olan bir `<section>`'dır; içindeki bölümlerin metni onlarındır. `.glossary`
kutusunda her terim de bir sonuçtur: kimliği `<dt>` içindeki ilk kimlik, öbür adları `<dt>` içinde dili
(`lang`) verilmiş sözler ile tanımlardaki `.alias` sözleri, metni ilk tanımdır. Kod, yazdırılan çıktı ve sayı
raporu dizine girmez.
"""

import json
import re
from collections.abc import Iterable
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

from _render.memo import remembered
from _render.page import Page

INDEX = "search-index.js"

_HOW = Path(__file__).read_text(encoding="utf-8")  # bu dosya değişince saklanmış bölümler geçersizdir
_SKIPPED = (
    "pre, details.code-fold, .callout:has(.sayi-raporu), .header-section-number, .footnote-ref, "
    ".footnote-back, annotation, svg, script"
)


def index(pages: Iterable[Page]) -> bytes:
    """`search-index.js`: her sayfanın adresi, numarası, başlığı ve bölümleri (bkz. `sections`)."""
    book = []
    for page in pages:
        make = partial(_serialized, page.body)
        found = json.loads(remembered(make, _HOW, page.body))
        book.append([page.chapter.href, page.chapter.number, page.title_text, found])
    data = json.dumps(book, ensure_ascii=False, separators=(",", ":"))
    return f"window.searchIndex = {data};\n".encode()


def _serialized(body: str) -> str:
    return json.dumps(sections(body))


def sections(body: str) -> list[list[Any]]:
    """Sayfanın gövdesindeki bölümler, sırayla: [kimlik, numara, başlık, metin].

    İlki sayfanın kendisidir. Sözlük terimleri sondadır; onların beşinci öğesi öbür adların listesidir.
    """
    soup = BeautifulSoup(body, "html.parser")
    numbers = {
        section["id"]: _text(number)
        for section in soup.select("section[id]")
        if (number := section.select_one(":scope > :is(h1, h2, h3, h4, h5, h6) > .header-section-number"))
    }
    for part in soup.select(_SKIPPED):
        part.decompose()
    for formula in soup.select("math"):
        formula.replace_with(_formula(formula))
    terms = [_term(entry) for entry in soup.select(".glossary dt") if entry.find(id=True)]
    for glossary in soup.select(".glossary"):
        glossary.decompose()
    found: list[list[Any]] = []
    for section in reversed(soup.select("section[id]")):  # içtekiler önce çıkar: metinleri dıştakine karışmaz
        if heading := section.select_one(":scope > :is(h1, h2, h3, h4, h5, h6)"):
            record = [section["id"], numbers.get(section["id"], ""), _text(heading.extract())]
            text = _text(section.extract())
            if text or record[1] or heading.name == "h1":
                found.insert(0, [*record, text])
    if found and (rest := _text(soup)):  # bölümlerin dışında kalan: dipnotlar
        found[0][3] += f" {rest}"
    return [*found, *terms]


def _term(entry: Tag) -> list[Any]:
    """Sözlüğün bir maddesi; `entry` onun `<dt>`'sidir."""
    named = entry.select_one("[id]")
    assert named is not None
    definitions = list(takewhile(lambda tag: tag.name == "dd", entry.find_next_siblings()))
    names = [_text(word).strip("()") for word in entry.select("[lang]")]
    names += [_text(alias) for definition in definitions for alias in definition.select(".alias")]
    return [named["id"], "", _text(named), _text(definitions[0]) if definitions else "", names]


def _formula(math: Tag) -> str:
    """Formülün satıra sığan hâli: kesir `/`, kök `√` ile; ayrı satırdaki formülün yerine üç nokta."""
    if math.get("display") == "block":
        return " … "
    for fraction in math.select("mfrac"):
        fraction.insert(1, "/")
    for square_root in math.select("msqrt"):
        square_root.insert(0, "√")
    return re.sub("[\u2061-\u2064]", "", math.get_text())  # görünmez işlemler


def _text(tag: Tag) -> str:
    """Etiketin düz metni, tek boşluklarla; öbekler birbirine yapışmaz."""
    for block in tag.select("p, li, dt, dd, th, td, figcaption, summary, div"):
        block.append(" ")
    return " ".join(tag.get_text().split())
