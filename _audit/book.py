"""Bütün kitabın denetimi: bölümler, README ve `_quarto.yml`, değerler hücrelerin çıktılarından."""

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from _audit.chapter import MIME, restored
from _audit.check import Failure, Report, check, suffix_failure
from _audit.document import Document, Place, config_document, read_document
from _audit.expressions import Value, code_nodes
from _audit.typed import typed_numerals

README = "README.md"
CONFIG = "_quarto.yml"
_FAILURE_LINE = re.compile(r"^(?P<path>[^:\s]+\.\w+):(?P<line>\d+):(?P<column>\d+): (?P<rest>.*)$")


@dataclass
class Audit:
    """Kitabın denetimi: dosya başına rapor, bütün hatalar, denetlenemeyenler."""

    reports: list[Report] = field(default_factory=list)
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)  # değerleri bilinmeyen bölümler: sayıları denetlenmez
    notes: list[str] = field(default_factory=list)  # denetlenemeyenler

    def failures_of(self, path: str) -> list[Failure]:
        return [failure for failure in self.failures if failure.place.path == path]


def stored_values(outputs: Iterable[dict[str, Any]]) -> dict[str, Value] | None:
    """Bölümün çıktılarında saklı kesin değerler; denetim hücresi koşmamışsa None."""
    stored = [output["data"][MIME] for output in outputs if MIME in output.get("data", {})]
    return restored(stored[-1]) if stored else None


def audit_book(root: Path, executed: Mapping[str, Iterable[dict[str, Any]] | None]) -> Audit:
    """`executed` (bölüm yolu → hücrelerin çıktıları; koşum hata verdiyse None) ile bütün kitabı denetler."""
    audit = Audit()
    documents = {path: read_document(path, root) for path in executed}
    for path, document in documents.items():
        outputs = executed[path]
        values = stored_values(outputs) if outputs is not None else None
        audit.values[path] = values or {}
        report = check(document, values or {})
        audit.reports.append(report)
        missing = list(_check_cell(document, report, values)) if outputs is not None else []
        audit.failures += missing
        if missing or outputs is None:
            audit.unknown.add(path)
        else:
            audit.failures += report.failures
        if not missing:
            audit.failures += typed_numerals(document)
    for report in _others(root, documents, audit.values):
        audit.reports.append(report)
        audit.failures += _known(report, audit.unknown)
        audit.notes += _notes(report, audit.unknown)
    return audit


def _known(report: Report, unknown: Container[str]) -> list[Failure]:
    """Raporun, değeri bilinmeyen bölümlerin sayılarından gelmeyen hataları."""
    hidden = {entry.failure for entry in report.entries if entry.span.chapter in unknown}
    return [failure for failure in report.failures if failure not in hidden]


def _notes(report: Report, unknown: Iterable[str]) -> Iterator[str]:
    for chapter in sorted(unknown):
        count = sum(entry.span.chapter == chapter for entry in report.entries)
        if count:
            yield f"{report.document.path}: {chapter} bölümünün {count} sayısı denetlenmedi, değeri yok"


def _others(
    root: Path, documents: Mapping[str, Document], values: Mapping[str, Mapping[str, Value]]
) -> Iterator[Report]:
    """README ve kitabın ayarları."""
    cells = {path: document.cells for path, document in documents.items()}
    known = {
        f"{path}::{expression}": value
        for path, found in values.items()
        for expression, value in found.items()
    }
    if (root / README).is_file():
        yield check(read_document(README, root), known, cells)
    if (root / CONFIG).is_file():
        yield check(config_document(CONFIG, root), {})


def reference_suffixes(report: Report, labels: Mapping[str, str]) -> Iterator[Failure]:
    """Göndermeye gelen ek (`@fig-x'te`), göndermenin sayfada yazdığı numaraya (`labels`) uymalıdır."""
    for key, suffix, spot in report.numbers.references:
        number = labels.get(key[0].lower() + key[1:])
        if number and (failure := suffix_failure(spot, number, suffix)):
            yield replace(failure, message=f"@{key}, yani {failure.message}", written=f"@{key}'{suffix}")


def _check_cell(document: Document, report: Report, values: Mapping[str, Value] | None) -> Iterator[Failure]:
    """Hücresi ya da sayısı olan bölüm, son hücresinde kendi yoluyla denetimi çağırmalı, hücre koşmalı."""
    if not document.cells and not report.entries:
        return
    last = document.cells[-1] if document.cells else None
    paths = [
        node.args[0].value
        for node in (code_nodes(last.source) if last else ())
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("check_chapter")
        if node.args and isinstance(node.args[0], ast.Constant)
    ]
    place = document.cell_place(last, 1, 0) if last else Place(document.path, 1, 1)
    if paths != [document.path]:
        wanted = f'_audit.check_chapter("{document.path}", globals())'
        yield Failure(place, f"bölümün son hücresi check_chapter'ı çağırmıyor: {wanted} olmalı", "")
    elif values is None:
        yield Failure(place, "denetim hücresi koşmamış (eval: false?): sayıların değerleri yok", "")


def parse_failures(message: str) -> list[Failure]:
    """Koşumu durduran denetim hücresinin mesajındaki hatalar."""
    found = []
    for line in message.splitlines():
        if match := _FAILURE_LINE.match(line.strip()):
            text, _, around = match["rest"].partition(" — “")
            place = Place(match["path"], int(match["line"]), int(match["column"]))
            found.append(Failure(place, text, around.removesuffix("”")))
    return found
