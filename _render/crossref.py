"""Numaralar ve göndermeler. Önce her sayfa numaralanır (`Numbering`), sonra göndermeler çözülür (`resolver`).

Sayfanın blokları belge sırasıyla gezilir; başlık, şekil, tablo, kod ve eşitlikler numara alıp kitabın
dizinine (`Index`) yazılır. Kutular, sekmeler ve kod katlama `decorate` modülündedir.
"""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from _render import decorate
from _render.config import Chapter
from _render.errors import BookError, Place, nearest
from _render.pandoc import (
    Attr,
    Node,
    attribute,
    div,
    html,
    html_inline,
    plain,
    text_nodes,
)
from _render.source import Source

FLOATS = ("fig", "tbl", "lst")
KINDS = (*FLOATS, "eq", "sec")
NBSP = "\u00a0"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Target:
    """Gönderme yapılabilecek bir yer: türü, yazılacak numarası ("1.2", "1.2 (a)"), sayfası, başlığı."""

    label: str
    kind: str
    number: str
    href: str
    caption: str
    place: Place


Index = dict[str, Target]


@dataclass
class Heading:
    """İçindekiler için bir başlık."""

    level: int
    identifier: str
    number: str
    inlines: list[Node]


@dataclass
class Numbering:
    """Bir sayfanın numaralayıcısı; `blocks` çağrılınca sayfayı çevirir, dizini ve başlıkları doldurur."""

    chapter: Chapter
    source: Source
    labels: dict[str, str]
    index: Index
    options: dict[str, Any]
    headings: list[Heading] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    section: list[int] = field(default_factory=lambda: [0] * 7)
    tabsets: int = 0

    def blocks(self, items: list[Node]) -> list[Node]:
        out: list[Node] = []
        for node in items:
            out.extend(self._block(node))
        return out

    def _block(self, node: Node) -> list[Node]:
        handlers: dict[str, Callable[[Node], list[Node]]] = {
            "Header": self._header,
            "Div": self._div,
            "Figure": self._figure,
            "Table": self._table,
            "CodeBlock": self._code,
            "Para": self._paragraph,
            "Plain": self._paragraph,
        }
        if handler := handlers.get(node["t"]):
            return handler(node)
        content: Any = node.get("c")
        match node["t"]:
            case "BlockQuote":
                content = self.blocks(content)
            case "BulletList":
                content = [self.blocks(item) for item in content]
            case "OrderedList":
                content = [content[0], [self.blocks(item) for item in content[1]]]
            case "DefinitionList":
                content = [[term, [self.blocks(item) for item in items]] for term, items in content]
        return [node if content is None else {"t": node["t"], "c": content}]

    # --- başlıklar ---------------------------------------------------------------------------------------

    def _header(self, node: Node) -> list[Node]:
        level, attr, inlines = node["c"]
        attr = [self._unique(attr[0]), *attr[1:]]
        number = ""
        if self.chapter.number and "unnumbered" not in attr[1] and self.options.get("number-sections", True):
            if level > 1:
                self.section[level - 1] += 1
                self.section[level:] = [0] * (7 - level)
            parts = self.section[1:level]
            if level == 1 or any(parts):
                number = ".".join([self.chapter.number, *(str(part) for part in parts)])
            if attr[0].startswith("sec-"):
                self._add(attr[0], "sec", number, plain(inlines))
        self.headings.append(Heading(level, attr[0], number, inlines))
        if number:
            mark = html_inline(f'<span class="header-section-number">{number}</span>')
            if level == 1 and self.chapter.appendix:
                prefix = text_nodes(self.labels["crossref-apx-prefix"] + NBSP)
                inlines = [*prefix, mark, *text_nodes(" — "), *inlines]
            else:
                inlines = [mark, {"t": "Space"}, *inlines]
        return [{"t": "Header", "c": [level, attr, inlines]}]

    def _unique(self, identifier: str) -> str:
        """Çıktıdaki başlığın kimliği metindeki birininkiyle aynı olabilir; ikincisine sıra eklenir."""
        taken = {heading.identifier for heading in self.headings if heading.identifier}
        others = (f"{identifier}-{n}" for n in itertools.count(1))
        free = identifier not in taken or identifier.startswith("sec-")  # ikinci etiket hatadır
        return identifier if free else next(other for other in others if other not in taken)

    # --- kutular -----------------------------------------------------------------------------------------

    def _div(self, node: Node) -> list[Node]:
        attr, content = node["c"]
        if kind := decorate.callout_kind(attr):
            return decorate.callout(kind, attr, content, self.blocks, self.labels)
        if unknown := next((name for name in attr[1] if name.startswith("callout-")), ""):
            known = [f"callout-{name}" for name in decorate.CALLOUTS]
            raise BookError(
                f"bilinmeyen kutu: “{unknown}”{nearest(unknown, known)}", self.source.find(unknown)
            )
        if "panel-tabset" in attr[1]:
            self.tabsets += 1
            return decorate.tabset(attr, content, self.blocks, self.tabsets)
        kind = _float_kind(attr[0])
        if kind:
            return self._float_div(kind, attr, content)
        columns = self._columns(attr)
        inner = decorate.layout(self.blocks(content), columns) if columns else self.blocks(content)
        kept = [pair for pair in attr[2] if pair[0] != "layout-ncol"]
        return [{"t": "Div", "c": [[attr[0], attr[1], kept], inner]}]

    def _columns(self, attr: Attr) -> int:
        given = attribute(attr, "layout-ncol") or "0"
        if not given.isdecimal():
            raise BookError(
                f"“layout-ncol={given}” bir sayı olmalı", self.source.find(f"layout-ncol={given}")
            )
        return int(given)

    def _float_div(self, kind: str, attr: Attr, content: list[Node]) -> list[Node]:
        """`::: {#fig-x}`: başlığı `fig-cap` özniteliği ya da son paragraftır; içindekiler alt şekil
        olabilir.
        """
        caption: list[Node] = []
        given = attribute(attr, f"{kind}-cap")
        if given is not None:
            caption = decorate.inlines_of(given)
        elif kind == "tbl" and (inner := _only_table(content)) is not None and inner["c"][1][1]:
            caption = _take_table_caption(inner)
        elif content and content[-1]["t"] in {"Para", "Plain"} and not _is_image(content[-1]):
            caption, content = content[-1]["c"], content[:-1]
        if not content:
            raise BookError(f"“{attr[0]}” kutusu boş", self.source.label_places(attr[0])[-1])
        number = self._next(kind)
        self._add(attr[0], kind, number, plain(caption))
        body = self._sub_floats(kind, number, content)
        if columns := self._columns(attr):
            body = decorate.layout(body, columns)
        return [self._float(kind, attr, number, caption, body)]

    def _sub_floats(self, kind: str, number: str, content: list[Node]) -> list[Node]:
        """Kutunun içindeki etiketli şekil ve tablolar (a), (b) … olur; ötekiler olduğu gibi gezilir."""
        count = 0

        def visit(items: list[Node]) -> list[Node]:
            nonlocal count
            out: list[Node] = []
            for node in items:
                own = _figure_parts(node)
                if own is not None and _float_kind(own[0][0]) == kind:
                    count += 1
                    out.append(self._sub_float(own, f"{number} ({_LETTERS[count - 1]})", kind))
                elif own is not None:
                    out.append(decorate.image_figure(own[2]) if not own[1] else self._block(node)[0])
                elif node["t"] == "Div" and not _float_kind(node["c"][0][0]):
                    out.append({"t": "Div", "c": [node["c"][0], visit(node["c"][1])]})
                elif node["t"] == "Table":
                    out.extend(decorate.table(node))
                else:
                    out.extend(self._block(node))
            return out

        return visit(content)

    def _sub_float(self, parts: tuple[Attr, list[Node], Node], number: str, kind: str) -> Node:
        attr, caption, image = parts
        self._add(attr[0], kind, number, plain(caption))
        letter = number[number.rindex("(") :]
        words = [*text_nodes(letter), *([{"t": "Space"}, *caption] if caption else [])]
        body = [html("<figure>"), decorate.image_figure(image), *_captioned(words), html("</figure>")]
        return div(attr[0], ["quarto-figure", "quarto-subfloat-fig"], body)

    def _float(self, kind: str, attr: Attr, number: str, caption: list[Node], body: list[Node]) -> Node:
        """Numaralı kutu: şekilde başlık altta, tablo ve kodda üstte."""
        title = self.labels[f"crossref-{kind}-title"]
        name: list[Node] = [{"t": "Str", "c": f"{title}{NBSP}{number}" + (":" if caption else "")}]
        words: list[Node] = [{"t": "Span", "c": [["", ["float-name"], []], name]}]
        if caption:
            words += [{"t": "Space"}, *caption]
        heading = _captioned(words)
        opening = html(f'<figure class="quarto-float quarto-float-{kind}">' if kind != "fig" else "<figure>")
        inner = [*body, *heading] if kind == "fig" else [*heading, *body]
        classes = ["quarto-figure"] if kind == "fig" else ["listing"] if kind == "lst" else []
        kept = [name for name in attr[1] if name not in classes]
        return div(attr[0], classes + kept, [opening, *inner, html("</figure>")])

    # --- tek başına şekil, tablo, kod, eşitlik --------------------------------------------------------------

    def _figure(self, node: Node) -> list[Node]:
        attr, caption, image = _figure_parts(node) or (node["c"][0], [], node["c"][2][0])
        if _float_kind(attr[0]) == "fig":
            number = self._next("fig")
            self._add(attr[0], "fig", number, plain(caption))
            return [self._float("fig", attr, number, caption, [decorate.image_figure(image)])]
        body = [html("<figure>"), decorate.image_figure(image), *_captioned(caption), html("</figure>")]
        return [div(attr[0], ["quarto-figure", *attr[1]], body)]

    def _table(self, node: Node) -> list[Node]:
        attr = node["c"][0]
        if _float_kind(attr[0]) == "tbl":
            number = self._next("tbl")
            words = _take_table_caption(node)
            self._add(attr[0], "tbl", number, plain(words))
            bare = {"t": "Table", "c": [["", attr[1], []], *node["c"][1:]]}
            return [self._float("tbl", [attr[0], [], []], number, words, decorate.table(bare))]
        return decorate.table(node)

    def _code(self, node: Node) -> list[Node]:
        attr, code = node["c"]
        body = decorate.code(attr, code, self.options, self.labels)
        if _float_kind(attr[0]) == "lst":
            caption = decorate.inlines_of(attribute(attr, "lst-cap") or "")
            number = self._next("lst")
            self._add(attr[0], "lst", number, plain(caption))
            return [self._float("lst", [attr[0], [], []], number, caption, body)]
        return body

    def _paragraph(self, node: Node) -> list[Node]:
        """Etiketli eşitlikler numara alır; başlıksız `![](x){#fig-x}` de şekildir."""
        inlines = node["c"]
        if _is_image(node) and _float_kind(inlines[0]["c"][0][0]) == "fig":
            image = inlines[0]
            attr = image["c"][0]
            bare = {"t": "Image", "c": [["", attr[1], attr[2]], *image["c"][1:]]}
            figure = {"t": "Figure", "c": [[attr[0], [], []], [None, []], [{"t": "Plain", "c": [bare]}]]}
            return self._figure(figure)
        return [{"t": node["t"], "c": numbered_equations(inlines, self._equation)}]

    def _equation(self, label: str, math: Node) -> list[Node]:
        number = self._next("eq")
        self._add(label, "eq", number, "")
        return [{"t": "Span", "c": [[label, ["equation"], []], [tagged(math, number)]]}]

    # --- dizin --------------------------------------------------------------------------------------------

    def _next(self, kind: str) -> str:
        self.counters[kind] = self.counters.get(kind, 0) + 1
        count = str(self.counters[kind])
        return f"{self.chapter.number}.{count}" if self.chapter.number else count

    def _add(self, label: str, kind: str, number: str, caption: str) -> None:
        places = self.source.label_places(label)
        if label in self.index:
            other = self.index[label]
            first = places[0] if other.href == self.chapter.href else other.place
            raise BookError(f"“{label}” etiketi ikinci kez; ilki {first}", places[-1])
        self.index[label] = Target(label, kind, number, self.chapter.href, caption, places[-1])


