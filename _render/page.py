"""Bir bölümün sayfası: çıktılarla örülmüş AST → numara → gönderme → HTML gövde → kalıp."""

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote

from _render import images, pandoc
from _render.config import STYLESHEET, Book, Chapter, from_root, read_bytes
from _render.crossref import FLOATS, NBSP, Heading, Index, Numbering, resolver
from _render.decorate import inlines_of, relative
from _render.errors import BookError, Place, nearest
from _render.execute import Execution
from _render.memo import remembered
from _render.outputs import Weaver
from _render.pandoc import Node, attribute, html, plain, text_nodes, transform
from _render.source import Source

WORDS_PER_MINUTE = 180
_TITLES = "<!--dikkat:basliklar-->"
_DROPPED = "<!--dikkat:atilir-->"
_HTML = ("-t", "html5", "--mathml", "--section-divs", "--wrap=none")


@dataclass
class Page:
    """Kurulmakta olan sayfa. `files`: site yolu → içerik (resimler, indirilecekler); `cites`: kaynakçadan
    anılan anahtarlar; `bibliography`: kitabın kaynakçası; `holds_references`: kaynakçanın yeri
    (`::: {#refs}`) bu sayfada.
    """

    book: Book
    chapter: Chapter
    done: Execution
    blocks: list[Node]
    numbering: Numbering
    files: dict[str, bytes]
    warnings: list[str]
    title: list[Node] = field(default_factory=list)
    body: str = ""
    title_html: str = ""
    toc: list[dict[str, Any]] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)
    bibliography: list[pandoc.Doc] = field(default_factory=list, repr=False)
    holds_references: bool = False

    @cached_property
    def title_text(self) -> str:
        return plain(self.title)


def label_numbers(book: Book, done: list[Execution]) -> dict[str, str]:
    """Etiket → göndermenin yazdığı numara ("1.2", "1.2 (a)"); `_audit` göndermeye gelen eki bununla okur."""
    found: dict[str, str] = json.loads(_kept_numbers(lambda: _first_passes(book, done)[1], book, done))
    return found


def _kept_numbers(index: Callable[[], Index], book: Book, done: list[Execution]) -> str:
    """Etiketlerin numaraları; yan yana koşan denetim, sayfaları kuranın kaydını bulur."""
    inputs = [json.dumps([one.source.lines, one.cells, sorted(one.inline.items())]) for one in done]
    return remembered(
        lambda: json.dumps({label: target.number for label, target in index().items()}), repr(book), *inputs
    )


def first_passes(book: Book, done: list[Execution]) -> tuple[list[Page], Index]:
    """Numaralanmış sayfalar ve kitabın etiket dizini; numaraları denetim için de saklar."""
    pages, index = _first_passes(book, done)
    _kept_numbers(lambda: index, book, done)
    return pages, index


def _first_passes(book: Book, done: list[Execution]) -> tuple[list[Page], Index]:
    numbered = _numbered(book, [one.source for one in done])
    stylesheet = book.root / STYLESHEET
    css = stylesheet.read_text(encoding="utf-8") if stylesheet.is_file() else ""
    index: Index = {}
    pages = [
        first_pass(numbered, chapter, one, index, css)
        for chapter, one in zip(numbered.chapters, done, strict=True)
    ]
    return pages, index


def _numbered(book: Book, sources: list[Source]) -> Book:
    """Bölümlere 1, 2, …; eklere A, B, …; numarasız sayfalar atlanır."""
    number = letter = 0
    chapters = []
    for chapter, source in zip(book.chapters, sources, strict=True):
        if source.unnumbered or book.html.get("number-sections") is False:
            chapters.append(chapter)
        elif chapter.appendix:
            letter += 1
            chapters.append(replace(chapter, number=chr(ord("A") + letter - 1)))
        else:
            number += 1
            chapters.append(replace(chapter, number=str(number)))
    return replace(book, chapters=tuple(chapters))


def first_pass(book: Book, chapter: Chapter, done: Execution, index: Index, css: str) -> Page:
    """Çıktıları örer, numaralar; etiketleri `index`'e yazar."""
    weaver = Weaver(book, done, css)
    source = done.source
    numbering = Numbering(chapter, source, book.labels, index, weaver.defaults)
    blocks = _with_title(weaver.blocks(), source.meta, chapter)
    firsts = [node for node in blocks if node["t"] == "Header" and node["c"][0] == 1]
    if len(firsts) != 1:
        where = source.find("# " + plain(firsts[1]["c"][2])) if firsts else Place(chapter.path, 1)
        raise BookError(
            "sayfada birden çok birinci düzey başlık var" if firsts else "sayfanın başlığı yok", where
        )
    blocks = numbering.blocks(blocks)
    title = next(h.inlines for h in numbering.headings if h.level == 1)
    warnings = [*source.warnings, *weaver.warnings]
    return Page(book, chapter, done, blocks, numbering, weaver.files, warnings, title)


