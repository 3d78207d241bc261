"""Gerçek Quarto 1.7: onun yapısındaki küçük sayfada (`quarto.html`) bizim biçimlerimiz ve betiklerimiz.

Yapı Quarto'nun ürettiğidir: gövde sınıfı, iç içe kutular, Bootstrap'in kapanan kutuları. Sayfanın kendi
biçimi, bizimkilerle çakışan kuralların kısaltılmışıdır.
"""

from pathlib import Path
from shutil import copy, copytree

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Opener

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def quarto_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Sayfanın klasörü, adres olarak."""
    folder = tmp_path_factory.mktemp("quarto")
    copytree(ROOT / "assets", folder / "assets")
    copy(Path(__file__).with_name("quarto.html"), folder / "index.html")
    return folder.as_uri() + "/"


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_captions_stand_above_and_nothing_overflows(
    open_page: Opener, quarto_page: str, viewport: dict[str, int]
) -> None:
    """Tablonun ve kodun altyazısı üstte, solda; tablo içeriği kadar; sayfa yana kaymaz."""
    page = open_page("index.html", base=quarto_page, viewport=viewport)
    for kind, content in (("tbl", "table"), ("lst", "pre")):
        caption = page.locator(f".quarto-float-{kind} > figcaption")
        above, below = caption.bounding_box(), page.locator(f".quarto-float-{kind} {content}").bounding_box()
        assert above and below
        assert above["y"] + above["height"] <= below["y"] <= above["y"] + above["height"] + 20
        assert caption.evaluate("e => getComputedStyle(e).textAlign") == "left"
    table = page.locator("table").bounding_box()
    assert table and table["width"] < 250
    cell = page.locator("td").first.evaluate(
        "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).boxShadow]"
    )
    assert cell == ["rgba(0, 0, 0, 0)", "none"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_link_into_a_folded_callout_opens_it(open_page: Opener, quarto_page: str) -> None:
    """Kapalı kutunun içini gösteren adres kutuyu açar; başlık da açık olduğunu söyler."""
    page = open_page("index.html#sec-yanit", base=quarto_page)
    assert page.locator("#sec-yanit").is_visible()
    assert page.locator(".callout-header").get_attribute("aria-expanded") == "true"


def test_folded_callouts_are_printed(open_page: Opener, quarto_page: str) -> None:
    """Kutular kâğıtta açıktır, baskıdan sonra yine kapanır."""
    page = open_page("index.html", base=quarto_page)
    answer = page.locator("#sec-yanit")
    assert not answer.is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert answer.is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not answer.is_visible()


def test_folded_callout_is_a_button(open_page: Opener, quarto_page: str) -> None:
    """Quarto'nun başlığı odaklanmayan bir kutudur; klavyeyle açılsın ve adı başlığın kendisi olsun."""
    page = open_page("index.html", base=quarto_page)
    header = page.get_by_role("button", name="Egzersiz 1: yanıt")
    header.evaluate("e => e.addEventListener('click', () => { document.title = 'açıldı'; })")
    header.press("Enter")
    assert page.title() == "açıldı"