def _captioned(words: list[Node]) -> list[Node]:
    return [html("<figcaption>"), {"t": "Plain", "c": words}, html("</figcaption>")] if words else []


def _float_kind(identifier: str) -> str:
    kind, _, name = identifier.partition("-")
    return kind if name and kind in FLOATS else ""


def _is_image(node: Node) -> bool:
    return node["t"] in {"Para", "Plain"} and len(node["c"]) == 1 and node["c"][0]["t"] == "Image"


def _figure_parts(node: Node) -> tuple[Attr, list[Node], Node] | None:
    """Tek resimli bir şeklin (öznitelik, başlık, resim) üçlüsü; başka düğümde None."""
    if node["t"] == "Figure":
        attr, caption, body = node["c"]
        if len(body) == 1 and _is_image(body[0]):
            words = [inline for block in caption[1] for inline in block["c"]]
            return attr, words, body[0]["c"][0]
    elif _is_image(node):
        image = node["c"][0]
        attr = image["c"][0]
        return attr, [], {"t": "Image", "c": [["", attr[1], attr[2]], *image["c"][1:]]}
    return None


def _only_table(content: list[Node]) -> Node | None:
    tables = [node for node in content if node["t"] == "Table"]
    return tables[0] if len(tables) == 1 else None


def _take_table_caption(table: Node) -> list[Node]:
    words = [inline for block in table["c"][1][1] for inline in block["c"]]
    table["c"][1] = [None, []]
    return words


