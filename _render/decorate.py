"""Numarası olmayan yapılar: bildirim kutuları, sekmeler, kod katlama, tablolar, yan yana düzen."""

import posixpath
import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any

from _render import pandoc
from _render.errors import Place
from _render.pandoc import Attr, Node, attribute, div, html, plain

CALLOUTS = ("note", "tip", "warning", "important", "caution")
Walk = Callable[[list[Node]], list[Node]]


def relative(target: str, page: str) -> str:
    """Site köküne göre `target`, `page` sayfasından nasıl yazılır."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def inlines_of(text: str) -> list[Node]:
    """Öznitelikteki Markdown (kutu başlığı, kod başlığı) → satır içi düğümler."""
    return list(_inlines_of(text))


@cache
def _inlines_of(text: str) -> list[Node]:
    doc, _ = pandoc.read(text, Place("öznitelik"))
    return [inline for block in doc["blocks"][:1] for inline in block["c"]] if text else []


def callout_kind(attr: Attr) -> str:
    kinds = (name.removeprefix("callout-") for name in attr[1] if name.startswith("callout-"))
    return next((kind for kind in kinds if kind in CALLOUTS), "")


def callout_title(attr: Attr, content: list[Node]) -> tuple[list[Node], list[Node]]:
    """Kutunun başlığı (`title` özniteliği ya da baştaki başlık, yoksa boş) ve gerisi."""
    if (given := attribute(attr, "title")) is not None:
        return inlines_of(given), content
    if content and content[0]["t"] == "Header":
        return content[0]["c"][2], content[1:]
    return [], content


def callout(kind: str, attr: Attr, content: list[Node], walk: Walk, labels: dict[str, str]) -> list[Node]:
    """Bildirim kutusu; `collapse` verilmişse `<details>`."""
    title, content = callout_title(attr, content)
    appearance = attribute(attr, "appearance") or "default"
    icon = attribute(attr, "icon") != "false" and appearance != "minimal"
    style = "simple" if appearance == "minimal" else appearance
    if not title and style == "default":
        title = pandoc.text_nodes(labels[f"callout-{kind}-title"])
    classes = ["callout", f"callout-style-{style}", f"callout-{kind}"]
    classes += [name for name in attr[1] if not name.startswith("callout")]
    classes += ["callout-titled"] * bool(title) + ["no-icon"] * (not icon)
    collapse = attribute(attr, "collapse")
    folded = ["callout-collapse"] if collapse == "true" and title else []
    body = div("", [*folded, "callout-body-container", "callout-body"], walk(content))
    identifier = f' id="{escape(attr[0])}"' if attr[0] else ""
    head = [
        html('<span class="callout-icon-container"><i class="callout-icon"></i></span>'
             '<span class="callout-title-container">'),
        {"t": "Plain", "c": title},
        html("</span>"),
    ]  # fmt: skip
    if collapse is None or not title:
        header = [div("", ["callout-header"], head)] if title else []
        return [div(attr[0], classes, [*header, body])]
    opened = " open" if collapse == "false" else ""
    return [
        html(f'<details{identifier} class="{" ".join(classes)}"{opened}><summary class="callout-header">'),
        *head,
        html("</summary>"),
        body,
        html("</details>"),
    ]


def tabset(attr: Attr, content: list[Node], walk: Walk, number: int) -> list[Node]:
    """Sekmeler: betiksiz de çalışan, aynı adlı `<details>` kümesi; her başlık bir sekmedir."""
    level = next((node["c"][0] for node in content if node["t"] == "Header"), 0)
    out: list[Node] = []
    pane: list[Node] = []
    opened = False

    def close() -> None:
        nonlocal pane
        if opened:
            out.extend([div("", ["tab-body"], walk(pane)), html("</details>")])
        else:
            out.extend(walk(pane))
        pane = []

    for node in content:
        if node["t"] == "Header" and node["c"][0] == level:
            close()
            first = "" if opened else " open"
            identifier = f' id="{escape(node["c"][1][0])}"' if node["c"][1][0] else ""
            out.append(html(f'<details{identifier} class="tab-pane" name="tabset-{number}"{first}><summary>'))
            out.extend([{"t": "Plain", "c": node["c"][2]}, html("</summary>")])
            opened = True
        else:
            pane.append(node)
    close()
    return [div(attr[0], attr[1], out)]


def code(attr: Attr, text: str, options: dict[str, Any], labels: dict[str, str]) -> list[Node]:
    """Kod bloğu; hücre kodu ayara göre katlanır."""
    kept = [pair for pair in attr[2] if pair[0] not in {"code-fold", "code-summary", "lst-cap"}]
    identifier = "" if attr[0].startswith("lst-") else attr[0]
    block = {
        "t": "CodeBlock",
        "c": [[identifier, [*attr[1], *(["code-with-copy"] if attr[1] else [])], kept], text],
    }
    if "cell-code" not in attr[1]:
        return [block]
    fold = attribute(attr, "code-fold") or str(options.get("code-fold", False)).lower()
    if fold not in {"true", "show"}:
        return [block]
    summary = attribute(attr, "code-summary") or str(options.get("code-summary", labels["code-summary"]))
    opened = " open" if fold == "show" else ""
    head = f'<details class="code-fold"{opened}><summary>{escape(summary)}</summary>'
    return [html(head), block, html("</details>")]


def image_figure(image: Node) -> Node:
    """Şeklin resmi: `<p><img class="img-fluid figure-img"></p>`."""
    attr, alt, target = image["c"]
    classes = [*attr[1], "img-fluid", "figure-img"]
    return {"t": "Para", "c": [{"t": "Image", "c": [["", classes, attr[2]], alt, target]}]}


def layout(blocks: list[Node], columns: int) -> list[Node]:
    """Blokları `columns` sütunlu satırlara dizer; hücre çıktısı kutularının içi açılır."""
    flat: list[Node] = []
    for node in blocks:
        is_output = node["t"] == "Div" and "cell-output-display" in node["c"][0][1]
        flat.extend(node["c"][1] if is_output else [node])
    rows = [flat[n : n + columns] for n in range(0, len(flat), columns)]
    return [
        div("", ["quarto-layout-panel"], [
            div("", ["quarto-layout-row"], [div("", ["quarto-layout-cell"], [node]) for node in row])
            for row in rows
        ])
    ]  # fmt: skip


_ALIGN = {"AlignRight": "num", "AlignCenter": "text-center"}


def _is_whole(text: str, *, first: bool) -> bool:
    """Bölünmeyecek hücre: kısa satır adı ("koşum 1") ya da demet ("(2, 0)"); tablo daralacağına kayar."""
    return (first and len(text) <= 12) or re.fullmatch(r"\([^()]{1,24}\)", text) is not None


def _names_rows(cells: list[str]) -> bool:
    """İlk sütun satırların adı mı: hepsi dolu, birbirinden ayrı ve en az biri sayı değil."""
    return all(cells) and len(set(cells)) == len(cells) and any(re.search(r"[^\W\d]", text) for text in cells)


def table(node: Node) -> list[Node]:
    """Tablo: kayan kutu içinde, hizası sınıflarla (satır içi biçim yok), sütun genişliği tarayıcıya
    bırakılmış. Sütun adları ve ilk sütun satırları adlandırıyorsa satır adları `scope` taşıyan `<th>`'dir.
    """
    attr, caption, columns, head, bodies, foot = node["c"]
    aligns = [column[0]["t"] for column in columns]
    rows = [item for body in bodies for item in body[3]]
    named = bool(head[1]) and len(columns) > 1 and _names_rows([plain(r[1][0][4]).strip() for r in rows])

    def row(item: Any, scope: str = "") -> Any:  # noqa: ANN401
        cells: list[Any] = []
        for cell, column in zip(item[1], aligns, strict=False):
            own, text = cell[1]["t"], plain(cell[4]).strip()
            name = _ALIGN.get(column if own == "AlignDefault" else own)
            names = [name] if name else []
            if _is_whole(text, first=not cells):
                names.append("whole")
            given = scope or ("row" if named and not cells else "")
            scoped = [["scope", given]] if given and text else []
            attr = [cell[0][0], [*cell[0][1], *names], [*cell[0][2], *scoped]]
            cells.append([attr, {"t": "AlignDefault"}, *cell[2:]])
        return [item[0], cells]

    plain_columns = [[{"t": "AlignDefault"}, {"t": "ColWidthDefault"}] for _ in columns]
    new_head = [head[0], [row(item, "col") for item in head[1]]]
    new_bodies = [
        [b[0], int(named) or b[1], [row(i, "col") for i in b[2]], [row(i) for i in b[3]]] for b in bodies
    ]
    new_foot = [foot[0], [row(item) for item in foot[1]]]
    kept = [pair for pair in attr[2] if not re.fullmatch(r"tbl-colwidths", pair[0])]
    attr = [attr[0], ["table", *attr[1]], kept]
    return [div("", ["table-scroll"], [
        {"t": "Table", "c": [attr, caption, plain_columns, new_head, new_bodies, new_foot]}
    ])]  # fmt: skip
