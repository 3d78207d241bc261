"""YAML okuma: Quarto'nun okuduğu gibi (1.2: `on`, `12:30` metindir), yinelenen anahtar hatadır."""

import re
from collections.abc import Hashable
from typing import Any

import yaml

from _render.errors import BookError, Place

_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # derlenmişi varsa: on kat hızlı


class _Loader(_SAFE):  # type: ignore[misc, valid-type]
    """Yalnız true/false'u mantıksal, yalın ondalıkları sayı sayar; tarih ve saat metin kalır."""

    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [
            (tag, pattern)
            for tag, pattern in resolvers
            if tag.rpartition(":")[2] not in {"bool", "int", "float", "timestamp"}
        ]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if str(key.value) in seen:
                raise yaml.MarkedYAMLError(problem=f"“{key.value}” iki kez", problem_mark=key.start_mark)
            seen.add(str(key.value))
        built: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return built


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$", re.I), list("tTfF"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?\d+$"), list("-+0123456789"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?(\d+\.\d*|\.\d+|\d+)([eE][-+]?\d+)?$"),
    list("-+.0123456789"),
)


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

# Ayrıştırıcının sözünde geçen → ne yapılacağı.
_PROBLEMS = {
    "mapping values are not allowed": "beklenmeyen iki nokta; içinde iki nokta olan değeri tırnağa alın",
    "expected key": "girinti ya da tırnak yanlış; burada bir “ad: değer” bekleniyordu",
    "expected '-' indicator": "girinti yanlış; burada bir liste maddesi (-) bekleniyordu",
    "expected ',' or": "açılan ayraç kapanmamış",
    "expected node content": "açılan ayraç kapanmamış ya da değer eksik",
    "unexpected end of stream": "açılan tırnak kapanmamış",
    "expected ':'": "addan sonra iki nokta yok",
    "character that cannot start": "değer bu harfle (sekme, @, %, `) başlayamaz; tırnağa alın",
    "undefined alias": "* ile başlayan değeri tırnağa alın",
    "unknown escape": "çift tırnakta tanınmayan ters bölü; tek tırnak kullanın",
    "block sequence entries are not allowed": "liste maddesi (-) yeni satırda olmalı",
    "unhashable key": "anahtar yalın bir ad olmalı",
    "found a tab character": "girintide sekme var; boşluk kullanın",
}


def _turkish(error: yaml.MarkedYAMLError) -> str:
    said = error.problem or ""
    return next((words for part, words in _PROBLEMS.items() if part in said), said)


def load_yaml(text: str, place: Place, *, cell: str = "", what: str = "YAML") -> dict[str, Any]:
    """`text` içindeki eşlemeyi verir; `place` metnin ilk satırıdır. Bozuk YAML yeriyle `BookError` olur."""
    try:
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = place.line + (min(mark.line, text.count("\n")) if mark else 0)
        raise BookError(f"{what} bozuk: {_turkish(error)}", Place(place.file, line), cell=cell) from None
    except yaml.YAMLError as error:
        found = _CONTROL.search(text)
        line = place.line + (text.count("\n", 0, found.start()) if found else 0)
        reason = "görünmeyen bir denetim karakteri var" if found else str(error).splitlines()[0]
        raise BookError(f"{what} bozuk: {reason}", Place(place.file, line), cell=cell) from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise BookError(f"{what} “anahtar: değer” satırlarından oluşmalı", place, cell=cell)
    return data
