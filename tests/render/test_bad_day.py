"""Kötü gün: taşan çıktı, ölen çekirdek, dolu disk, kesilen kurulum; kalıntı olmaz, eski site durur."""

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from _render import BookError, site, uptodate

from .conftest import ROOT, SmallBook, run_render
from .test_preview import eventually, start

LIBC = ctypes.CDLL(None)
PR_CAPBSET_DROP = 24


def clean(folder: Path) -> bool:
    """Klasörde yarım site yok, orada çalışan süreç yok."""
    running = [p for p in psutil.process_iter(["cwd"]) if p.info["cwd"] == str(folder)]
    return not running and sorted(path.name for path in folder.glob("_book*")) in ([], ["_book"])


STOPPED = {
    "milyon satır": ("for n in range(1_000_000): print(n)", "1 milyon karakterden çok yazdırdı"),
    "büyük çıktı": (
        "from IPython.display import HTML, display\nfor _ in range(25): display(HTML('y' * 1_000_000))",
        "20 milyon karakterden çok çıktı verdi",
    ),
    "exit": ("exit()", "hücre hata verdi\n  SystemExit: exit()"),
    "öldürür": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "hücre çekirdeği durdurdu"),
    "kapatır": ("import sys\nsys.stdout.close()\nprint(1)", "ValueError: I/O operation on closed file"),
}


@pytest.mark.parametrize("name", list(STOPPED))
def test_cell_that_breaks_its_kernel(book: SmallBook, name: str) -> None:
    code, message = STOPPED[name]
    book.write("a.qmd", f"# A\n\n```{{python}}\n{code}\n```\n\n```{{python}}\nprint('sonraki')\n```\n")
    with pytest.raises(BookError) as caught:
        book.render()
    assert str(caught.value).startswith("a.qmd:")
    assert "hücre 1: " in str(caught.value)
    assert message in str(caught.value)
    assert eventually(lambda: clean(book.folder), 20)