def numbered_equations(inlines: list[Node], change: Callable[[str, Node], list[Node]]) -> list[Node]:
    """Paragrafta `$$…$$ {#eq-x}` yerine `change(etiket, formül)`; ötekiler olduğu gibi."""
    out: list[Node] = []
    position = 0
    while position < len(inlines):
        label, after = _equation_label(inlines, position)
        out += change(label, inlines[position]) if label else [inlines[position]]
        position = after if label else position + 1
    return out


def tagged(math: Node, number: str) -> Node:
    """Numarası yanında formül, Quarto'nun MathML'deki yazışıyla."""
    return {**math, "c": [math["c"][0], math["c"][1].rstrip() + f" \\qquad({number})"]}


def _equation_label(inlines: list[Node], position: int) -> tuple[str, int]:
    """`$$…$$ {#eq-x}`: etiket ve ondan sonraki yer; etiket yoksa ""."""
    item = inlines[position]
    if item["t"] != "Math" or item["c"][0]["t"] != "DisplayMath":
        return "", position
    after = position + 1
    if after < len(inlines) and inlines[after]["t"] in {"Space", "SoftBreak"}:
        after += 1
    if after < len(inlines) and inlines[after]["t"] == "Str":
        found = re.fullmatch(r"\{#(eq-[^}\s]+)\}", inlines[after]["c"])
        if found:
            return found[1], after + 1
    return "", position