def _with_title(blocks: list[Node], meta: dict[str, Any], chapter: Chapter) -> list[Node]:
    """Başlık ön maddedeyse `#` başlığına çevrilir; alt başlık onun ardına konur."""
    if "title" in meta:
        classes = ["unnumbered"] if meta.get("number-sections") is False else []
        attr = [f"baslik-{posixpath.basename(chapter.stem)}", classes, []]
        blocks = [{"t": "Header", "c": [1, attr, inlines_of(str(meta["title"]))]}, *blocks]
    if "subtitle" in meta:
        at = next((n for n, node in enumerate(blocks) if node["t"] == "Header"), -1) + 1
        words: Node = {"t": "Plain", "c": inlines_of(str(meta["subtitle"]))}
        lead = [html('<p class="subtitle lead">'), words, html("</p>")]
        blocks = [*blocks[:at], *lead, *blocks[at:]]
    return blocks


def second_pass(page: Page, index: Index) -> None:
    """Göndermeleri, kaynak bağlantılarını ve resimleri çözer."""
    source, chapter = page.done.source, page.chapter
    reference = resolver(chapter, index, page.book.labels, source.find)

    def change(node: Node) -> list[Node] | None:
        if node["t"] == "Image":
            return [_image(page, node)]
        if node["t"] == "Link":
            return [_link(page, node)]
        if node["t"] == "Str" and node["c"].startswith(("{#", "{.")):
            raise BookError(f"“{node['c']}” etiketi anlaşılmadı", source.find(node["c"]))
        if node["t"] == "Div" and node["c"][0][0] == "refs":
            page.holds_references = True
        resolved = reference(node)
        if node["t"] == "Cite" and resolved is None:
            page.cites.update(citation["citationId"] for citation in node["c"][0])
        return resolved

    for heading in page.numbering.headings:
        heading.inlines = transform(heading.inlines, reference)
    page.blocks = transform(page.blocks, change)


def _image(page: Page, node: Node) -> Node:
    """Resim: `alt` metni, ölçüsü ve dosyası."""
    attr, alt, (target, title) = node["c"]
    given = attribute(attr, "fig-alt")
    attributes = [pair for pair in attr[2] if pair[0] != "fig-alt"]
    words = text_nodes(given) if given is not None else alt
    place = page.done.source.find(f"]({target}")
    if not plain(words).strip():
        raise BookError("resmin alternatif metni yok: ne görüldüğünü yazın", place)
    if re.match(r"[a-z]+:|//", target):
        raise BookError(f"“{target}” başka sunucudan yüklenir; resmi projeye koyun", place)
    known = images.size(_asset(page, target, f"]({target}"))
    asked = {name: value for name, value in attributes if name in {"width", "height"}}
    if known and all(value.isdigit() for value in asked.values()):
        width, height = known
        if "width" in asked:
            width, height = int(asked["width"]), round(height * int(asked["width"]) / width)
        elif "height" in asked:
            width, height = round(width * int(asked["height"]) / height), int(asked["height"])
        attributes = [pair for pair in attributes if pair[0] not in asked]
        attributes += [["width", str(width)], ["height", str(height)]]
    classes = attr[1] if "img-fluid" in attr[1] else [*attr[1], "img-fluid"]
    return {"t": "Image", "c": [[attr[0], classes, attributes], words, [target, title]]}


def _asset(page: Page, target: str, written: str) -> bytes:
    """Sayfaya göre yolu verilen dosya: üretilmişse bellekten, yoksa projeden; siteye de konur."""
    path = from_root(unquote(target.partition("#")[0].partition("?")[0]), page.chapter.href)
    if path not in page.files:
        place = page.done.source.find(written)
        if not place.line:  # pandoc boşluğu %20 yazar, yazar yazmamış olabilir
            place = page.done.source.find(posixpath.basename(path))
        page.files[path] = read_bytes(page.book.root, path, place, unquote(target))
    return page.files[path]


