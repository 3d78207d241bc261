#!/usr/bin/env python3
"""Kitabın tek giriş kapısı: çalışma ortamını (.venv) kurar, sonra komutu onun içinde çalıştırır.

    python3 book.py render    kitabı _book/ klasörüne işler
    python3 book.py preview   kitabı yerel sunucuda gösterir, dosya değişince yeniler
    python3 book.py check     metindeki her sayıyı koşumun verdiğiyle karşılaştırır
    python3 book.py test      denetimleri ve sınamaları çalıştırır

Yalnız standart kütüphaneyi kullanır; proje dışına bir şey kurmaz (sınamaların tarayıcısı dışında).
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

# Dosyanın geri kalanı eski Python'da da derlenir; kısa açıklama yerine hata yığını görünmesin diye denetim
# buradadır.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Bu kitap Python 3.11 ya da yenisini ister; bu Python {}.{}. Yenisini kurup onunla deneyin, "
        "örneğin: python3.12 book.py render".format(*sys.version_info[:2])
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "requirements.txt"
DEV_REQUIREMENTS = ROOT / "requirements-dev.txt"
COMMANDS = {"render": "_render", "preview": "_render", "check": "_audit", "test": None}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class SetupError(Exception):
    """Kurulumu durduran ve kullanıcının düzeltebileceği bir eksik."""


def main(arguments: list[str]) -> int:
    """Komutu çalıştırır, çıkış kodunu döndürür."""
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    command, rest = arguments[0], arguments[1:]
    try:
        if command == "test":
            install(DEV_REQUIREMENTS)
            return run_tests(rest)
        install(REQUIREMENTS)
    except SetupError as error:
        print(f"Kurulum durdu: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Kesildi; sonraki komut kaldığı yerden sürdürür.", file=sys.stderr)
        return 130
    module = COMMANDS[command]
    assert module is not None
    words = {"check": [], "render": ["render", "--check", "_audit"]}.get(command, [command])
    return hand_over(["-m", module, *words, *rest])


# --- kurulum ------------------------------------------------------------------------------------------------


def install(requirements: Path) -> None:
    """`.venv`i gerekirse kurar; gereksinim dosyaları değiştiyse paketleri yeniden kurar."""
    stamp = VENV / f"{requirements.stem}.kuruldu"
    wanted = fingerprint(requirements)
    if not PYTHON.exists():
        create_venv()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        create_venv()  # kurulurken kesilmiş: pip'i yok
    install_packages(requirements)
    stamp.write_text(wanted, encoding="utf-8")


def fingerprint(requirements: Path) -> str:
    """Gereksinim dosyasının ve içerdiği ana dosyanın özeti."""
    files = {requirements, REQUIREMENTS}
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def create_venv() -> None:
    """`.venv` klasörünü sıfırdan kurar; yarım kalmış bir kurulumun üstüne yazar."""
    print(f"Çalışma ortamı kuruluyor: {VENV}", flush=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        said = made.stdout + made.stderr
        if "ensurepip" in said or "No module named venv" in said:
            version = "{}.{}".format(*sys.version_info[:2])
            raise SetupError(
                "bu Python'da venv modülü eksik. Debian ve Ubuntu'da şu komut tamamlar: "
                f"sudo apt install python{version}-venv"
            )
        raise SetupError(f"çalışma ortamı kurulamadı:\n{said.strip()}")


def install_packages(requirements: Path) -> None:
    """Paketleri kurar ve o sırada hangisinde olduğunu söyler; ilk seferde bir iki dakika sürer."""
    print(f"Paketler kuruluyor ({requirements.name}; ilk seferde bir iki dakika sürer)", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "-r", str(requirements)]
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line)
            report_package(line.strip())
    if pip.returncode:
        raise SetupError(explain_pip("".join(lines)))
    print("Paketler hazır.", flush=True)


def report_package(line: str) -> None:
    """pip'in satırından, kullanıcının ilgileneceği kadarını yazar."""
    if line.startswith("Collecting "):
        print(f"  indiriliyor: {line.split()[1]}", flush=True)
    elif line.startswith("Installing collected packages"):
        print(f"  yerleştiriliyor: {line.count(',') + 1} paket", flush=True)