def test_unruly_cells_leave_nothing(
    book: SmallBook, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Çatallanan, süreç ve iplik bırakan, klasör değiştiren, uçbirime yazan hücreler tek çekirdekte."""
    monkeypatch.delenv("PYTEST_CURRENT_TEST")  # varken ipykernel dosya tanıtıcılarını izlemez
    cells = [
        "#| fig-width: 3\nimport os\nif os.fork() == 0:\n    os._exit(0)\nprint('ebeveyn')",
        "import subprocess, threading, time\nsubprocess.Popen(['sleep', '600'])\n"
        "threading.Thread(target=time.sleep, args=(600,)).start()",
        "for n in range(4):\n    print(f'\\r%{n * 25} indi', end='')\nprint('\\nbitti')",
        "print('\\x1b[31mkırmızı\\x1b[0m\\x07 \\x1b]0;başlık\\x07yazı \\udcff')",
        "import warnings, numpy as np\nnp.array([1.0]) / 0\nwarnings.warn('kendi')",
        "print('bir'); os.write(1, b'\\xff ham\\n'); time.sleep(0.5); print('iki')",
        "os.chdir('/')\nprint('kökte')",
    ]
    book.write("a.qmd", "# A\n\n" + "\n\n".join(f"```{{python}}\n{code}\n```" for code in cells))
    book.render()
    body = book.body("a.html")
    for text in ("ebeveyn", "<code>%75 indi\nbitti</code>", "kırmızı yazı ", "RuntimeWarning:", "kökte"):
        assert text in body, text
    assert "\x1b" not in body
    assert "ipykernel" not in body
    assert "\ufffd ham" in body
    assert "uyarı: a.qmd:3: hücre 1: “fig-width” hücrede etkisizdir" in capsys.readouterr().err
    assert eventually(lambda: clean(book.folder), 20)


def test_path_of_the_machine_does_not_reach_the_page(book: SmallBook) -> None:
    book.write("yerel.py", "import warnings\nwarnings.warn('eski', stacklevel=1)\n")
    code = "import yerel, sys, os\nprint(os.path.expanduser('~/x.py'), file=sys.stderr)"
    book.write("a.qmd", f"# A\n\n```{{python}}\n{code}\n```\n")
    book.render()
    body = book.body("a.html")
    assert str(book.folder) not in body
    assert "yerel.py:2: UserWarning: eski" in body
    assert "~/x.py" in body


def test_nothing_changed_and_what_counts_as_a_change(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n3. adımda ilk hâl.\n")
    first = run_render(book.folder)
    assert "uyarı: a.qmd:3: “3. adımda …” liste oldu" in first.stderr
    again = run_render(book.folder)
    assert "Kitap güncel" in again.stdout
    assert "uyarı: a.qmd:3" in again.stderr

    source, page = book.folder / "a.qmd", book.folder / "_book/a.html"
    before = source.stat()
    book.write("a.qmd", "# A\n\n3. adımda son hâl.\n")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns - 10**12))  # saat geri alınmış
    assert "Kitap hazır" in run_render(book.folder).stdout
    assert "son hâl" in book.body("a.html")

    page.write_text(page.read_text(encoding="utf-8").replace("son hâl", "el değmiş"), encoding="utf-8")
    assert uptodate.known(book.folder) is None
    book.render()
    assert "son hâl" in book.body("a.html")
    page.unlink()
    assert uptodate.known(book.folder) is None


def test_source_changed_while_rendering_is_not_taken_as_done(book: SmallBook) -> None:
    code = "with open('a.qmd', 'a') as f:\n    f.write('\\nSonradan.\\n')"
    book.write("a.qmd", f"# A\n\n```{{python}}\n{code}\n```\n")
    book.render()
    assert uptodate.known(book.folder) is None


def test_output_folder_never_replaces_the_authors_files(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n")
    for target, message in (
        ("assets", "içinde site değil, başka dosyalar var"),
        (".", "proje klasörünün içinde bir yol değil"),
        ("../disari", "proje klasörünün içinde bir yol değil"),
        ("a.qmd", "o adda bir dosya var"),
    ):
        book.write("assets/x.css", "a{}")
        book.write("_quarto.yml", f"project:\n  output-dir: {target}\nbook:\n  chapters: [a.qmd]\n")
        with pytest.raises(BookError, match=message):
            book.render()
        assert (book.folder / "assets/x.css").read_text(encoding="utf-8") == "a{}"


def test_full_disk_keeps_the_old_site(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    book.render()
    book.write("a.qmd", "# A\n\nSon hâl.\n")
    book.write("assets/buyuk.bin", b"0" * 2_000_000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        with pytest.raises(BookError, match="“_book” yazılamadı"):
            book.render()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "İlk hâl." in book.body("a.html")
    assert clean(book.folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_while_a_cell_runs(book: SmallBook, number: signal.Signals) -> None:
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    book.render()
    code = "import time\nopen('basladi', 'w').close()\ntime.sleep(600)"
    book.write("a.qmd", f"# A\n\n```{{python}}\n{code}\n```\n")
    process = start(book, "render")
    assert eventually((book.folder / "basladi").exists)
    process.send_signal(number)
    assert process.wait(timeout=60) == (-9 if number == signal.SIGKILL else 130)
    assert eventually(lambda: clean(book.folder), 30)
    assert "İlk hâl." in book.body("a.html")
    book.write("a.qmd", "# A\n\nSon hâl.\n")
    book.render()
    assert "Son hâl." in book.body("a.html")


# Kurulumun evreleri: işlev ve kaçıncı çağrısının ardından kesildiği.
KERNEL_STAGES = [
    (
        "jupyter_client.provisioning.local_provisioner.launch_kernel",
        1,
    ),  # çekirdek süreci açıldı, daha hazır değil
    ("_render.kernel._setup_code", 1),
    ("_render.cache.save", 1),
    ("_render.site._check_target", 1),
]
SITE_STAGES = [
    ("_render.page.to_html", 1),
    ("pathlib.Path.write_bytes", 4),
    ("pathlib.Path.rename", 1),  # eski site yerinden alındı, yenisi daha konmadı
    ("pathlib.Path.rename", 2),
    ("_render.uptodate.record", 1),
]
STOPPED_RENDER = """
import importlib, os, pathlib, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # arka planda koşan sınamada yok sayılır
path, count, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
from _render import __main__, kernel, site
module, _, name = path.rpartition(".")
owner = pathlib.Path if module == "pathlib.Path" else importlib.import_module(module)
original, calls = getattr(owner, name), []

def stopping(*arguments, **named):
    result = original(*arguments, **named)
    calls.append(path)
    if len(calls) == count:
        os.kill(os.getpid(), number)
    return result

setattr(owner, name, stopping)
sys.exit(__main__.main(["render"]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_at_every_stage(book: SmallBook, tmp_path: Path, number: signal.Signals) -> None:
    """Hangi evrede kesilirse kesilsin site ya eskidir ya yeni; sonraki kurulum kalıntıyı siler."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    source = "# A\n\nHâl {n}.\n\n```{{python}}\n{code}\n```\n"
    book.write("a.qmd", source.format(n=0, code=0))
    book.render()
    shown = 0
    stages = [*SITE_STAGES, *KERNEL_STAGES]
    for n, (path, count) in enumerate(stages if number != signal.SIGTERM else stages[-4::3], 1):
        book.write("a.qmd", source.format(n=n, code=n if (path, count) in KERNEL_STAGES else 0))
        command = [sys.executable, "-c", STOPPED_RENDER, path, str(count), str(int(number))]
        done = subprocess.run(command, cwd=book.folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == (-9 if number == signal.SIGKILL else 130), (path, done.stderr)
        assert "Traceback" not in done.stderr
        if number == signal.SIGKILL:  # sonraki kurulum hatayla bitse de eski site yerine döner
            book.chapters("yok.qmd")
            with pytest.raises(BookError):
                book.render()
            book.chapters("a.qmd")
        (hal,) = re.findall(r"Hâl (\d+)\.", book.body("a.html"))
        assert shown <= int(hal) <= n, path
        shown = int(hal)
        assert eventually(lambda: clean(book.folder), 30), path
    book.render()
    assert f"Hâl {n}." in book.body("a.html")
    assert list(temporary.iterdir()) == []
    left = [p.name for p in (book.folder / ".cache").rglob("*") if p.match("*.yeni") or "kernel-" in p.name]
    assert left == []


def test_bare_environment(book: SmallBook) -> None:
    """HOME yok, yerel ayar C, klasör adı boşluklu ve Türkçe, kaynaklar salt okunur."""
    small = SmallBook(book.folder / "İş ğ klasörü")
    small.chapters("bölüm ı.qmd", extra="bibliography: kaynakça ı.bib\n")
    small.write("kaynakça ı.bib", "@book{a1, author={Ay, Ş.}, title={Kitap}, year={2001}}")
    source = "# IŞIK hızı\n\n```{python}\nprint('ağırlık')\n```\n\n[bak](#işik-hızı) ve @a1, @fig-ışık\n\n"
    small.write("bölüm ı.qmd", source + "![b](n.svg){#fig-ışık fig-alt='c'}\n")
    small.write("n.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    small.write("assets/x.css", "a{}")
    for file in small.folder.rglob("*.*"):
        file.chmod(0o444)
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV") if name in os.environ}
    done = run_render(small.folder, env={**kept, "LC_ALL": "C", "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    assert "ağırlık" in small.body("bölüm ı.html")
    assert 'id="ref-a1"' in small.body("bölüm ı.html")


def test_failed_swap_puts_the_old_site_back(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yer değiştirme yarıda kalırsa eski site geri konur."""
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    book.render()
    book.write("a.qmd", "# A\n\nSon hâl.\n")
    rename = Path.rename

    def broken(self: Path, target: Path) -> Path:
        if self.name == "_book.yeni":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", broken)
    with pytest.raises(BookError, match="“_book” yazılamadı: diskte yer kalmadı"):
        site.render(book.folder, quiet=True)
    monkeypatch.undo()
    assert "İlk hâl." in book.body("a.html")
    assert clean(book.folder)


def drop_override() -> None:
    """Alt süreç kök olsa da dosya izinlerine uyar: CAP_DAC_OVERRIDE ve CAP_FOWNER bırakılır."""
    for capability in (1, 2, 3):
        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def without_override(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Yazarın komutu, izinleri aşamayan bir kullanıcı gibi."""
    return subprocess.run(
        [sys.executable, "-m", "_render", "render"],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)} | env, preexec_fn=drop_override,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_folders_that_cannot_be_written(book: SmallBook) -> None:
    """Kaynaklar salt okunursa kurulur; site klasörü yazılamıyorsa nedeni söylenir, eski site kalır."""
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    book.write("assets/x.css", "a{}")
    for file in [book.folder / "a.qmd", book.folder / "_quarto.yml", *book.folder.glob("assets/*")]:
        file.chmod(0o444)
    (book.folder / "assets").chmod(0o555)
    done = without_override(book.folder)
    assert done.returncode == 0, done.stderr

    (book.folder / "a.qmd").unlink()
    book.write("a.qmd", "# A\n\nSon hâl.\n")
    book.folder.chmod(0o555)
    done = without_override(book.folder)
    assert done.returncode == 1
    assert done.stderr == "HATA _quarto.yml: “_book” yazılamadı: izin yok\n"
    assert "İlk hâl." in book.body("a.html")
    book.folder.chmod(0o755)

    (book.folder / ".cache/kilit").chmod(0o444)
    done = without_override(book.folder)
    assert (done.returncode, done.stderr) == (1, "HATA _quarto.yml: “.cache” yazılamadı: izin yok\n")
    (book.folder / ".cache/kilit").chmod(0o644)
    (book.folder / "a.qmd").chmod(0)
    done = without_override(book.folder)
    assert (done.returncode, done.stderr) == (1, "HATA _quarto.yml:6: “a.qmd” okunamadı: izin yok\n")
    (book.folder / "a.qmd").chmod(0o644)
    (book.folder / "assets/x.css").chmod(0)
    done = without_override(book.folder)
    assert done.returncode == 1
    assert done.stderr == f"HATA {book.folder}/assets/x.css: izin yok\n"
    assert clean(book.folder)


FULL_DISK = """
mount -t tmpfs -o size=600k tmpfs disk || exit 99
cp -r kitap disk/kitap && cd disk/kitap
"$PYTHON" -m _render render >/dev/null && cp _book/a.html ../../once.html || exit 98
sed -i 's/İlk/Son/' a.qmd
head -c 10m /dev/zero > dolgu 2>/dev/null
"$PYTHON" -m _render render
code=$?
cp _book/a.html ../../sonra.html
ls -d _book* > ../../klasorler
exit $code
"""


def test_disk_that_is_really_full(book: SmallBook) -> None:
    """Küçük bir tmpfs dolunca: neden söylenir, eski site kalır, yarım klasör kalmaz."""
    kitap = SmallBook(book.folder / "kitap")
    kitap.chapters("a.qmd")
    kitap.write("a.qmd", "# A\n\nİlk hâl.\n")
    kitap.write("assets/x.css", "a{}" * 30_000)
    (book.folder / "disk").mkdir()
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", FULL_DISK],
        cwd=book.folder, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHON": sys.executable},
    )  # fmt: skip
    if done.returncode in (1, 99) and not (book.folder / "once.html").exists():
        pytest.skip(f"bu ortamda tmpfs bağlanamıyor: {done.stderr}")
    assert done.returncode == 1, done.stderr
    assert done.stderr.endswith("HATA _quarto.yml: “_book” yazılamadı: diskte yer kalmadı\n")
    once, after = ((book.folder / name).read_text(encoding="utf-8") for name in ("once.html", "sonra.html"))
    assert once == after
    assert (book.folder / "klasorler").read_text() == "_book\n"
