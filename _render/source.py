"""Kaynak dosya → AST, hücreler ve satır içi ifadeler; her satırın kendi dosyası ve yeriyle.

Neyin kod bloğu olduğuna pandoc karar verir: aday çitler işaretli bir kod bloğuna çevrilip metin pandoc'a
okutulur; AST'de kod bloğu olarak çıkmayan aday (yorum, formül, daha uzun bir çit içinde) hücre değildir.
AST'de hücrenin ve ifadenin yerini işaretli bir düğüm tutar (`run_key`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from _render import pandoc
from _render.config import check_mapping, check_options, from_root, read_text, words
from _render.errors import BookError, Place
from _render.yaml import load_yaml

CELL_OPTIONS = words(
    """label echo eval output include error warning code-fold code-summary fig-cap fig-alt fig-subcap
    fig-width fig-height tbl-cap lst-cap lst-label layout-ncol classes"""
)
MERMAID_OPTIONS = words("label echo include fig-cap fig-alt fig-width classes")
META_KEYS = words(
    """title subtitle description author date lang execute format jupyter keywords toc toc-depth
    number-sections code-fold code-summary fig-width fig-height fig-format fig-dpi"""
)
ENGINES = {"python": ("#|", CELL_OPTIONS), "mermaid": ("%%|", MERMAID_OPTIONS)}

_FENCE = re.compile(
    r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})[ \t]*"
    r"\{(?P<engine>\w[\w-]*)(?P<rest>[^}]*)(?P<close>\}?)[ \t]*$"
)
_OPENING = re.compile(
    r"^(?P<prefix>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$"
)
_ANY_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_INLINE = re.compile(r"(?<!`)`\{(?P<engine>\w+)\}[ \t](?P<code>[^`]+)`(?!`)")
_INCLUDE = re.compile(r"^\s*\{\{<\s*include\s+(?P<path>.+?)\s*>\}\}\s*$")
_SHORTCODE = re.compile(r"\{\{<\s*(?P<name>[\w-]*)")
_MARKED = re.compile(r"\{\.dikkat-cell key=(?P<key>\d+)\}")
_MARKED_INLINE = re.compile(r"`\{dikkat\} (\d+)`")
_RUN_INLINE = re.compile(r"\{dikkat\} (\d+)")
_GIVEN = re.compile(r"(?:#|label: *[\"']?)([\w-]+)")
_CHECKED = {"Str", "Code", "CodeBlock", "Div", "RawBlock", "RawInline"}
_SUSPECT = re.compile(r"\{\{<|\[\^|```|~~~|\]\{|^:::")  # metinde kalmışsa, yazarın istediği olmamıştır
_SHOWN_CELL = re.compile(r"[`~]*(\{\{\w+\}\})")  # Quarto'nun koşulmadan gösterilen hücresi
_ENVIRONMENT = re.compile(r"\\begin\{(align|equation|gather|multline|flalign|alignat|eqnarray)\*?\}")
_ANNOTATION = re.compile(r"#\s*<\d+>\s*$")


@dataclass(frozen=True)
class Cell:
    """Bir kod hücresi. `index` dosyada 1'den başlar; `start`/`end` çitlerin `Source.lines` içindeki
    sıralarıdır.
    """

    index: int
    engine: str
    text: str = field(repr=False)
    options: dict[str, Any]
    place: Place
    indent: str
    start: int
    end: int

    @property
    def label(self) -> str:
        return str(self.options.get("label", ""))

    @property
    def name(self) -> str:
        """Hata satırlarındaki adı: `hücre 7 (fig-x)`."""
        return f"hücre {self.index}" + (f" ({self.label})" if self.label else "")

    @property
    def code(self) -> str:
        """Seçenek satırları ve baştaki boş satırlar olmadan kod."""
        marker = ENGINES[self.engine][0]
        lines = self.text.split("\n")
        while lines and lines[0].startswith(marker):
            del lines[0]
        return "\n".join(lines).strip("\n")


@dataclass(frozen=True)
class Inline:
    """Satır içi ifade, `{python} expr`; `index` dosyadaki sırasıdır."""

    index: int
    code: str
    place: Place


@dataclass(frozen=True)
class Source:
    """Bir bölümün kaynağı: include'ları açılmış satırlar, her satırın yeri, ön madde, AST ve `runs`:
    hücreler ile ifadeler, koşacakları sırayla.
    """

    path: str
    lines: list[str] = field(repr=False)
    places: list[Place] = field(repr=False)
    meta: dict[str, Any] = field(repr=False)
    runs: list[Cell | Inline] = field(repr=False)
    doc: pandoc.Doc = field(repr=False)
    raw: str = field(repr=False)
    warnings: list[str] = field(repr=False)

    @cached_property
    def cells(self) -> list[Cell]:
        return [run for run in self.runs if isinstance(run, Cell)]

    @property
    def python(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.engine == "python"]

    def find(self, needle: str) -> Place:
        """`needle` metninin hücreler dışındaki ilk yeri; yoksa dosyanın kendisi."""
        inside = {n for cell in self.cells for n in range(cell.start, cell.end + 1)}
        hits = [n for n, line in enumerate(self.lines) if needle in line]
        best = next((n for n in hits if n not in inside), hits[0] if hits else None)
        return Place(self.path) if best is None else self.places[best]

    def label_places(self, label: str) -> list[Place]:
        """`label` etiketinin verildiği yerler, sırayla: `{#fig-x …}` ya da `#| label: fig-x`."""
        return self._given.get(label) or [self.find(label)]

    @cached_property
    def _given(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for line, place in zip(self.lines, self.places, strict=True):
            for label in _GIVEN.findall(line):
                found.setdefault(label, []).append(place)
        return found

    @property
    def unnumbered(self) -> bool:
        """Sayfanın numarası yoksa True: ilk başlığı `.unnumbered` ya da ön maddesi `number-sections:
        false`.
        """
        if self.meta.get("number-sections") is False:
            return True
        first = next((node for node in self.doc["blocks"] if node["t"] == "Header"), None)
        return "title" not in self.meta and first is not None and "unnumbered" in first["c"][1][1]


def read_source(root: Path, path: str, asked: Place) -> Source:
    """`path` dosyasını okur, include'ları açar, hücreleri bulur. Alt küme dışındaki yapı `BookError` olur."""
    raw = read_text(root, path, asked)
    if not raw.strip():
        raise BookError("dosya boş", Place(path, 1))
    expanded = list(_expand(root, path, raw, ()))
    lines, places = [line for line, _ in expanded], [place for _, place in expanded]
    meta, body_start = _front_matter(lines, path)
    runs, doc = _scan(lines, places, body_start, path)
    source = Source(path, lines, places, meta, runs, doc, raw, list(_list_warnings(doc, lines, places)))
    _check_labels(source)
    return source


