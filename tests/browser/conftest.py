"""Tarayıcıda açılan sayfalar ve onları sunan sunucu."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

LESSON = "chapters/dikkat-mekanizmasi.html"
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
# O âna dek olan bütün düzen kaymalarının toplamı.
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) sum += e.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""

Opener = Callable[..., Page]


class Quiet(SimpleHTTPRequestHandler):
    """Her isteği yazmayan sunucu."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def site(book_dir: Path) -> Iterator[str]:
    """Kitabı yalnız bu makineden sunan sunucunun adresi, sonunda `/` ile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=book_dir))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Opener]:
    """`open_page(yol, viewport=…, color_scheme=…)`: yeni bir bağlamda açılmış, yüklenmesi bitmiş sayfa.

    Açılan hiçbir sayfada konsol hatası, başarısız istek ya da yabancı istek olmamalıdır; sonda bakılır.
    """
    contexts, faults = [], []

    def open_it(path: str = LESSON, *, base: str = site, **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("requestfailed", lambda request: None if request.failure == "net::ERR_ABORTED"
                else faults.append(f"yüklenmedi: {request.url}"))  # fmt: skip
        page.on("request", lambda request: None if request.url.startswith((base, "data:"))
                else faults.append(f"yabancı istek: {request.url}"))  # fmt: skip
        page.goto(base + path)
        page.evaluate("document.fonts.ready")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture(scope="session")
def pages(book_dir: Path) -> list[str]:
    """Kitabın sayfaları, `_book`'a göre yolları."""
    return sorted(file.relative_to(book_dir).as_posix() for file in book_dir.rglob("*.html"))
