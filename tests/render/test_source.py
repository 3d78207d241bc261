"""Kaynağın bölünmesi: hücreleri pandoc nerede görüyorsa orada; hiçbir metin kaybolmaz."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypandoc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from _render import BookError, Inline, Place, Source, kernel, read_source, site

from .conftest import SmallBook

WORDS = st.text(alphabet="abcçğıöşü ", min_size=1, max_size=12).map(lambda text: "söz" + text.strip() + "son")


def read(folder: Path, text: str) -> Source:
    (folder / "a.qmd").write_text(text, encoding="utf-8")
    return read_source(folder, "a.qmd", Place("_quarto.yml"))


def test_what_runs_is_what_pandoc_sees_as_code(tmp_path: Path) -> None:
    text = (
        "# A `{python} x + 1`\n\n```{python}\n#| label: c\n\nx = 1\n\n```\n\n- madde\n\n  ~~~{python}\n  y\n"
        "  ~~~\n\n````\n```{python}\nhayır\n```\n````\n\n<!--\n```{python}\nhayır\n```\n-->\n\n"
        "`` `{python} hayır` ``\n"
    )
    source = read(tmp_path, text)
    assert [(cell.label, cell.code, cell.place.line) for cell in source.cells] == [
        ("c", "x = 1", 3),
        ("", "y", 12),
    ]
    assert [(run.code, run.place.line) for run in source.runs if isinstance(run, Inline)] == [("x + 1", 1)]


def test_regular_expressions_in_the_text_are_text(book: SmallBook) -> None:
    """Köşeli ayraçtan sonra gelen süslü ayraç her zaman öznitelik, `[^…]` her zaman dipnot değildir."""
    book.write("a.qmd", "# A\n\nKalıp [0-9]{3}-[ab]{2,} ve \\[^a-z\\]+ ile `[^x]`.\n")
    book.render()
    assert "Kalıp [0-9]{3}-[ab]{2,} ve [^a-z]+ ile <code>[^x]</code>." in book.body("a.html")


def test_bare_math_environment_is_a_formula(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\n\nMetin.\n")
    book.render()
    body = book.body("a.html")
    assert re.search(r'<math display="block".*<mi>a</mi>.*<mi>d</mi>.*</math>.*Metin', body, re.S)


def fence(mark: str, indent: str, head: str, body: str) -> str:
    return "\n".join(f"{indent}{line}" for line in [f"{mark}{head}", *body.split("\n"), mark])


FENCED = st.builds(
    fence,
    st.sampled_from(["```", "````", "~~~", "~~~~~"]),
    st.sampled_from(["", " ", "  ", "   ", "    ", "\t"]),
    st.sampled_from(["{python}", " {python}", "{python} ", "{.python}", "", "python"]),
    st.sampled_from(["x = 1", "x = 1\n\ny = 2\n", "", "\n", "```{python}\niç\n```", "'''~~~'''"]),
)
BLOCKS = st.one_of(
    FENCED,
    FENCED.map(lambda text: "- madde\n\n" + re.sub("(?m)^", "  ", text)),
    FENCED.map(lambda text: f"::: {{.callout-note}}\n\n{text}\n\n:::"),
    FENCED.map(lambda text: "1. madde\n\n   - alt\n\n" + re.sub("(?m)^", "     ", text)),
    FENCED.map(lambda text: f":::: {{.panel-tabset}}\n\n## bir\n\n::: {{.column-page}}\n{text}\n:::\n\n::::"),
    FENCED.map(lambda text: "terim\n:   tanım\n\n" + re.sub("(?m)^", "    ", text)),
    FENCED.map(lambda text: f"<div>\n\n{text}\n\n</div>"),
    FENCED.map(lambda text: f"<pre>\n{text}\n</pre>"),
    FENCED.map(lambda text: "> alıntı\n>\n" + re.sub("(?m)^", "> ", text)),
    FENCED.map(lambda text: f"`````\n{text}\n`````"),
    FENCED.map(lambda text: f"paragraf\n{text}\nparagraf"),
    FENCED.map(lambda text: f"<!--\n{text}\n-->"),
    FENCED.map(lambda text: f"$$\n{text}\n$$"),
    WORDS,
)


def code_blocks(text: str) -> list[str]:
    """pandoc'un `{python}` yerine `{.hucre}` yazılmış metinde gördüğü hücreler."""
    marked = re.sub(r"(?m)^([ \t>]*(?:`{3,}|~{3,}) ?)\{python\} ?$", r"\1{.hucre}", text)
    command = [pypandoc.get_pandoc_path(), "-f", "markdown", "-t", "json"]
    out = subprocess.run(command, input=marked, capture_output=True, encoding="utf-8", check=True).stdout
    found: list[str] = []

    def visit(node: object) -> None:
        if isinstance(node, dict):
            if node.get("t") == "CodeBlock" and "hucre" in node["c"][0][1]:
                found.append(node["c"][1])
            for value in node.values():
                visit(value)
        elif isinstance(node, list):
            for item in node:
                visit(item)

    visit(json.loads(out))
    return found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(BLOCKS, min_size=1, max_size=5))