def _expand(root: Path, path: str, text: str, above: tuple[str, ...]) -> Iterator[tuple[str, Place]]:
    """Satırlar ve yerleri; çit dışındaki `{{< include … >}}` satırları dosyanın satırlarına açılır."""
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        place = Place(path, number)
        if found := _ANY_FENCE.match(line):
            fence = "" if fence and found[1].startswith(fence) else fence or found[1]
        if fence or not (included := _INCLUDE.match(line)):
            yield line, place
            continue
        target = included["path"].strip("\"'")
        inner = from_root(target, path)
        if inner in (*above, path):
            raise BookError(f"dairesel include: “{target}” kendini içeriyor", place)
        content = read_text(root, inner, place).rstrip("\n")
        if content.startswith("---\n"):
            raise BookError("include edilen dosyanın ön maddesi olamaz", Place(inner, 1))
        yield from _expand(root, inner, content, (*above, path))


def _front_matter(lines: list[str], path: str) -> tuple[dict[str, Any], int]:
    """Ön madde ve gövdenin ilk satırının sırası."""
    if lines[0].rstrip() != "---":
        return {}, 0
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in {"---", "..."}), None)
    if end is None:
        raise BookError("ön madde kapanmamış (“---” satırı yok)", Place(path, 1))
    meta = load_yaml("\n".join(lines[1:end]), Place(path, 2), what="ön madde")

    def place_of(key: str) -> Place:
        return Place(path, next((n for n in range(1, end) if lines[n].lstrip().startswith(key)), 1) + 1)

    check_mapping(meta, META_KEYS, place_of, what="ön madde anahtarı")
    check_options(meta, place_of)
    return meta, end + 1


