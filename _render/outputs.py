"""Hücreler ve çıktıları → Markdown, Quarto'nun yazdığı gibi → AST'deki yerlerine; resimler site dosyası olur.

Etiketli şekil hücresinin kendisi `#cell-fig-x`, resmi `#fig-x` olur. `tbl-` etiketli hücrenin çıktısı
`#tbl-x` kutusuna, başlığı kutunun son paragrafına yazılır; birden çok şekli olan hücre de öyle (alt şekiller
`#fig-x-1`, …).
"""

import base64
import json
import re
import unicodedata
from typing import Any

from _render import images, pandoc
from _render.cache import PRIVATE_MIME
from _render.config import Book
from _render.errors import BookError, Place
from _render.execute import Execution
from _render.pandoc import Node
from _render.source import Cell, Inline, check_node, run_key

# Quarto'nun HTML için seçme sırası: HTML, Markdown'dan önce gelir.
_MIME_ORDER = (
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "text/latex",
    "text/plain",
)
_EXTENSION = {"image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpg"}
# Son satırın değeri bir çizim nesnesiyse adı okura bir şey söylemez; şeklin yanındaki demet ve liste de öyle.
_DRAWN = re.compile(r"(\[?|array\(\[+)<(matplotlib|seaborn|Axes|Figure|a list of \d+ )|Text\([-\d]")
_BESIDE_FIGURE = re.compile(r"[<(\[].*[>)\]]$", re.S)
_ADDRESS = re.compile(r"<[^\n<>]*(?:<[^\n<>]*>)?[^\n<>]* at 0x[0-9a-fA-F]+>")
_SCRIPT = re.compile(r"<script\b|<\w[^>]*\son\w+\s*=", re.I)
_BLOCK_START = re.compile(r"(?:\d+[.)]|[-*+]|#{1,6}|>|:{3,})\s")

Output = dict[str, Any]


