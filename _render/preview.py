"""Önizleme: siteyi yalnız bu makineye sunar, kaynakları izler, değişince yeniden kurar, sayfayı yeniler.

Hata olursa tarayıcıda hata sayfası görünür; kaynak düzelince kitap geri gelir. Sayfalara eklenen tek şey,
kurulum sayısı değişince sayfayı yenileyen `/__yenile.js` betiğidir (kaydırma yerini tarayıcı korur).
"""

import html
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from _render import site
from _render.config import load_book
from _render.errors import BookError

PORTS = range(4173, 4183)
_WATCHED = (
    "*.qmd",
    "*.yml",
    "*.md",
    "*.bib",
    "*.py",
    "assets/**/*",
    "chapters/**/*",
    "_*/**/*.py",
    "_*/**/*.j2",
)
_SCRIPT = b"""(function () {
  let seen = null;
  setInterval(async function () {
    try {
      const now = await (await fetch("/__surum", { cache: "no-store" })).text();
      if (seen !== null && seen !== now) location.reload();
      seen = now;
    } catch (error) { /* sunucu durdu */ }
  }, 700);
})();
"""
_ERROR = """<!doctype html><html lang="tr"><meta charset="utf-8"><title>Kitap kurulamadı</title>
<body><h1>Kitap kurulamadı</h1><pre>{message}</pre><p>Düzeltip kaydedin; sayfa kendiliğinden yenilenir.</p>
<script src="/__yenile.js"></script></body></html>"""


class _State:
    """Kaçıncı kurulum, son hata."""

    build = 0
    error = ""


class _Handler(SimpleHTTPRequestHandler):
    """Siteyi sunar; HTML sayfalarına yenileme betiğini ekler."""

    def __init__(self, *arguments: object, root: Path, state: _State) -> None:
        self.root, self.state = root, state
        folder = root / _output(root)
        super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/__surum":
            return self._send(str(self.state.build).encode(), "text/plain")
        if path == "/__yenile.js":
            return self._send(_SCRIPT, "text/javascript")
        file = Path(self.translate_path(path))
        file = file / "index.html" if file.is_dir() else file
        if file.suffix != ".html":
            return super().do_GET()
        if self.state.error:
            return self._send(_ERROR.format(message=html.escape(self.state.error)).encode(), "text/html")
        if not file.is_file():
            return self.send_error(404)
        page = file.read_bytes().replace(b"</body>", b'<script src="/__yenile.js"></script></body>')
        return self._send(page, "text/html")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """İstekler yazılmaz; yazarın göreceği, kurulumun iletileridir."""


def _output(root: Path) -> str:
    try:
        return load_book(root).output_dir
    except BookError:
        return "_book"


def _stamps(root: Path) -> dict[Path, float]:
    """İzlenen dosyaların değişme anları."""
    found: dict[Path, float] = {}
    for pattern in _WATCHED:
        for file in root.glob(pattern):
            try:
                found[file] = file.stat().st_mtime
            except OSError:
                continue
    return found


def _build(root: Path, state: _State) -> None:
    try:
        site.render(root)
        state.error = ""
        print("kitap kuruldu", flush=True)
    except (BookError, OSError) as error:
        state.error = str(error)
        print(f"HATA {error}", file=sys.stderr, flush=True)
    state.build += 1


def serve(root: Path) -> None:
    """Kurar, sunar ve Ctrl-C gelene dek izler."""
    state = _State()
    _build(root, state)
    handler = partial(_Handler, root=root, state=state)
    for port in PORTS:
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), handler)
            break
        except OSError:
            continue
    else:
        raise OSError(f"{PORTS.start}–{PORTS.stop - 1} kapılarının hepsi dolu")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"Önizleme: http://127.0.0.1:{server.server_port}/ (durdurmak için Ctrl-C)", flush=True)
    seen = _stamps(root)
    try:
        while True:
            time.sleep(0.5)
            if (now := _stamps(root)) != seen:
                seen = now
                _build(root, state)
    finally:
        server.shutdown()