def _scan(
    lines: list[str], places: list[Place], body_start: int, path: str
) -> tuple[list[Cell | Inline], pandoc.Doc]:
    """Aday çit ve ifadeleri işaretleyip pandoc'a okutur; doğrulananları koşulacak, ötekileri metin sayar."""
    fences = {n: found for n, line in enumerate(lines) if n >= body_start and (found := _FENCE.match(line))}
    marked = ["" if n < body_start else line for n, line in enumerate(lines)]
    for n, found in fences.items():
        marked[n] = f"{found['indent']}{found['fence']}{{.dikkat-cell key={n}}}"
    text = "\n".join(marked)
    inlines = list(_INLINE.finditer(text))
    for n, found in reversed(list(enumerate(inlines))):  # sondan: öncekilerin yeri kaymasın
        breaks = "\n" * found[0].count("\n")
        text = f"{text[: found.start()]}`{{dikkat}} {n}`{breaks}{text[found.end() :]}"
    _check_fences(marked, places)
    doc, warnings = pandoc.read(text, Place(path))
    _check_warnings(warnings, places)
    _check_meta(doc, marked, places)

    def restored(code: str) -> str:
        """İşaretlenmiş ama hücre olmayan adayın kendi yazılışı."""
        code = _MARKED.sub(lambda m: lines[int(m["key"])].strip().lstrip("`~>").strip(), code)
        return _MARKED_INLINE.sub(lambda m: inlines[int(m[1])][0], code)

    blocks: dict[int, str] = {}
    seen: set[int] = set()
    literal: list[str] = []
    for node in pandoc.nodes(doc["blocks"]):
        key = run_key(node)
        if key is not None and node["t"] == "CodeBlock":
            blocks[key] = node["c"][1]
        elif key is not None:
            seen.add(key)
        elif node["t"] in {"CodeBlock", "Code", "Math", "RawBlock", "RawInline"}:
            literal.append(node["c"][1])
            node["c"][1] = restored(node["c"][1])
            if node["t"].startswith("Raw") and _ENVIRONMENT.match(node["c"][1]):
                _as_math(node)
        check_node(node, lines, places)
    hidden = "\n".join(literal)

    runs: dict[int, list[Cell | Inline]] = {}  # satır → oradaki hücre ya da ifadeler
    for n, found in fences.items():
        if n in blocks:
            runs[n] = [_cell(len(runs) + 1, n, found, blocks[n], lines, places)]
        elif (mark := f".dikkat-cell key={n}}}") not in hidden:
            opened = next((m for m, code in blocks.items() if mark in code), n)  # onu yutan, açık kalandır
            raise BookError("kod hücresinin çiti kapanmamış", places[opened])
    whole = "\n".join(marked)
    for n in sorted(seen):
        line = whole.count("\n", 0, inlines[n].start())
        engine, code = inlines[n]["engine"], inlines[n]["code"].strip()
        if engine != "python":
            raise BookError(f"satır içi “{engine}” desteklenmiyor; yalnız python", places[line])
        runs.setdefault(line, []).append(Inline(n, code, places[line]))
    return [run for line in sorted(runs) for run in runs[line]], doc


def _check_meta(doc: pandoc.Doc, lines: list[str], places: list[Place]) -> None:
    """Gövdede `---` satırları arasında kalan metin sayfada görünmez."""
    if doc["meta"]:
        place = next((places[n] for n, line in enumerate(lines) if line.rstrip() == "---"), places[0])
        advice = "ön madde ilk satırda başlar; çizgi için altına boş satır koyun"
        raise BookError(f"gövdedeki “---” bloğu ön madde sayılır, metni kaybolur: {advice}", place)


def _check_fences(lines: list[str], places: list[Place]) -> None:
    """Kapanmamış çit, ardındaki metni koda katar. Satırlar kuşkuyu doğurur, hükmü pandoc verir: eksik çit
    yazılınca bir kod bloğu artıyorsa eksiktir.
    """
    for start, fence, end in _unclosed(lines):
        if _closes(lines, end, fence):
            what = "kod hücresinin çiti" if "{.dikkat-cell" in lines[start] else "kod çiti"
            raise BookError(f"{what} kapanmamış", places[start])


def _unclosed(lines: list[str]) -> Iterator[tuple[int, str, int]]:
    """Açık kalmış olabilecek çitler: satırı, kapatanı, kapanmadığının görüldüğü satır."""
    opened: tuple[int, str] | None = None
    for n, line in enumerate(lines):
        if (found := _OPENING.match(line)) is None:
            continue
        fence = re.sub(r"[^>\s]", " ", found["prefix"]) + found["fence"]  # madde imi kapatanda yinelenmez
        opens = bool(found["info"].strip())
        if opened is None:
            opened = (n, fence)
        elif found["fence"].startswith(opened[1].strip(" \t>")):
            if opens:
                yield (*opened, n)
            opened = (n, fence) if opens else None
    if opened:
        yield (*opened, len(lines))


