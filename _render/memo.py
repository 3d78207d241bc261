"""Aynı girdiden hep aynı çıktıyı veren işlerin (pandoc, Mermaid) kaydı: `.cache/çeviri/`.

Kayıt, girdinin özetiyle adlanır ve kendi özetini taşır; bozuksa yeniden yapılır. Bir kurulumda kullanılmayan
kayıt kurulum bitince silinir, böylece klasör büyümez.
"""

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

CACHE = ".cache"
_FOLDER = "çeviri"

_state: dict[str, Path] = {}
_used: set[str] = set()


def keep_under(root: Path) -> None:
    """Bundan sonraki kayıtlar bu projenin `.cache` klasörüne yazılır; öncesinde hiç kayıt tutulmaz."""
    _state["folder"] = root / CACHE / _FOLDER
    _used.clear()


def forget_unused() -> None:
    """Son `keep_under`'dan beri kullanılmamış kayıtları siler."""
    folder = _state.get("folder")
    if folder and folder.is_dir():
        for file in folder.iterdir():
            if file.name not in _used:
                file.unlink(missing_ok=True)


def remembered(make: Callable[[], str], *key: str) -> str:
    """`make()` sonucu; `key` aynıysa kayıttan."""
    folder = _state.get("folder")
    if folder is None:
        return make()
    name = hashlib.sha256("\0".join(key).encode()).hexdigest()
    _used.add(name)
    file = folder / name
    if (kept := read_marked(file)) is not None:
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
