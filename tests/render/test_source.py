"""Kaynağın bölünmesi: hücreleri pandoc nerede görüyorsa orada; hiçbir metin kaybolmaz."""

import json
import re
import subprocess
from pathlib import Path

import pypandoc
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from _render import BookError, Inline, Place, Source, read_source, site

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


def fence(mark: str, indent: str, head: str, body: str) -> str:
    return "\n".join(f"{indent}{line}" for line in [f"{mark}{head}", *body.split("\n"), mark])


FENCED = st.builds(
    fence,
    st.sampled_from(["```", "````", "~~~"]),
    st.sampled_from(["", " ", "  ", "    "]),
    st.sampled_from(["{python}", " {python}", "{.python}", "", "python"]),
    st.sampled_from(["x = 1", "x = 1\n\ny = 2\n", "", "\n", "```{python}\niç\n```", "'''~~~'''"]),
)
BLOCKS = st.one_of(
    FENCED,
    FENCED.map(lambda text: "- madde\n\n" + re.sub("(?m)^", "  ", text)),
    FENCED.map(lambda text: f"::: {{.callout-note}}\n\n{text}\n\n:::"),
    FENCED.map(lambda text: f"<!--\n{text}\n-->"),
    FENCED.map(lambda text: f"$$\n{text}\n$$"),
    WORDS,
)


def code_blocks(text: str) -> list[str]:
    """pandoc'un `{python}` yerine `{.hucre}` yazılmış metinde gördüğü hücreler."""
    marked = re.sub(r"(?m)^([ \t]*(?:`{3,}|~{3,}) ?)\{python\}$", r"\1{.hucre}", text)
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
        assert "kapanmamış" in str(error)
        return
    assert [cell.text for cell in source.cells] == expected
    for cell in source.cells:
        first, last = source.lines[cell.start].strip(), source.lines[cell.end].strip()
        assert first.startswith(("```", "~~~"))
        assert last in {"```", "````", "~~~"}
        assert first.startswith(last)


PROSE = st.one_of(
    WORDS,
    WORDS.map(lambda w: f"## {w}"),
    WORDS.map(lambda w: f"> {w}"),
    WORDS.map(lambda w: f"- {w}\n- {w}ikinci"),
    WORDS.map(lambda w: f'::: {{.callout-tip title="{w}"}}\n{w}iç\n:::'),
    WORDS.map(lambda w: f'::: {{.callout-note collapse="true"}}\n## {w}\n\n{w}iç\n:::'),
    WORDS.map(lambda w: f"| {w} | b |\n|---|--:|\n| {w}hücre | 1 |\n\n: {w}başlık"),
    WORDS.map(lambda w: f"```python\n{w}\n```"),
    WORDS.map(lambda w: f"::: {{.panel-tabset}}\n\n## {w}\n\n{w}bir\n\n## {w}iki\n\n{w}iç\n\n:::"),
    WORDS.map(lambda w: f"{w}\n:   {w}tanım"),
    WORDS.map(lambda w: f'[{w}]{{sayi="x"}} **{w}kalın** `{w}kod`'),
    WORDS.map(lambda w: f"::: {{layout-ncol=2}}\n{w}sol\n\n{w}sağ\n:::"),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PROSE, min_size=1, max_size=6))
def test_no_text_is_lost_or_reordered(tmp_path: Path, blocks: list[str]) -> None:
    numbered = [re.sub("son", f"n{n}son", block) for n, block in enumerate(blocks)]
    (tmp_path / "_quarto.yml").write_text("book:\n  chapters: [a.qmd]\n", encoding="utf-8")
    text = "\n\n".join(["# Başlık", *numbered]) + "\n"
    (tmp_path / "a.qmd").write_text(text, encoding="utf-8")
    site.render(tmp_path, quiet=True)
    html = (tmp_path / "_book/a.html").read_text(encoding="utf-8")
    body = re.sub(r"<[^>]+>", " ", html[html.index("<article") : html.index("</article>")])
    wanted = sorted(re.findall(r"söz.*?n\d+son\w*", text.replace("\n", " ")))
    assert sorted(re.findall(r"söz.*?n\d+son\w*", re.sub(r"\s+", " ", body))) == [
        re.sub(r"\s+", " ", item) for item in wanted
    ]
    order = [int(n) for n in re.findall(r"n(\d+)son", body)]
    assert order == sorted(order)
