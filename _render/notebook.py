"""İndirilen defter: insanlar için, çalıştırılmış; metninde işaret, kutu ya da `@gönderme` kalmaz.

Projesiz de baştan sona koşar: bölümün okuduğu modüller ve veriler ilk kod hücresinde sıkıştırılmış durur.
"""

import base64
import io
import json
import posixpath
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from _render import pandoc
from _render.cache import PRIVATE_MIME
from _render.crossref import Index, numbered_equations, resolver, tagged
from _render.decorate import callout_kind, callout_title, inlines_of
from _render.errors import Place
from _render.memo import remembered
from _render.outputs import inline_markdown
from _render.page import Page
from _render.pandoc import Node, transform
from _render.source import Cell, run_key

_BREAK = "dikkat-kesme"
_IMPORT = re.compile(r"^(?:from|import) +(\w+)", re.M)
_HIDDEN = re.compile(r'\s*<\w+[^>]*\shidden\b(?:[^>]*\saria-label="([^"]*)")?')
_UNPACKING = '''# @title Kitabın modülleri {{ display-mode: "form" }}
# Aşağıdaki hücrelerin içe aktardığı modüller ve veriler bu metinde sıkıştırılmış durur; ağdan bir şey inmez.
# Hücre onları "{folder}" klasörüne açar ve orada çalışır: kaynaklarını orada okuyabilirsiniz.
import base64, importlib.util, io, os, sys, tarfile

NEEDED = {needed}
if missing := [NEEDED[name] for name in NEEDED if importlib.util.find_spec(name) is None]:
    raise ModuleNotFoundError("Şunu koşup bu hücreye dönün: %pip install " + " ".join(missing))

PACKED = """
{packed}
"""
FOLDER = globals().get("FOLDER") or os.path.abspath("{folder}")
with tarfile.open(fileobj=io.BytesIO(base64.b85decode("".join(PACKED.split())))) as archive:
    archive.extractall(FOLDER, filter="data")
os.chdir(FOLDER)
sys.path.insert(0, FOLDER)'''


def names(page: Page) -> dict[str, str]:
    """Sayfaya göre indirilecek dosyalar; hücresi olmayan sayfanın yoktur."""
    if not any(cell.engine == "python" for cell in page.done.source.cells):
        return {}
    stem = posixpath.basename(page.chapter.stem)
    return {"ipynb": f"{stem}.ipynb", "qmd": f"{stem}.qmd"}


def downloads(page: Page, index: Index) -> dict[str, bytes]:
    """Site yolu → içerik: çalıştırılmış defter ve kaynağın kendisi."""
    if not names(page):
        return {}
    done = page.done
    root = page.book.root
    packed = {path: (root / path).read_bytes() for path in _packed_paths(page)}
    text = remembered(
        lambda: json.dumps(people_notebook(page, index, packed), ensure_ascii=False, indent=1) + "\n",
        *("\n".join(done.source.lines), json.dumps(done.cells), json.dumps(done.inline)),
        repr([replace(target, place=Place("")) for target in index.values()]),
        repr((page.chapter.path, page.book, packed)),
        *((root / path).read_text(encoding="utf-8") for path in page.book.bibliography),
    )
    return {
        f"{page.chapter.stem}.ipynb": text.encode("utf-8"),
        f"{page.chapter.stem}.qmd": done.source.raw.encode("utf-8"),
    }


def _packed_paths(page: Page) -> list[str]:
    """Bölümün koşarken okuduğu dosyalar; varsa kaynağın kendisi de: sayıların denetimi defterde de koşar."""
    own = {place.file for place in page.done.source.places} if page.done.files else set()
    return sorted(path for path in own.union(page.done.files) if (page.book.root / path).is_file())


def people_notebook(page: Page, index: Index, packed: dict[str, bytes]) -> dict[str, Any]:
    """nbformat 4.5 sözlüğü: metin hücreleri düz Markdown, kod hücreleri seçenek satırları olmadan."""
    cells = {cell.start: cell for cell in page.done.source.cells}
    source = page.done.source
    texts, order = _split(_for_people(source.doc["blocks"], page, index, source.find), cells)
    written = [_written(page, index, cell) for cell in order]
    markdown = _markdown([*texts, *(blocks for one in written for blocks in one)], page)
    outputs = iter(markdown[len(texts) :])
    out: list[dict[str, Any]] = []
    if "title" in page.done.source.meta:
        markdown[0] = f"# {page.title_text}\n\n{markdown[0]}".strip()

    def add_text(text: str) -> None:
        if text.strip():
            cell = {
                "cell_type": "markdown",
                "id": f"metin-{len(out) + 1}",
                "metadata": {},
                "source": text.strip(),
            }
            out.append(cell)

    add_text(markdown[0])
    if packed:
        out.append(_unpacking_cell(page, packed))
    for cell, text in zip(order, markdown[1 : len(texts)], strict=True):
        if cell.engine == "python":
            out.append(_code_cell(cell, page, outputs))
        drawn = f"```mermaid\n{cell.code}\n```" if cell.engine == "mermaid" else ""
        notes = (drawn, _caption(cell, page, index), _interactive(cell, page), text)
        add_text("\n\n".join(part for part in notes if part))
    spec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": out, "metadata": {"kernelspec": spec, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}  # fmt: skip


