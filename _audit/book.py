"""Bütün kitabın denetimi: bölümler, README ve `_quarto.yml`, değerler koşulmuş defterlerden."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from _audit.chapter import MIME, restored
from _audit.check import Failure, Report, check, suffix_failure
from _audit.document import Document, Place, config_document, read_document
from _audit.expressions import Value
from _audit.typed import typed_numerals

README = "README.md"
CONFIG = "_quarto.yml"
_FAILURE_LINE = re.compile(r"^(?P<path>[^:\s]+\.\w+):(?P<line>\d+):(?P<column>\d+): (?P<rest>.*)$")


@dataclass
class Audit:
    """Kitabın denetimi: dosya başına rapor ve bütün hatalar."""

    reports: list[Report] = field(default_factory=list)
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def failures_of(self, path: str) -> list[Failure]:
        return [failure for failure in self.failures if failure.place.path == path]


def stored_values(notebook: Any) -> dict[str, Value] | None:  # noqa: ANN401 — nbformat defteri
    """Koşulmuş defterde saklı kesin değerler; denetim hücresi koşmamışsa None."""
    for cell in reversed(notebook.cells):
        for output in cell.get("outputs", []):
            if stored := output.get("data", {}).get(MIME):
                return restored(stored)
    return None


def audit_book(root: Path, notebooks: Mapping[str, Any]) -> Audit:
    """`notebooks` (bölüm yolu → koşulmuş defter; koşum hata verdiyse None) ile bütün kitabı denetler."""
    audit = Audit()
    documents = {path: read_document(path, root) for path in notebooks}
    for path, document in documents.items():
        notebook = notebooks[path]
        values = (stored_values(notebook) if notebook is not None else None) or {}
        audit.values[path] = values
        report = check(document, values)
        audit.reports.append(report)
        if notebook is not None:
            audit.failures += report.failures
            audit.failures += _check_cell(document, report)
        audit.failures += typed_numerals(document)
    audit.reports += _others(root, documents, audit.values)
    audit.failures += [f for report in audit.reports[len(documents) :] for f in report.failures]
    return audit


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


def _check_cell(document: Document, report: Report) -> Iterator[Failure]:
    """Hücresi ya da sayısı olan bölüm, son hücresinde kendi yoluyla denetimi çağırmalıdır."""
    if not document.cells and not report.entries:
        return
    last = document.cells[-1] if document.cells else None
    paths = [
        node.args[0].value
        for node in (ast.walk(ast.parse(last.source)) if last else ())
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("check_chapter")
        if node.args and isinstance(node.args[0], ast.Constant)
    ]
    if paths != [document.path]:
        place = document.cell_place(last, 1, 0) if last else Place(document.path, 1, 1)
        wanted = f'_audit.check_chapter("{document.path}", globals())'
        yield Failure(place, f"bölümün son hücresi denetimi çağırmalı: {wanted}", "")


def parse_failures(message: str) -> list[Failure]:
    """Koşumu durduran denetim hücresinin mesajındaki hatalar."""
    found = []
    for line in message.splitlines():
        if match := _FAILURE_LINE.match(line.strip()):
            text, _, around = match["rest"].partition(" — “")
            place = Place(match["path"], int(match["line"]), int(match["column"]))
            found.append(Failure(place, text, around.removesuffix("”")))
    return found
