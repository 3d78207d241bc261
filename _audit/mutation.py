"""Denetimin sınanması: her sayının her basamağı değiştirilir, her iddia terslenir; hepsi yakalanmalıdır.

Değişiklik, parçanın görünür metninde (ya da özniteliğinde) yapılır ve parça denetimden baştan geçirilir;
değerler koşulmuş defterden gelir, bu yüzden çekirdek gerekmez.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from _audit.check import Entry, Report, check
from _audit.document import Document, Passage, Place
from _audit.expressions import Value, flipped
from _audit.find import number_words
from _audit.markdown import Marked
from _audit.markdown import Value as AttributeValue
from _audit.words import ONES, SCALES, TENS

_KIN = (ONES[1:], TENS[1:], ("yüz", *SCALES[1:]), (ONES[0], ONES[3]))  # birbirinin yerine geçen sözler


@dataclass(frozen=True)
class Mutant:
    """Bir değişiklik: yeri, ne değiştiği ve değişmiş belge (yalnız o parçayla)."""

    place: Place
    description: str
    document: Document
    claim: str = ""  # terslenmiş iddia


def survivors(report: Report, values: Mapping[str, Value]) -> tuple[int, list[Mutant]]:
    """Denenen değişikliklerin sayısı ve denetimin yakalamadıkları."""
    tried, escaped = 0, []
    for entry in report.entries:
        if entry.failure:
            continue
        whole = replace(report.document, passages=[entry.span.spot.passage])
        before = {failure.message for failure in check(whole, values).failures}
        for mutant in mutants(report.document, entry):
            tried += 1
            after = {failure.message for failure in check(mutant.document, values).failures}
            # Değeri saklanmamış bir ters iddia "değeri yok" diye kalır: bu, yakalamak değildir.
            if not after - before or (mutant.claim and mutant.claim not in values):
                escaped.append(mutant)
    return tried, escaped


def mutants(document: Document, entry: Entry) -> Iterator[Mutant]:
    """Bir sayının değişmiş hâlleri."""
    span = entry.span
    if span.kind == "sayi":
        for first, last, new in _changes(span.text):
            yield _changed_text(document, entry, span.spot.first + first, span.spot.first + last, new)
    elif span.kind == "iddia":
        for numeral in (found for found in span.numerals if found.said):
            for first, last, new in _changes(numeral.text):
                yield _changed_text(document, entry, numeral.first + first, numeral.first + last, new)
        for turned in flipped(span.said):
            yield _changed_claim(document, entry, turned)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Her rakamın, sözle yazılmışsa son sözün yerine bir başkası."""
    for n, letter in enumerate(text):
        if letter in "0123456789":
            yield n, n + 1, str((int(letter) + 1) % 10)
        elif letter in (raised := "⁰¹²³⁴⁵⁶⁷⁸⁹"):
            yield n, n + 1, raised[(raised.index(letter) + 1) % 10]
    for word in list(number_words(text))[-1:]:
        kin = next(names for names in _KIN if word.stem in names)
        at = kin.index(word.stem)
        yield word.first, word.last, kin[at + 1] if at + 1 < len(kin) else kin[at - 1]


def _changed_text(document: Document, entry: Entry, first: int, last: int, new: str) -> Mutant:
    passage = entry.span.spot.passage
    visible = passage.visible
    shift = len(new) - (last - first)
    text = visible.text[:first] + new + visible.text[last:]
    offsets = visible.offsets[:first] + [visible.offsets[first]] * len(new) + visible.offsets[last:]
    marked = [
        replace(m, first=_moved(m.first, last, shift), last=_moved(m.last, last, shift))
        for m in visible.marked
    ]
    changed = replace(visible, text=text, offsets=offsets, marked=marked)
    span = entry.span.text
    at = first - entry.span.spot.first
    description = f"{span} → {span[:at]}{new}{span[at + last - first :]}"
    return _mutant(document, entry, replace(passage, visible=changed), description)


def _moved(position: int, last: int, shift: int) -> int:
    return position + shift if position >= last else position


def _changed_claim(document: Document, entry: Entry, turned: str) -> Mutant:
    passage = entry.span.spot.passage

    def with_claim(mark: Marked) -> Marked:
        if mark.first != entry.span.spot.first or "iddia" not in mark.attributes.values:
            return mark
        old = mark.attributes.values["iddia"]
        values = {**mark.attributes.values, "iddia": AttributeValue(turned, old.start)}
        return replace(mark, attributes=replace(mark.attributes, values=values))

    visible = replace(passage.visible, marked=[with_claim(mark) for mark in passage.visible.marked])
    description = f"{entry.span.said} → {turned}"
    return _mutant(document, entry, replace(passage, visible=visible), description, turned)


def _mutant(document: Document, entry: Entry, passage: Passage, description: str, claim: str = "") -> Mutant:
    return Mutant(entry.span.spot.place, description, replace(document, passages=[passage]), claim)