# --- göndermeler --------------------------------------------------------------------------------------------


def resolver(
    chapter: Chapter, index: Index, labels: dict[str, str], find: Callable[[str], Place]
) -> Callable[[Node], list[Node] | None]:
    """`@fig-x` gibi göndermeleri bağlantıya çeviren `transform` işlevi; bulunmayan etiket `BookError`."""

    def change(node: Node) -> list[Node] | None:
        if node["t"] != "Cite":
            return None
        citations = node["c"][0]
        refs = [c for c in citations if c["citationId"].partition("-")[0].lower() in KINDS]
        if not refs:
            return None
        place = find("@" + refs[0]["citationId"])
        if len(refs) < len(citations):
            raise BookError("bir köşeli ayraçta hem gönderme hem kaynak olamaz (Quarto kaynağı atar)", place)
        out: list[Node] = []
        for citation in refs:
            if out:
                out += text_nodes(", ")
            out.append(_link(citation, chapter, index, labels, place))
        return out

    return change


def _link(
    citation: dict[str, Any], chapter: Chapter, index: Index, labels: dict[str, str], place: Place
) -> Node:
    written = citation["citationId"]
    label = written[0].lower() + written[1:]
    target = index.get(label)
    if target is None:
        raise BookError(f"“@{written}” göndermesinin hedefi yok{nearest(label, index)}", place)
    if citation["citationSuffix"]:
        raise BookError(
            f"“@{written}” göndermesinin ardındaki metin Quarto'da kaybolur; ayraçtan çıkarın", place
        )
    words: list[Node] = []
    if citation["citationPrefix"]:
        words = [*citation["citationPrefix"], {"t": "Str", "c": NBSP}]
    elif citation["citationMode"]["t"] != "SuppressAuthor":
        prefix = _prefix(target, labels)
        if written[0].isupper():
            prefix = prefix[:1].upper() + prefix[1:]
        words = [{"t": "Str", "c": prefix + NBSP}]
    words = [*words, *text_nodes(target.number)]
    page = "" if target.href == chapter.href else decorate.relative(target.href, chapter.href)
    return {"t": "Link", "c": [["", ["quarto-xref"], []], words, [f"{page}#{label}", ""]]}


def _prefix(target: Target, labels: dict[str, str]) -> str:
    kind = target.kind
    if kind == "sec" and "." not in target.number:
        kind = "apx" if target.number.isalpha() else "ch"
    return labels[f"crossref-{kind}-prefix"]