def _closes(lines: list[str], at: int, fence: str) -> bool:
    """`at` satırından önce yazılan çit bir kod bloğunu daha kapatır mı?"""

    def blocks(text: list[str]) -> int:
        doc, _ = pandoc.read("\n".join(text), Place("çit"))
        return sum(node["t"] == "CodeBlock" for node in pandoc.nodes(doc["blocks"]))

    return blocks([*lines[:at], fence, *lines[at:]]) > blocks(lines)


def run_key(node: pandoc.Node) -> int | None:
    """AST'de bir hücrenin (`Cell.start`) ya da ifadenin (`Inline.index`) yerini tutan düğümse anahtarı."""
    if node["t"] == "CodeBlock" and "dikkat-cell" in node["c"][0][1]:
        return int(pandoc.attribute(node["c"][0], "key") or 0)
    if node["t"] == "Code" and (found := _RUN_INLINE.fullmatch(node["c"][1])):
        return int(found[1])
    return None


def _cell(index: int, n: int, fence: re.Match[str], code: str, lines: list[str], places: list[Place]) -> Cell:
    """Doğrulanmış bir çitten hücre; seçeneklerini okur ve denetler."""
    engine, place = fence["engine"], places[n]
    name = f"hücre {index}"
    if engine not in ENGINES:
        raise BookError(f"“{engine}” hücresi desteklenmiyor; yalnız python ve mermaid", place, cell=name)
    if not fence["close"]:
        raise BookError("çitin “}” ayracı eksik", place, cell=name)
    if ">" in fence["indent"]:
        raise BookError("alıntı içinde kod hücresi desteklenmiyor", place, cell=name)
    if fence["rest"].strip():
        raise BookError(
            f"çitteki “{fence['rest'].strip()}” desteklenmiyor; seçenekleri “#|” satırlarında verin",
            place,
            cell=name,
        )
    marker, known = ENGINES[engine]
    head = []
    for line in code.split("\n"):
        if not line.startswith(marker):
            break
        head.append(line[len(marker) :].removeprefix(" "))
    options = load_yaml(
        "\n".join(head), Place(place.file, place.line + 1), cell=name, what="hücre seçenekleri"
    )
    label = str(options.get("label", ""))
    name += f" ({label})" if label else ""

    def place_of(option: str) -> Place:
        row = next((k for k, text in enumerate(head) if text.startswith(option)), 0)
        return Place(place.file, place.line + 1 + row)

    check_mapping(options, known, place_of, what="hücre seçeneği", cell=name)
    if label and not re.fullmatch(r"\w[\w.:-]*", label):
        raise BookError("etikette yalnız harf, rakam ve - . : _ olabilir", place_of("label"), cell=name)
    empty = not code and lines[n + 1].strip().startswith(fence["fence"])
    end = n + 1 if empty else n + code.count("\n") + 2
    return Cell(index, engine, code, options, place, fence["indent"], n, end)


def _check_warnings(warnings: list[str], places: list[Place]) -> None:
    """pandoc'un yapıya ilişkin uyarıları hatadır: kapanmamış div, yinelenen dipnot ya da bağlantı adı."""
    for warning in warnings:
        found = re.search(r"line (\d+)", warning)
        place = places[min(int(found[1]), len(places)) - 1] if found else Place(places[0].file)
        if "unclosed" in warning:
            raise BookError("“:::” kutusu (ya da <div>) kapanmamış", place)
        if "Duplicate" in warning and "identifier" not in warning:
            raise BookError(f"yinelenen ad: {warning}", place)
        if "note" in warning.lower():
            raise BookError(f"dipnot: {warning}", place)


def _first(lines: list[str], places: list[Place], needle: str) -> Place:
    return next((places[n] for n, line in enumerate(lines) if needle in line), Place(places[0].file))


def _as_math(node: pandoc.Node) -> None:
    """Çıplak `\\begin{align} … \\end{align}` ayrı satırda formüldür, Quarto'daki gibi."""
    math = {"t": "Math", "c": [{"t": "DisplayMath"}, node["c"][1].strip()]}
    node.update({"t": "Para", "c": [math]} if node["t"] == "RawBlock" else math)