def test_splitter_agrees_with_pandoc(tmp_path: Path, blocks: list[str]) -> None:
    text = "# A\n\n" + "\n\n".join(blocks) + "\n"
    expected = code_blocks(text)
    try:
        source = read(tmp_path, text)
    except BookError as error:
        quoted = "alıntı içinde" in str(error) and "> " in text and expected
        assert quoted or "kapanmamış" in str(error), text
        return
    assert [cell.text for cell in source.cells] == expected
    for cell in source.cells:
        first, last = source.lines[cell.start].strip(), source.lines[cell.end].strip()
        assert first.startswith(("```", "~~~"))
        assert last in {"```", "````", "~~~", "~~~~~"}
        assert first.startswith(last)


class Tokens:
    """Sayfada tek başına tanınacak, hiç yinelenmeyen sözler."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"söz{self.count}son"


def cell(call: str, options: str = "") -> Callable[[Tokens], tuple[str, list[str]]]:
    """Kodunda ve çıktısında sözü olan hücre; `call` çıktıyı veren işlevdir (`ran` onu taklit eder)."""

    def make(new: Tokens) -> tuple[str, list[str]]:
        first, second = new(), new()
        shown = [] if "echo: false" in options else [first, second]
        return f'```{{python}}\n{options}{first} = 1\n{call}("{second}")\n```', [*shown, second]

    return make


def text(pattern: str, order: str = "") -> Callable[[Tokens], tuple[str, list[str]]]:
    """`a`, `b`, … yerine yeni sözler; sayfadaki sıraları `order` (yoksa yazıldıkları sıra)."""

    def make(new: Tokens) -> tuple[str, list[str]]:
        found = {letter: new() for letter in sorted(set(re.findall(r"«(\w)»", pattern)))}
        written = re.sub(r"«(\w)»", lambda m: found[m[1]], pattern).replace("#N", str(new.count))
        return written, [found[letter] for letter in order or found]

    return make


LEAVES = {
    "paragraf": text("«a» **«b»** *«c»* ~~«d»~~ `«e»` [«f»](https://ornek.invalid) [«g»]{.sinif}"),
    "sayı": text('[«a»]{sayi="x"} ve [«b»]{iddia="x > 1"}'),
    "ifade": text("«a» `{python} \"«b»\"` «c»"),
    "tablo": text("| «b» | x |\n|---|--:|\n| «c» | «d» |\n\n: «a» {#tbl-#N}"),
    "çizgili tablo": text("+----------+\n| «a» |\n+==========+\n| «b» |\n+----------+"),
    "tablo kutusu": text("::: {#tbl-#N}\n\n| «b» |\n|---|\n| «c» |\n\n«a»\n:::"),
    "kod": text("```python\n«a» = «b»\n```"),
    "başlıklı kod": text('```{#lst-#N .python lst-cap="«a»"}\n«b»\n```'),
    "dalgalı çit": text("~~~~\n```{python}\n«a»\n```\n~~~~"),
    "şekil": text('![«a»](n.svg){#fig-#N fig-alt="x"}'),
    "alt şekiller": text(
        '::: {#fig-#N layout-ncol=2}\n![«a»](n.svg){#fig-#N-1 fig-alt="x"}\n\n'
        '![«b»](n.svg){#fig-#N-2 fig-alt="x"}\n\n«c»\n:::'
    ),
    "tanım": text("«a»\n:   «b»\n\n    «c»"),
    "satırlar": text("| «a»\n| «b»"),
    "formül": text("$$\n\\text{«a»} + \\text{«b»}\n$$ {#eq-#N}"),
    "satırda formül": text("«a» $\\text{«b»}$ «c»"),
    "ham": text("<div><p>«a»</p></div>"),
    "görev": text("- [ ] «a»\n- [x] «b»"),
    "hücre": cell("print"),
    "kodsuz hücre": cell("print", "#| echo: false\n"),
    "asis": cell("print", "#| output: asis\n"),
    "katlı hücre": cell("print", "#| code-fold: true\n"),
    "markdown": cell("Markdown"),
    "html": cell("HTML"),
}  # fmt: skip
# Saran yapı: açılışı ({t} söz, {c} iki noktalar), içindeki satırların önüne gelen, kapanışı.
WRAPS = {
    "madde": ("- {t}\n\n", "  ", ""),
    "sıra": ("1. {t}\n\n", "   ", ""),
    "alıntı": ("> {t}\n>\n", "> ", ""),
    "kutu": ("{c} {{.callout-tip}}\n### {t}\n\n", "", "\n{c}"),
    "kapalı kutu": ('{c} {{.callout-note collapse="true" title="{t}"}}\n', "", "\n{c}"),
    "sekmeler": ("{c} {{.panel-tabset}}\n\n### {t}\n\n", "", "\n\n{c}"),
    "yan yana": ("{c} {{layout-ncol=2}}\n{t}\n\n", "", "\n{c}"),
    "kenar": ("{c} {{.column-margin}}\n{t}\n\n", "", "\n{c}"),
    "geniş": ("{c} {{.column-page .sinif}}\n{t}\n\n", "", "\n{c}"),
}
TREES = st.recursive(
    st.sampled_from(sorted(LEAVES)),
    lambda inner: st.tuples(st.sampled_from(sorted(WRAPS)), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=7,
)


def written(tree: Any, new: Tokens, depth: int, *, quoted: bool = False) -> tuple[str, list[str]]:
    """Ağacın Markdown'ı ve sözlerinin sayfadaki sırası. Alıntıda hücre desteklenmez: yerini paragraf alır."""
    if isinstance(tree, str):
        runs = tree in {"asis", "markdown", "html"} or "hücre" in tree
        return LEAVES["sayı" if quoted and runs else tree](new)
    wrap, inner = tree
    title, colons = new(), ":" * (20 - depth)
    head, prefix, foot = WRAPS[wrap]
    parts = [written(item, new, depth + 1, quoted=quoted or wrap == "alıntı") for item in inner]
    body = re.sub("(?m)^", prefix, "\n\n".join(part for part, _ in parts))
    around = (text.format(t=title, c=colons) for text in (head, foot))
    return body.join(around), [title, *(token for _, found in parts for token in found)]


