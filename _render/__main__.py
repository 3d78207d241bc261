"""`python -m _render render` kitabı kurar; `python -m _render preview` kurar, sunar ve izler."""

import signal
import sys
import time
from pathlib import Path

from _render.errors import BookError

USAGE = "kullanım: python -m _render render | preview"


def main(arguments: list[str]) -> int:
    """0: kuruldu, 1: kaynakta hata, 2: yanlış komut, 130: kesildi (SIGINT, SIGTERM)."""
    if arguments not in (["render"], ["preview"]):
        print(USAGE, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    from _render import preview, site  # noqa: PLC0415 — yanlış komut için ağır paketler yüklenmesin

    start = time.monotonic()
    try:
        if arguments == ["preview"]:
            preview.serve(Path.cwd())
        target = site.render(Path.cwd())
    except (BookError, OSError) as error:
        print(f"HATA {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("kesildi; eski site yerinde", file=sys.stderr)
        return 130
    took = f"{time.monotonic() - start:.1f}".replace(".", ",")
    print(f"Kitap hazır: {target / 'index.html'} ({took} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
