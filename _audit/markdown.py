"""Markdown'un görünür metni: okuyanın gördüğü harfler, her birinin kaynaktaki yeriyle.

Kod, formül, adres, öznitelik, açıklama ve etiketler metinden düşer; yerlerine yer tutucu (`HOLE`) kalır ki
komşu sözler birbirine yapışmasın. Öznitelikli parçalar (`[0,63]{sayi="x"}`) görünür metindeki aralıklarıyla,
formüller ve göndermeler kaynaktaki yerleriyle ayrıca verilir.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from _audit.numerals import SUPERSCRIPTS

HOLE = "\ufffc"
SPAN_KINDS = ("sayi", "iddia", "kaynak")

_PLAIN_RUN = re.compile(r"(?:(?!https?://)[^\\`<${&^\[\]@~*_-])+")
_CODE = re.compile(r"(`+)(?!`)(?P<code>.+?)(?<!`)\1(?!`)", re.S)
_COMMENT = re.compile(r"<!--(?P<comment>.*?)-->", re.S)
_SHORTCODE = re.compile(r"\{\{<.*?>\}\}", re.S)
_AUTOLINK = re.compile(r"<(?:https?://|mailto:)[^>\s]+>|https?://[^\s)>\]]+[^\s)>\].,;:!?'’”\"]")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MATH = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?=\S)(?P<inline>(?:\\.|[^$\\])+?)(?<=\S)\$(?!\d)", re.S)
_CITATION = re.compile(r"(?<!\w)-?@(?P<key>\w(?:\w|[:.#$%&+?<>~/-](?=\w))*)|(?<!\w)-?@\{(?P<braced>[^}]+)\}")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]\w*);")
_SUPERSCRIPT = re.compile(r"\^(?P<up>[^\s^\[\]]+)\^")
_SUBSCRIPT = re.compile(r"~(?P<down>[^\s~\[\]]+)~(?!~)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_REFERENCE = re.compile(r"\[[^\[\]]*\]")
_ATTRIBUTE = re.compile(
    r"""\s*(?:\#(?P<id>[\w:.-]+)|\.(?P<class>[\w:-]+)|=(?P<raw>\w+)|(?P<dash>-)"""
    r"""|(?P<key>[A-Za-z_][\w:.-]*)=(?:"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>(?:\\.|[^'\\])*)'|(?P<plain>[^\s"'{}]+)))"""
)


@dataclass(frozen=True)
class Value:
    """Bir özniteliğin değeri ve kaynaktaki başlangıcı."""

    text: str
    start: int


@dataclass(frozen=True)
class Attributes:
    """Süslü ayraç içindeki öznitelikler: `{#sec-x .sınıf anahtar="değer"}`."""

    identifier: str = ""
    classes: tuple[str, ...] = ()
    values: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Marked:
    """Öznitelikli parça: görünür metindeki aralığı, öznitelikleri; `start` kaynaktaki `[` işareti."""

    first: int
    last: int
    attributes: Attributes
    start: int


@dataclass
class Visible:
    """Görünür metin. `offsets[i]`, i'inci harfin kaynaktaki yeridir; sonda bir fazlası vardır."""

    text: str = ""
    offsets: list[int] = field(default_factory=list)
    marked: list[Marked] = field(default_factory=list)
    math: list[tuple[int, str]] = field(default_factory=list)  # kaynaktaki yer, formül
    references: list[tuple[str, int, int]] = field(
        default_factory=list
    )  # ad, görünür metinde ardındaki yer, kaynak
    comments: list[tuple[int, str, int]] = field(
        default_factory=list
    )  # görünür metindeki yer, içerik, kaynak
    loose: list[tuple[int, Attributes]] = field(default_factory=list)  # metne bağlı olmayan öznitelikler
    broken: list[int] = field(default_factory=list)  # çözülemeyen sayı özniteliklerinin yeri


def read_attributes(text: str, start: int) -> tuple[Attributes, int] | None:
    """`text[start]`'taki `{…}` ve bitişi; öznitelik olarak okunamıyorsa None."""
    identifier, classes, values = "", [], {}
    position = start + 1
    while match := _ATTRIBUTE.match(text, position):
        position = match.end()
        if match["id"]:
            identifier = match["id"]
        elif match["class"]:
            classes.append(match["class"])
        elif match["key"]:
            kind = next(name for name in ("double", "single", "plain") if match[name] is not None)
            plain = re.sub(r"\\([^\w\s])", r"\1", re.sub(r"\s*\n\s*", " ", match[kind]))
            values[match["key"]] = Value(plain, match.start(kind))
    end = re.compile(r"\s*\}").match(text, position)
    if end is None or position == start + 1:
        return None
    return Attributes(identifier, tuple(classes), values), end.end()


