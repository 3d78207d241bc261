"""“Değişen yok” kaydı: son kurulumdan beri hiçbir dosyaya dokunulmadıysa kitap yeniden kurulmaz.

Yalnız standart kütüphane: bu soru, ağır paketler yüklenmeden yanıtlanır. Dosyaların içi okunmaz; boy ile
değişme anları yeter (`ctime` da: dosyanın saatini geri almak onu geri almaz). Kaynaklar kadar sitenin kendisi
ve koşum kayıtları da sayılır: silinmiş ya da elle değiştirilmiş site yeniden kurulur.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from _render.memo import CACHE, read_marked, write_marked

_RECORD = f"{CACHE}/kurulum.json"
Stamps = dict[str, list[int]]


def stamps(root: Path) -> Stamps:
    """Projedeki her dosyanın boyu ve değişme anları; noktalı klasörlerden yalnız koşum kayıtları."""
    tops = (root, root / CACHE / "koşum", Path(__file__).parent)
    return {entry.path: _stamp(entry) for top in tops for entry in _files(str(top))}


def _files(folder: str) -> Iterator["os.DirEntry[str]"]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path)
        else:
            yield entry


def _stamp(entry: "os.DirEntry[str]") -> list[int]:
    try:
        found = entry.stat()
    except OSError:  # kırık bağlantı
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def packages() -> dict[str, str]:
    """Kurulu paketlerin sürümleri, klasör adlarından: üst verilerini okumak on kat sürer."""
    folders = (path.stem for place in sys.path for path in Path(place).glob("*.dist-info"))
    return {package(name): version for name, _, version in (folder.partition("-") for folder in folders)}


def package(name: str) -> str:
    """Paket adının tek yazılışı: `PyYAML` → `pyyaml`, `jupyter-client` → `jupyter_client`."""
    return re.sub(r"[-_.]+", "_", name).lower()


def _digest(found: Stamps) -> str:
    """Dosyalar, Python ve kurulu paketlerin sürümleri tek özette."""
    state = [sorted(found.items()), sys.version, sorted(packages().items())]
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()


def known(root: Path, check: str = "") -> tuple[Path, list[str]] | None:
    """Site güncel ve `check` denetiminden geçmişse klasörü ve son kurulumun uyarıları; değilse None."""
    found = json.loads(read_marked(root / _RECORD) or "{}")
    if found.get("digest") != _digest(stamps(root)) or check not in ("", found["check"]):
        return None
    return root / found["target"], found["warnings"]


def record(root: Path, before: Stamps, target: str, warnings: list[str], check: str) -> None:
    """Kurulumu kaydeder; `before` ilk kaynak okunmadan önceki hâldir. Kurulum sürerken bir kaynak değiştiyse
    kayıt yoktur: site onun eski hâlini gösteriyor olabilir.
    """
    after = stamps(root)
    own = (f"{root / target}{os.sep}", f"{root / CACHE}{os.sep}")

    def sources(found: Stamps) -> Stamps:
        return {path: stamp for path, stamp in found.items() if not path.startswith(own)}

    if sources(before) == sources(after):
        found = {"digest": _digest(after), "target": target, "warnings": warnings, "check": check}
        write_marked(root / _RECORD, json.dumps(found))