def _link(page: Page, node: Node) -> Node:
    """`.qmd` bağlantısı `.html` olur; projedeki başka dosyaya bağlantı dosyayı siteye koyar."""
    attr, words, (target, title) = node["c"]
    if "quarto-xref" in attr[1] or re.match(r"[a-zA-Z][\w+.-]*:|//|#|$", target):
        return node
    path, mark, anchor = target.partition("#")
    full = from_root(unquote(path), page.chapter.path)
    if path.endswith(".qmd"):
        if page.book.chapter(full) is None:
            known = [chapter.path for chapter in page.book.chapters]
            raise BookError(f"“{path}” kitapta yok{nearest(full, known)}", page.done.source.find(target))
        target = quote(relative(full.removesuffix(".qmd") + ".html", page.chapter.href)) + mark + anchor
    elif not path.endswith(".html"):
        _asset(page, path, target)
        target = quote(relative(full, page.chapter.href)) + mark + anchor
    return {"t": "Link", "c": [attr, words, [target, title]]}


def to_html(page: Page, references: str | None, cites: set[str]) -> None:
    """Gövdenin HTML'i. `references`: bütün kaynakçanın durduğu sayfa (yoksa her sayfa kendininkini taşır)."""
    book, source = page.book, page.done.source
    blocks, arguments, meta = page.blocks, [*_HTML, f"--metadata=lang:{book.lang}"], None
    here = references == page.chapter.href
    if cites and (page.cites or here):
        if not book.bibliography:
            key = sorted(page.cites)[0]
            raise BookError(f"“@{key}” ne bir etikettir ne de kaynakça verilmiştir", source.find("@" + key))
        citing, meta = pandoc.citeproc(book, page.bibliography, cites if here else page.cites)
        arguments += [*citing, "--metadata=link-citations"]
        if here:
            blocks = [*blocks, html(_DROPPED), _citing(sorted(cites)), html(_DROPPED)]
        elif references:
            blocks = [*blocks, html(_DROPPED), pandoc.div("refs", [], []), html(_DROPPED)]
        else:
            title = book.labels["section-title-references"]
            head: Node = {"t": "Header", "c": [2, ["kaynaklar", ["unnumbered"], []], text_nodes(title)]}
            blocks = [*blocks, head, pandoc.div("refs", [], [])]
    titles = [pandoc.div("", [], [{"t": "Plain", "c": _bare(h.inlines)}]) for h in page.numbering.headings]
    blocks = [html(_TITLES), *titles, html(_TITLES), *blocks]
    out, warnings = pandoc.write(blocks, *arguments, place=Place(page.chapter.path), meta=meta)
    _check_warnings(warnings, page)
    _, heads, body = out.split(_TITLES)
    body = re.sub(f"{_DROPPED}.*{_DROPPED}", "", body, flags=re.S)
    heads = re.sub(r"</?a\b[^>]*>", "", heads)  # içindekiler kendisi bağlantıdır; anmanınki burada olmaz
    rendered = [text.strip() for text in re.findall(r"<div>\n(.*?)\n</div>", heads, re.S)]
    page.title_html = rendered[next(n for n, h in enumerate(page.numbering.headings) if h.level == 1)]
    options = page.numbering.options
    depth = int(options.get("toc-depth", 3)) if options.get("toc", True) else 0
    page.toc = _toc(page.numbering.headings, rendered, depth)
    if references and not here:
        body = body.replace('href="#ref-', f'href="{relative(references, page.chapter.href)}#ref-')
    page.body = _tidied(body.strip())


_INLINE_MATH = re.compile(r'(<math display="inline".*?</math>)', re.S)
_EDGE = re.compile(r"[\s<>]")
_LONGEST_SUFFIX = 40  # bir formüle bitişik ayraç ya da ek bundan uzun olmaz


def _tidied(body: str) -> str:
    """Boş başlık hücresi başlık sayılmaz; formüle bitişik ayraç ve ek ondan kopmaz (`$q$'nun`)."""
    body = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", body)
    parts = _INLINE_MATH.split(body)
    for n in range(1, len(parts), 2):
        before = _EDGE.split(parts[n - 1][-_LONGEST_SUFFIX:])[-1]
        after = _EDGE.split(parts[n + 1][:_LONGEST_SUFFIX], maxsplit=1)[0]
        if before or after:
            parts[n - 1] = parts[n - 1].removesuffix(before)
            parts[n + 1] = parts[n + 1].removeprefix(after)
            parts[n] = f'<span class="nobr">{before}{parts[n]}{after}</span>'
    return "".join(parts)


