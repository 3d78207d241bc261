"""Kitabın her sayfası: diskten açılır, yana kaymaz, erişilebilir, yerinden oynamaz, hafiftir."""

import gzip
import json
import re
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route

from .conftest import DESKTOP, PHONE, SHIFT, Opener


def test_opens_from_disk(open_page: Opener, book_dir: Path, pages: list[str]) -> None:
    """Dosyadan açılan sayfada biçim, yazı tipi ve betik yüklenir (katı CSP altında da)."""
    for path in pages:
        page = open_page(path, base=book_dir.as_uri() + "/")
        assert page.evaluate("document.documentElement.dataset.theme") == "light", path
        assert page.evaluate("document.fonts.check('16px Literata')"), path
        assert page.locator("[data-keys]").is_visible(), path
        assert page.evaluate("getComputedStyle(document.querySelector('.bar')).position") == "sticky", path


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_never_scrolls_sideways(open_page: Opener, pages: list[str], width: int) -> None:
    for path in pages:
        page = open_page(path, viewport={"width": width, "height": 800})
        page.evaluate("document.querySelectorAll('main details').forEach(box => { box.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["genis", "telefon"])
def test_axe_finds_nothing(
    open_page: Opener, pages: list[str], scheme: str, viewport: dict[str, int]
) -> None:
    for path in pages:
        page = open_page(path, viewport=viewport, color_scheme=scheme)
        page.evaluate("document.querySelectorAll('main details').forEach(box => { box.open = true; })")
        page.wait_for_timeout(100)
        found = Axe().run(page).response["violations"]
        told = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]
        assert not told, (path, json.dumps(told, ensure_ascii=False, indent=1))


def _slowly(route: Route) -> None:
    time.sleep(0.2)
    route.continue_()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["genis", "telefon"])
def test_nothing_shifts(open_page: Opener, pages: list[str], viewport: dict[str, int]) -> None:
    """Yazı tipleri geç gelse de satırlar yerinde kalır."""
    for path in pages:
        page = open_page(path, viewport=viewport)
        page.context.route("**/*.woff2", _slowly)
        page.reload()
        page.evaluate("document.fonts.ready")
        assert page.evaluate(SHIFT) < 0.01, path


def test_weight(open_page: Opener, book_dir: Path, pages: list[str]) -> None:
    """Telden geçen: ilk görünüş en çok 250 KB, bütün sayfa en çok 600 KB (metin sıkıştırılmış sayılır)."""
    for path in pages:
        page = open_page(path)
        names = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)")
        images = page.evaluate("[...document.images].map(i => new URL(i.src).pathname)")
        above = page.evaluate(
            "[...document.images].filter(i => i.getBoundingClientRect().top < innerHeight)"
            ".map(i => new URL(i.src).pathname)"
        )
        first = {path, *names} - set(images) | set(above)
        begin, whole = _wire(book_dir, first), _wire(book_dir, first | set(images))
        print(f"{path}: ilk görünüş {begin:.0f} KB, bütünü {whole:.0f} KB")
        assert begin <= 250, path
        assert whole <= 600, path


def _wire(book_dir: Path, files: set[str]) -> float:
    """Dosyaların telden geçen ağırlığı, KB."""
    sizes = 0
    for name in files:
        data = (book_dir / name.lstrip("/")).read_bytes()
        sizes += len(data) if name.endswith((".woff2", ".png")) else len(gzip.compress(data, 6))
    return sizes / 1000


def test_head_speaks_to_machines(open_page: Opener, book_dir: Path, pages: list[str]) -> None:
    for path in pages:
        page = open_page(path)
        assert page.evaluate("document.documentElement.lang") == "tr"
        assert page.title()
        for name in ("name=description", "property='og:title'", "http-equiv=Content-Security-Policy"):
            assert page.locator(f"meta[{name}]").get_attribute("content"), (path, name)
        assert page.locator("h1").count() == 1, path
        source = (book_dir / path).read_text("utf-8")
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=", source), path