class _Reader:
    """Bir Markdown parçasını (paragraf, hücre, başlık) soldan sağa bir kez okur."""

    def __init__(self, text: str, offsets: Sequence[int]) -> None:
        self.text, self.source = text, offsets
        self.letters: list[str] = []
        self.at: list[int] = []
        self.open: list[tuple[int, int]] = []  # açık `[`: harf sırası, kaynak
        self.marks: list[Marked] = []
        self.seen = Visible()

    def read(self) -> Visible:
        position = 0
        while position < len(self.text):
            if run := _PLAIN_RUN.match(self.text, position):
                self.letters += run[0]
                self.at += self.source[position : run.end()]
                position = run.end()
            else:
                position = self._step(position)
        kept = [n for n, letter in enumerate(self.letters) if letter]

        def place(n: int) -> int:  # silinen bir harfin görünür yeri, ondan sonra kalan ilk harfinkidir
            return bisect_left(kept, n)

        seen = self.seen
        seen.text = "".join(self.letters)
        seen.offsets = [self.at[n] for n in kept] + [self._at(len(self.text))]
        seen.marked = [Marked(place(m.first), place(m.last), m.attributes, m.start) for m in self.marks]
        seen.references = [(key, place(n), start) for key, n, start in seen.references]
        seen.comments = [(place(n), content, start) for n, content, start in seen.comments]
        return seen

    def _at(self, position: int) -> int:
        return (
            self.source[position]
            if position < len(self.source)
            else (self.source[-1] + 1 if self.source else 0)
        )

    def _put(self, letter: str, position: int) -> None:
        self.letters.append(letter)
        self.at.append(self._at(position))

    def _step(self, position: int) -> int:  # noqa: PLR0911, PLR0912 — her yapıya bir dal
        text, letter = self.text, self.text[position]
        match letter:
            case "\\" if position + 1 < len(text) and not text[position + 1].isalnum():
                self._put(text[position + 1], position + 1)
                return position + 2
            case "`" if found := _CODE.match(text, position):
                self._put(HOLE, position)
                return self._skip_attributes(found.end())
            case "<" if found := _COMMENT.match(text, position):
                self.seen.comments.append((len(self.letters), found["comment"], self._at(position)))
                return found.end()
            case "<" if found := _AUTOLINK.match(text, position):
                self._put(HOLE, position)
                return found.end()
            case "<" if found := _TAG.match(text, position):
                if found[0].startswith("<br"):
                    self._put(" ", position)
                return found.end()
            case "$" if found := _MATH.match(text, position):
                inner = "display" if found["display"] is not None else "inline"
                self.seen.math.append((self._at(found.start(inner)), found[inner]))
                self._put(HOLE, position)
                return found.end()
            case "{" if found := _SHORTCODE.match(text, position):
                self._put(HOLE, position)
                return found.end()
            case "{":
                return self._attributes_alone(position)
            case "&" if found := _ENTITY.match(text, position):
                self._put(" ", position)
                return found.end()
            case "^" if found := _SUPERSCRIPT.match(text, position):
                for n, raised in enumerate(found["up"], found.start("up")):
                    self._put(raised.replace("−", "-").translate(SUPERSCRIPTS), n)
                return found.end()
            case "[" if found := _FOOTNOTE.match(text, position):
                return found.end()
            case "[":
                self.open.append((len(self.letters), position))
                self._put("[", position)
                return position + 1
            case "]" if self.open:
                return self._close(position)
            case "@" | "-" if found := _CITATION.match(text, position):
                self._put(HOLE, position)
                key = found["key"] or found["braced"]
                self.seen.references.append((key, len(self.letters), self._at(position)))
                return found.end()
            case "h" if found := _AUTOLINK.match(text, position):
                self._put(HOLE, position)
                return found.end()
            case "~" if text.startswith("~~", position):
                return position + 2
            case "~" if found := _SUBSCRIPT.match(text, position):
                for n, lowered in enumerate(found["down"], found.start("down")):
                    self._put(lowered, n)
                return found.end()
            case "*":
                return position + 1
            case "_" if not (self._word(position - 1) and self._word(position + 1)):
                return position + 1
            case _:
                self._put(letter, position)
                return position + 1

    def _word(self, position: int) -> bool:
        return 0 <= position < len(self.text) and self.text[position].isalnum()

    def _skip_attributes(self, position: int) -> int:
        """Kod parçasına bitişik öznitelikleri atlar."""
        if self.text.startswith("{", position) and (found := read_attributes(self.text, position)):
            return found[1]
        return position

    def _attributes_alone(self, position: int) -> int:
        """Başlık, tablo yazısı ya da çit satırındaki öznitelikler; öznitelik değilse süslü ayraç metindir."""
        if found := read_attributes(self.text, position):
            self.seen.loose.append((self._at(position), self._placed(found[0])))
            return found[1]
        self._put("{", position)
        return position + 1

    def _placed(self, attributes: Attributes) -> Attributes:
        values = {key: Value(v.text, self._at(v.start)) for key, v in attributes.values.items()}
        return Attributes(attributes.identifier, attributes.classes, values)

    def _close(self, position: int) -> int:
        """`]`: bağlantı, gönderme, öznitelikli parça ya da metnin kendi ayracı."""
        text = self.text
        first, start = self.open.pop()
        after = position + 1
        linked = False
        if text.startswith("(", after) and (end := _link_end(text, after)):
            after, linked = end, True
        elif found := _REFERENCE.match(text, after):
            after, linked = found.end(), True
        if text.startswith("{", after):
            if found_attributes := read_attributes(text, after):
                attributes, after = found_attributes
                self.marks.append(Marked(first, len(self.letters), self._placed(attributes), self._at(start)))
                linked = True
            elif re.compile(rf"\{{\s*(?:{'|'.join(SPAN_KINDS)})\s*=").match(text, after):
                self.seen.broken.append(self._at(after))
        if linked:
            self.letters[first] = ""
            if start and text[start - 1] == "!" and self.letters[first - 1] == "!":
                self.letters[first - 1] = ""
        else:
            self._put("]", position)
        return after


def _link_end(text: str, position: int) -> int | None:
    """`(adres "başlık")` bitişi; iç içe parantez sayılır. Kapanmıyorsa None."""
    depth = 0
    for n in range(position, len(text)):
        if text[n] == "(":
            depth += 1
        elif text[n] == ")":
            depth -= 1
            if depth == 0:
                return n + 1
    return None


def read_markdown(text: str, offsets: Sequence[int]) -> Visible:
    """Bir Markdown parçasının görünür metni; `offsets[i]`, `text[i]`'nin kaynaktaki yeridir."""
    return _Reader(text, offsets).read()
