"""Bütün sınamaların ortak yardımcıları: kitap bir koşumda bir kez kurulur, tarayıcı bir kez açılır."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def book_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kurulmuş kitabın klasörü (`_book`).

    xdist'in işçileri aynı anda ister: kilidi ilk alan kurar, ötekiler onun sonucunu okur. Kurulamayan kitap
    her işçide aynı iletiyle düşer.
    """
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):  # xdist işçisinin kendi klasörü; üstündeki ortaktır
        shared = shared.parent
    result = shared / "kitap.json"
    with (shared / "kitap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            done = subprocess.run(
                [sys.executable, "-m", "_render", "render"],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
            result.write_text(json.dumps({"code": done.returncode, "said": done.stdout + done.stderr}))
    told = json.loads(result.read_text())
    if told["code"] != 0:
        pytest.fail(f"kitap kurulamadı:\n{told['said']}", pytrace=False)
    return ROOT / "_book"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Gerçek tarayıcı: Chromium (`CHROMIUM` adresi, yoksa sistemdeki, o da yoksa Playwright'ınki)."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=options)
        yield chromium
        chromium.close()
