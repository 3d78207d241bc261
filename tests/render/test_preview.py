"""Önizleme: sunar, değişince yeniler, hatayı gösterir, düzelince geri gelir; kesilince kalıntı bırakmaz."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser

from _render import BookError, preview

from .conftest import ROOT, SmallBook


@pytest.fixture(autouse=True)
def no_outer_loop() -> None:
    """Buradaki sınamalar hücreleri ayrı süreçte koşar; tarayıcının olay döngüsü yerinde kalmalıdır."""


def eventually(check: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.2)
    return False


def get(address: str) -> str:
    """Yanıtın metni; hata sayfası da metindir."""
    try:
        with urllib.request.urlopen(address, timeout=20) as reply:
            return str(reply.read().decode("utf-8"))
    except urllib.error.HTTPError as error:
        return error.read().decode("utf-8")


def start(book: SmallBook, command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "_render", command],
        cwd=book.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


@contextmanager
def previewed(book: SmallBook) -> Iterator[str]:
    """Çalışan önizlemenin adresi; sonunda Ctrl-C ile durdurulur."""
    process = start(book, "preview")
    try:
        assert process.stdout
        line = next(line for line in process.stdout if "http" in line)
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


LONG = "# A\n\n" + "Uzun bir sayfa.\n\n" * 200


def test_preview_serves_reloads_and_recovers(book: SmallBook, browser: Browser) -> None:
    """Dolu kapıyı atlar; kaynak, modül ve varlık değişince sayfayı yerinde yeniler; hata sayfası düzelince
    gider; silinen klasör ve yarım kaydedilen dosya önizlemeyi durdurmaz.
    """
    cell = "```{python}\n#| label: c\nimport _yerel\n_yerel.deger()\n```\n"
    book.write("_yerel.py", "def deger():\n    return 11\n")
    book.write("assets/book.css", "a{}")
    book.write("a.qmd", LONG + cell)
    with socket.socket() as busy:
        busy.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        port = next(port for port in preview.PORTS if busy.connect_ex(("127.0.0.1", port)))
    with socket.create_server(("127.0.0.1", port)), previewed(book) as address:
        assert f":{port}/" not in address
        page = browser.new_page(viewport={"width": 800, "height": 600})
        page.goto(address + "a.html")
        assert "<code>11</code>" in page.content()
        page.evaluate("scrollTo(0, 1500)")

        book.write("_yerel.py", "def deger():\n    return 1 / 0\n")
        page.get_by_role("heading", name="Kitap kurulamadı").wait_for(timeout=60_000)
        told = page.locator("pre").inner_text()
        assert re.match(r"a\.qmd:\d+: hücre 1 \(c\): hücre hata verdi\n  _yerel\.deger\(\)\n", told), told
        assert "ZeroDivisionError: division by zero" in told

        book.write("_yerel.py", "def deger():\n    return 22\n")
        page.get_by_text("22", exact=True).wait_for(timeout=60_000)
        assert eventually(lambda: page.evaluate("scrollY") == 1500, 10)

        first = get(address + "__surum")
        book.write("assets/book.css", "a{color:red}")
        assert eventually(lambda: get(address + "__surum") != first)
        assert "color:red" in get(address + "assets/book.css")

        whole = (book.folder / "a.qmd").read_bytes()
        for half in (b"", whole[: len(whole) - 30], whole[:2]):
            book.write("a.qmd", half)
            time.sleep(0.3)
        book.write("a.qmd", whole.replace(b"# A", "# Başka".encode()))
        page.get_by_role("heading", name="Başka").wait_for(timeout=60_000)

        shutil.rmtree(book.folder / "_book")
        page.goto(address + "a.html")
        page.get_by_role("heading", name="Başka").wait_for(timeout=60_000)
        assert "__yenile" not in (book.folder / "_book/a.html").read_text(encoding="utf-8")

        (book.folder / "a.qmd").unlink()
        assert eventually(lambda: "“a.qmd” dosyası yok" in get(address + "a.html"))
        book.write("_quarto.yml", "book: [\n")
        assert eventually(lambda: "YAML bozuk" in get(address + "a.html"))
        book.chapters("a.qmd")
        book.write("a.qmd", "# Dönüş\n")
        page.get_by_role("heading", name="Dönüş").wait_for(timeout=60_000)
        page.close()


def test_every_port_taken(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    book.write("a.qmd", "# A\n")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        monkeypatch.setattr(preview, "PORTS", range(port, port + 1))
        with pytest.raises(BookError, match="kapılarının hepsi dolu"):
            preview.serve(book.folder)


def test_cell_that_writes_files_does_not_rebuild_for_ever(book: SmallBook) -> None:
    code = "from pathlib import Path\nPath('n.csv').write_text(str(__import__('time').time_ns()))\n1 / 0"
    book.write("a.qmd", f"# A\n\n```{{python}}\n{code}\n```\n")
    with previewed(book) as address:
        time.sleep(1.5)  # izleyicinin birkaç turu
        assert get(address + "__surum") == "1"
        book.write("n.csv", "elle")
        assert eventually(lambda: get(address + "__surum") == "2")
