"""SVG'nin görüldüğü yerler: Jupyter, pandoc'tan bağımsız çizerler, tarayıcıda iki şema."""

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from _viz import COL_VIOLET, bars, figure, show

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def svg():
    fig, ax = figure(2.0)
    bars(ax, ["ağ", "taban"], [1.0, 0.5], decimals=2)
    ax.plot([0.5], [0], marker="s", markersize=30, markeredgewidth=6, color=COL_VIOLET)
    return show(fig)._repr_svg_()


def test_a_cell_that_ends_with_show_gives_one_svg():
    source = "from _viz import figure, show\nfig, ax = figure()\nax.set_xlabel('tur')\nshow(fig)"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    (output,) = notebook.cells[0].outputs
    assert output.output_type == "execute_result"
    assert set(output.data) == {"image/svg+xml", "text/plain"}
    assert "<svg" in output.data["image/svg+xml"]
    json.dumps(output.data)


def test_a_viewer_without_css_variables_draws_the_light_scheme(svg, tmp_path):
    """rsvg-convert hepsini çizer; ImageMagick'in kendi çizeri kırpmayı ve saydamlığı bilmez."""
    if not (shutil.which("rsvg-convert") and shutil.which("convert")):
        pytest.skip("rsvg-convert ya da convert kurulu değil")
    (tmp_path / "in.svg").write_text(svg, encoding="utf-8")
    subprocess.run(["rsvg-convert", "in.svg", "-o", "rsvg.png"], cwd=tmp_path, check=True)
    subprocess.run(["convert", "msvg:in.svg", "magick.png"], cwd=tmp_path, check=True)
    for drawn, wanted in (
        ("rsvg.png", {"#FFFFFF", "#57068C", "#2A2535"}),
        ("magick.png", {"#FFFFFF", "#2A2535"}),
    ):
        listing = ["convert", drawn, "-depth", "8", "-format", "%c", "histogram:info:"]
        found = subprocess.run(listing, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        assert wanted <= set(re.findall("#[0-9A-F]{6}", found))


def colors(page, selector):
    """Öğenin ekran görüntüsündeki `#rrggbb` renkleri, en çok görülenden aza."""
    shot = page.locator(selector).screenshot()
    script = """async ([bytes]) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), c => c.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const data = context.getImageData(0, 0, image.width, image.height).data;
        const count = {};
        for (let i = 0; i < data.length; i += 4) {
            const key = '#' + [0, 1, 2].map(k => data[i + k].toString(16).padStart(2, '0')).join('');
            count[key] = (count[key] || 0) + 1;
        }
        return Object.entries(count).sort((a, b) => b[1] - a[1]).map(pair => pair[0]);
    }"""
    return page.evaluate(script, [base64.b64encode(shot).decode()])


@pytest.mark.parametrize(
    ("page_scheme", "system", "paper", "violet"),
    [
        ("light", "light", "#ffffff", "#57068c"),
        ("light", "dark", "#ffffff", "#57068c"),
        ("dark", "light", "#16131d", "#b98bf4"),
        ("dark", "dark", "#16131d", "#b98bf4"),
    ],
)
def test_image_follows_the_page(browser, svg, tmp_path, page_scheme, system, paper, violet):
    (tmp_path / "f.svg").write_text(svg, encoding="utf-8")
    html = f'<!doctype html><style>:root{{color-scheme:{page_scheme}}}</style><img src="f.svg">'
    (tmp_path / "p.html").write_text(html, encoding="utf-8")
    page = browser.new_page(color_scheme=system)
    page.goto((tmp_path / "p.html").as_uri())
    page.wait_for_function("document.images[0].complete")
    assert colors(page, "img")[:2] == [paper, violet]
    page.close()


def test_two_figures_inlined_in_one_dark_page(browser, svg):
    fig, ax = figure(2.0)
    bars(ax, ["başka", "çubuk"], [1.0, 0.5], marked=0)
    other = show(fig)._repr_svg_()
    page = browser.new_page(color_scheme="dark")
    page.set_content(f"<!doctype html><div id=a>{svg}</div><div id=b>{other}</div>")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    assert "#57068c" not in colors(page, "#a")
    assert {"#f2c556", "#b98bf4"} <= set(colors(page, "#b")[:4])
    page.close()


def test_embedded_font_is_the_one_that_is_used(browser, svg):
    page = browser.new_page()
    page.set_content(f"<!doctype html>{svg}")
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "svg text"})["nodeIds"]
    assert nodes
    for node in nodes:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert [font["isCustomFont"] for font in fonts] == [True]
    page.close()
