"""Tablo: sayfadaki Markdown, düz metin, hatalar."""

import json

import numpy as np
import pypandoc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from _viz import Table

ROWS = [["en sık sınıf", 114, 0.633333], ["ağ", np.int64(1160), np.float64(0.888889)], ["insan", None, None]]


def test_markdown_and_plain_text():
    table = Table(["kural", "doğru", "doğruluk"], ROWS, decimals={"doğruluk": 4})
    assert table._repr_markdown_() == (
        "| kural        | doğru | doğruluk |\n"
        "| ------------ | ----: | -------: |\n"
        "| en sık sınıf |   114 |   0,6333 |\n"
        "| ağ           | 1.160 |   0,8889 |\n"
        "| insan        |     – |        – |\n"
    )
    assert repr(table) == (
        "kural         doğru  doğruluk\n"
        "en sık sınıf    114    0.6333\n"
        "ağ             1160    0.8889\n"
        "insan             –         –"
    )
    assert not hasattr(table, "_repr_html_")


def test_one_number_of_decimals_leaves_whole_columns_alone():
    table = Table(["n", "x"], [[2, 1], [3, 0.5]], decimals=2)
    assert repr(table) == "n     x\n2  1.00\n3  0.50"


def test_percent_total_align_and_truth():
    table = Table(
        ["ad", "pay", "var"],
        [["a", 0.344, True]],
        percent=["pay"],
        align={"ad": "center"},
        total=["∑", 1, None],
    )
    head, rule, row, total = table._repr_markdown_().splitlines()
    assert rule == "| :---: | -------: | ----- |"
    assert "%34" in row
    assert "evet" in row
    assert "**%100**" in total
    assert "34%" in repr(table)
    assert "ad" in head


def test_pipes_and_line_breaks_stay_inside_their_cell():
    cells = pandoc_cells(Table(["a | b"], [["x | y\nz"]]))
    assert cells == [["a|b"], ["x|yz"]]


def test_negative_zero_is_zero():
    table = Table(["x"], [[-0.0001]], decimals=2)
    assert "| 0,00 |" in table._repr_markdown_()
    assert repr(table).endswith("0.00")


@pytest.mark.parametrize(
    ("kw", "message"),
    [
        ({"rows": [[1]]}, "2 sütun var, 1 değerli satır"),
        ({"rows": [[1, 2]], "decimals": {"c": 1}}, "böyle bir sütun yok: c"),
        ({"rows": [[1, 2]], "total": [1]}, "2 sütun var, 1 değerli satır"),
    ],
)
def test_refuses(kw, message):
    with pytest.raises(ValueError, match=message):
        Table(["a", "b"], **kw)


def test_fraction_without_decimals_is_an_error():
    with pytest.raises(ValueError, match="“x” sütununda kesirli sayı var"):
        Table(["x"], [[0.5]])._repr_markdown_()


def pandoc_cells(table):
    """pandoc'un gördüğü hücreler, boşluksuz."""
    document = json.loads(pypandoc.convert_text(table._repr_markdown_(), "json", format="markdown"))
    assert [block["t"] for block in document["blocks"]] == ["Table"]
    _, _, _, head, bodies, _ = document["blocks"][0]["c"]
    rows = head[1] + [row for body in bodies for row in body[3]]
    return [[plain(cell) for cell in row[1]] for row in rows]


def plain(node):
    if isinstance(node, dict) and node.get("t") == "Str":
        return node["c"]
    if isinstance(node, dict):
        return plain(node.get("c", []))
    return "".join(plain(child) for child in node) if isinstance(node, list) else ""


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.floats(-1e6, 1e6) | st.none(), min_size=3, max_size=3), min_size=1, max_size=5))
def test_every_number_reaches_pandoc(rows):
    cells = pandoc_cells(Table(["a", "b", "c"], rows, decimals=3))
    for row, found in zip(rows, cells[1:], strict=True):
        for value, text in zip(row, found, strict=True):
            if value is None:
                assert text == "–"
            else:
                back = float(text.replace(".", "").replace(",", ".").replace("−", "-"))
                assert back == pytest.approx(value, abs=0.0005)


def test_number_stays_with_its_word():
    table = Table(["", "koşum 1", "etki < 0,05"], [["ilk 2 adım", 1, 2], ["%5 altı, %25 üstü", 3, 4]])
    lines = table._repr_markdown_().splitlines()
    assert "koşum\u00a01" in lines[0]
    assert "etki <\u00a00,05" in lines[0]
    assert "ilk\u00a02 adım" in lines[2]
    assert "altı,\u00a0%25 üstü" in lines[3]
    assert "\u00a0" not in repr(table)