class Weaver:
    """Bir bölümün hücrelerini ve ifadelerini AST'deki yerlerine örer; `files`: site yolu → içerik."""

    def __init__(self, book: Book, done: Execution, css: str) -> None:
        self.book, self.done, self.css = book, done, css
        self.files: dict[str, bytes] = {}
        self.defaults = book.options(done.source.meta)
        self.folder = f"{done.chapter.stem.rpartition('/')[2]}_files/figure-html"
        self.warnings: list[str] = []
        self.drawn: dict[int, set[str]] = {}  # hücre → şekillerinin yolları
        self._python = 0

    def blocks(self) -> list[Node]:
        """Bölümün blokları: hücrelerin yerinde kodları ve çıktıları, ifadelerin yerinde değerleri.

        Hepsinin Markdown'ı, her biri kendi kutusunda, pandoc'a bir kerede okutulur.
        """
        runs = self.done.source.runs
        texts = [f"::: {{.parca}}\n{self._markdown(run)}\n:::\n\n" for run in runs]
        boxes = _parcels("".join(texts))
        if len(boxes) != len(runs):
            broken = next(run for run, text in zip(runs, texts, strict=True) if len(_parcels(text)) != 1)
            name = broken.name if isinstance(broken, Cell) else ""
            raise BookError("çıktısında “:::” eksik ya da fazla", broken.place, cell=name)
        for run, text, box in zip(runs, texts, boxes, strict=True):
            if isinstance(run, Cell):
                self._check_box(run, text, box)
        cells = {run.start: box for run, box in zip(runs, boxes, strict=True) if isinstance(run, Cell)}
        values = {
            run.index: box[0]["c"][2:]
            for run, box in zip(runs, boxes, strict=True)
            if isinstance(run, Inline)
        }

        def change(node: Node) -> list[Node] | None:
            key = run_key(node)
            return None if key is None else (cells if node["t"] == "CodeBlock" else values)[key]

        found: list[Node] = pandoc.transform(self.done.source.doc["blocks"], change)
        return found

    def _check_box(self, cell: Cell, text: str, box: list[Node]) -> None:
        """Metinde hata olan yapı, çıktının Markdown'ında da hatadır; yazdırılan metin olduğu gibidir."""
        lines = text.split("\n")
        places = [cell.place] * len(lines)
        shown = set()
        for node in pandoc.nodes(box):
            if node["t"] != "CodeBlock":
                check_node(node, lines, places)
            if node["t"] == "Image":
                shown.add(node["c"][2][0])
        if not self.drawn.get(cell.index, set()) <= shown:
            raise _wrong(cell, "açıklamadaki köşeli ayraç şekli bozdu: eşi olmayanı “\\[” diye yazın")

    def _markdown(self, run: Cell | Inline) -> str:
        if isinstance(run, Inline):  # önündeki söz, değerin liste ya da başlık sanılmasını önler
            return f"değer {inline_markdown(self.done.inline[run.index])}"
        return self._mermaid(run) if run.engine == "mermaid" else self._cell(run)

    def option(self, cell: Cell, name: str, default: Any) -> Any:  # noqa: ANN401
        return cell.options.get(name, self.defaults.get(name, default))

    # --- Python hücresi ------------------------------------------------------------------------------------

    def _cell(self, cell: Cell) -> str:
        self._python += 1
        if not self.option(cell, "include", True):
            return ""
        kind = self._kind(cell)
        outputs = self._visible(cell) if self.option(cell, "output", True) is not False else []
        asis = self.option(cell, "output", True) == "asis"
        captions, sub = _strings(cell.options.get(f"{kind}-cap")), _strings(cell.options.get("fig-subcap"))
        figures = [n for n, output in enumerate(outputs) if _mime(output) in _EXTENSION]
        self._check_outputs(cell, kind, len(outputs), figures, sub)
        contained = bool(kind == "tbl" or len(figures) > 1 or sub) and bool(kind)

        body = [self._code(cell)] if self.option(cell, "echo", True) else []
        shown = []
        for n, output in enumerate(outputs):
            figure = figures.index(n) if n in figures else None
            shown.append(
                self._output(cell, n, output, figure, sub if contained else captions, contained, asis)
            )
        if asis and not (kind or cell.options.get("classes")):
            return "\n".join([*body, *shown]) + "\n"
        if contained and outputs:
            ncol = cell.options.get("layout-ncol")
            attributes = f' layout-ncol="{ncol}"' if ncol else ""
            caption = " ".join(captions[0].split()) if captions else ""
            if found := _BLOCK_START.match(caption):
                raise _wrong(
                    cell, f"“{found[0]}” ile başlayan açıklama liste ya da başlık olur; başka sözle başlayın"
                )
            shown = [f"::: {{#{cell.label}{attributes}}}", *shown, f"\n{caption}\n", ":::"]
        identifier = cell.label if cell.label and not kind else f"cell-{cell.label}" if cell.label else ""
        classes = " ".join(
            "." + name.lstrip(".") for name in ["cell", *_strings(cell.options.get("classes"))]
        )
        layout = cell.options.get("layout-ncol")
        extra = f' layout-ncol="{layout}"' if layout and not contained else ""
        if not body and not shown:
            return ""
        fence = ":" * 6
        head = f"{fence} {{{'#' + identifier + ' ' if identifier else ''}{classes}{extra}}}"
        return "\n".join(["", head, *body, *shown, fence, ""])

    def _kind(self, cell: Cell) -> str:
        """Hücrenin etiketinin türü (`fig`, `tbl` ya da ""); başlık ile etiketin uyumu denetlenir."""
        for kind in ("fig", "tbl"):
            has_caption = f"{kind}-cap" in cell.options
            has_label = cell.label.startswith(f"{kind}-")
            if has_caption and not has_label:
                raise _wrong(cell, f"{kind}-cap, “{kind}-” ile başlayan bir etiket (label) ister")
            if has_label and not has_caption:
                raise _wrong(cell, f"“{cell.label}” için {kind}-cap eksik")
            if has_label:
                return kind
        if "lst-cap" in cell.options and not str(cell.options.get("lst-label", "")).startswith("lst-"):
            raise _wrong(cell, "lst-cap için lst-label: lst-… gerekir")
        return ""

    def _check_outputs(self, cell: Cell, kind: str, shown: int, figures: list[int], sub: list[str]) -> None:
        hidden = self.option(cell, "output", True) is False or self.option(cell, "eval", True) is False
        if kind == "fig" and not hidden:
            if not figures:
                raise _wrong(cell, "şekil hücresi şekil üretmedi")
            if len(figures) != max(1, len(sub)):
                wanted = f"{len(sub)} fig-subcap" if sub else "fig-subcap yok"
                raise _wrong(cell, f"hücre {len(figures)} şekil üretti ama {wanted}")
        if sub and kind != "fig":
            raise _wrong(cell, "fig-subcap, “fig-” ile başlayan bir etiket (label) ister")
        if kind == "tbl" and not hidden and not shown:
            raise _wrong(cell, "tablo hücresi çıktı üretmedi")
        alts = _strings(cell.options.get("fig-alt"))
        if figures and not hidden and (len(alts) not in {1, len(figures)} or not all(map(str.strip, alts))):
            raise _wrong(cell, "fig-alt eksik: şekilde ne görüldüğünü yazın")
        for name in ("fig-width", "fig-height"):
            if name in cell.options:
                self.warnings.append(
                    f"{cell.place}: {cell.name}: “{name}” hücrede etkisizdir (Quarto'da da); ön maddede verin"
                )

    def _code(self, cell: Cell) -> str:
        ticks = _fence(cell.code)
        parts = [f"#{cell.options['lst-label']}"] if "lst-label" in cell.options else []
        parts += [".python", ".cell-code"]
        for name in ("lst-cap", "code-fold", "code-summary"):
            if name in cell.options:
                parts.append(f"{name}={_quoted(cell.options[name])}")
        return f"{ticks} {{{' '.join(parts)}}}\n{cell.code}\n{ticks}"

    def _visible(self, cell: Cell) -> list[Output]:
        """Gösterilecek çıktılar: uyarılar ayarına göre, şeklin yanındaki nesne adları atılır."""
        outputs = self.done.outputs(cell)
        have_image = any(_mime(output) in _EXTENSION for output in outputs)

        def wanted(output: Output) -> bool:
            if output["output_type"] == "stream":
                return output["name"] != "stderr" or bool(self.option(cell, "warning", True))
            if output["output_type"] == "error":
                return True
            if not _mime(output) or output["metadata"].get("quarto_display") is False:
                return False
            text = str(output["data"].get("text/plain", ""))
            only_text = output["output_type"] == "execute_result" and set(output["data"]) == {"text/plain"}
            return not (only_text and (_DRAWN.match(text) or (have_image and _BESIDE_FIGURE.match(text))))

        shown = [output for output in outputs if wanted(output)]
        for output in shown:
            text = output.get("text") or output.get("evalue") or output.get("data", {}).get("text/plain", "")
            if _mime(output) in {"", "text/plain"} and (found := _ADDRESS.search(text)):
                raise _wrong(cell, f"çıktıda bellek adresi var, her koşumda değişir: {found[0]}")
        return shown

    def _output(
        self,
        cell: Cell,
        n: int,
        output: Output,
        figure: int | None,
        captions: list[str],
        contained: bool,
        asis: bool,
    ) -> str:
        kind = output["output_type"]
        if kind == "stream":
            text: str = output["text"]
            if asis and output["name"] == "stdout":
                return text
            return _boxed(f"cell-output-{output['name']}", _verbatim(text), asis)
        if kind == "error":
            return _boxed("cell-output-error", _verbatim(f"{output['ename']}: {output['evalue']}"), asis)
        mime = _mime(output)
        if figure is not None:
            caption = captions[figure] if figure < len(captions) else ""
            text = self._figure(cell, n, output, mime, figure, caption, contained)
        else:
            text = _data_markdown(output["data"], mime, cell)
        marked = " .cell-output-markdown" if mime == "text/markdown" else ""
        return _boxed(f"cell-output-display{marked}", text, asis)

    def _figure(
        self, cell: Cell, n: int, output: Output, mime: str, figure: int, caption: str, contained: bool
    ) -> str:
        data: str = output["data"][mime]
        content = data.encode("utf-8") if mime == "image/svg+xml" else base64.b64decode(data)
        if cell.label:
            name = f"{_ascii(cell.label)}-output-{n + 1}"
        else:
            name = f"cell-{self._python + 1}-output-{n + 1}"
        path = self.add_file(cell, name, _EXTENSION[mime], content)
        alts = _strings(cell.options.get("fig-alt"))
        alt = alts[figure] if figure < len(alts) else alts[0]
        label = ""
        if cell.label.startswith("fig-"):
            label = f"#{cell.label}-{figure + 1} " if contained else f"#{cell.label} "
        asked = output["metadata"].get(mime, {})  # retina PNG: gösterilecek boy, dosyanınkinin yarısıdır
        shown = "".join(f" {side}={asked[side]}" for side in ("width", "height") if side in asked)
        return f"![{' '.join(caption.split())}]({path}){{{label}fig-alt={_quoted(alt)}{shown}}}"

    def add_file(self, cell: Cell, name: str, extension: str, content: bytes) -> str:
        """Resmi saklar, sayfaya göre yolunu verir. ASCII'ye inince adı bir olan etiketlerden (`fig-ış`,
        `fig-iş`) sonrakinin adı uzar.
        """
        folder = self.done.chapter.href.rpartition("/")[0]
        while True:
            path = f"{self.folder}/{name}.{extension}"
            full = f"{folder}/{path}" if folder else path
            if self.files.setdefault(full, content) == content:
                self.drawn.setdefault(cell.index, set()).add(path)
                return path
            name += "-"

    # --- Mermaid --------------------------------------------------------------------------------------------

    def _mermaid(self, cell: Cell) -> str:
        if cell.options.get("include") is False:
            return ""
        if "fig-alt" not in cell.options:
            raise _wrong(cell, "fig-alt eksik: diyagramda ne görüldüğünü yazın")
        kind = self._kind(cell)
        try:
            svg = images.mermaid(cell.code, self.css)
        except ValueError as error:
            found = re.search(r"line (\d+)", str(error))
            first = cell.text.count("\n") - cell.code.count("\n")
            line = cell.place.line + first + (int(found[1]) if found else 1)
            line = min(line, cell.place.line + cell.end - cell.start - 1)
            reason = str(error).strip().splitlines()[0]
            raise BookError(f"mermaid: {reason}", Place(cell.place.file, line), cell=cell.name) from None
        path = self.add_file(cell, _ascii(cell.label) if cell.label else f"mermaid-{cell.index}", "svg", svg)
        caption = " ".join(str(cell.options.get("fig-cap", "")).split())
        label = f"#{cell.label} " if kind else ""
        return f"\n![{caption}]({path}){{{label}.mermaid fig-alt={_quoted(cell.options['fig-alt'])}}}\n"


