"""Bir belgedeki bütün sayıların sınıflanması: doğrulanan, iddia, kaynaklı, yapısal, yalın.

Öznitelik taşıyamayan yerlerde (fig-alt, YAML başlıkları, kutu başlıkları, mermaid) bir sayı, aynı bölümde
doğrulanmış bir sayının yazısı olmalıdır. README'de ifade, sayının ardındaki HTML açıklamasında durur.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from _audit.document import Document, Passage, Place
from _audit.find import Found, find_math_numerals, find_numerals
from _audit.markdown import HOLE, SPAN_KINDS, Attributes, Marked, Value, Visible, read_attributes
from _audit.structural import structural_ranges

_SUFFIX = re.compile(r"['’]([^\W\d_]+)")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Spot:
    """Bir parçanın görünür metninde bir aralık."""

    passage: Passage
    first: int
    last: int
    place: Place

    @property
    def text(self) -> str:
        return self.passage.visible.text[self.first : self.last]

    def around(self, width: int = 30) -> str:
        """Aralık ve çevresindeki metin, tek satırda; göndermeler adıyla, kod ve formül üç noktayla."""
        visible = self.passage.visible
        keys = {after - 1: f"@{key}" for key, after, _ in visible.references}
        first, last = max(0, self.first - width), min(len(visible.text), self.last + width)
        letters = [
            keys.get(n, "…") if visible.text[n] == HOLE else visible.text[n] for n in range(first, last)
        ]
        inside = re.sub(r"\s+", " ", "".join(letters)).strip()
        return ("… " if first else "") + inside + (" …" if last < len(visible.text) else "")


@dataclass(frozen=True)
class Span:
    """Öznitelikli bir sayı. `kind`: sayi, iddia, kaynak; `said`: ifade ya da kaynak; `suffix`: bitişik ek."""

    kind: str
    said: str
    spot: Spot
    numerals: tuple[Found, ...]
    chapter: str = ""  # README'de: ifadenin bölümü
    suffix: str = ""

    @property
    def text(self) -> str:
        return self.spot.text


@dataclass
class Numbers:
    """Bir belgenin sayıları, türlerine göre ve belgedeki sırayla."""

    spans: list[Span] = field(default_factory=list)
    structural: list[tuple[Spot, str]] = field(default_factory=list)  # yer, gerekçe
    bare: list[Spot] = field(default_factory=list)
    literal: list[Spot] = field(default_factory=list)  # öznitelik taşıyamayan yerdekiler
    quoted: list[Spot] = field(default_factory=list)
    suffixed: list[tuple[Spot, str]] = field(default_factory=list)  # sayı, eki
    references: list[tuple[str, str, Spot]] = field(default_factory=list)  # gönderme, eki, yer
    problems: list[tuple[Spot, str]] = field(default_factory=list)


def find_numbers(document: Document) -> Numbers:
    """Belgedeki bütün sayıları bulur ve sınıflar."""
    numbers = Numbers()
    for passage in document.passages:
        _Classifier(document, passage, numbers).run()
    return numbers


class _Classifier:
    """Bir parçanın sayılarını sınıflar."""

    def __init__(self, document: Document, passage: Passage, numbers: Numbers) -> None:
        self.document, self.passage, self.numbers = document, passage, numbers
        self.text = passage.visible.text
        self.found = find_numerals(self.text)

    def run(self) -> None:
        visible = self.passage.visible
        marked = [*visible.marked, *(self._comments() if self.document.path.endswith(".md") else ())]
        spans = [span for mark in marked if (span := self._span(mark, marked)) is not None]
        self.numbers.spans += sorted(spans, key=lambda span: span.spot.first)
        for at in visible.broken:
            self._problem(
                self._spot(*self._nearest(at)),
                "öznitelik çözülemedi: ifadenin içinde çift tırnak olamaz, tek tırnak kullanın",
            )
        covered = [(span.spot.first, span.spot.last + len(span.suffix)) for span in spans]
        allowed = list(structural_ranges(self.text)) if self.found else []
        for numeral in self.found:
            spot = self._spot(numeral.first, numeral.last)
            if suffix := self._suffix_after(numeral):
                self.numbers.suffixed.append((spot, suffix))
            if not _inside(numeral, covered):
                self._classify(numeral, spot, allowed)
        for at, formula in visible.math:
            self._math(at, formula)
        for key, after, at in visible.references:
            if found := _SUFFIX.match(self.text, _closing(self.text, after)):
                spot = replace(self._spot(after - 1, after), place=self.document.place(at))
                self.numbers.references.append((key, found[1], spot))

    def _spot(self, first: int, last: int) -> Spot:
        return Spot(self.passage, first, last, self.document.place(self.passage.visible.offsets[first]))

    def _problem(self, spot: Spot, message: str) -> None:
        self.numbers.problems.append((spot, message))

    def _nearest(self, offset: int) -> tuple[int, int]:
        """Kaynaktaki yerden önceki on harf."""
        last = sum(at < offset for at in self.passage.visible.offsets[:-1])
        return max(0, last - 10), last

    def _suffix_after(self, numeral: Found) -> str:
        match = _SUFFIX.match(self.text, numeral.last) if numeral.digits else None
        return match[1] if match else ""

    def _span(self, mark: Marked, marked: list[Marked]) -> Span | None:
        """İşaretli parça bir sayı özniteliği taşıyorsa onun `Span`'i."""
        values = mark.attributes.values
        kinds = [kind for kind in SPAN_KINDS if kind in values]
        if not kinds:
            return None
        spot = self._spot(mark.first, mark.last)
        if len(kinds) > 1:
            self._problem(spot, f"bir sayıda hem {kinds[0]} hem {kinds[1]} olamaz")
        said = re.sub(r"\s+", " ", values[kinds[0]].text).strip()
        if not said:
            self._problem(spot, f"{kinds[0]} özniteliği boş")
        if "|" in said and self.passage.kind == "tablo":
            self._problem(spot, "tablo hücresindeki ifadede | olamaz: tablo orada bölünür")
        if not self.passage.spans:
            self._problem(spot, f"{self.passage.kind} öznitelik taşıyamaz: sayıyı yalın yazın")
        inner = [
            (m.first, m.last)
            for m in marked
            if m is not mark and mark.first <= m.first and m.last <= mark.last
        ]
        found = find_numerals(self.text, small=True) if kinds[0] == "iddia" else self.found
        numerals = [
            f for f in found if mark.first <= f.first and f.last <= mark.last and not _inside(f, inner)
        ]
        tail = _LETTERS.match(self.text, mark.last)
        chapter = values["bolum"].text if "bolum" in values else ""
        return Span(kinds[0], said, spot, tuple(numerals), chapter, tail[0] if tail else "")

    def _comments(self) -> Iterator[Marked]:
        """README'de sayının ardındaki `<!-- sayi="…" bolum="…" -->` açıklamaları."""
        for after, content, at in self.passage.visible.comments:
            parsed = read_attributes("{" + content.strip() + "}", 0)
            if parsed is None or not any(kind in parsed[0].values for kind in SPAN_KINDS):
                if re.match(rf"\s*(?:{'|'.join(SPAN_KINDS)})\s*=", content):
                    self._problem(
                        self._spot(max(0, after - 10), after), "açıklamadaki öznitelikler çözülemedi"
                    )
                continue
            before = [f for f in self.found if f.last <= after]
            if not before or not re.fullmatch(r"(?:['’][^\W\d_]+)?\s?", self.text[before[-1].last : after]):
                self._problem(self._spot(max(0, after - 10), after), "açıklamanın hemen önünde bir sayı yok")
                continue
            values = {key: Value(value.text, at) for key, value in parsed[0].values.items()}
            yield Marked(before[-1].first, before[-1].last, Attributes(values=values), at)

    def _classify(self, numeral: Found, spot: Spot, allowed: list[tuple[int, int, str]]) -> None:
        for first, last, reason in allowed:
            if numeral.digits and first <= numeral.first and numeral.last <= last:
                self.numbers.structural.append((spot, reason))
                return
        if self.passage.quote and (
            not numeral.digits or _figures(numeral.text) in _all_figures(self.passage.quote)
        ):
            self.numbers.quoted.append(spot)
        elif not self.passage.spans:
            self.numbers.literal.append(spot)
        else:
            self.numbers.bare.append(spot)

    def _math(self, at: int, formula: str) -> None:
        """Formüldeki yazılmış sayılar: formülün kendi sabitleri değilse yalındır."""
        allowed = list(structural_ranges(formula, math=True))
        passage = replace(self.passage, visible=_as_visible(formula, at))
        for numeral in find_math_numerals(formula):
            spot = Spot(passage, numeral.first, numeral.last, self.document.place(at + numeral.first))
            reason = next(
                (r for first, last, r in allowed if first <= numeral.first and numeral.last <= last), None
            )
            if reason is None:
                self.numbers.bare.append(spot)
            else:
                self.numbers.structural.append((spot, reason))


def _as_visible(formula: str, at: int) -> Visible:
    return Visible(formula, list(range(at, at + len(formula) + 1)))


def _inside(numeral: Found, ranges: list[tuple[int, int]]) -> bool:
    return any(first <= numeral.first and numeral.last <= last for first, last in ranges)


def _closing(text: str, position: int) -> int:
    """Göndermeden sonra kapanan köşeli ayracı atlar (`[@fig-x]'te`)."""
    return position + 1 if text.startswith("]", position) else position


def _figures(text: str) -> str:
    return re.sub(r"\D", "", text)


def _all_figures(quote: str) -> set[str]:
    return {_figures(match) for match in re.findall(r"\d[\d.,]*", quote)}