def _unpacking_cell(page: Page, files: dict[str, bytes]) -> dict[str, Any]:
    """Dosyaları açan hücre."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:bz2") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(path)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    packed = base64.b85encode(buffer.getvalue()).decode("ascii")
    lines = "\n".join(packed[n : n + 100] for n in range(0, len(packed), 100))
    folder = f"kitap-{posixpath.basename(page.chapter.stem)}"
    source = _UNPACKING.format(folder=folder, packed=lines, needed=_needed(page, files))
    return {
        "cell_type": "code",
        "id": "moduller",
        "metadata": {"jupyter": {"source_hidden": True}, "cellView": "form"},
        "execution_count": None,
        "source": source,
        "outputs": [],
    }


def _needed(page: Page, files: dict[str, bytes]) -> dict[str, str]:
    """Hücrelerin ve paketlenen modüllerin içe aktardığı dış modüller → pip'teki adları."""
    code = [cell.code for cell in page.done.source.python]
    code += [data.decode("utf-8") for path, data in files.items() if path.endswith(".py")]
    names = {name for text in code for name in _IMPORT.findall(text)}
    return {name: owners[0] for name, owners in page.done.packages.items() if name in names}


def _code_cell(cell: Cell, page: Page, texts: Iterator[str]) -> dict[str, Any]:
    """Kod hücresi; `texts`: Markdown çıktılarının (`_written`) düz Markdown'ı, sırayla."""
    outputs = []
    for output in page.done.outputs(cell):
        if _markdown_of(output, cell) is not None:
            data = {**output.get("data", {}), "text/markdown": next(texts)}
            bare = {"output_type": "display_data", "metadata": {}} if "text" in output else output
            output = {**bare, "data": data}  # noqa: PLW2901
        private = any(mime.startswith(PRIVATE_MIME) for mime in output.get("data", {}))
        if not private and not _hidden(output):
            outputs.append(output)
    return {
        "cell_type": "code",
        "id": f"kod-{cell.index}",
        "metadata": {},
        "execution_count": page.done.cells[cell.index]["execution_count"],
        "source": cell.code,
        "outputs": outputs,
    }


def _hidden(output: dict[str, Any]) -> re.Match[str] | None:
    """Sayfadaki betik açana dek görünmeyen çıktı: defterde hiç açılmaz."""
    return _HIDDEN.match(output.get("data", {}).get("text/html", ""))


def _interactive(cell: Cell, page: Page) -> str:
    """Defterde görünmeyen etkileşimli parçanın yerini söyleyen satır."""
    hidden = filter(None, map(_hidden, page.done.outputs(cell) if cell.engine == "python" else []))
    if (found := next(hidden, None)) is None:
        return ""
    site = (page.book.site_url or "").rstrip("/")
    where = f"{site}/{page.chapter.href}" if site else f"`{page.chapter.href}`"
    return f"*Etkileşimli parça{f' “{found[1]}”' if found[1] else ''} kitabın sayfasındadır: {where}*"


def _written(page: Page, index: Index, cell: Cell) -> list[list[Node]]:
    """Hücrenin Markdown çıktılarının blokları, insanlar için."""
    found = page.done.outputs(cell) if cell.engine == "python" else []
    texts = (_markdown_of(output, cell) for output in found)
    read = (pandoc.read(text, cell.place)[0]["blocks"] for text in texts if text is not None)
    return [_for_people(blocks, page, index, lambda _: cell.place) for blocks in read]


def _markdown_of(output: dict[str, Any], cell: Cell) -> str | None:
    """Çıktının Markdown'ı: `text/markdown` ya da `output: asis` hücresinin yazdırdığı."""
    if cell.options.get("output") == "asis" and output.get("name") == "stdout":
        return str(output["text"])
    text: str | None = output.get("data", {}).get("text/markdown")
    return text


def _caption(cell: Cell, page: Page, index: Index) -> str:
    """Şeklin ya da tablonun numarası ve başlığı, hücrenin ardına."""
    target = index.get(cell.label)
    if target is None or target.kind == "sec":
        return ""
    words = f": {target.caption}" if target.caption else ""
    return f"**{page.book.labels[f'crossref-{target.kind}-title']} {target.number}**{words}"


