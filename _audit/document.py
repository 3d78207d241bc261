"""Bir kaynağın (.qmd, README.md) okunan her yeri: paragraflar, başlıklar, tablolar, yazılar, ön madde.

Kaynak satır satır bloklara ayrılır; her bloğun görünür metni `markdown.read_markdown` ile okunur.
Hücrelerin kodu ayrıca verilir. Yer (`Place`) her zaman kaynak dosyanın satırı ve sütunudur, include edilen
dosyalarda da.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import yaml

from _audit.markdown import HOLE, Attributes, Visible, read_markdown

SPANNABLE_OPTIONS = {"fig-cap", "tbl-cap", "lst-cap", "fig-subcap", "tbl-subcap"}
LITERAL_OPTIONS = {"fig-alt", "code-summary"}
FRONT_MATTER = {"title", "subtitle", "description", "abstract", "author-note"}
CONFIG_TEXTS = {"title", "subtitle", "description", "part", "page-footer"}
TEXT_ATTRIBUTES = {"title", "fig-alt", "alt", "fig-cap", "tbl-cap", "summary"}

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # derlenmişi varsa: on kat hızlı
_FENCE = re.compile(r"^(?P<lead>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_DIV = re.compile(r"^[ \t>]*:{3,}")
_MARKER = re.compile(r"^[ \t>]*(?:[-*+]|\#\.|\d+[.)]|\(?@[\w-]*\)|[a-zA-Z][.)](?=[ \t]{2}))[ \t]+")
_HEADING = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)*(?P<marks>#{1,6})[ \t]+")
_QUOTE = re.compile(r"^[ \t]*>[ \t]?")
_INCLUDE = re.compile(r"^\s*\{\{<\s*include\s+(?P<path>\S+)\s*>\}\}\s*$")
# quotes.py'nin denetlediği alıntı biçimi: "…" — Konuşan, dakika.
QUOTATION = re.compile(
    r"^[“\"].+[”\"]\s*[—–]\s*\**[A-Z][\w. ]+?\**,\s*\[?\d{1,2}(?::\d{2}){1,2}\]?(?:\([^)]*\))?\.?$", re.S
)


class Place(NamedTuple):
    """Kaynakta bir yer; satır ve sütun 1'den başlar."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class AuditError(Exception):
    """Denetimin bulduğu hatalar; mesajı her hata için bir satırdır."""

    def _render_traceback_(self) -> list[str]:
        """Jupyter'de yığın izi yerine yalnız mesaj görünsün."""
        return [f"{type(self).__name__}: {self}"]


@dataclass(frozen=True)
class Section:
    """Bir başlık: kimliği (bağlantı hedefi) ve düz metni."""

    identifier: str
    title: str


@dataclass(frozen=True)
class Cell:
    """Bir Python hücresi; `code` seçenek satırlarıyla, kaynağın `first_line` satırında (0'dan) başlar."""

    index: int
    label: str
    code: str
    first_line: int
    section: Section | None
    shown: bool = True  # kodu ya da şekli sayfada görünür mü

    @property
    def source(self) -> str:
        """Python'un okuyabileceği kod: IPython komutları (`%`, `!`) boş satır olur."""
        return "\n".join("" if line.lstrip()[:1] in {"%", "!"} else line for line in self.code.split("\n"))

    @property
    def name(self) -> str:
        """Hatalarda ve raporda görünen adı."""
        return self.label or str(self.index)

    @property
    def anchor(self) -> str:
        """Sayfada hücreye götüren bağlantı: hücrenin kimliği, görünmüyorsa bölümünki."""
        if self.label and self.shown:
            return f"#cell-{self.label}" if self.label.startswith("fig-") else f"#{self.label}"
        return f"#{self.section.identifier}" if self.section else "#"


@dataclass(frozen=True)
class Passage:
    """Okunan bir parça. `kind` türü (paragraf, başlık, fig-alt …); `spans`: öznitelik taşıyabilir mi."""

    kind: str
    visible: Visible
    spans: bool
    section: Section | None
    quote: str = ""  # denetlenmiş alıntının İngilizce metni


@dataclass
class Document:
    """Bir kaynak dosya: okunan parçaları sırayla, hücreleri, yer bulucusu."""

    path: str
    text: str
    places: list[tuple[int, str, int]] = field(repr=False, default_factory=list)  # baş, dosya, satır
    passages: list[Passage] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)

    def place(self, offset: int) -> Place:
        """Kaynaktaki `offset` yerinin dosyası, satırı, sütunu."""
        start, path, line = self.places[bisect_right(self.places, (offset, "\uffff", 0)) - 1]
        return Place(path, line, offset - start + 1)

    def cell_place(self, cell: Cell, line: int, column: int) -> Place:
        """Hücre kodunun `line` satırı (1'den) ve `column` sütunu (0'dan)."""
        _, path, number = self.places[cell.first_line + line - 1]
        return Place(path, number, column + 1)


