"""Sayıların hükmü: her sayının yazılışı, ifadesinin değeriyle harfi harfine karşılaştırılır."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from _audit.document import Cell, Document, Place
from _audit.expressions import Value, assignments, constants, source_cell
from _audit.find import find_numerals, number_words
from _audit.numerals import Numeral, normal, read_numeral
from _audit.spans import Numbers, Span, Spot, find_numbers
from _audit.suffixes import fit, forms_after
from _audit.words import lower

STABLE = Fraction(1, 10**9)  # kayan noktalı bir değerin göreli uzaklığı bundan azsa son basamağı kararsızdır
KINDS = ("doğrulanan", "iddia", "kaynaklı", "yapısal", "alıntı", "yalın")


@dataclass(frozen=True)
class Failure:
    """Bir hata: yeri, nedeni, çevresindeki metin; varsa yazılan ve hesaplanan."""

    place: Place
    message: str
    around: str
    written: str = ""
    computed: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" + (f" — “{self.around}”" if self.around else "")


@dataclass(frozen=True)
class Entry:
    """Raporun bir satırı: bir sayı, değeri, hücresi, hatası; `margin` yuvarlama sınırına göreli uzaklık."""

    span: Span
    value: Value | None
    cell: Cell | None
    failure: Failure | None
    margin: Fraction | None = None


@dataclass
class Report:
    """Bir belgenin denetimi."""

    document: Document
    numbers: Numbers
    entries: list[Entry] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        """Türlere göre sayı sayısı."""
        kinds = [entry.span.kind for entry in self.entries]
        numbers = self.numbers
        values = (
            *(kinds.count(kind) for kind in ("sayi", "iddia", "kaynak")),
            len(numbers.structural) + len(numbers.literal),
            len(numbers.quoted),
            len(numbers.bare),
        )
        return dict(zip(KINDS, values, strict=True))


def expressions(document: Document) -> list[str]:
    """Belgenin değeri istenen ifadeleri, sırayla, birer kez."""
    spans = find_numbers(document).spans
    return list(dict.fromkeys(span.said for span in spans if span.kind != "kaynak"))


def check(
    document: Document, values: Mapping[str, Value], cells: Mapping[str, list[Cell]] | None = None
) -> Report:
    """Belgeyi `values` (ifade → değer) ile denetler.

    `cells` README için bölüm → hücreler sözlüğüdür; bölümlerde belgenin kendi hücreleri kullanılır.
    README'nin ifadelerinin `values` içindeki anahtarı `bölüm::ifade`dir.
    """
    report = Report(document, find_numbers(document))
    own = assignments(document.cells)
    other = {path: assignments(found) for path, found in (cells or {}).items()}
    for span in report.numbers.spans:
        made = other.get(span.chapter, {}) if span.chapter else own
        report.entries.append(_entry(span, made, values))
    report.failures += [entry.failure for entry in report.entries if entry.failure]
    report.failures += [
        Failure(spot.place, message, spot.around()) for spot, message in report.numbers.problems
    ]
    report.failures += [_bare(spot) for spot in report.numbers.bare]
    report.failures += _literals(report)
    for spot, suffix in report.numbers.suffixed:
        if failure := suffix_failure(spot, spot.text, suffix):
            report.failures.append(failure)
    report.failures = sorted(set(report.failures), key=lambda failure: (failure.place, failure.message))
    return report


def _bare(spot: Spot) -> Failure:
    advice = "sayi, iddia ya da kaynak özniteliği ister"
    return Failure(spot.place, f"yalın sayı {normal(spot.text)}: {advice}", spot.around(), written=spot.text)


def _literals(report: Report) -> list[Failure]:
    """Öznitelik taşıyamayan yerlerdeki sayılar aynı bölümde doğrulanmış olmalı."""
    known = {
        lower(normal(f.text)) for e in report.entries if not e.failure for f in find_numerals(e.span.text)
    }
    return [
        Failure(
            spot.place,
            f"{spot.passage.kind} içindeki {normal(spot.text)}, bu bölümde doğrulanmış bir sayı değil",
            spot.around(),
            written=spot.text,
        )
        for spot in report.numbers.literal
        if lower(normal(spot.text)) not in known
    ]


def suffix_failure(spot: Spot, number: str, suffix: str) -> Failure | None:
    """Sayının okunuşuna uymayan ek."""
    try:
        found = fit(number, suffix)
    except ValueError:
        return None
    if found.accepts(suffix):
        return None
    if not found.forms:
        advice = "bu ek tanınmadı"
    else:
        advice = " ya da ".join(f"'{form}" for form in found.forms[:2]) + " olmalı"
    message = f"{normal(number)}'{suffix}: sayı “{found.reading}” diye biter, ek {advice}"
    return Failure(spot.place, message, spot.around(), written=f"{number}'{suffix}")


def _entry(span: Span, made: Mapping[str, Cell], values: Mapping[str, Value]) -> Entry:
    if span.kind == "kaynak":
        vague = sum(letter.isalpha() for letter in span.said) < 3
        return Entry(
            span, None, None, _fail(span, "kaynak kimin, nerede söylediğini yazmalı") if vague else None
        )
    cell = source_cell(span.said, made)
    value = values.get(f"{span.chapter}::{span.said}" if span.chapter else span.said)
    if value is None:
        return Entry(
            span, None, cell, _fail(span, f"ifadenin değeri yok ({span.said}): bölüm yeniden koşulmalı")
        )
    if value.error:
        return Entry(span, value, cell, _fail(span, f"{value.error} ({span.said})"))
    if cell is None:
        return Entry(
            span, value, cell, _fail(span, f"ifade hiçbir hücrenin atadığı bir adı kullanmıyor ({span.said})")
        )
    if span.kind == "iddia":
        return Entry(span, value, cell, _claim(span, value, cell))
    return _number(span, value, cell)


def _fail(span: Span, message: str, computed: str = "") -> Failure:
    return Failure(span.spot.place, message, span.spot.around(), written=normal(span.text), computed=computed)


def _claim(span: Span, value: Value, cell: Cell) -> Failure | None:
    where = f"({span.said}; hücre {cell.name})"
    if value.truth is None:
        return _fail(span, f"iddia True ya da False vermeli, {value.type} geldi: {value.shown} {where}")
    if not value.truth:
        return _fail(span, f"iddia doğru değil {where}", "False")
    present = constants(span.said)
    for numeral in span.numerals:
        if numeral.said and not any(option <= present for option in numeral.said):
            advice = "ifadede yazılı olmalı ya da iç içe ayrı bir sayi olmalı"
            return _fail(span, f"iddianın metnindeki {normal(numeral.text)} ifadede yok: {advice} {where}")
    said = [numeral.said for numeral in span.numerals if numeral.said]
    if len(set(said)) < len(said):  # biri yanlış yazılmış olabilir: ifadedeki tek sabit ikisini doğrulayamaz
        return _fail(span, f"iddia aynı sayıyı iki kez söylüyor: ikincisi ayrı bir iddia olmalı {where}")
    return None


def _number(span: Span, value: Value, cell: Cell) -> Entry:
    """Yazılan ile hesaplananı karşılaştırır."""
    number = value.exact
    if number is None:
        return Entry(
            span,
            value,
            cell,
            _fail(span, f"sayı bekleniyordu, {value.type} geldi ({span.said} = {value.shown})"),
        )
    try:
        text, numeral, tail, stem = _parts(span)
        computed = numeral.form.write(number)
    except ValueError as error:
        return Entry(span, value, cell, _fail(span, str(error)))
    where = f"({span.said} = {value.shown}; hücre {cell.name})"
    if lower(computed) != lower(text):
        return Entry(
            span, value, cell, _fail(span, f"yazılan {text}, hesaplanan {computed} {where}", computed)
        )
    if stem and tail and tail not in forms_after(stem, tail):
        forms = forms_after(stem, tail)
        advice = f"-{forms[0]} olmalı" if forms else "tanınmadı"
        return Entry(span, value, cell, _fail(span, f"“{stem}” sözüne gelen -{tail} eki {advice}"))
    margin = None if value.integer or not number else numeral.form.margin(number) / abs(number)
    if margin is not None and margin < STABLE:
        message = f"son basamak kararsız: değer yuvarlama sınırında {where}; daha az basamak yazın"
        return Entry(span, value, cell, _fail(span, message, computed), margin)
    return Entry(span, value, cell, None, margin)


def _parts(span: Span) -> tuple[str, Numeral, str, str]:
    """Sayının eksiz yazısı, okunmuş hâli, sözle yazılmışsa eki ve son sözü."""
    text = normal(span.text)
    bare = text
    for mark in "'’":
        bare = bare.partition(mark)[0]
    words = list(number_words(bare))
    if words and words[-1].last == len(bare):
        last = words[-1]
        written = bare[: last.first] + bare[last.first : last.last][: len(last.stem)]
        written = written[: last.first] + last.stem if last.suffix else written
        return written, read_numeral(written), last.suffix + span.suffix, last.stem
    return bare, read_numeral(bare), "", ""
