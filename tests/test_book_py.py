"""Giriş kapısı: eksikleri düz bir cümleyle söyler, gereksinim değişince yeniden kurar.

Gerçek kurulumu `.ci/run` dener; burada pip'in ve venv'in yerine küçük taklitleri çalışır.
"""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def book(tmp_path):
    """`book.py`nin geçici bir projedeki kopyası, modül olarak."""
    (tmp_path / "book.py").write_bytes((ROOT / "book.py").read_bytes())
    (tmp_path / "requirements.txt").write_text("numpy\n")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt\npytest\n")
    spec = importlib.util.spec_from_file_location("book_copy", tmp_path / "book.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fake_python(book, script):
    """`.venv`in Python'ı yerine geçen kabuk betiği."""
    book.PYTHON.parent.mkdir(parents=True)
    book.PYTHON.write_text("#!/bin/sh\n" + script)
    book.PYTHON.chmod(0o755)


def run_book(*words, **environment):
    return subprocess.run(
        [sys.executable, "book.py", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_without_a_command_it_says_what_it_can_do():
    told = run_book()
    assert told.returncode == 2
    assert all(command in told.stdout for command in ("render", "preview", "check", "test"))
    assert run_book("--help").returncode == 0


def test_old_python_gets_a_sentence_not_a_traceback(tmp_path):
    copy = tmp_path / "book.py"
    text = (ROOT / "book.py").read_text(encoding="utf-8")
    assert "sys.version_info < (3, 11)" in text
    copy.write_text(text.replace("sys.version_info < (3, 11)", "sys.version_info < (9, 0)"), encoding="utf-8")
    told = subprocess.run([sys.executable, str(copy), "render"], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "Python 3.11 ya da yenisini ister" in told.stderr
    assert "Traceback" not in told.stderr


def test_packages_are_installed_once_and_again_when_requirements_change(book, capsys):
    fake_python(
        book, '[ "$3" = install ] && echo "$@" >> "$(dirname "$0")/calls"\necho "Collecting numpy==2.4.6"\n'
    )
    calls = book.PYTHON.parent / "calls"
    book.install(book.REQUIREMENTS)
    book.install(book.REQUIREMENTS)
    assert len(calls.read_text().splitlines()) == 1
    assert "indiriliyor: numpy==2.4.6" in capsys.readouterr().out
    book.REQUIREMENTS.write_text("numpy\nmatplotlib\n")
    book.install(book.REQUIREMENTS)
    assert len(calls.read_text().splitlines()) == 2
    book.install(book.DEV_REQUIREMENTS)
    book.REQUIREMENTS.write_text("numpy\n")
    book.install(book.DEV_REQUIREMENTS)
    assert len(calls.read_text().splitlines()) == 4


def test_venv_cut_short_is_made_again(book, monkeypatch):
    fake_python(book, "exit 1\n")  # pip'i yok
    made = []

    def create():
        made.append(True)
        book.PYTHON.write_text("#!/bin/sh\n")

    monkeypatch.setattr(book, "create_venv", create)
    book.install(book.REQUIREMENTS)
    assert made == [True]
    assert (book.VENV / "requirements.kuruldu").exists()


def test_interrupted_setup_is_a_sentence_not_a_traceback(book):
    """Ayrı süreçte: kesme, sınamayı koşan işçiye değil `book.py`ye gider."""
    fake_python(book, "kill -INT $PPID; sleep 1\n")
    told = subprocess.run(
        [sys.executable, book.ROOT / "book.py", "render"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 130
    assert told.stderr == "Kesildi; sonraki komut kaldığı yerden sürdürür.\n"
    assert not (book.VENV / "requirements.kuruldu").exists()


@pytest.mark.parametrize(
    ("said", "explained"),
    [
        ("WARNING: Retrying after NewConnectionError('Temporary failure in name resolution')", "ulaşılamadı"),
        ("ERROR: No matching distribution found for numpy==99 (from x)", "numpy==99"),
        ("OSError: [Errno 28] No space left on device", "diskte yer kalmadı"),
        ("ERROR: something else", "something else"),
    ],
)
def test_pip_failures_are_explained(book, said, explained):
    fake_python(book, f"[ $3 = install ] || exit 0\ncat <<'SON'\n{said}\nSON\nexit 1\n")
    with pytest.raises(book.SetupError, match=explained):
        book.install(book.REQUIREMENTS)
    assert not (book.VENV / "requirements.kuruldu").exists()


def test_missing_venv_module_names_the_package(book, monkeypatch):
    python = book.ROOT / "python"
    python.write_text("#!/bin/sh\necho 'ensurepip is not available' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(book.sys, "executable", str(python))
    with pytest.raises(book.SetupError, match=r"sudo apt install python3\.\d+-venv"):
        book.create_venv()
    assert not book.VENV.exists()


def test_given_browser_is_used(book, monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/opt/tarayici")
    assert book.find_browser() == "/opt/tarayici"


def test_modules_are_compiled_once_where_the_container_forbids_it(book):
    fake_python(book, 'echo "bayt kodu: [$PYTHONDONTWRITEBYTECODE]"')
    told = subprocess.run(
        [sys.executable, book.ROOT / "book.py", "render"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert told.stdout.splitlines()[-1] == "bayt kodu: []"


def test_an_interrupt_while_packages_load_waits_for_the_command(book):
    fake_python(book, "")  # kabuk sinyal engelini kaldırır; engeli Python gösterir
    book.PYTHON.write_text(
        f"#!{sys.executable}\nimport signal\nprint(*map(int, signal.pthread_sigmask(signal.SIG_BLOCK, [])))\n"
    )
    told = subprocess.run(
        [sys.executable, book.ROOT / "book.py", "render"], capture_output=True, text=True, check=False
    )
    assert {int(number) for number in told.stdout.split("\n")[-2].split()} == {signal.SIGINT, signal.SIGTERM}


@pytest.mark.parametrize(("module", "words"), [("_render", ["render"]), ("_audit", [])])
def test_the_command_ends_with_a_sentence_when_an_interrupt_was_waiting(module, words, tmp_path):
    (tmp_path / "_quarto.yml").write_text("book:\n  chapters: [a.qmd]\n")
    (tmp_path / "a.qmd").write_text("# A\n")
    code = (
        "import os, runpy, signal, sys\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        f"sys.argv = ['x', *{words!r}]\n"
        f"runpy.run_module('{module}', run_name='__main__', alter_sys=True)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert told.returncode == 130
    assert told.stderr.startswith("kesildi") and "Traceback" not in told.stderr
