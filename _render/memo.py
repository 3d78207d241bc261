"""Aynı girdiden hep aynı çıktıyı veren işlerin (pandoc, Mermaid) kaydı: `.cache/çeviri/`.

Kayıt, girdinin özetiyle adlanır ve kendi özetini taşır; bozuksa yeniden yapılır. Bir hafta kullanılmayan
kayıt silinir, böylece klasör büyümez.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

CACHE = ".cache"
_FOLDER = "çeviri"

# Kaydı üreten kod değişince eski kayıtlar geçersizdir.
_CODE = hashlib.sha256(
    b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
).hexdigest()
_KEPT = 7 * 24 * 3600  # saniye
_state: dict[str, Path] = {}


def keep_under(root: Path) -> None:
    """Bundan sonraki kayıtlar bu projenin `.cache` klasörüne yazılır; öncesinde hiç kayıt tutulmaz."""
    _state["folder"] = root / CACHE / _FOLDER


def forget_unused() -> None:
    """Bir haftadır kullanılmamış ve öldürülmüş bir süreçten yarım kalmış kayıtları siler."""
    folder = _state.get("folder")
    if folder and folder.is_dir():
        oldest = time.time() - _KEPT
        for file in folder.iterdir():
            with contextlib.suppress(OSError):
                if file.suffix == ".yeni" or file.stat().st_mtime < oldest:
                    file.unlink()


def forget_killed(root: Path) -> None:
    """Öldürülmüş bir kurulumun çekirdek dosyalarını siler; klasör, kurulumun süreç numarasıyla adlanır."""
    for left in root.glob(f"{CACHE}/jupyter/*"):
        from psutil import pid_exists  # noqa: PLC0415 — yalnız kalıntı varken

        if left.name.isdecimal() and not pid_exists(int(left.name)):
            shutil.rmtree(left, ignore_errors=True)


def remembered(make: Callable[[], str], *key: str) -> str:
    """`make()` sonucu; `key` aynıysa kayıttan."""
    folder = _state.get("folder")
    if folder is None:
        return make()
    file = folder / hashlib.sha256("\0".join((_CODE, *key)).encode()).hexdigest()
    if (kept := read_marked(file)) is not None:
        with contextlib.suppress(OSError):
            os.utime(file)
        return kept
    result = make()
    write_marked(file, result)
    return result


def write_marked(file: Path, text: str) -> None:
    """Metni, ilk satırında özetiyle, tek adımda yerine yazar. Yazılamayan kayıt yalnız hız kaybıdır."""
    body = text.encode("utf-8")
    fresh = file.with_name(file.name + ".yeni")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        fresh.replace(file)


def read_marked(file: Path) -> str | None:
    """`write_marked` ile yazılmış metin; yoksa ya da bozulmuşsa None."""
    try:
        mark, _, body = file.read_bytes().partition(b"\n")
        return body.decode("utf-8") if mark == hashlib.sha256(body).hexdigest().encode() else None
    except (OSError, UnicodeDecodeError):
        return None
