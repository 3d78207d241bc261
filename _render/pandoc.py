"""pandoc'u çağırmak ve AST'sinde gezmek. AST, pandoc'un JSON'udur: her düğüm {"t": tür, "c": içerik}."""

import json
import os
import re
import subprocess
from collections.abc import Callable, Container, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from _render.config import Book
from _render.errors import BookError, Place
from _render.memo import remembered
from _render.uptodate import packages

_LOCALE = os.environ | {"LC_ALL": "C.UTF-8"}  # pandoc, yerel ayar C iken Türkçe harfli dosya adını açamaz

_BIBLIOGRAPHIES = {
    ".bibtex": "bibtex", ".json": "csljson", ".ris": "ris", ".yaml": "markdown", ".yml": "markdown",
}  # fmt: skip

Node = dict[str, Any]
Doc = dict[str, Any]
Attr = list[Any]


@cache
def _command() -> str:
    package = find_spec("pypandoc")  # içe aktarılmaz: ağ kitaplıklarını da yükler
    assert package and package.origin
    return str(Path(package.origin).parent / "files" / "pandoc")


@cache
def _version() -> str:
    return packages()["pypandoc_binary"]


def run(text: str, *args: str, place: Place, lang: str = "") -> tuple[str, list[str]]:
    """pandoc'u çalıştırır; çıktıyı ve uyarılarını verir. pandoc'un hatası `place` ile `BookError` olur.
    `lang`: ortamın dili; kaynakça okunurken İngilizce başlıkların büyük harfleri ona göre kalır ya da düşer.
    """

    def make() -> str:
        done = subprocess.run(
            [_command(), *args],
            input=text,
            capture_output=True,
            encoding="utf-8",
            check=False,
            env=_LOCALE | {"LANG": lang},
        )
        if done.returncode:
            said = done.stderr.partition("HasCallStack")[0].strip()
            raise BookError(f"pandoc çeviremedi: {said}", place)
        return json.dumps([done.stdout, re.findall(r"^\[WARNING\] (.*(?:\n +.*)*)", done.stderr, re.M)])

    styles = [Path(arg.partition("=")[2]) for arg in args if arg.startswith("--csl=")]
    contents = [style.read_text(encoding="utf-8") for style in styles]
    output, warnings = json.loads(remembered(make, _version(), text, lang, *args, *contents))
    return output, warnings


def read(text: str, place: Place) -> tuple[Doc, list[str]]:
    """Markdown → AST, ve pandoc'un uyarıları."""
    out, warnings = run(text, "-f", "markdown", "-t", "json", place=place)
    doc: Doc = json.loads(out)
    return doc, warnings


def write(blocks: list[Node], *args: str, place: Place, meta: Doc | None = None) -> tuple[str, list[str]]:
    """AST → istenen biçim (`args` içinde `-t …`)."""
    doc = {"pandoc-api-version": [1, 23, 1], "meta": meta or {}, "blocks": blocks}
    return run(json.dumps(doc), "-f", "json", *args, place=place)


def bibliography(book: Book) -> list[Doc]:
    """Kitabın kaynakçasındaki bütün kaynaklar."""
    return [entry for path in book.bibliography for entry in _entries(book, path)]


def citeproc(book: Book, entries: list[Doc], cited: Container[str]) -> tuple[list[str], Doc]:
    """Kaynakları çözdüren seçenekler ve `entries` içinden anılanlar, belgenin üst verisi olarak."""
    kept = [entry for entry in entries if _key(entry["c"]["id"]["c"]) in cited]
    arguments = ["--citeproc", *([f"--csl={book.root / book.csl}"] if book.csl else [])]
    return arguments, {"references": {"t": "MetaList", "c": kept}}