def _for_people(blocks: list[Node], page: Page, index: Index, find: Callable[[str], Place]) -> list[Node]:
    """Kutular alıntı olur; span, div ve etiketler kalkar, göndermeler ve satır içi ifadeler metne döner."""
    labels = page.book.labels
    reference = resolver(page.chapter, index, labels, find)

    def text_of(node: Node) -> list[Node] | None:
        kind: str = node["t"]
        content: Any = node.get("c")
        if kind in {"SmallCaps", "Underline"}:
            return list(content)
        # Kitabın içine bağlantının yalnız metni kalır: o sayfalar defterin yanında yok.
        if kind == "Span" or (kind == "Link" and not re.match(r"[a-zA-Z][\w+.-]*:", content[2][0])):
            return list(content[1])
        if kind == "Code" and (key := run_key(node)) is not None:
            return inlines_of(inline_markdown(page.done.inline[key]))
        if kind in {"Link", "Image", "Code"}:
            return [{"t": kind, "c": [["", [], []], *content[1:]]}]
        links = reference(node)
        return links and [
            word for link in links for word in (link["c"][1] if link["t"] == "Link" else [link])
        ]

    def block_of(node: Node) -> list[Node] | None:
        kind: str = node["t"]
        content: Any = node.get("c")
        if kind == "Header":
            return [{"t": kind, "c": [content[0], ["", [], []], content[2]]}]
        if kind in {"Table", "Figure"}:
            words = [word for block in content[1][1] for word in block["c"]]
            name = _name(content[0][0], index, labels)
            caption = [{"t": "Para", "c": [*name, *words]}] if name or words else []
            bare = {"t": kind, "c": [["", [], []], [None, []], *content[2:]]}
            return [*caption, bare] if kind == "Table" else [*content[2], *caption]
        if kind == "Div":
            return _unboxed(node, labels)
        if kind in {"Para", "Plain"}:
            numbered = numbered_equations(content, lambda label, math: [tagged(math, index[label].number)])
            return [{"t": kind, "c": numbered}]
        return text_of(node)

    result: list[Node] = transform(blocks, block_of)
    return result


def _name(label: str, index: Index, labels: dict[str, str]) -> list[Node]:
    """`**Tablo 1.1**: ` — etiketli şeklin, tablonun adı; etiketsizde boş."""
    if label not in index:
        return []
    target = index[label]
    title = f"{labels[f'crossref-{target.kind}-title']} {target.number}"
    return [{"t": "Strong", "c": pandoc.text_nodes(title)}, {"t": "Str", "c": ":"}, {"t": "Space"}]


def _unboxed(node: Node, labels: dict[str, str]) -> list[Node]:
    attr, content = node["c"]
    kind = callout_kind(attr)
    if not kind:
        return list(content)
    title, content = callout_title(attr, content)
    words = title or pandoc.text_nodes(labels[f"callout-{kind}-title"])
    return [{"t": "BlockQuote", "c": [{"t": "Para", "c": [{"t": "Strong", "c": words}]}, *content]}]


def _split(blocks: list[Node], cells: dict[int, Cell]) -> tuple[list[list[Node]], list[Cell]]:
    """Blokları hücrelerden böler; alıntı ya da liste içindeki hücre onu da böler."""
    texts: list[list[Node]] = [[]]
    order: list[Cell] = []

    def is_cell(node: Node) -> bool:
        return node["t"] == "CodeBlock" and run_key(node) is not None

    def visit(items: list[Node], wrap: Any) -> None:  # noqa: ANN401
        for node in items:
            if is_cell(node):
                order.append(cells[run_key(node) or 0])
                texts.append([])
            elif node["t"] == "BlockQuote" and any(is_cell(inner) for inner in pandoc.nodes(node)):
                visit(node["c"], lambda inner: {"t": "BlockQuote", "c": [inner]})
            elif node["t"] in {"BulletList", "OrderedList"} and any(is_cell(i) for i in pandoc.nodes(node)):
                for item in node["c"] if node["t"] == "BulletList" else node["c"][1]:
                    visit(item, lambda inner: inner)
            else:
                texts[-1].append(wrap(node))

    visit(blocks, lambda node: node)
    return texts, order


def _markdown(texts: list[list[Node]], page: Page) -> list[str]:
    """Her parça için Markdown; hepsi tek pandoc çağrısıyla."""
    blocks: list[Node] = []
    for text in texts:
        blocks += [*text, {"t": "Para", "c": [{"t": "Str", "c": _BREAK}]}]
    arguments = ["-t", "commonmark+pipe_tables+tex_math_dollars+footnotes+strikeout", "--wrap=none"]
    arguments += [f"--metadata=lang:{page.book.lang}"]
    meta = None
    if page.cites:
        options, meta = pandoc.citeproc(page.book, page.bibliography, page.cites)
        arguments += [*options, "--metadata=suppress-bibliography"]
    out, _ = pandoc.write(blocks, *arguments, place=Place(page.chapter.path), meta=meta)
    out = re.sub(r'<span class="nocase">(.*?)</span>', r"\1", out, flags=re.S)  # citeproc'un işareti
    return [part.strip() for part in out.split(_BREAK)[:-1]]