def _parcels(text: str) -> list[list[Node]]:
    """`.parca` kutularının içleri; metinde başka bir şey ya da kapanmamış bir kutu varsa boş."""
    doc, warnings = pandoc.read(text, Place("çıktı"))
    whole = all(node["t"] == "Div" and node["c"][0][1] == ["parca"] for node in doc["blocks"])
    unclosed = any("unclosed" in warning for warning in warnings)
    return [node["c"][1] for node in doc["blocks"]] if whole and not unclosed else []


def _wrong(cell: Cell, message: str) -> BookError:
    return BookError(message, cell.place, cell=cell.name)


def _strings(value: Any) -> list[str]:  # noqa: ANN401 — YAML'den ne gelirse
    """Tek metin ya da liste → metin listesi."""
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _quoted(value: Any) -> str:  # noqa: ANN401
    """Pandoc öznitelik değeri: tek satır, çift tırnak içinde."""
    text = json.dumps(value) if isinstance(value, bool) else " ".join(str(value).split())
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _boxed(classes: str, text: str, asis: bool) -> str:
    if asis:
        return text
    first, _, rest = classes.partition(" ")
    return f"\n::::: {{.cell-output .{first}{' ' + rest if rest else ''}}}\n{text}\n:::::"


def _fence(text: str) -> str:
    """`text` içindeki her ters tırnak dizisinden uzun çit."""
    return "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)


