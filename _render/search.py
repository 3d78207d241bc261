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
(`lang`) verilmiş sözler ile tanımlardaki `.alias` sözleri, metni ilk tanımdır. Numaralı şekil ve tablo da
birer sonuçtur: başlığı açıklamasının ilk cümlesi, metni açıklamanın gerisi ile şeklin alternatif metni ya
da tablonun hücreleridir. Kaynakçanın maddesi, indirilecek defter de öyle. Kod, yazdırılan çıktı ve sayı
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

from _render import notebook
from _render.memo import remembered
from _render.page import Page

INDEX = "search-index.js"

_HOW = Path(__file__).read_text(encoding="utf-8")  # bu dosya değişince saklanmış bölümler geçersizdir
_SKIPPED = (
    "pre, details.code-fold, .callout:has(.sayi-raporu), .header-section-number, .footnote-ref, "
    ".footnote-back, annotation, svg, script"
)
_FLOATS = ":is([id^=fig-], [id^=tbl-]):has(figcaption):not(.quarto-subfloat-fig)"


def index(pages: Iterable[Page]) -> bytes:
    """`search-index.js`: her sayfanın adresi, numarası, başlığı ve bölümleri (bkz. `sections`)."""
    book = []
    for page in pages:
        make = partial(_serialized, page.body)
        found = json.loads(remembered(make, _HOW, page.body))
        book.append([page.chapter.href, page.chapter.number, page.title_text, found])
        if notebook.names(page):
            book.append([f"{page.chapter.stem}.ipynb", page.chapter.number, *_download(page.title_text)])
    data = json.dumps(book, ensure_ascii=False, separators=(",", ":"))
    return f"window.searchIndex = {data};\n".encode()


def _download(title: str) -> list[Any]:
    """İndirilecek defterin kaydı: sözleri, okurun onu ararken yazacaklarıdır."""
    text = "Çalıştırılmış Jupyter not defteri (notebook, .ipynb): kodu ve çıktılarıyla; indir, dene."
    return [f"{title}: defteri indir", [["", "", "", text]]]


def _serialized(body: str) -> str:
    return json.dumps(sections(body))


def sections(body: str) -> list[list[Any]]:
    """Sayfanın gövdesindeki bölümler, sırayla: [kimlik, numara, başlık, metin].

    İlki sayfanın kendisidir. Ardından numaralı şekil ve tablolar (numarası "Şekil 1.3"), kaynakça maddeleri
    ve sözlük terimleri gelir; terimin beşinci öğesi öbür adların listesidir.
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
    floats = [_float(box.extract()) for box in soup.select(_FLOATS)]
    cited = [_reference(item.extract()) for item in soup.select(".csl-entry[id]")]
    found: list[list[Any]] = []
    for section in reversed(soup.select("section[id]")):  # içtekiler önce çıkar: metinleri dıştakine karışmaz
        if heading := section.select_one(":scope > :is(h1, h2, h3, h4, h5, h6)"):
            record = [section["id"], numbers.get(section["id"], ""), _text(heading.extract())]
            text = _text(section.extract())
            if text or record[1] or heading.name == "h1":
                found.insert(0, [*record, text])
    if found and (rest := _text(soup)):  # bölümlerin dışında kalan: dipnotlar
        found[0][3] += f" {rest}"
    return [*found, *floats, *cited, *terms]


def _float(box: Tag) -> list[Any]:
    """Numaralı şekil ya da tablo; numarası ve açıklaması `<figcaption>`'ın "Şekil 1.3: …" metnindedir."""
    captions = box.select("figcaption")
    own = captions[0 if box["id"][:3] == "tbl" else -1].extract()
    number, _, caption = _text(own).partition(": ")
    for line in box.select("tr"):
        line.append(" · ")
    title, *rest = re.split(r"(?<=[.?!]) ", caption, maxsplit=1)
    seen = [str(image.get("alt", "")) for image in box.select("img")]
    text = " ".join(filter(None, [*rest, *seen, _text(box).strip(" ·")]))
    return [box["id"], number, title.rstrip("."), text]


def _reference(item: Tag) -> list[Any]:
    """Kaynakçanın bir maddesi: başlığı tırnak içindeki ya da eğik yazılı eser adıdır."""
    text = _text(item)
    named = re.search("“(.+?)”", text)
    title = named[1] if named else _text(work) if (work := item.select_one("em")) else text[:80]
    return [item["id"], "", title.rstrip("."), text]


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
