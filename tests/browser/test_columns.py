"""Kenar ve geniş sütunlar (Quarto'nun `.column-…` sınıfları), yan yana şekiller: küçük bir kitapta."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from _render import site

ROOT = Path(__file__).resolve().parents[2]
PAGE = """# Sütunlar {{#sec-a}}

{text}

::: {{.column-margin}}
Kenar notu.
:::

{text} [Satır içi not.]{{.aside}} {text}

## Geniş

::: {{.column-body-outset}}
Taşan.
:::

::: {{.column-page}}
{table}
:::

::: {{.column-screen}}
![Ekran boyu.](k.svg){{#fig-ekran fig-alt="Kare."}}
:::

::: {{#fig-iki layout-ncol=2}}
![Bir](k.svg){{#fig-bir fig-alt="Kare."}}

![İki](k.svg){{#fig-ikinci fig-alt="Kare."}}

İki kare.
:::

{text}
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sutunlar")
    shutil.copytree(ROOT / "assets", folder / "assets", ignore=shutil.ignore_patterns("ekran", "metin"))
    (folder / "_quarto.yml").write_text(
        "project:\n  type: book\nbook:\n  title: K\n  chapters:\n    - index.qmd\n    - a.qmd\n", "utf-8"
    )
    (folder / "index.qmd").write_text("# Önsöz {.unnumbered}\n\nMerhaba.\n", "utf-8")
    (folder / "k.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200"><path d="M0 0h480v200H0z"/></svg>',
        "utf-8",
    )
    row = "| " + " | ".join(["uzun sözcükler var"] * 8) + " |\n"
    table = row + "|" + "---|" * 8 + "\n" + row
    (folder / "a.qmd").write_text(PAGE.format(text="Metin akar gider. " * 40, table=table), "utf-8")
    return site.render(folder, quiet=True)


@pytest.fixture
def page(browser: Browser, book: Path, request: pytest.FixtureRequest) -> Page:
    width = request.param
    context = browser.new_context(viewport={"width": width, "height": 800})
    opened = context.new_page()
    opened.goto((book / "a.html").as_uri())
    yield opened
    context.close()


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found
    return {**found, "right": found["x"] + found["width"]}


@pytest.mark.parametrize("page", [320, 390, 768, 1280, 1700], indirect=True)
def test_nothing_leaves_the_screen(page: Page) -> None:
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in (
        ".column-margin",
        ".aside",
        ".column-page",
        ".column-screen figcaption",
        "#fig-bir",
        "#fig-ikinci",
    ):
        found = box(page, selector)
        assert found["x"] >= 0, selector
        assert found["right"] <= width + 1, selector


@pytest.mark.parametrize("page", [1280, 1700], indirect=True)
def test_wide_screen_uses_the_margin(page: Page) -> None:
    text = box(page, "#sec-a > p")
    for note in (".column-margin", ".aside"):
        assert box(page, note)["x"] > text["right"]
        assert box(page, note)["width"] >= 180
    assert box(page, ".column-page")["right"] > text["right"] + 180
    assert box(page, ".column-body-outset")["x"] < text["x"]
    assert box(page, ".column-screen")["width"] >= page.viewport_size["width"] - 16
    first, second = box(page, "#fig-bir"), box(page, "#fig-ikinci")
    assert first["y"] == second["y"]
    assert second["right"] <= text["right"] + 1


@pytest.mark.parametrize("page", [1280], indirect=True)
def test_side_steps_back_where_it_is_covered(page: Page) -> None:
    page.locator(".column-screen").scroll_into_view_if_needed()
    for side in (".side.right", ".side.left"):
        expect(page.locator(side)).to_be_hidden()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".side.left")).to_be_visible()


@pytest.mark.parametrize("page", [320, 390], indirect=True)
def test_narrow_screen_keeps_notes_in_the_text(page: Page) -> None:
    text = box(page, "#sec-a > p")
    for note in (".column-margin", ".aside"):
        assert box(page, note)["x"] >= text["x"]
        assert box(page, note)["right"] <= text["right"] + 1
