"""Kurulumun süresi: soğuk, değişen yok, bir cümle değişti, bir hücre değişti; denetim ayrıca.

    .venv/bin/python bench/render.py

Projenin geçici bir kopyasında çalışır, kaynaklara dokunmaz. Süre duvar saatidir; yanındaki işlemci süresi
(alt süreçler dahil) başka işlerin de koştuğu makinede daha doğru bir ölçüdür. Genuine Quarto kuruluysa
aynı kopyayı o da kurar.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHAPTER = "chapters/dikkat-mekanizmasi.qmd"


def measured(command: list[str], folder: Path) -> tuple[float, float]:
    """Komutun duvar ve işlemci saniyesi; başarısız komut ölçülmez."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = os.environ | {"QUARTO_PYTHON": sys.executable}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} durdu:\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, cpu


def edit(folder: Path, pattern: str, new: str) -> None:
    """Bölümde `pattern`in ilk geçtiği yere `new` yazar."""
    file = folder / CHAPTER
    text, count = re.subn(pattern, new, file.read_text(encoding="utf-8"), count=1, flags=re.M)
    assert count == 1
    file.write_text(text, encoding="utf-8")


def main() -> None:
    """Ölçer ve yazar; son sütun soğuk kurulumun kaçta kaçı olduğudur."""
    check, render = ([sys.executable, "book.py", command] for command in ("check", "render"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "kitap"
        ignored = shutil.ignore_patterns(".*", "_book", "_defterler", "tests", "__pycache__")
        shutil.copytree(ROOT, folder, ignore=ignored)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        rows = [("soğuk", measured(render, folder)), ("değişen yok", measured(render, folder))]
        rows.append(("denetim, değişen yok", measured(check, folder)))
        edit(folder, r"^(## .*\n\n\w.*)$", r"\1 Bir cümle daha.")
        rows.append(("bir cümle değişti", measured(render, folder)))
        edit(folder, r"^import _audit$", "import _audit  # değişti")
        rows.append(("bir hücre değişti", measured(render, folder)))
        if quarto := shutil.which("quarto"):
            shutil.rmtree(folder / "_book")
            rows.append(("Quarto, soğuk", measured([quarto, "render"], folder)))
    cold = rows[0][1][0]
    print(f"{'':22}  duvar s  işlemci s  soğuğa oran")
    for label, (wall, cpu) in rows:
        print(f"{label:22}  {wall:7.2f}  {cpu:9.2f}  {wall / cold:12.3f}")


if __name__ == "__main__":
    main()