def ran(_: Path, work: list[tuple[Source, dict[str, Any]]], **__: bool) -> list[dict[str, Any]]:
    """Çekirdeksiz koşum: hücrenin son satırı `print("x")`, `Markdown("x")` ya da `HTML("x")`."""
    ((source, _settings),) = work
    cells = {}
    for one in source.python:
        found = re.fullmatch(r'(\w+)\("(.*)"\)', one.code.split("\n")[-1])
        assert found
        call, value = found.groups()
        data = {"Markdown": {"text/markdown": f"*{value}*"}, "HTML": {"text/html": f"<p>{value}</p>"}}.get(
            call
        )
        display = {"output_type": "display_data", "metadata": {}, "data": data}
        stream = {"output_type": "stream", "name": "stdout", "text": value + "\n"}
        cells[str(one.index)] = {"outputs": [display if data else stream], "execution_count": 1}
    values = (run for run in source.runs if isinstance(run, Inline))
    inline = {str(run.index): {"text/plain": f"'{run.code.strip(chr(34))}'"} for run in values}
    return [{"cells": cells, "inline": inline, "files": [], "packages": []}]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TREES, min_size=1, max_size=5))
def test_no_text_is_lost_or_reordered(tmp_path: Path, trees: list[Any]) -> None:
    """Desteklenen yapıların her karışımında bütün sözler, yinelenmeden ve sırayla sayfadadır."""
    (tmp_path / "_quarto.yml").write_text("book:\n  chapters: [a.qmd]\n", encoding="utf-8")
    (tmp_path / "n.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    new = Tokens()
    parts = [written(tree, new, 0) for tree in trees]
    source = "\n\n".join(["# Başlık", '```{python}\nprint("baş")\n```', *(part for part, _ in parts)]) + "\n"
    (tmp_path / "a.qmd").write_text(source, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "run", ran)
        site.render(tmp_path, quiet=True)
    html = (tmp_path / "_book/a.html").read_text(encoding="utf-8")
    body = html[html.index("<article") : html.index("</article>")]
    body = re.sub(r"<annotation.*?</annotation>", "", body, flags=re.S)
    found = re.findall(r"söz\d+son", re.sub(r"<[^>]+>", "", body))
    assert found == [token for _, tokens in parts for token in tokens], source
