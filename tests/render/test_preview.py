"""Önizleme: sunar, değişince yeniler, hatayı gösterir, düzelince geri gelir; kesilince kalıntı bırakmaz."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable

import psutil

from .conftest import ROOT, SmallBook


def eventually(check: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.2)
    return False


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as reply:
        return str(reply.read().decode("utf-8"))


def start(book: SmallBook, command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "_render", command],
        cwd=book.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def test_preview_serves_reloads_and_recovers(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    process = start(book, "preview")
    try:
        assert process.stdout
        line = next(line for line in process.stdout if "http" in line)
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found
        address = found[0]
        page = get(address + "a.html")
        assert "İlk hâl." in page
        assert '<script src="/__yenile.js"></script>' in page
        first = get(address + "__surum")
        book.write("a.qmd", "# A\n\n@fig-yok\n")
        assert eventually(lambda: "a.qmd:3: “@fig-yok”" in get(address + "a.html"))
        book.write("a.qmd", "# A\n\nSon hâl.\n")
        assert eventually(lambda: "Son hâl." in get(address + "a.html"))
        assert get(address + "__surum") != first
        assert "__yenile" not in (book.folder / "_book/a.html").read_text(encoding="utf-8")
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


def test_interrupted_render_leaves_no_kernel_and_no_folder(book: SmallBook) -> None:
    book.write(
        "a.qmd", "# A\n\n```{python}\nimport time\nopen('basladi', 'w').close()\ntime.sleep(600)\n```\n"
    )
    process = start(book, "render")
    assert eventually((book.folder / "basladi").exists)
    kernels = psutil.Process(process.pid).children(recursive=True)
    assert kernels
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 130
    assert eventually(lambda: not any(child.is_running() for child in kernels), 20)
    assert not list(book.folder.glob("_book*"))
