"""`show`: tek, yinelenebilir, kendine yeten, iki şemalı SVG."""

import os
import re
import subprocess
import sys
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from _viz import (
    COL_GOLD_D,
    COL_VIOLET,
    LINE_PRIMARY,
    RUN_LOOKS,
    bars,
    figure,
    heatmap,
    show,
)

ROOT = Path(__file__).resolve().parents[2]
NS = "{http://www.w3.org/2000/svg}"


def curve(label="kayıp", **kw):
    fig, ax = figure()
    ax.plot([0, 1, 2], [0.5, 0.25, 0.75], marker="o", **({"color": LINE_PRIMARY} | kw))
    ax.set_xlabel("tur")
    ax.set_ylabel(label)
    return fig


def svg_of(fig):
    return show(fig)._repr_svg_()


def texts(svg):
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(NS + "text")]


def test_one_representation():
    image = show(curve())
    assert image._repr_svg_().startswith("<svg ")
    assert not hasattr(image, "_repr_html_")
    assert not hasattr(image, "_repr_png_")
    assert len(repr(image)) < 40


def test_size_is_in_css_pixels():
    root = ET.fromstring(svg_of(figure(3.0)[0]))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("480", "288", "0 0 480 288")


def test_text_stays_text_with_turkish_numbers():
    fig, ax = figure()
    ax.plot([0, 2000], [-0.5, 0.5], color=COL_VIOLET)
    ax.set_title("Ayrılmış kümede doğruluk")
    found = texts(svg_of(fig))
    assert "Ayrılmış kümede doğruluk" in found
    assert {"−0,4", "0,0", "0,4"} <= set(found)
    assert "1.000" in found
    assert not any(re.search(r"\d\.\d(?!\d\d)", text) for text in found)


def test_log_ticks_are_turkish():
    fig, ax = figure()
    ax.loglog([1e-5, 1e5], [1, 1024], color=COL_VIOLET)
    ax.set_yscale("log", base=2)
    found = texts(svg_of(fig))
    assert {"10⁻⁵", "10⁻³", "1", "10³"} <= set(found)  # bir eksende tek biçim
    assert not {"0,001", "0,1", "1.000"} & set(found)
    assert {"4", "16", "64", "256"} & set(found)
    assert not any("$" in text for text in found)
    fig, ax = figure()
    ax.semilogy([0, 1], [0.01, 1000], color=COL_VIOLET)
    assert {"0,01", "1.000"} <= set(texts(svg_of(fig)))


def test_same_figure_same_bytes_and_other_figure_other_ids():
    first, again, other = svg_of(curve()), svg_of(curve()), svg_of(curve("doğruluk"))
    assert first == again
    ids = re.compile(r'\bid="([^"]+)"')
    assert set(ids.findall(first)).isdisjoint(ids.findall(other))


def test_drawing_a_figure_twice_gives_the_same_bytes():
    fig = curve()
    assert svg_of(fig) == svg_of(fig)


def test_another_process_gives_the_same_bytes():
    source = (
        "from _viz import bars, figure, show\n"
        "fig, ax = figure()\nbars(ax, ['ağ', 'taban'], [0.5, 0.25], marked=0)\nprint(show(fig).svg)"
    )
    drawn = {
        subprocess.run(
            [sys.executable, "-c", source],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawn) == 1


def test_many_marks_stay_small():
    fig, ax = figure()
    ax.plot(np.linspace(0, 1, 1000), np.linspace(0, 1, 1000), "o", color=COL_VIOLET, alpha=0.5)
    assert len(svg_of(fig)) < 80_000


def test_every_reference_resolves_inside():
    fig, ax = figure()
    bars(ax, ["a", "b"], [0.25, 0.5], marked=1)
    svg = svg_of(fig) + svg_of(curve())
    targets = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert targets
    assert targets <= set(re.findall(r'\bid="([^"]+)"', svg))
    assert all(target.startswith("viz-") for target in targets)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]+"', "", svg)


