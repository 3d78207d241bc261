"""Küçük kitaplar: geçici klasörde kurulur, `python -m _render render` ya da `site.render` ile işlenir."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from _render import BookError, site

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def run_render(
    folder: Path, *more: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Yazarın çalıştırdığı komut, `folder` içinde."""
    env = env or os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "_render", "render", *more]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)


class SmallBook:
    """Bir klasördeki kitap; `write` dosya yazar, `render` kurar, `body` sayfanın gövdesini verir."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, path: str, text: str | bytes) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)

    def chapters(self, *paths: str, extra: str = "") -> None:
        rows = "".join(f"    - {path}\n" for path in paths)
        self.write("_quarto.yml", f"project:\n  type: book\nbook:\n  title: K\n  chapters:\n{rows}{extra}")

    def render(self) -> Path:
        return site.render(self.folder, quiet=True)

    def refused(self) -> str:
        """Kurulmayan kitabın hatası."""
        with pytest.raises(BookError) as caught:
            self.render()
        return str(caught.value)

    def body(self, page: str) -> str:
        text = (self.folder / "_book" / page).read_text(encoding="utf-8")
        found = re.search(r"<article\b[^>]*>(.*?)</article>", text, re.S)
        assert found
        return found[1]


@pytest.fixture(autouse=True)
def no_outer_loop() -> Iterator[None]:
    """Aynı işçide açık kalan Playwright, olay döngüsünü "koşuyor" gösterir; `asyncio.run` o zaman koşmaz."""
    outer = asyncio.events._get_running_loop()
    asyncio.events._set_running_loop(None)
    yield
    asyncio.events._set_running_loop(outer)


@pytest.fixture
def book(tmp_path: Path) -> SmallBook:
    """Tek bölümlü boş kitap: `chapters/a.qmd` yazılınca işlenir."""
    small = SmallBook(tmp_path)
    small.chapters("a.qmd")
    return small


@pytest.fixture(scope="module")
def fixture_book(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Alt kümenin her yapısını kullanan kitap (`tests/render/kitap`), bir kez işlenmiş."""
    folder = tmp_path_factory.mktemp("kitap") / "İş ğ"
    shutil.copytree(HERE / "kitap", folder)
    done = run_render(folder)
    assert done.returncode == 0, done.stderr
    return SmallBook(folder)
