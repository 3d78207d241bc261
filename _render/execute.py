"""Bölümlerin koşulmuş hâli: kayıttan, yalnız metni değişende yenilenerek, kalanı yeni koşumdan (`kernel`)."""

import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from _render import cache
from _render.config import Book, Chapter
from _render.errors import BookError, cell_error
from _render.source import Cell, Inline, Source, read_source


@dataclass(frozen=True)
class Execution:
    """Bir bölümün koşulmuş hâli. `cells[i]`: i numaralı hücrenin `outputs` (nbformat) ve `execution_count`
    değerleri; `inline[i]`: i numaralı satır içi ifadenin MIME → değer sözlüğü; `files`: koşarken projeden
    okunan dosyalar; `packages`: içe aktarılan dış modül → pip'teki adları.
    """

    chapter: Chapter
    source: Source
    cells: dict[int, dict[str, Any]]
    inline: dict[int, dict[str, Any]]
    files: list[str]
    packages: dict[str, list[str]]
    cached: bool
    same_text: bool = True  # değilse metne bakan çıktıları eskidir (bkz. `renewed`)

    def outputs(self, cell: Cell) -> list[dict[str, Any]]:
        return list(self.cells[cell.index]["outputs"])

    def all_outputs(self) -> list[dict[str, Any]]:
        return [output for cell in self.cells.values() for output in cell["outputs"]]


def read_sources(book: Book) -> list[Source]:
    """Kitabın kaynakları, sırayla; biri pandoc'u beklerken ötekiler okunur."""
    with ThreadPoolExecutor() as pool:
        return list(
            pool.map(lambda chapter: read_source(book.root, chapter.path, chapter.place), book.chapters)
        )


def execute_book(
    book: Book, sources: Sequence[Source] | None = None, *, refresh: bool = True, quiet: bool = False
) -> list[Execution]:
    """Kitabın bütün bölümlerini koşar (kaydı geçerli olanı koşmaz); kitaptaki sırayla verir.

    Yalnız metni değişen bölümde çekirdek açılmaz; metne bakan çıktılar yenilenir (`renewed`).
    `refresh=False` bunu atlar: kaydı metnin eski hâliyle verir.
    """
    sources = sources or read_sources(book)
    settings = [_settings(book, source) for source in sources]
    results: list[tuple[dict[str, Any], bool] | None] = [
        cache.load(book.root, source, run) if _needs_kernel(source) else (_NOTHING, True)
        for source, run in zip(sources, settings, strict=True)
    ]
    stale = [n for n, result in enumerate(results) if result is None]
    if stale:
        # jsonschema bunu içe aktarırsa iki saniye dilbilgisi derler; defter denetimi IRI biçimini kullanmaz.
        sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
        from _render import kernel  # noqa: PLC0415 — ağır paketler, yalnız koşarken

        fresh = kernel.run(book.root, [(sources[n], settings[n]) for n in stale], quiet=quiet)
        for n, result in zip(stale, fresh, strict=True):
            results[n] = (result, True)
    done = [
        _execution(chapter, source, *result, cached=n not in stale)
        for n, (chapter, source, result) in enumerate(zip(book.chapters, sources, results, strict=True))
        if result is not None
    ]
    return renewed(book, done) if refresh else done


_NOTHING: dict[str, Any] = {"cells": {}, "inline": {}, "files": [], "packages": {}}


def _execution(
    chapter: Chapter, source: Source, result: dict[str, Any], same_text: bool, *, cached: bool
) -> Execution:
    cells = {int(key): value for key, value in result["cells"].items()}
    inline = {int(key): value for key, value in result["inline"].items()}
    return Execution(chapter, source, cells, inline, result["files"], result["packages"], cached, same_text)


def renewed(book: Book, done: list[Execution]) -> list[Execution]:
    """Metni değişen bölümlerin metne bakan çıktılarını yeniler, kaydeder."""
    return [one if one.same_text else _renewed(book, one) for one in done]


def _renewed(book: Book, done: Execution) -> Execution:
    """Metne bakan çıktıları yeniler.

    Bir çıktının `cache.refreshing` içeriği, metin değişince koşulacak komutu taşır: içerik standart girdide
    verilir, hücrenin yeni çıktıları standart çıktıdan okunur. Komutun hatası hücrenindir.
    """
    cells = dict(done.cells)
    for cell in done.source.python:
        for payload in filter(None, map(cache.refreshing, done.outputs(cell))):
            made = subprocess.run(
                [sys.executable, *payload["refresh"]],
                input=json.dumps(payload),
                capture_output=True,
                text=True,
                encoding="utf-8",
                cwd=book.root,
                check=False,
            )
            if made.returncode:
                detail = "\n".join(f"  {line}" for line in made.stderr.strip().splitlines())
                raise cell_error(cell.place, cell.name, detail)
            cells[cell.index] = {**cells[cell.index], "outputs": json.loads(made.stdout)}
    results = {"cells": cells, "inline": done.inline, "files": done.files, "packages": done.packages}
    cache.save(book.root, done.source, _settings(book, done.source), results)
    return replace(done, cells=cells, same_text=True)


def _settings(book: Book, source: Source) -> dict[str, Any]:
    """Bölüm için geçerli `execute` ayarları: proje, biçim, ön madde."""
    merged = book.options(source.meta)
    names = ("eval", "error", "timeout", "fig-width", "fig-height", "fig-format", "fig-dpi")
    return {name: merged[name] for name in names if name in merged}


def _needs_kernel(source: Source) -> bool:
    """Koşulacak hücresi var mı. Yalnız satır içi ifadesi olan sayfayı Quarto koşmaz: hatadır."""
    inline = next((run for run in source.runs if isinstance(run, Inline)), None)
    if inline and not source.python:
        raise BookError(
            "satır içi ifade var ama sayfada hiç {python} hücresi yok: Quarto koşmaz", inline.place
        )
    return bool(source.python)