def test_embedded_fonts_hold_every_letter():
    fig = curve("ĞÜŞİÖÇ ğüşıöç −0,5 β √d XXᵀ")
    fig.axes[0].set_title("Kalın başlık")
    svg = svg_of(fig)
    fonts = {}
    for weight, data in re.findall(r"font-weight:(\d+);src:url\(data:font/woff;base64,([^)]+)\)", svg):
        fonts[weight] = TTFont(BytesIO(b64decode(data))).getBestCmap()
    assert set(fonts) == {"400", "700"}
    for node in ET.fromstring(svg).iter(NS + "text"):
        letters = {ord(letter) for letter in "".join(node.itertext())}
        assert letters <= set(fonts[node.get("font-weight", "400")])
    assert len(svg) < 30_000


def test_dark_scheme_covers_every_color():
    fig, ax = figure()
    bars(ax, ["a", "b"], [0.25, 0.5], marked=1)
    svg = svg_of(fig)
    used = set(re.findall(r"var\(--viz-([\w-]+),", svg))
    dark = svg[svg.index("@media") : svg.index("</style>")]
    assert used >= {"violet", "gold-d", "text", "white"}
    assert used == set(re.findall(r"--viz-([\w-]+):#", dark))


def test_colors_have_plain_fallbacks():
    for node in ET.fromstring(svg_of(curve())).iter():
        for name in node.get("class", "").split():
            key = {"f": "fill", "s": "stroke"}[name.split("-")[1]]
            assert re.fullmatch("#[0-9a-f]{6}", node.get(key))


@pytest.mark.parametrize("color", ["red", "#123456", "black", (0.1, 0.2, 0.3)])
def test_foreign_color_is_an_error(color):
    with pytest.raises(ValueError, match="palette olmayan renk"):
        show(curve(color=color))


def test_black_text_is_an_error():
    fig, ax = figure()
    ax.text(0.5, 0.5, "kara", color="black")
    with pytest.raises(ValueError, match="palette olmayan renk"):
        show(fig)


def test_palette_color_with_alpha_passes():
    assert "opacity" in svg_of(curve(color=COL_VIOLET, alpha=0.3))
    fig, ax = figure()
    ax.scatter([0, 1], [0, 1], c=[COL_VIOLET, COL_GOLD_D], alpha=0.5)
    ax.fill_between([0, 1], [0, 0], [1, 1], color=COL_GOLD_D, alpha=0.2)
    show(fig)


def test_image_is_an_error():
    fig, ax = figure()
    ax.imshow(np.eye(3))
    with pytest.raises(ValueError, match="heatmap"):
        show(fig)


@pytest.mark.filterwarnings("ignore:Glyph")
def test_letter_without_glyph_is_an_error():
    with pytest.raises(ValueError, match="yazı tipinde bulunmayan harf: 漢"):
        show(curve("漢"))


def test_other_font_is_an_error():
    fig = curve()
    fig.axes[0].set_title("kök", family="DejaVu Serif")
    with pytest.raises(ValueError, match="DejaVu Serif"):
        show(fig)


def test_math_italics_are_embedded():
    fig = curve()
    fig.axes[0].set_title(r"$\beta x_i$")
    svg = svg_of(fig)
    assert "font-style:oblique" in svg
    assert any("β" in text for text in texts(svg))


def test_run_looks_draw():
    fig, ax = figure()
    for look in RUN_LOOKS:
        ax.plot([0, 1], [0, 1], **look.line)
        ax.plot([0, 1], [1, 0], **look.points)
    assert "stroke-dasharray" in svg_of(fig)


@settings(max_examples=15, deadline=None)
@given(
    hnp.arrays(
        float,
        st.tuples(st.integers(1, 6), st.integers(1, 6)),
        elements=st.floats(-99, 99, allow_subnormal=False) | st.sampled_from([np.nan, -np.inf, np.inf, 0.0]),
    )
)
def test_any_matrix_can_be_shown(matrix):
    fig, ax = figure(4.0)
    heatmap(ax, matrix, decimals=1)
    labels = texts(svg_of(fig))
    assert sum("∞" in label for label in labels) == np.isinf(matrix).sum()


def test_another_library_may_take_the_default_namespace():
    ET.register_namespace("", "http://schemas.example.org/other")
    assert svg_of(curve()).startswith("<svg ")