def read_document(path: str, root: Path | None = None) -> Document:
    """`path` (proje köküne göre) kaynağını okur; include satırları dosyanın metniyle açılır."""
    lines = list(_expand(root or Path.cwd(), path, ()))
    return parse_document(path, lines)


def document_of(path: str, text: str) -> Document:
    """Metni verilen kaynak (sınamalar ve mutasyon için)."""
    return parse_document(path, [(line, path, n) for n, line in enumerate(text.split("\n"), 1)])


def config_document(path: str, root: Path) -> Document:
    """`_quarto.yml`: kitabın okuyana görünen yazıları."""
    lines = (root / path).read_text(encoding="utf-8-sig").split("\n")
    document = _placed(path, [(line, path, n) for n, line in enumerate(lines, 1)])
    _Blocks(document).read_config()
    return document


def _expand(root: Path, path: str, above: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """Satırlar, dosyaları ve numaralarıyla."""
    if path in above:
        raise AuditError(f"{path}: include kendini içeriyor")
    try:
        text = (root / path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise AuditError(f"{path}: dosya yok (çalışma klasörü {root})") from None
    for number, line in enumerate(text.split("\n"), 1):
        if included := _INCLUDE.match(line):
            target = included["path"].strip("\"'")
            inner = Path(target.lstrip("/")) if target.startswith("/") else Path(path).parent / target
            yield from _expand(root, inner.as_posix(), (*above, path))
        else:
            yield line, path, number


def parse_document(path: str, lines: Sequence[tuple[str, str, int]]) -> Document:
    """Satırlardan belge."""
    document = _placed(path, lines)
    _Blocks(document).read()
    return document


def _placed(path: str, lines: Sequence[tuple[str, str, int]]) -> Document:
    document = Document(path, "\n".join(line for line, _, _ in lines))
    start = 0
    for line, file, number in lines:
        document.places.append((start, file, number))
        start += len(line) + 1
    return document


class _Blocks:
    """Satırları bloklara ayırır ve belgenin parçalarını sırayla kurar."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = document.text.split("\n")
        self.starts = [start for start, _, _ in document.places]
        self.section: Section | None = None
        self.identifiers: dict[str, int] = {}
        self.chunk: list[tuple[int, int]] = []  # biriken paragraf: satır, ilk sütun
        self.in_list = False
        self.cells = 0  # mermaid hücreleri de sayılır, işleyicinin numaralarıyla bir olsun
        self.divisions: list[tuple[str, ...]] = []  # açık kutuların sınıfları
        self.quotes = dict(_quotations(self.lines))

    def read(self) -> None:
        number = self._front_matter()
        while number < len(self.lines):
            number = self._block(number)
        self._flush()

    def read_config(self) -> None:
        self._yaml([(n, 0) for n in range(len(self.lines))], (), CONFIG_TEXTS)

    def _block(self, number: int) -> int:
        """`number` satırındaki bloğu okur; sonraki bloğun satırını verir."""
        line = self.lines[number]
        bare = _QUOTE.sub("", line)
        if fence := _FENCE.match(line):
            self._flush()
            return self._fenced(number, fence)
        if bare.lstrip().startswith("$$"):
            self._flush()
            return self._display_math(number)
        if _comment_opens(line):
            return self._comment(number)
        if not bare.strip():
            self._flush()
            following = self.lines[number + 1] if number + 1 < len(self.lines) else ""
            self.in_list = self.in_list and bool(following[:1] in {" ", "\t", ""} or _MARKER.match(following))
        elif _DIV.match(line):
            self._flush()
            self._division(number)
        elif heading := _HEADING.match(line):
            self._flush()
            self._heading(number, heading)
        elif (marker := _MARKER.match(line)) and (not self.chunk or self.in_list):
            self._flush()
            self.in_list = True
            self.chunk.append((number, marker.end()))
        elif bare.lstrip().startswith("|"):
            self._flush()
            self._emit([(number, len(line) - len(bare))], "tablo")
        else:
            self.chunk.append((number, len(line) - len(bare)))
        return number + 1

    def _flush(self) -> None:
        if self.chunk:
            table = any(re.match(r"^\s*:?-+:?\s*\|", self.lines[n]) for n, _ in self.chunk)
            self._emit(self.chunk, "tablo" if table else "liste" if self.in_list else "paragraf")
            self.chunk = []

    def _emit(self, rows: Sequence[tuple[int, int]], kind: str, *, spans: bool = True) -> Visible:
        """Satırların görünür metnini bir parça olarak ekler; özniteliklerdeki metinler de parçadır."""
        pieces = [self.lines[n][first:] + "\n" for n, first in rows]
        offsets = [
            self.starts[n] + first + k
            for (n, first), piece in zip(rows, pieces, strict=True)
            for k in range(len(piece))
        ]
        visible = read_markdown("".join(pieces)[:-1], offsets[:-1])
        self._add(kind, visible, spans=spans, quote=self.quotes.get(rows[0][0], ""))
        for _, attributes in visible.loose:
            self._attribute_texts(attributes)
        for marked in visible.marked:
            self._attribute_texts(marked.attributes)
        return visible

    def _add(self, kind: str, visible: Visible, *, spans: bool, quote: str = "") -> None:
        self.document.passages.append(Passage(kind, visible, spans, self.section, quote))

    def _attribute_texts(self, attributes: Attributes) -> None:
        """Okuyana görünen öznitelikler (kutu başlığı, seçenek metni) öznitelik taşıyamayan birer parçadır."""
        for key, value in attributes.values.items():
            if key in TEXT_ATTRIBUTES:
                offsets = range(value.start, value.start + len(value.text))
                self._add(key, read_markdown(value.text, offsets), spans=False)

    def _front_matter(self) -> int:
        if self.lines[0].rstrip() != "---":
            return 0
        end = next(
            (n for n, line in enumerate(self.lines[1:], 1) if line.rstrip() in {"---", "..."}),
            len(self.lines),
        )
        self._yaml([(n, 0) for n in range(1, end)], {}, FRONT_MATTER)
        return end + 1

    def _division(self, number: int) -> None:
        line = self.lines[number]
        self.in_list = False
        visible = self._emit([(number, line.index(":::"))], "kutu")
        if line.strip(" \t>:"):
            self.divisions.append(visible.loose[0][1].classes if visible.loose else ())
        elif self.divisions:
            self.divisions.pop()

    def _is_title(self) -> bool:
        """Başlık, açık bir uyarı kutusunun ya da sekmenin başlığı mı (öyleyse bölüm açmaz)."""
        return any(
            name.startswith(("callout", "panel-tabset")) for name in chain.from_iterable(self.divisions[-1:])
        )

    def _heading(self, number: int, heading: re.Match[str]) -> None:
        self.in_list = False
        if self._is_title():
            self._emit([(number, heading.end())], "kutu başlığı")
            return
        before = len(self.document.passages)
        visible = self._emit([(number, heading.end())], "başlık")
        title = visible.text.strip()
        given = next((a.identifier for _, a in reversed(visible.loose) if a.identifier), "")
        self.section = Section(given or self._identifier(visible), title)
        # Başlığın kendisi, açtığı bölümdedir.
        self.document.passages[before:] = [
            replace(p, section=self.section) for p in self.document.passages[before:]
        ]

    def _identifier(self, visible: Visible) -> str:
        """pandoc'un başlıktan ürettiği kimlik; kodun ve formülün harfleri de kimliğe girer."""
        letters = [
            self.document.text[at:following] if letter == HOLE else letter
            for letter, at, following in zip(visible.text, visible.offsets, visible.offsets[1:], strict=False)
        ]
        kept = re.sub(r"[^\w\s.-]", "", "".join(letters).lower())
        base = re.sub(r"^[^a-zçğıöşüâîû]+", "", re.sub(r"\s+", "-", kept.strip())) or "section"
        count = self.identifiers.get(base, 0)
        self.identifiers[base] = count + 1
        return f"{base}-{count}" if count else base

    def _display_math(self, number: int) -> int:
        """`$$ … $$` bloğu; formül tek parçadır."""
        last, text = number, self.lines[number]
        while text.count("$$") < 2 and last + 1 < len(self.lines) and self.lines[last + 1].strip():
            last += 1
            text += "\n" + self.lines[last]
        self._emit([(n, 0) for n in range(number, last + 1)], "formül")
        return last + 1

    def _comment(self, number: int) -> int:
        """Birden çok satırlık açıklama: boş satır içermiyorsa paragrafın parçasıdır, içeriyorsa atlanır."""
        last = number
        while last + 1 < len(self.lines) and "-->" not in self.lines[last + 1]:
            last += 1
        rows = range(number, min(last + 2, len(self.lines)))
        if all(self.lines[n].strip() for n in rows):
            self.chunk += [(n, 0) for n in rows]
        else:
            self._flush()
        return rows[-1] + 1

    def _fenced(self, number: int, fence: re.Match[str]) -> int:
        """Çitli blok: hücre, mermaid ya da ham HTML okunur; kod dökümü okunan metin sayılmaz."""
        mark = fence["fence"]
        closing = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        end = next(
            (n for n in range(number + 1, len(self.lines)) if closing.match(self.lines[n])), len(self.lines)
        )
        engine = re.match(r"\{?[.=]?(\w+)", fence["info"].strip())
        rows = [(n, _indent(self.lines[n], len(fence["lead"]))) for n in range(number + 1, end)]
        match engine[1] if engine else "":
            case "python" if fence["info"].strip().startswith("{python"):
                self._cell(rows)
            case "mermaid":
                self.cells += 1
                self._options(rows, "%%|")
                drawn = [
                    (n, c)
                    for n, c in rows
                    if not re.match(r"\s*(%%|classDef|class |style |linkStyle)", self.lines[n])
                ]
                for row in drawn:
                    self._emit([row], "mermaid", spans=False)
            case "html" if "=" in fence["info"]:
                self._emit(rows, "html", spans=False)
        return end + 1

    def _cell(self, rows: list[tuple[int, int]]) -> None:
        code = "\n".join(self.lines[n][first:] for n, first in rows)
        options = self._options(rows, "#|")
        label = options.get("label", "")
        hidden = options.get("include") == "false" or options.get("echo") == "false"
        shown = options.get("include") != "false" and (not hidden or label.startswith(("fig-", "tbl-")))
        first_line = rows[0][0] if rows else 0
        self.cells += 1
        self.document.cells.append(Cell(self.cells, label, code, first_line, self.section, shown))

    def _options(self, rows: list[tuple[int, int]], marker: str) -> dict[str, str]:
        """Hücre seçeneklerindeki yazıları parça olarak ekler; seçenekleri verir."""
        options = []
        for n, first in rows:
            if not self.lines[n].startswith(marker, first):
                break
            column = first + len(marker)
            options.append((n, column + (self.lines[n][column : column + 1] == " ")))
        return self._yaml(options, SPANNABLE_OPTIONS, LITERAL_OPTIONS)

    def _yaml(
        self, rows: list[tuple[int, int]], spannable: Container[str], literal: Container[str]
    ) -> dict[str, str]:
        """YAML satırlarındaki okunan metinleri parça olarak ekler; anahtarları ve tek değerlerini verir."""
        text = "\n".join(self.lines[n][first:] for n, first in rows)
        offsets = [
            self.starts[n] + first + k for n, first in rows for k in range(len(self.lines[n]) - first + 1)
        ]
        try:
            tree = yaml.compose(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            line = min(rows[0][0] + (error.problem_mark.line if error.problem_mark else 0), rows[-1][0])
            place = self.document.place(self.starts[line])
            raise AuditError(f"{place}: YAML bozuk: {error.problem}") from None
        given = {}
        for key, scalar in _scalars(tree):
            given[key] = scalar.value
            if key in spannable or key in literal:
                where = _align(scalar.value, text, scalar.start_mark.index)
                visible = read_markdown(scalar.value, [offsets[k] for k in where])
                self._add(key, visible, spans=key in spannable)
        return given


def _scalars(tree: yaml.Node | None, key: str = "") -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Metin değerleri ve en yakın anahtarları; listelerin ve iç eşlemelerin içine girilir."""
    match tree:
        case yaml.MappingNode():
            for name, value in tree.value:
                yield from _scalars(value, name.value)
        case yaml.SequenceNode():
            for item in tree.value:
                yield from _scalars(item, key)
        case yaml.ScalarNode():
            yield key, tree


def _align(value: str, text: str, start: int) -> list[int]:
    """YAML değerinin her harfinin YAML metnindeki yeri; kaçışlar ve katlanan satırlar atlanır."""
    where, position = [], start
    for letter in value:
        if letter.isspace():
            where.append(min(position, len(text) - 1))
            position += text[position : position + 1].isspace()
            continue
        found = text.find(letter, position)
        position = position if found < 0 else found
        where.append(position)
        position += 1
    return where


def _indent(line: str, width: int) -> int:
    """Çitin girintisi kadar, satırın girintisinden çok olmayan sütun."""
    return min(width, len(line) - len(line.lstrip(" \t>")))


def _comment_opens(line: str) -> bool:
    """Satırda açılıp bu satırda kapanmayan bir açıklama var mı."""
    plain = re.sub(r"`[^`]*`", "", line)
    return "<!--" in plain and "-->" not in plain.rpartition("<!--")[2]


def _quotations(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Denetlenen biçimdeki blok alıntıların satırları ve İngilizce metinleri."""
    number = 0
    while number < len(lines):
        if not _QUOTE.match(lines[number]):
            number += 1
            continue
        block = []
        while number < len(lines) and _QUOTE.match(lines[number]):
            block.append(number)
            number += 1
        bare = [_QUOTE.sub("", lines[n]).strip() for n in block]
        first = bare[: bare.index("")] if "" in bare else bare
        if QUOTATION.match(" ".join(first)):
            yield from ((n, " ".join(first)) for n in block)
