"""Şekil yardımcıları ve yayımlanmış çizim işlevleri."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.legend import Legend

from _viz import (
    Arrow,
    Box,
    apply_style,
    bars,
    boxes_and_arrows,
    draw_pipeline,
    figure,
    heatmap,
    histogram_with_marks,
    show,
    style_legend,
)
from _viz.palette import COL_GOLD_D, COL_GRID, COL_TEXT, COL_VIOLET, COL_WHITE

NS = "{http://www.w3.org/2000/svg}"
TOKENS = ["kedi", "köpek", "koştu", "hızlı", "ve", "."]


def texts(fig):
    root = ET.fromstring(show(fig)._repr_svg_())
    return ["".join(node.itertext()) for node in root.iter(NS + "text")]


def test_heatmap_writes_values_and_names():
    fig, ax = figure(4)
    heatmap(ax, [[0.476, 0.524], [1, 0]], row_labels=["kedi", "köpek"], col_labels=["a", "b"])
    assert sorted(texts(fig)) == sorted(["0,48", "0,52", "1,00", "0,00", "kedi", "köpek", "a", "b"])


def test_heatmap_opacity_follows_the_value():
    fig, ax = figure(4)
    heatmap(ax, [[0.5, 1.0], [-2.0, 0.0]])
    root = ET.fromstring(show(fig)._repr_svg_())
    cells = {
        (path.get("fill"), path.get("fill-opacity", "1"))
        for group in root.iter(NS + "g")
        if group.get("shape-rendering") == "crispEdges"
        for path in group
    }
    assert cells == {(COL_VIOLET, "0.25"), (COL_VIOLET, "0.5"), (COL_GOLD_D, "1")}


def test_heatmap_six_by_six_with_values_and_large_without():
    rng = np.random.default_rng(0)
    fig, ax = figure(4.2)
    heatmap(ax, rng.dirichlet(np.ones(6), 6), row_labels=TOKENS, col_labels=TOKENS)
    show(fig)
    fig, ax = figure(5.6)
    weights = rng.dirichlet(np.ones(12), 20)
    names = [str(i + 1) for i in range(20)]
    outline = list(enumerate(rng.integers(0, 12, 20)))
    heatmap(ax, weights, values=False, row_labels=names, col_labels=names[:12], outline=outline)
    assert len(show(fig)._repr_svg_()) < 60_000


def test_heatmap_without_values_draws_all_cells_and_a_scale():
    fig, ax = figure(4)
    matrix = np.tile([[0.0, 1.0]], (5, 4))
    heatmap(ax, matrix, values=False, decimals=1)
    area = sum(
        abs(np.prod(np.diff(piece, axis=0)[:2].sum(axis=0)))
        for patch in ax.patches
        for piece in patch.get_path().to_polygons()
    )
    assert area == matrix.sum()
    assert {"0,0", "1,0"} <= set(texts(fig))


def test_heatmap_leaves_the_scale_to_its_neighbour():
    _, (left, right) = figure(4, cols=2)
    heatmap(left, np.eye(2), values=False, scale=False)
    heatmap(right, np.eye(2), values=False)
    assert (len(left.child_axes), len(right.child_axes)) == (0, 1)


def test_heatmap_outline_takes_mask_or_pairs():
    mask = np.eye(3, dtype=bool)
    for outline in (mask, np.argwhere(mask), {(0, 0), (1, 1), (2, 2)}):
        _, ax = figure(4)
        heatmap(ax, np.full((3, 3), 0.5), outline=outline)
        frames = [patch for patch in ax.patches if not patch.get_fill()]
        assert sum(to_hex(frame.get_edgecolor()) == COL_GOLD_D for frame in frames) == 3


def test_heatmap_turns_long_column_names():
    fig, ax = figure(4.5)
    heatmap(ax, np.eye(6), col_labels=["işaretli adıma düşen"] * 6)
    show(fig)


@pytest.mark.parametrize(
    ("matrix", "kw", "message"),
    [([1.0, 2.0], {}, "iki boyutlu"), ([[1.0]], {"row_labels": ["a", "b"]}, "1 satır var, 2 satır adı")],
)
def test_heatmap_refuses(matrix, kw, message):
    _, ax = figure()
    with pytest.raises(ValueError, match=message):
        heatmap(ax, matrix, **kw)


@pytest.mark.parametrize("vertical", [False, True])
def test_bars_mark_by_more_than_color(vertical):
    fig, ax = figure()
    bars(ax, ["a", "b", "c"], [0.1, -0.2, 0.3], marked=np.argmax([1, 0, 5]), decimals=1, vertical=vertical)
    hatches = [bar.get_hatch() for bar in ax.patches]
    assert [bool(hatch) for hatch in hatches] == [False, False, True]
    assert {"0,1", "−0,2", "0,3"} <= set(texts(fig))


def test_bars_mark_many_and_may_leave_values_out():
    fig, ax = figure()
    bars(ax, [str(i) for i in range(12)], np.full(12, 0.05), marked=[0, 3], decimals=None, vertical=True)
    assert [i for i, bar in enumerate(ax.patches) if bar.get_hatch()] == [0, 3]
    assert "0,05" in texts(fig)


def test_bars_with_long_names():
    fig, ax = figure(2.6)
    bars(ax, ["işaretli adıma düşen ağırlık", "ayrılmış kümede doğruluk"], [-0.2, 0.8889], decimals=4)
    show(fig)


def test_bars_refuse_unequal_lengths():
    _, ax = figure()
    with pytest.raises(ValueError, match="2 ad var"):
        bars(ax, ["a", "b"], [1.0])


@pytest.mark.parametrize("pair", [(0.8889, 0.8944), (0.0, 1.0), (0.5, 0.5)])
def test_histogram_marks_stay_readable(pair):
    fig, ax = figure(3.4)
    values = np.linspace(0, 1, 1000) ** 0.5
    histogram_with_marks(ax, values, marks={"koşum 1": pair[0], "koşum 2": pair[1]}, decimals=4)
    ax.set_xlabel("ayrılmış kümede doğruluk")
    assert f"koşum 1: {pair[0]:.4f}".replace(".", ",") in texts(fig)


def test_histogram_takes_two_marks_at_most():
    _, ax = figure()
    with pytest.raises(ValueError, match="en çok 2"):
        histogram_with_marks(ax, [1.0, 2.0], marks={"a": 1, "b": 1, "c": 2})


def test_boxes_and_arrows():
    fig, ax = figure(4)
    boxes = {
        "x": Box("girdi", 0, 0, 2, 0.6, "open"),
        "a": Box("öz-dikkat", 0, 1.5, 2, 1, "learned"),
        "y": Box("çıktı", 0, 3, 2, 0.6, "fixed"),
    }
    arrows = [Arrow("x", "a", "X"), Arrow("a", "y"), Arrow("x", "y", side="left")]
    boxes_and_arrows(ax, boxes, arrows)
    assert sorted(texts(fig)) == sorted(["girdi", "öz-dikkat", "çıktı", "X"])


def test_arrows_around_a_box_do_not_join():
    """Kutuya gelen yol ile ondan çıkan yol ayrı yükseklikte biter ve başlar."""
    _, ax = figure(4)
    boxes = {name: Box(name, 0, 2 * i) for i, name in enumerate("abc")}
    boxes_and_arrows(ax, boxes, [Arrow("a", "b", side="left"), Arrow("b", "c", side="left")])
    first, second = (
        arrow._path_original.vertices for arrow in ax.patches if hasattr(arrow, "_path_original")
    )
    assert first[-1][1] < boxes["b"].y < second[0][1]


def test_text_too_long_for_its_box_is_an_error():
    fig, ax = figure(3)
    boxes = {"a": Box("kutusundan çok daha uzun bir yazı", 0, 0), "b": Box("b", 4, 0)}
    boxes_and_arrows(ax, boxes, [Arrow("a", "b")])
    with pytest.raises(ValueError, match="kutusuna sığmıyor: “kutusundan"):
        show(fig)


def test_boxes_refuse_unknown_names_and_kinds():
    _, ax = figure()
    with pytest.raises(ValueError, match="olmayan bir kutuyu gösteriyor: c"):
        boxes_and_arrows(ax, {"a": Box("a", 0, 0)}, [Arrow("a", "c")])
    with pytest.raises(ValueError, match="kutu türü"):
        boxes_and_arrows(ax, {"a": Box("a", 0, 0, kind="yok")}, [])


def test_draw_pipeline_keeps_its_published_frame():
    fig, ax = figure(1.8)
    stages = [("girdi", False), ("derin ağ", True), ("etiket", False)]
    assert draw_pipeline(ax, stages, title="Uçtan uca", y0=2.0) is ax
    assert ax.get_xlim() == pytest.approx((-0.3, 3 * 2.6))
    assert ax.get_ylim() == pytest.approx((0.9, 3.1))
    assert not ax.axison
    faces = [to_hex(patch.get_facecolor()) for patch in ax.patches if hasattr(patch, "get_boxstyle")]
    assert faces == ["#f4eefa", "#ece0f7", "#f4eefa"]
    assert {"girdi", "derin ağ", "etiket", "Uçtan uca"} <= set(texts(fig))


def test_apply_style_and_legend_return_as_published():
    ax = Figure().subplots()
    ax.set_title("başlık")
    assert apply_style(ax) is ax
    assert to_hex(ax.get_facecolor()) == COL_WHITE
    assert {to_hex(spine.get_edgecolor()) for spine in ax.spines.values()} == {COL_GRID}
    assert ax.title.get_color() == ax.xaxis.label.get_color() == COL_TEXT
    ax.plot([0, 1], [0, 1], label="eğri")
    legend = style_legend(ax, loc="upper left", title="ad")
    assert isinstance(legend, Legend)
    assert legend.get_title().get_text() == "ad"
    assert {text.get_color() for text in legend.get_texts()} == {COL_TEXT}
