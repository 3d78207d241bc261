"""`python -m _audit [--json] [--mutasyon] [--bekle]`: kitaptaki her sayıyı koşumun verdiğiyle karşılaştırır.

Koşulmuş bölümler `_render`in kaydından gelir; yalnız değişen koşar. Çıkış: 0 hepsi tuttu, 1 hata var, 2
yanlış komut. `--mutasyon` denetimin yakalayabildiğini sınar: her sayının her basamağını değiştirir, her
iddiayı tersler. `--bekle`: standart girdi kapanınca başlar; kitabı kuran, süreci bölümler koşarken hazırlar.
"""

import gc
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from _audit.book import Audit, audit_book, parse_failures, reference_suffixes
from _audit.check import KINDS, Entry, Failure
from _audit.document import AuditError, Place
from _audit.mutation import survivors
from _render import Book, BookError, Execution, Source, execute_book, load_book, read_sources
from _render.page import label_numbers
from _render.signals import interruptible

OPTIONS = ("--json", "--mutasyon", "--bekle")
USAGE = "kullanım: python -m _audit [" + "] [".join(OPTIONS) + "]"


def main(arguments: list[str]) -> int:
    """Komutu çalıştırır, çıkış kodunu verir."""
    if not set(arguments) <= set(OPTIONS):
        print(USAGE, file=sys.stderr)
        return 2
    gc.disable()  # süreç kısadır; büyük AST'lerin içinde boşuna çöp arar
    try:
        interruptible()
        if "--bekle" in arguments:
            sys.stdin.read()
        return _run(arguments, Path.cwd())
    except (BookError, AuditError) as error:
        print(f"HATA {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("kesildi", file=sys.stderr)
        return 130


def _run(arguments: list[str], root: Path) -> int:
    """Denetler, raporu basar."""
    book = load_book(root)
    sources = read_sources(book)
    done, stopped = _executions(book, sources, quiet="--json" in arguments)
    audit = audit_book(root, {path: one.all_outputs() if one else None for path, one in done.items()})
    audit.failures += _references(book, done, audit) if not stopped else []
    found = {*audit.failures, *stopped}  # bölümü durduran neden önce gelir, sonra denetlenemeyen bölümler
    audit.failures = sorted(
        found, key=lambda f: (f not in stopped, f.place.path not in audit.unknown, f.place, f.message)
    )
    if "--json" in arguments:
        print(json.dumps(_as_json(audit), ensure_ascii=False, indent=1))
    else:
        _print(audit)
    escaped = _mutate(audit) if "--mutasyon" in arguments else 0
    return 1 if audit.failures or escaped else 0


def _executions(
    book: Book, sources: list[Source], *, quiet: bool
) -> tuple[dict[str, Execution | None], list[Failure]]:
    """Koşulmuş bölümler; biri durursa ötekiler yine koşar, duranın hataları ayrıca verilir."""
    try:
        done = execute_book(book, sources, refresh=False, quiet=quiet)
        return {one.chapter.path: one for one in done}, []
    except BookError:
        found: dict[str, Execution | None] = {}
        stopped: list[Failure] = []
        for chapter, source in zip(book.chapters, sources, strict=True):
            found[chapter.path] = None
            try:
                alone = replace(book, chapters=(chapter,))
                (found[chapter.path],) = execute_book(alone, [source], refresh=False, quiet=quiet)
            except BookError as error:
                stopped += parse_failures(error.detail) or [_failure(error)]
        return found, stopped


def _references(book: Book, done: dict[str, Execution | None], audit: Audit) -> list[Failure]:
    """Göndermelere gelen eklerin hataları; hiçbir göndermeye ek gelmiyorsa numaralar aranmaz."""
    if not any(report.numbers.references for report in audit.reports):
        return []
    try:
        labels = label_numbers(book, [one for one in done.values() if one])
    except BookError as error:
        return [_failure(error)]
    known = [report for report in audit.reports if report.document.path not in audit.unknown]
    return [failure for report in known for failure in reference_suffixes(report, labels)]


def _failure(error: BookError) -> Failure:
    place = Place(error.place.file, error.place.line or 1, 1)
    return Failure(place, "\n".join(filter(None, (error.message, error.detail))), "")


def _print(audit: Audit) -> None:
    """Dosya başına bir satır, sonra hatalar."""
    width = max(len(report.document.path) for report in audit.reports)
    print(f"{'':{width}}  " + "  ".join(f"{kind:>{len(kind)}}" for kind in (*KINDS, "hata")))
    for report in audit.reports:
        failed = len(audit.failures_of(report.document.path))
        numbers = [*report.counts.values(), failed]
        row = "  ".join(f"{n:>{len(kind)}}" for n, kind in zip(numbers, (*KINDS, "hata"), strict=True))
        print(f"{report.document.path:{width}}  {row}")
    totals = [sum(report.counts[kind] for report in audit.reports) for kind in KINDS]
    row = "  ".join(
        f"{n:>{len(k)}}" for n, k in zip([*totals, len(audit.failures)], (*KINDS, "hata"), strict=True)
    )
    print(f"{'toplam':{width}}  {row}")
    for failure in audit.failures:
        print(failure)
    for note in audit.notes:
        print(f"not: {note}")
    if narrow := _narrowest(audit):
        assert narrow.margin is not None
        share = f"{float(narrow.margin):.1e}".replace(".", ",")
        print(f"en dar pay: {narrow.span.spot.place} {narrow.span.text}: yuvarlama sınırına uzaklık {share}")


def _narrowest(audit: Audit) -> Entry | None:
    """Yuvarlama sınırına en yakın sayı."""
    entries = [e for report in audit.reports for e in report.entries if e.margin is not None]
    return min(entries, key=lambda e: e.margin or 0, default=None)


def _mutate(audit: Audit) -> int:
    """Mutasyonları dener, sayısını basar; kaçanların sayısını verir."""
    tried, escaped = 0, 0
    for report in audit.reports:
        if values := audit.values.get(report.document.path):
            count, left = survivors(report, values)
            tried, escaped = tried + count, escaped + len(left)
            for mutant in left:
                print(f"{mutant.place}: yakalanmadı: {mutant.description}")
    print(f"mutasyon: {tried} değişikliğin {tried - escaped} tanesi yakalandı")
    return escaped


def _as_json(audit: Audit) -> dict[str, Any]:
    return {
        "ok": not audit.failures,
        "files": [
            {
                "path": report.document.path,
                "counts": report.counts,
                "numbers": [_entry_json(entry) for entry in report.entries],
            }
            for report in audit.reports
        ],
        "failures": [
            {**failure.place._asdict(), "message": failure.message, "around": failure.around,
             "written": failure.written, "computed": failure.computed}
            for failure in audit.failures
        ],
        "notes": audit.notes,
    }  # fmt: skip


def _entry_json(entry: Entry) -> dict[str, Any]:
    span, value = entry.span, entry.value
    return {
        **span.spot.place._asdict(),
        "kind": span.kind,
        "text": span.text,
        "said": span.said,
        "value": value.shown if value else None,
        "exact": value.number if value else None,
        "cell": entry.cell.name if entry.cell else None,
        "margin": float(entry.margin) if entry.margin is not None else None,
        "ok": entry.failure is None,
    }


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `… | head`: okuyan gitti, söylenecek bir şey yok
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
