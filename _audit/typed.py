"""Şekillere ve tablolara elle yazılmış sayılar: çizim çağrılarındaki metinlerde, tablo satırlarında aranır.

Şekil başlığındaki, eksen yazısındaki ya da etiketteki sayı değerden biçimlenmelidir (`f"{write_number(x,
2)}"`); yazılmış bir sayı, değer değişince yerinde kalır. Yapısal kalıplar (`structural.py`) burada da
geçerlidir.
"""

import ast
from collections.abc import Iterable, Iterator

from _audit.check import Failure
from _audit.document import Cell, Document
from _audit.expressions import code_nodes
from _audit.find import find_numerals
from _audit.structural import structural_ranges

# Okuyanın gördüğü metni alan çağrılar ve adlı bağımsız değişkenler.
CALLS = {
    "annotate", "figtext", "legend", "set", "set_label", "set_text", "set_title", "set_xlabel",
    "set_xticklabels", "set_ylabel", "set_yticklabels", "suptitle", "supxlabel", "supylabel", "text", "title",
    "xlabel", "xticks", "ylabel", "yticks", "Markdown", "HTML", "Table",
}  # fmt: skip
KEYWORDS = {
    "label",
    "labels",
    "title",
    "xlabel",
    "ylabel",
    "caption",
    "note",
    "notes",
    "header",
    "columns",
    "rows",
}
TABLE = "Table"  # satırlarındaki sayılar da yazılmış olamaz
HELPERS = "_viz"  # bu modülden alınan her işlevin metinleri de okunur


def typed_numerals(document: Document) -> list[Failure]:
    """Belgenin hücrelerindeki çizim çağrılarında yazılmış sayılar."""
    found = []
    helpers: set[str] = set()
    for cell in document.cells:
        try:
            nodes = code_nodes(cell.source)
        except SyntaxError:
            continue
        helpers |= {
            alias.asname or alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == HELPERS
            for alias in node.names
        }
        found += [_failure(document, cell, node, text) for node, text in _strings(nodes, helpers)]
    return found


def _strings(nodes: Iterable[ast.AST], helpers: set[str]) -> Iterator[tuple[ast.Constant, str]]:
    """Okunan metin sabitleri ve içlerindeki yapısal olmayan ilk sayı."""
    seen: set[int] = set()
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        drawn: list[ast.expr] = [k.value for k in node.keywords if k.arg in KEYWORDS]
        if name in CALLS or name in helpers:
            drawn += [*node.args, *(k.value for k in node.keywords if name in helpers or k.arg in KEYWORDS)]
        for part in (part for value in drawn for part in _literals(value)):
            if id(part) not in seen and (number := _first_number(str(part.value))):
                seen.add(id(part))
                yield part, number
        for part in (part for value in node.args if name == TABLE for part in _cells(value)):
            yield part, str(part.value)


def _literals(node: ast.AST) -> Iterator[ast.Constant]:
    """Değerin içindeki metin sabitleri; biçim belirtimlerine, dizinlere, sözlük anahtarlarına girilmez."""
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.FormattedValue(value=value):
            yield from _literals(value)
        case ast.Subscript(value=value):
            yield from _literals(value)
        case ast.Call():  # iç çağrının kendi metinleri ayrıca bakılır
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _literals(child)


def _cells(node: ast.AST) -> Iterator[ast.Constant]:
    """Tablonun satırlarına doğrudan yazılmış sayılar."""
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            yield node
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from _cells(part)
        case ast.ListComp(elt=part) | ast.Starred(value=part) | ast.UnaryOp(operand=part):
            yield from _cells(part)


def _first_number(text: str) -> str:
    allowed = list(structural_ranges(text))
    for found in find_numerals(text):
        if found.digits and not any(
            first <= found.first and found.last <= last for first, last, _ in allowed
        ):
            return found.text if not text.startswith("#") else ""
    return ""


def _failure(document: Document, cell: Cell, node: ast.Constant, number: str) -> Failure:
    place = document.cell_place(cell, node.lineno, node.col_offset)
    message = f"elle yazılmış sayı {number} (hücre {cell.name}): değerden biçimlenmeli"
    return Failure(place, message, " ".join(str(node.value).split())[:60], written=number)