def _entries(book: Book, path: str) -> list[Doc]:
    """Kaynakça dosyasındaki kaynaklar; biçimi uzantısındandır."""
    text = (book.root / path).read_text(encoding="utf-8")
    form = _BIBLIOGRAPHIES.get(Path(path).suffix, "biblatex")
    if form == "markdown" and not text.startswith("---"):
        text = f"---\n{text}\n---\n"
    try:
        out, _ = run(text, "-f", form, "-t", "json", place=Place(path), lang=book.lang)
    except BookError as error:
        said = error.message.partition(": ")[2]
        line = re.search(r"\(line (\d+)", said)
        place = Place(path, int(line[1]) if line else 1)
        raise BookError("kaynakça okunamadı", place, detail=said) from None
    entries: list[Doc] = json.loads(out)["meta"].get("references", {"c": []})["c"]
    return entries


def _key(value: str | list[Node]) -> str:
    """Kaynağın anahtarı; YAML'da satır içi düğümlerdir."""
    return value if isinstance(value, str) else plain(value)


# --- AST ---------------------------------------------------------------------------------------------------


def nodes(tree: Any) -> Iterator[Node]:  # noqa: ANN401
    """Ağaçtaki bütün düğümler, belge sırasıyla (üst önce)."""
    stack = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(reversed(item))
        elif isinstance(item, dict):
            if "t" in item:
                yield item
            stack.extend(reversed(item.values()))


def transform(tree: list[Any], change: Callable[[Node], list[Node] | None]) -> list[Any]:
    """Düğümleri alttan üste değiştirir: `change` yerine geçecek düğümleri, değişmeyecekse None verir."""
    out: list[Any] = []
    for item in tree:
        if isinstance(item, list):
            out.append(transform(item, change) if item else item)
        elif not isinstance(item, dict):
            out.append(item)
        elif "t" in item:
            content = item.get("c")
            new = {"t": item["t"], "c": transform(content, change)} if isinstance(content, list) else item
            replaced = change(new)
            out += [new] if replaced is None else replaced
        else:  # anma: önündeki ve ardındaki metin satır içi düğümlerdir
            parts = {key: transform(part, change) for key, part in item.items() if isinstance(part, list)}
            out.append(item | parts)
    return out


def attribute(attr: Attr, name: str) -> str | None:
    return next((value for key, value in attr[2] if key == name), None)


def plain(tree: Any, without: Callable[[Node], bool] = lambda _: False) -> str:  # noqa: ANN401
    """Ağacın düz metni; dipnotlar, ham HTML ve `without` olanlar dışında."""
    words: list[str] = []

    def visit(item: Any) -> None:  # noqa: ANN401
        if isinstance(item, list):
            for part in item:
                visit(part)
            return
        if not isinstance(item, dict) or "t" not in item or without(item):
            return
        match item["t"]:
            case "Str":
                words.append(item["c"])
            case "Space" | "SoftBreak" | "LineBreak":
                words.append(" ")
            case "Code" | "Math" | "CodeBlock":
                words.append(item["c"][1])
            case "Quoted":
                left, right = "‘’" if item["c"][0]["t"] == "SingleQuote" else "“”"
                words.append(left)
                visit(item["c"][1])
                words.append(right)
            case "Note" | "RawInline" | "RawBlock":
                pass
            case _:
                visit(item.get("c"))

    visit(tree)
    return "".join(words)


def text_nodes(text: str) -> list[Node]:
    """Düz metin → satır içi düğümler (boşluklar Space olur, bölünmez boşluk kalır)."""
    out: list[Node] = []
    for index, word in enumerate(text.split(" ")):
        if index:
            out.append({"t": "Space"})
        if word:
            out.append({"t": "Str", "c": word})
    return out


def html(code: str) -> Node:
    return {"t": "RawBlock", "c": ["html", code]}


def html_inline(code: str) -> Node:
    return {"t": "RawInline", "c": ["html", code]}


def div(identifier: str, classes: list[str], blocks: list[Node], **attributes: str) -> Node:
    return {"t": "Div", "c": [[identifier, classes, [[k, v] for k, v in attributes.items()]], blocks]}
