"""Koşulmuş bölümlerin kaydı: `.cache/koşum/`. Kayıt, dayandığı her şey değişmediyse geçerlidir.

Dayanaklar: hücrelerin kodu ve koşumu etkileyen seçenekleri, satır içi ifadeler, doğrulanan sayıların
ifadeleri, Python sürümü; ve koşum sırasında kaydedilenler: projeden okunan her dosyanın (yerel modüller,
veriler) özeti ile içe aktarılan paketlerin sürümleri. Bozuk kayıt yok sayılır ve yeniden yapılır.
"""

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from _render.memo import CACHE, read_marked, write_marked
from _render.source import Cell, Inline, Source
from _render.uptodate import package, packages

PRIVATE_MIME = "application/vnd.dikkat."  # bu türler defterde saklanır, sayfada gösterilmez
_FORMAT = 7  # kayıt biçimi ya da çekirdeğin kurulumu değişince artar
_RUN_OPTIONS = ("eval", "error")

_EXPRESSION = re.compile(r"\b(?:sayi|iddia)\s*=\s*(\"[^\"]*\"|'[^']*')")


def digest(*parts: object) -> str:
    """Parçaların (JSON'a çevrilebilir) SHA-256 özeti."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def refreshing(output: dict[str, Any]) -> dict[str, Any] | None:
    """Çıktı metne bakan bir hücrenin sakladığıysa, içinde `refresh` komutu olan içeriği."""
    private = (value for mime, value in output.get("data", {}).items() if mime.startswith(PRIVATE_MIME))
    return next((value for value in private if "refresh" in value), None)


def keys(source: Source, settings: dict[str, Any]) -> tuple[str, str]:
    """Koşumu belirleyen kodun ve ifadelerin özeti; bütün metnin özeti."""
    texts = [*source.lines, *(str(value) for cell in source.cells for value in cell.options.values())]
    code = digest(
        _FORMAT,
        sys.version,
        settings,
        [
            (
                run.code,
                {name: run.options.get(name) for name in _RUN_OPTIONS} if isinstance(run, Cell) else "",
            )
            for run in source.runs
            if isinstance(run, Inline) or run.engine == "python"
        ],
        _EXPRESSION.findall("\n".join(texts)),
    )
    return code, digest(source.lines)


def _file(root: Path, path: str) -> Path:
    return root / CACHE / "koşum" / (path.replace("/", "__") + ".json")


def _hash(file: Path) -> str | None:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


def load(root: Path, source: Source, settings: dict[str, Any]) -> tuple[dict[str, Any], bool] | None:
    """Geçerli kayıt (koşum dayanakları aynı) ve metninin de aynı olup olmadığı; yoksa None."""
    try:
        entry = json.loads(read_marked(_file(root, source.path)) or "{}")
        code, text = keys(source, settings)
        installed = packages()
        valid = (
            entry["code"] == code
            and all(_hash(root / path) == seen for path, seen in entry["files"].items())
            and all(installed.get(package(name)) == seen for name, seen in entry["packages"].items())
        )
        return (entry["results"], entry["text"] == text) if valid else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def save(
    root: Path, source: Source, settings: dict[str, Any], results: dict[str, Any], *, checked: bool = True
) -> None:
    """Sonuçları dayanaklarıyla yazar; yarıda kesilirse eski kayıt kalır. `checked=False`: metnin denetimi
    tutmadı, kayıt okunurken yenilenir.
    """
    code, text = keys(source, settings)
    installed = packages()
    entry = {
        "code": code,
        "text": text if checked else "",
        "files": {path: _hash(root / path) for path in results["files"]},
        "packages": {
            name: installed.get(package(name)) for names in results["packages"].values() for name in names
        },
        "results": results,
    }
    write_marked(_file(root, source.path), json.dumps(entry, ensure_ascii=False))