def check_node(node: pandoc.Node, lines: list[str], places: list[Place]) -> None:
    """Alt küme dışındaki yapı hatadır: kısa kod, tanımsız dipnot, ham LaTeX, kod notu."""
    kind: str = node["t"]
    content: Any = node.get("c")
    if kind not in _CHECKED or (kind == "Str" and not _SUSPECT.search(content)):
        return
    if kind in {"Str", "Code"} and (found := _SHOWN_CELL.match(content if kind == "Str" else content[1])):
        fence = next((line.strip() for line in lines if line.lstrip("`~ ").startswith(found[1])), "")
        if fence.startswith(("```", "~~~")):
            reason = "desteklenmiyor: koşmayacak örneği daha uzun bir çitin içine yazın"
            raise BookError(f"“{fence}” {reason}", _first(lines, places, fence))
    if kind == "Str" and (found := _SHORTCODE.search(content)):
        place = _first(lines, places, found[0])
        line = next((line for line in lines if found[0] in line), "")
        name = named["name"] if (named := _SHORTCODE.search(line)) else ""
        reason = "kendi satırında durmalı" if name == "include" else "desteklenmiyor"
        raise BookError(f"kısa kod “{name}” {reason}", place)
    # Kaçışla yazılan kaynakta böyle geçmez: düz metindir.
    undefined = re.search(r"\[\^[^\]\s]+\]", content) if kind == "Str" else None
    if (found := undefined) and any(found[0] in line for line in lines):
        raise BookError(f"dipnot {found[0]} tanımlı değil", _first(lines, places, found[0]))
    if kind == "Str" and content.startswith(":::"):
        raise BookError("“:::” burada bir kutu açmıyor, kapatmıyor", _first(lines, places, content))
    if kind == "Div" and (odd := next((name for name in content[0][1] if "{" in name), "")):
        raise BookError(f"“::: {odd}” kutusunun “}}” ayracı eksik", _first(lines, places, odd))
    if kind == "Str" and re.match(r"(```|~~~)(?!\{\.dikkat)", content):
        raise BookError("kod çiti kapanmamış", _first(lines, places, content))
    if kind == "Str" and (found := re.search(r"\]\{(?:[.#]\w|[\w-]+=)", content)):
        raise BookError("öznitelik ayracı “}” ile kapanmamış", _first(lines, places, found[0]))
    if kind in {"RawBlock", "RawInline"} and re.search(r"<script\b", content[1], re.I):
        raise BookError(
            "metinde <script> var: sayfada satır içi betik olamaz", _first(lines, places, "<script")
        )
    if kind in {"RawBlock", "RawInline"} and content[0] != "html":
        place = _first(lines, places, content[1].split("\n")[0])
        raise BookError(f"ham {content[0]} sayfada kaybolur; desteklenmiyor", place)
    if kind == "CodeBlock" and (line := next(filter(_ANNOTATION.search, content[1].split("\n")), "")):
        raise BookError("kod notu (# <1>) desteklenmiyor", _first(lines, places, line))


def _list_warnings(doc: pandoc.Doc, lines: list[str], places: list[Place]) -> Iterator[str]:
    """“3. adımda …” diye başlayan paragraf Markdown'da tek maddelik listedir: istenen o olmayabilir."""
    for node in pandoc.nodes(doc["blocks"]):
        if node["t"] == "OrderedList" and node["c"][0][1]["t"] == "Decimal":
            number = node["c"][0][0]
            if number == 1 and len(node["c"][1]) > 1:
                continue
            first = pandoc.plain(node["c"][1][0][:1]).split(" ")[0]
            starts = (
                n for n, line in enumerate(lines) if re.match(rf"\s*{number}[.)]\s", line) and first in line
            )
            place = next((places[n] for n in starts), Place(places[0].file))
            yield f"{place}: “{number}. {first} …” liste oldu; paragrafsa “{number}\\. {first}” yazın"


def _check_labels(source: Source) -> None:
    """Aynı etiket bir dosyada iki kez geçmez; şekil ve tablo seçenekleri doğru önekli etiket ister."""
    seen: dict[str, Cell] = {}
    for cell in source.cells:
        if not cell.label:
            continue
        if cell.label in seen:
            raise BookError(
                f"“{cell.label}” etiketi ikinci kez; ilki {seen[cell.label].place}",
                cell.place,
                cell=cell.name,
            )
        seen[cell.label] = cell
