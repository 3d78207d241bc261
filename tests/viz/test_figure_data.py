"""Şeklin verisi: kapalı bir ayrıntı; içi Markdown'dur ve pandoc onu tablo olarak okur."""

import json
import subprocess

import pypandoc

from _viz import FigureData, Table

DATA = FigureData(
    "koşum 1'in <ağırlıkları>", "En büyüğü 0,5.", Table(["adım", "ağırlık"], [[0, 0.5]], decimals=1)
)


def test_pandoc_reads_the_inside_as_markdown():
    read = [pypandoc.get_pandoc_path(), "--from", "markdown", "--to", "json"]
    done = subprocess.run(read, input=DATA._repr_markdown_(), capture_output=True, text=True, check=True)
    blocks = json.loads(done.stdout)["blocks"]
    kinds = [block["t"] for block in blocks]
    assert kinds[0] == kinds[-1] == "RawBlock"
    assert kinds.count("Table") == 1
    assert blocks[0]["c"][1].startswith('<details class="figure-data">')
    assert blocks[-1]["c"][1] == "</details>"


def test_the_name_is_escaped_and_the_plain_text_keeps_the_values():
    assert "<summary>Şeklin verisi: koşum 1’in &lt;ağırlıkları&gt;</summary>" in DATA._repr_markdown_()
    assert repr(DATA).splitlines() == ["En büyüğü 0,5.", "", "adım  ağırlık", "   0      0.5"]
    assert not hasattr(DATA, "_repr_html_")