def _citing(keys: list[str]) -> Node:
    """Bütün kaynakları anan paragraf: kaynakça sayfası öteki sayfaların andıklarını da listeler."""
    rest = {"citationPrefix": [], "citationSuffix": [], "citationNoteNum": 0, "citationHash": 0}
    citations = [{"citationId": key, "citationMode": {"t": "NormalCitation"}, **rest} for key in keys]
    return {"t": "Para", "c": [{"t": "Cite", "c": [citations, []]}]}


def _check_warnings(warnings: list[str], page: Page) -> None:
    """Bulunmayan kaynak anahtarı ve çevrilemeyen formül hatadır."""
    for warning in warnings:
        if found := re.search(r"citation (\S+) not found", warning):
            raise BookError(f"“@{found[1]}” kaynakçada yok", page.done.source.find("@" + found[1]))
        if "Could not convert TeX math" in warning:
            formula = warning.removeprefix("Could not convert TeX math").split(", rendering")[0].strip()
            raise BookError(
                f"formül MathML'e çevrilemedi: {formula}",
                page.done.source.find(formula.splitlines()[0].strip()),
            )


def _bare(inlines: list[Node]) -> list[Node]:
    """Başlığın içindekilerde duracak hâli: dipnotsuz, bağlantısız."""

    def change(node: Node) -> list[Node] | None:
        if node["t"] == "Note":
            return []
        if node["t"] == "Link":
            return list(node["c"][1])
        return None

    result: list[Node] = transform(inlines, change)
    return result


def _toc(headings: list[Heading], rendered: list[str], depth: int) -> list[dict[str, Any]]:
    """İç içe içindekiler; birinci düzey (sayfanın başlığı) dışında `depth` düzeye kadar."""
    top: list[dict[str, Any]] = []
    open_lists = {1: top}
    for heading, title in zip(headings, rendered, strict=True):
        if not 1 < heading.level <= depth or not heading.identifier:
            continue
        parent = open_lists[max(level for level in open_lists if level < heading.level)]
        entry = {"id": heading.identifier, "number": heading.number, "title_html": title, "children": []}
        parent.append(entry)
        open_lists = {level: items for level, items in open_lists.items() if level < heading.level}
        open_lists[heading.level] = entry["children"]  # type: ignore[assignment]
    return top


_IMAGE = re.compile(r'class="[^"]*\bpreview-image\b.*?<img\s+src="([^"]+)"', re.S)


def entry(page: Page, index: Index) -> dict[str, Any]:
    """Kalıbın bir bölüm hakkında bildikleri: adresi, numarası, başlığı, kapak resmi, içinde sayılanlar.

    Kapak resmi, Quarto'daki gibi, `preview-image` sınıfını taşıyan hücrenin ya da resmin kendisidir.
    """
    chapter, body = page.chapter, page.body
    found = [target for target in index.values() if target.href == chapter.href and "(" not in target.number]
    floats = [target for target in found if target.kind in FLOATS]
    image = _IMAGE.search(body)
    file = from_root(image[1], chapter.href) if image else ""
    return {
        "href": chapter.href,
        "number": chapter.number,
        "title": page.title_text,
        "part": chapter.part,
        "appendix": chapter.appendix,
        "description": description(page),
        "reading_minutes": reading_minutes(page),
        "image": file,
        "image_size": images.size(page.files[file]) if file else None,
        "figures": sum(target.kind == "fig" for target in floats),
        "tables": sum(target.kind == "tbl" for target in floats),
        "numbers": len(re.findall(r"<span [^>]*data-(?:sayi|iddia)=", body)),
        "floats": [
            {
                "id": target.label,
                "name": f"{page.book.labels[f'crossref-{target.kind}-title']}{NBSP}{target.number}",
                "caption": re.split(r"(?<=[.?!]) ", target.caption, maxsplit=1)[0].rstrip("."),
            }
            for target in floats
        ],
    }


def description(page: Page) -> str:
    """Ön maddedeki `description`, yoksa ilk paragrafın başı."""
    if given := page.done.source.meta.get("description"):
        return str(given)
    first = next((plain(node["c"]) for node in page.blocks if node["t"] == "Para"), page.book.subtitle)
    return first if len(first) <= 160 else first[:160].rsplit(" ", 1)[0] + "…"


def reading_minutes(page: Page) -> int:
    """Açık metnin okunma süresi: kod, kapalı kutular ve tablolar sayılmaz."""

    def closed(node: Node) -> bool:
        folded = node["t"] == "Div" and "callout-collapse" in node["c"][0][1]
        return folded or node["t"] in {"CodeBlock", "Table"}

    words = len(plain(page.blocks, closed).split())
    return max(1, round(words / WORDS_PER_MINUTE))
