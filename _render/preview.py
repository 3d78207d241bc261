"""Önizleme: siteyi yalnız bu makineye sunar, kaynakları izler, değişince yeniden kurar, sayfayı yeniler.

Hata olursa tarayıcıda hata sayfası görünür; kaynak düzelince kitap geri gelir. Sayfalara eklenen tek şey,
kurulum sayısı değişince sayfayı yenileyip kaydırma yerini koruyan `/__yenile.js` betiğidir.
"""

import html
import sys
import threading
import time
import traceback
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from _render import site, uptodate
from _render.config import load_book
from _render.errors import BookError, Place, reason

PORTS = range(4173, 4183)
# Elle yazılan dosya kurulum sürerken değişirse kitap yeniden kurulur; ötekileri hücreler de yazmış olabilir.
_WRITTEN_BY_HAND = {".qmd", ".md", ".yml", ".bib", ".csl", ".py", ".j2", ".css", ".js"}
_SCRIPT = b"""(function () {
  const { surum, hata } = document.currentScript.dataset;
  const key = "yer:" + location.pathname;
  if (hata === undefined) {
    history.scrollRestoration = "manual";
    addEventListener("pagehide", function () { sessionStorage.setItem(key, scrollY); });
    addEventListener("load", function () {
      const [arrival] = performance.getEntriesByType("navigation");
      const top = Number(sessionStorage.getItem(key));
      if (arrival.type !== "navigate") scrollTo({ top, behavior: "instant" });
    });
  }
  setInterval(async function () {
    try {
      const now = await (await fetch("/__surum", { cache: "no-store" })).text();
      if (now !== surum) location.reload();
    } catch (error) { /* sunucu durdu */ }
  }, 700);
})();
"""
_ERROR = """<!doctype html><html lang="tr"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{{font:1rem/1.5 system-ui;margin:3rem auto;max-width:50rem;padding:0 1rem}}
pre{{font-size:1rem;white-space:pre-wrap}}</style>
<h1>{title}</h1><pre>{message}</pre><p>Düzeltip kaydedin; sayfa kendiliğinden yenilenir.</p>
<script src="/__yenile.js" data-surum="{build}" data-hata></script></html>"""


class _State:
    """Kaçıncı kurulum, son hata."""

    build = 0
    error = ""


class _Server(ThreadingHTTPServer):
    """Yenilenen sayfanın yarım kalan isteği hata sayılmaz."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(SimpleHTTPRequestHandler):
    """Siteyi sunar; HTML sayfalarına yenileme betiğini ekler."""

    def __init__(self, *arguments: object, root: Path, state: _State) -> None:
        self.state = state
        super().__init__(*arguments, directory=str(root / _output(root)))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/__surum":
            return self._send(str(self.state.build).encode(), "text/plain")
        if path == "/__yenile.js":
            return self._send(_SCRIPT, "text/javascript")
        build = self.state.build  # sayfadan önce okunur: arada kurulan site için sayfa yenilenir
        file = Path(self.translate_path(path))
        file = file / "index.html" if path.endswith("/") else file
        if file.suffix != ".html":
            return super().do_GET()
        if self.state.error:
            return self._explain(500, "Kitap kurulamadı", self.state.error)
        try:
            page = file.read_bytes()
        except OSError:
            return self._explain(404, "Böyle bir sayfa yok", path)
        script = f'<script src="/__yenile.js" data-surum="{build}"></script></body>'
        return self._send(page.replace(b"</body>", script.encode()), "text/html")

    def _explain(self, status: int, title: str, message: str) -> None:
        page = _ERROR.format(title=title, message=html.escape(message), build=self.state.build)
        self._send(page.encode(), "text/html", status)

    def _send(self, body: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
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


def _stamps(root: Path) -> uptodate.Stamps:
    """İzlenenler: site ile defterler dışında projedeki her dosya; sitenin silinmesi de değişikliktir."""
    made = root / _output(root)
    own = tuple(
        f"{folder}{suffix}/" for folder in (made, root / site.NOTEBOOKS) for suffix in ("", *site.BESIDE)
    )
    found = {path: stamp for path, stamp in uptodate.stamps(root).items() if not path.startswith(own)}
    return found | {str(made): [made.is_dir()]}


def _build(root: Path, state: _State) -> uptodate.Stamps:
    """Kurar; kurulan hâlin dosyalarını verir: hücrelerin o sırada yazdıkları sonradan değişmiş sayılmaz."""
    before = _stamps(root)
    try:
        site.render(root)
        state.error = ""
        print("kitap kuruldu", flush=True)
    except BookError as error:
        state.error = str(error)
    except OSError as error:
        state.error = f"{error.filename or 'işletim sistemi'}: {reason(error)}"
    except Exception:  # işleyicinin kendi hatası da önizlemeyi durdurmasın
        state.error = traceback.format_exc()
    if state.error:
        print(f"HATA {state.error}", file=sys.stderr, flush=True)
    state.build += 1
    after = _stamps(root)
    return {path: stamp for path, stamp in before.items() if _by_hand(path)} | {
        path: stamp for path, stamp in after.items() if not _by_hand(path)
    }


def _by_hand(path: str) -> bool:
    return Path(path).suffix in _WRITTEN_BY_HAND


def serve(root: Path) -> None:
    """Kurar, sunar ve Ctrl-C gelene dek izler."""
    state = _State()
    seen = _build(root, state)
    handler = partial(_Handler, root=root, state=state)
    for port in PORTS:
        try:
            server = _Server(("127.0.0.1", port), handler)
            break
        except OSError:
            continue
    else:
        raise BookError(f"{PORTS.start}–{PORTS.stop - 1} kapılarının hepsi dolu", Place("önizleme"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"Önizleme: http://127.0.0.1:{server.server_port}/ (durdurmak için Ctrl-C)", flush=True)
    try:
        while True:
            time.sleep(0.5)
            if _stamps(root) != seen:
                seen = _build(root, state)
    finally:
        server.shutdown()
