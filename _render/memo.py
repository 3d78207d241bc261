"""Aynı girdiden hep aynı çıktıyı veren işlerin (pandoc, Mermaid) kaydı: `.cache/çeviri/`.

Kayıt, girdinin özetiyle adlanır ve kendi özetini taşır; bozuksa yeniden yapılır. Bir kurulumda kullanılmayan
kayıt kurulum bitince silinir, böylece klasör büyümez.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

CACHE = ".cache"
_FOLDER = "çeviri"

# Kaydı üreten kod değişince eski kayıtlar geçersizdir.
_CODE = hashlib.sha256(
    b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
).hexdigest()
_state: dict[str, Path] = {}
_used: list[str] = []


def keep_under(root: Path) -> None:
    """Bundan sonraki kayıtlar bu projenin `.cache` klasörüne yazılır; öncesinde hiç kayıt tutulmaz."""
    _state["folder"] = root / CACHE / _FOLDER
    _used.clear()


def forget_unused() -> None:
    """Son `keep_under`'dan beri kullanılmamış kayıtları siler."""
    folder = _state.get("folder")
    if folder and folder.is_dir():
        used = set(_used)
        for file in folder.iterdir():
            if file.name not in used:
                file.unlink(missing_ok=True)


def remembered(make: Callable[[], str], *key: str) -> str:
    """`make()` sonucu; `key` aynıysa kayıttan."""
    folder = _state.get("folder")
    if folder is None:
        return make()
    name = hashlib.sha256("\0".join((_CODE, *key)).encode()).hexdigest()
    start = len(_used)
    _used.append(name)
    file = folder / name
    if (kept := read_marked(file)) is not None:
        result, within = json.loads(kept)
        _used.extend(within)  # bu sonucu yaparken kullanılanlar da saklanır: yarın yine gerekir
        return str(result)
    result = make()
    write_marked(file, json.dumps([result, _used[start + 1 :]], ensure_ascii=False))
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
