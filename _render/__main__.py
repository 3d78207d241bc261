"""`python -m _render render [--to ipynb]` kitabı ya da defterlerini kurar; `preview` sunar ve izler.

`render --check MODÜL`: yeni site yerine konmadan önce `python -m MODÜL --bekle` koşulur (bölümler koşunca
standart girdisi kapanır: o zaman başlar); geçmezse eski site kalır.
"""

import gc
import sys
import time
from pathlib import Path

from _render import uptodate
from _render.errors import BookError, reason, warn
from _render.signals import interruptible

USAGE = "kullanım: python -m _render render [--to ipynb] [--check MODÜL] | preview"
COMMANDS = (["render"], ["render", "--to", "html"], ["render", "--to", "ipynb"], ["preview"])


def main(arguments: list[str]) -> int:
    """0: kuruldu, 1: kaynakta hata, 2: yanlış komut, 130: kesildi (SIGINT, SIGTERM)."""
    check = ""
    if "--check" in arguments[1:-1]:
        at = arguments.index("--check")
        check, arguments = arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    if arguments not in COMMANDS:
        print(USAGE, file=sys.stderr)
        return 2
    start = time.monotonic()
    try:
        interruptible()
        target, what = _run(arguments, Path.cwd(), check)
    except BookError as error:
        print(f"HATA {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"HATA {error.filename or 'işletim sistemi'}: {reason(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("kesildi; eski site yerinde", file=sys.stderr)
        return 130
    target = target if target.exists() else target.parent  # index'i olmayan kitap
    took = f"{time.monotonic() - start:.1f}".replace(".", ",")
    print(f"{what}: {target} ({took} s)")
    return 0


def _run(arguments: list[str], root: Path, check: str) -> tuple[Path, str]:
    """Kurulan şey ve adı. Kitap güncelse ağır paketler hiç yüklenmez."""
    if arguments[0] == "render" and arguments[-1] != "ipynb" and (found := uptodate.known(root, check)):
        warn(found[1])
        return found[0] / "index.html", "Kitap güncel"
    from _render import site  # noqa: PLC0415

    if arguments == ["preview"]:
        from _render import preview  # noqa: PLC0415

        preview.serve(root)
    gc.disable()  # süreç kısadır; büyük AST'lerin içinde boşuna çöp arar (sürenin onda biri)
    if arguments[-1] == "ipynb":
        return site.notebooks(root), "Defterler hazır"
    return site.render(root, check=check) / "index.html", "Kitap hazır"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
