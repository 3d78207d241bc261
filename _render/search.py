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
birer sonuçtur: başlığı açıklamasının ilk cümlesi, metni açıklamanın gerisi ile şeklin alternatif metni ya da
tablonun hücreleridir. Kaynakçanın maddesi, indirilecek defter de öyle. Kod, yazdırılan çıktı ve sayı raporu
dizine girmez.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from html.parser import HTMLParser
from itertools import takewhile
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from _render import notebook
from _render.memo import remembered
from _render.page import Page

INDEX = "search-index.js"

_VOID = {"br", "col", "hr", "img", "input", "source", "wbr"}
_BLOCKS = {"p", "li", "dt", "dd", "th", "td", "figcaption", "summary", "div"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_SKIPPED = {"pre", "annotation", "svg", "script", "style", "template"}
_SKIPPED_CLASSES = {
    "code-fold",
    "header-section-number",
    "footnote-ref",
    "footnote-back",
    "glossary",
    "figure-data",
}


def index(pages: Iterable[Page]) -> bytes:
    """`search-index.js`: her sayfanın adresi, numarası, başlığı ve bölümleri (bkz. `sections`)."""
    book = []
    for page in pages:
        make = partial(_serialized, page.body)
        found = json.loads(remembered(make, INDEX, page.body))
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
    tree = _Tree(body).root
    found: list[list[Any]] = []
    for section in tree.iter("section"):
        if (heading := _heading(section)) is None:
            continue
        number = next((_inner(part) for part in heading if "header-section-number" in _classes(part)), "")
        text = _joined(_children(section, without=heading))
        if text or number or heading.tag == "h1":
            found.append([section.get("id"), number, _inner(heading), text])
    if found and (rest := _joined(_children(tree))):  # bölümlerin dışında kalan: dipnotlar
        found[0][3] += f" {rest}"
    floats = [_float(box) for box in tree.iter() if _is_float(box)]
    cited = [_reference(item) for item in tree.iter() if _is_reference(item)]
    return [*found, *floats, *cited, *_terms(tree)]


class _Tree(HTMLParser):
    """HTML'den öğe ağacı; `root` adsız bir kök öğedir. Kapanmamış öğe, dışındakiyle kapanır."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._builder, self._open = TreeBuilder(), [""]
        self._builder.start("", {})
        self.feed(text)
        self.close()
        self.handle_endtag("")
        self.root: Element = self._builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._builder.start(tag, {name: value or "" for name, value in attrs})
        self._open.append(tag)
        if tag in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        closed = tag not in self._open
        while not closed:
            closed = self._open[-1] == tag
            self._builder.end(self._open.pop())

    def handle_data(self, data: str) -> None:
        self._builder.data(data)


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _heading(element: Element) -> Element | None:
    """Öğe kimliği olan bir bölümse başlığı."""
    if element.tag != "section" or "id" not in element.attrib:
        return None
    return next((child for child in element if child.tag in _HEADINGS), None)


def _is_float(element: Element) -> bool:
    """Öğe numaralı bir şekil ya da tablo kutusu mu; alt şekiller üstlerinin içindedir."""
    named = element.get("id", "").startswith(("fig-", "tbl-"))
    own = named and "quarto-subfloat-fig" not in _classes(element)
    return own and next(element.iter("figcaption"), None) is not None


def _float(box: Element) -> list[Any]:
    """Numaralı şekil ya da tablo; numarası ve açıklaması `<figcaption>`'ın "Şekil 1.3: …" metnindedir."""
    own = list(box.iter("figcaption"))[0 if box.get("id", "").startswith("tbl-") else -1]
    number, _, caption = _inner(own).partition(": ")
    title, *rest = re.split(r"(?<=[.?!]) ", caption, maxsplit=1)
    seen = [image.get("alt", "") for image in box.iter("img")]
    for line in box.iter("tr"):
        line.tail = " · "
    text = _joined(_children(box, without=own)).strip(" ·")
    return [box.get("id"), number, title.rstrip("."), " ".join(filter(None, [*rest, *seen, text]))]


def _is_reference(element: Element) -> bool:
    return "id" in element.attrib and "csl-entry" in _classes(element)


def _reference(item: Element) -> list[Any]:
    """Kaynakçanın bir maddesi: başlığı tırnak içindeki ya da eğik yazılı eser adıdır."""
    text = _inner(item)
    named = re.search("“(.+?)”", text)
    work = next(item.iter("em"), None)
    title = named[1] if named else text[:80] if work is None else _inner(work)
    return [item.get("id"), "", title.rstrip("."), text]


def _terms(tree: Element) -> Iterator[list[Any]]:
    """Sözlüğün maddeleri."""
    lists = [part for box in tree.iter() if "glossary" in _classes(box) for part in box.iter("dl")]
    for entries in lists:
        for n, entry in enumerate(entries):
            named = next((part for part in entry.iter() if part is not entry and "id" in part.attrib), None)
            if entry.tag != "dt" or named is None:
                continue
            definitions = list(takewhile(lambda part: part.tag == "dd", entries[n + 1 :]))
            names = [_inner(word).strip("()") for word in entry.iter() if "lang" in word.attrib]
            aliases = (part for one in definitions for part in one.iter() if "alias" in _classes(part))
            names += [_inner(alias) for alias in aliases]
            yield [named.get("id"), "", _inner(named), _inner(definitions[0]) if definitions else "", names]


def _is_skipped(element: Element) -> bool:
    """Dıştakinin metnine girmeyen öğe: kendi kaydı olan ya da hiç aranmayan."""
    classes = _classes(element)
    return (
        element.tag in _SKIPPED
        or _is_float(element)
        or _is_reference(element)
        or _heading(element) is not None
        or not _SKIPPED_CLASSES.isdisjoint(classes)
        or ("callout" in classes and any("sayi-raporu" in _classes(part) for part in element.iter()))
    )


def _inner(element: Element) -> str:
    """Öğenin düz metni, tek boşluklarla."""
    return _joined(_children(element))


def _joined(words: Iterable[str]) -> str:
    return " ".join("".join(words).split())


def _children(element: Element, *, without: Element | None = None) -> Iterator[str]:
    """Öğenin metni; `without` ve atlananlar (`_is_skipped`) dışında. Öbekler birbirine yapışmaz."""
    yield element.text or ""
    for child in element:
        if child.tag == "math":
            yield _formula(child)
        elif not (child is without or _is_skipped(child)):
            yield from _children(child, without=without)
        if child.tag in _BLOCKS:
            yield " "
        yield child.tail or ""


def _formula(math: Element) -> str:
    """Formülün satıra sığan hâli: kesir `/`, kök `√` ile; ayrı satırdaki formülün yerine üç nokta."""
    if math.get("display") == "block":
        return " … "
    return re.sub("[\u2061-\u2064]", "", "".join(_written(math)))  # görünmez işlemler


def _written(element: Element) -> Iterator[str]:
    if element.tag == "msqrt":
        yield "√"
    yield element.text or ""
    for n, child in enumerate(element):
        if n == 1 and element.tag == "mfrac":
            yield "/"
        if child.tag != "annotation":
            yield from _written(child)
        yield child.tail or ""