def explain_pip(output: str) -> str:
    """pip'in hatasını tek cümleye indirir; tanınmayan hatada son satırları verir."""
    unreachable = (
        "NewConnectionError",
        "ConnectTimeout",
        "Temporary failure in name resolution",
        "ProxyError",
    )
    if any(sign in output for sign in (*unreachable, "Connection refused", "Max retries exceeded")):
        return "paket deposuna (PyPI) ulaşılamadı. Ağ bağlantısını ve vekil sunucu ayarını denetleyin."
    if "No matching distribution found" in output:
        missing = output.rsplit("No matching distribution found for", 1)[1].split(maxsplit=1)[0]
        return f"{missing} bu Python sürümü ya da işletim sistemi için bulunamadı."
    if "No space left on device" in output:
        return "diskte yer kalmadı."
    return "paketler kurulamadı; pip'in son satırları:\n" + "\n".join(output.strip().splitlines()[-8:])


# --- çalıştırma ---------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """Komutların ortamı: araçların dosyaları ev klasörüne değil projenin `.cache` klasörüne yazılır.

    Kap görüntülerinin kapattığı bayt kodu kaydı açılır: kurulumun kısa süreçleri modülleri yeniden derlemez.
    """
    cache = ROOT / ".cache"
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONUTF8": "1",
        "MPLCONFIGDIR": str(cache / "matplotlib"),
        "IPYTHONDIR": str(cache / "ipython"),
        "JUPYTER_CONFIG_DIR": str(cache / "jupyter" / "config"),
        "JUPYTER_DATA_DIR": str(cache / "jupyter" / "data"),
        "JUPYTER_RUNTIME_DIR": str(cache / "jupyter" / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def hand_over(arguments: list[str]) -> int:
    """Süreci `.venv`in Python'ına devreder: sinyaller ve çıkış kodu araya kimse girmeden ulaşır.

    Paketler yüklenirken gelen kesme bekletilir; komut hazır olunca engeli kaldırır, düz bir cümleyle biter.
    """
    os.chdir(ROOT)
    if os.name == "nt":
        return subprocess.run([str(PYTHON), *arguments], env=environment(), check=False).returncode
    sys.stdout.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    os.execve(PYTHON, [str(PYTHON), *arguments], environment())


def run_tests(rest: list[str]) -> int:
    """Biçim, tür ve davranış denetimleri; ilk başarısız olan durdurur. `rest` pytest'e geçer."""
    browser = find_browser()
    steps = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", "-n", "auto", *rest],
    ]
    for step in steps:
        print(f"— {' '.join(step)}", flush=True)
        done = subprocess.run(
            [str(PYTHON), "-m", *step], cwd=ROOT, env={**environment(), "CHROMIUM": browser}, check=False
        )
        if done.returncode:
            return done.returncode
    return 0


def find_browser() -> str:
    """Sınamaların tarayıcısı: kurulu Chromium; yoksa Debian'da apt, başka yerde Playwright getirir."""
    if os.environ.get("CHROMIUM"):
        return os.environ["CHROMIUM"]
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None) or playwright_browser()
    if found:
        return found
    print("Sınamaların tarayıcısı (Chromium) kuruluyor", flush=True)
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, check=False)
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "chromium"],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            check=False,
        )
    else:
        subprocess.run([str(PYTHON), "-m", "playwright", "install", "chromium"], check=False)
    found = shutil.which("chromium") or playwright_browser()
    if not found:
        raise SetupError(
            "tarayıcı sınamaları için Chromium gerekir ve kurulamadı. Kurduktan sonra yineleyin "
            "(Debian'da: sudo apt install chromium) ya da CHROMIUM değişkenine yolunu yazın."
        )
    return found


def playwright_browser() -> str | None:
    """Playwright'ın kendi Chromium'unun yolu, kuruluysa."""
    code = "import playwright.sync_api as p\nwith p.sync_playwright() as s: print(s.chromium.executable_path)"
    asked = subprocess.run([str(PYTHON), "-c", code], capture_output=True, text=True, check=False)
    path = asked.stdout.strip()
    return path if path and Path(path).exists() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