def _verbatim(text: str) -> str:
    ticks = _fence(text)
    return f"{ticks}\n{text.rstrip(chr(10))}\n{ticks}"


def _mime(output: Output) -> str:
    """Gösterilecek MIME türü; yoksa ""."""
    data = output.get("data", {})
    if any(name.startswith(PRIVATE_MIME) for name in data):
        return ""
    return next((name for name in _MIME_ORDER if name in data), "")


def _data_markdown(data: dict[str, str], mime: str, cell: Cell) -> str:
    match mime:
        case "text/markdown":
            return "\n" + data[mime] + "\n"
        case "text/html":
            if found := _SCRIPT.search(data[mime]):
                raise _wrong(
                    cell, f"hücre çıktısında betik var: “{found[0]}”; sayfada satır içi betik olamaz"
                )
            ticks = _fence(data[mime])
            return f"{ticks}{{=html}}\n{data[mime]}\n{ticks}"
        case "text/latex":
            return "\n" + data[mime] + "\n"
        case _:
            return _verbatim(data[mime])


def inline_markdown(data: dict[str, str]) -> str:
    """Satır içi ifadenin değeri; metin, Quarto'daki gibi tırnaksız ve Markdown'a karşı kaçışlı."""
    if "text/markdown" in data:
        return data["text/markdown"]
    if "text/html" in data:
        return f"`{data['text/html']}`{{=html}}"
    if "text/latex" in data:
        return data["text/latex"]
    text = data.get("text/plain", "")
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"([\\`*_{}\[\]()>#+\-.!<$@|~^])", r"\\\1", text[1:-1])
    return text


def _ascii(label: str) -> str:
    """Dosya adı: Türkçe harfler ASCII'ye iner (pandoc'un `ascii_identifiers`'ı gibi)."""
    folded = unicodedata.normalize("NFKD", label.replace("ı", "i").replace(":", "-"))
    return folded.encode("ascii", "ignore").decode().lower()
