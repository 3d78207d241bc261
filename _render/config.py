"""`_quarto.yml` → kitabın yapısı: bölümler, numaraları, biçim ve çalıştırma ayarları."""

import posixpath
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _render.errors import BookError, Place, nearest, reason
from _render.labels import LABELS
from _render.memo import keep_under
from _render.yaml import load_yaml

CONFIG = "_quarto.yml"
STYLESHEET = "assets/book.css"  # renklerin tek yeri


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Anlaşılan anahtarlar; ötekiler hatadır.
_TOP = words(
    """project book execute format lang language bibliography csl jupyter toc-title number-sections code-fold
    link-citations"""
)
_PROJECT = words("type output-dir execute-dir resources render")
_BOOK = words(
    """title subtitle author date description site-url repo-url chapters appendices sidebar navbar page-footer
    search favicon cover-image image downloads language open-graph twitter-card reader-mode"""
)
_EXECUTE = words(
    """daemon echo eval output include error warning timeout cache freeze fig-width fig-height fig-format
    fig-dpi"""
)
_HTML = words(
    """theme css toc toc-depth toc-title toc-expand toc-location number-sections code-fold code-summary
    code-copy code-tools code-overflow fig-format fig-width fig-height fig-dpi html-math-method
    include-in-header include-before-body include-after-body anchor-sections link-external-newwindow
    respect-user-color-scheme smooth-scroll citations-hover footnotes-hover crossrefs-hover lightbox
    highlight-style page-layout grid minimal mainfont monofont fontsize linestretch"""
)
# Sayfaya bir şey ekleyen, ama yalnız Quarto'nun kurduğu sayfada görünenler: sessizce kaybolmasın, söylenir.
_QUARTO_ONLY = words(
    """date repo-url navbar sidebar page-footer cover-image image downloads include-in-header
    include-before-body"""
)

# Adı nerede geçerse geçsin (ayar, ön madde, hücre) aynı türden değer alan anahtarlar.
_BOOLEAN = words("echo eval include error warning number-sections toc")
_POSITIVE = words("timeout toc-depth layout-ncol fig-width fig-height fig-dpi")
_CHOICES: dict[str, tuple[object, ...]] = {
    "output": (True, False, "asis"),
    "code-fold": (True, False, "show"),
    "execute-dir": ("project",),
    "type": ("book",),
}
_TEXTS = words("title subtitle description output-dir lang")


def check_mapping(
    values: Any,  # noqa: ANN401 — YAML'den ne gelirse
    known: Collection[str],
    place_of: Callable[[str], Place],
    *,
    path: str = "",
    what: str = "anahtar",
    cell: str = "",
) -> dict[str, Any]:
    """Bilinmeyen anahtar ve yanlış türden değer `BookError` olur; boş dal boş sözlüktür."""
    for key, value in mapping(values, place_of, path).items():
        name = f"{path}: {key}" if path else str(key)
        if key not in known:
            message = f"bilinmeyen {what}: “{name}”{nearest(str(key), known)}"
        elif wanted := _wrong(key, value):
            message = f"“{name}: {str(value).lower() if isinstance(value, bool) else value}”: {wanted}"
        else:
            continue
        raise BookError(message, place_of(str(key)), cell=cell)
    return values or {}


def mapping(values: Any, place_of: Callable[[str], Place], path: str) -> dict[str, Any]:  # noqa: ANN401
    """Boş dal boş sözlüktür; eşleme olmayan değer `BookError`."""
    if not isinstance(values, dict | None):
        name = path.rpartition(": ")[2]
        raise BookError(f"“{path}” altında “anahtar: değer” satırları olmalı", place_of(name))
    return values or {}


def _wrong(key: str, value: object) -> str:
    """Değer türüne uymuyorsa ne olması gerektiği."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if key in _TEXTS and (value is None or isinstance(value, list | dict)):
        return "bir metin olmalı"
    if key in _BOOLEAN and not isinstance(value, bool):
        return "true ya da false olmalı"
    if key in _POSITIVE and not (number and value > 0):  # type: ignore[operator]
        return "sıfırdan büyük bir sayı olmalı"
    if key in _CHOICES and not any(value is choice or value == choice for choice in _CHOICES[key]):
        *others, last = (str(choice).lower() for choice in _CHOICES[key])
        return " ya da ".join(filter(None, (", ".join(others), last))) + " olmalı"
    return ""


@dataclass(frozen=True)
class Chapter:
    """Kitabın bir dosyası. `number`: "1", ek için "A", numarasız sayfada "" (kaynağı okununca kesinleşir)."""

    path: str
    number: str
    part: str | None = None
    appendix: bool = False
    place: Place = field(default=Place(CONFIG), compare=False)

    @property
    def href(self) -> str:
        """Sayfanın site köküne göre yolu."""
        return self.path.removesuffix(".qmd") + ".html"

    @property
    def stem(self) -> str:
        return self.path.removesuffix(".qmd")


@dataclass(frozen=True)
class Book:
    """Kitap: kökü, başlığı, dosyaları ve ayarları. `chapters` kitaptaki sıradadır, ekler sondadır."""

    root: Path
    title: str
    subtitle: str
    author: str
    lang: str
    site_url: str | None
    chapters: tuple[Chapter, ...]
    labels: dict[str, str]
    output_dir: str
    resources: tuple[str, ...]
    execute: dict[str, Any]
    html: dict[str, Any]
    bibliography: tuple[str, ...]
    csl: str | None
    css: tuple[str, ...]
    warnings: tuple[str, ...]

    def chapter(self, path: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.path == path), None)

    def options(self, meta: dict[str, Any]) -> dict[str, Any]:
        """Bir sayfada geçerli ayarlar: proje, üstüne sayfanın ön maddesi."""
        return {**self.html, **self.execute, **html_options(meta), **meta, **(meta.get("execute") or {})}


def html_options(meta: dict[str, Any]) -> dict[str, Any]:
    """`format: html:` altındakiler; `format: html` ve `html: default` boştur."""
    formats = meta.get("format")
    found = formats.get("html") if isinstance(formats, dict) else None
    return found if isinstance(found, dict) else {}


def check_options(meta: dict[str, Any], place_of: Callable[[str], Place]) -> None:
    """`execute:` ve `format:` dalları; proje ayarında da ön maddede de aynıdır."""
    check_mapping(meta.get("execute"), _EXECUTE, place_of, path="execute")
    formats = {} if meta.get("format") == "html" else meta.get("format")
    html = check_mapping(formats, ("html",), place_of, path="format").get("html")
    check_mapping({} if html == "default" else html, _HTML, place_of, path="format: html")


def from_root(written: str, page: str) -> str:
    """`page` dosyasında yazılan yolun köke göre hâli; `/` ile başlayan zaten kökten yazılmıştır."""
    start = "" if written.startswith("/") else posixpath.dirname(page)
    return posixpath.normpath(posixpath.join(start, written.lstrip("/")))


def read_bytes(root: Path, path: str, asked: Place, written: str = "") -> bytes:
    """Projedeki bir dosya; `asked` onu isteyen yer, `written` orada yazılan yoldur."""
    written = written or path
    try:
        file = (root / path).resolve()
    except (OSError, RuntimeError):
        raise BookError(f"“{written}” kendine dönen bir simgesel bağ", asked) from None
    if not file.is_relative_to(root.resolve()):
        raise BookError(f"“{written}” proje klasörünün dışında", asked)
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise BookError(f"“{written}” dosyası yok", asked) from None
    except OSError as error:
        raise BookError(f"“{written}” okunamadı: {reason(error)}", asked) from None


def read_text(root: Path, path: str, asked: Place) -> str:
    """Bir kaynak dosyanın metni (BOM'suz, `\\n` satır sonlu)."""
    data = read_bytes(root, path, asked)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BookError("dosya UTF-8 değil", Place(path, line)) from None


def load_book(root: Path) -> Book:
    """`root/_quarto.yml` dosyasından kitabı kurar; bozuk ya da eksik ayar `BookError` verir. Bundan sonra
    yapılan işlerin kaydı (`memo`) bu projenindir.
    """
    keep_under(root)
    place = Place(CONFIG, 1)
    text = read_text(root, CONFIG, Place(CONFIG))
    raw = load_yaml(text, place)

    def line_of(word: str) -> Place:
        lines = text.splitlines()
        return Place(CONFIG, next((n for n, line in enumerate(lines, 1) if word in line), 1))

    check_mapping(raw, _TOP, line_of)
    project = check_mapping(raw.get("project"), _PROJECT, line_of, path="project")
    book = check_mapping(raw.get("book"), _BOOK, line_of, path="book")
    check_options(raw, line_of)
    top: dict[str, Any] = {
        key: raw[key] for key in ("number-sections", "code-fold", "toc-title") if key in raw
    }
    html = {"number-sections": True, **top, **html_options(raw)}
    bibliography, csl, css = (
        _names(value) for value in (raw.get("bibliography"), raw.get("csl"), html.get("css"))
    )
    for path in (*bibliography, *csl, *css):
        read_text(root, path, line_of(path))
    written = str(project.get("output-dir", "_book"))
    output_dir = _safe(root, written, line_of(written))
    chapters = tuple(_chapters(book, line_of))
    if inside := next((one for one in chapters if one.path.startswith(f"{output_dir}/")), None):
        raise BookError(f"“{inside.path}” site klasörünün (output-dir) içinde", inside.place)
    unseen = [key for key in (*book, *html) if key in _QUARTO_ONLY]
    return Book(
        root=root,
        title=str(book.get("title", "")),
        subtitle=str(book.get("subtitle", "")),
        author=", ".join(_names(book.get("author"))),
        lang=str(raw.get("lang", "tr")),
        site_url=str(book["site-url"]) if book.get("site-url") else None,
        chapters=chapters,
        labels=_labels(raw, line_of),
        output_dir=output_dir,
        resources=tuple(_safe(root, path, line_of(path)) for path in _names(project.get("resources"))),
        execute=raw.get("execute") or {},
        html=html,
        bibliography=tuple(bibliography),
        csl=csl[0] if csl else None,
        css=tuple(css),
        warnings=tuple(f"{line_of(key)}: “{key}” yalnız Quarto'nun sayfasında görünür" for key in unseen),
    )


def _safe(root: Path, path: str, asked: Place) -> str:
    """Proje klasörünün içinde kalan, ama kendisi olmayan yol."""
    inside = (root / path).resolve()
    if root.resolve() not in inside.parents:
        raise BookError(f"“{path}” proje klasörünün içinde bir yol değil", asked)
    return posixpath.normpath(path)


def _labels(raw: dict[str, Any], line_of: Callable[[str], Place]) -> dict[str, str]:
    """Varsayılan sözler, üstüne `language:` ve `language: tr:`; gönderme sözü verilmemişse başlıktaki
    sözdür.
    """
    lang = str(raw.get("lang", "tr"))
    language = mapping(raw.get("language"), line_of, "language")
    given = {key: str(value) for key, value in language.items() if not isinstance(value, dict)}
    given |= mapping(language.get(lang), line_of, f"language: {lang}")
    for kind in ("fig", "tbl", "lst"):
        if (title := given.get(f"crossref-{kind}-title")) is not None:
            given.setdefault(f"crossref-{kind}-prefix", title)
    return LABELS | given


def _names(value: Any) -> list[str]:  # noqa: ANN401 — YAML'den ne gelirse
    """Tek değer ya da liste; yazarlar `{name: …}` de olabilir."""
    if value is None:
        return []
    items = value if isinstance(value, list) else [value]
    return [str(item.get("name", "") if isinstance(item, dict) else item) for item in items]


def _chapters(book: dict[str, Any], line_of: Callable[[str], Place]) -> Iterator[Chapter]:
    """Bölümler ve ekler, numaralarıyla. Numarasız sayfalar kaynak okununca düşülür (bkz. `page`)."""

    def entries(items: Any, part: str | None, appendix: bool) -> Iterator[Chapter]:  # noqa: ANN401
        if not isinstance(items, list) or not items:
            raise BookError("bölümler bir liste olmalı (“- dosya.qmd” satırları)", line_of("chapters"))
        for item in items:
            entry = item if isinstance(item, dict) else {"file": item}
            check_mapping(entry, ("part", "chapters", "file", "href", "text"), line_of, path="chapters")
            if "part" not in entry:
                yield one(entry.get("file", entry.get("href")), part, appendix)
                continue
            title = str(entry["part"])
            if title.endswith(".qmd"):
                yield one(title, None, appendix)
                title = ""
            elif "chapters" not in entry:
                raise BookError(f"“{title}” kısmının bölümleri (chapters) yok", line_of(title))
            if "chapters" in entry:
                yield from entries(entry["chapters"], title or part, appendix)

    def one(path: Any, part: str | None, appendix: bool) -> Chapter:  # noqa: ANN401
        if not isinstance(path, str):
            raise BookError("bölüm bir dosya yolu olmalı (“- dosya.qmd”)", line_of("chapters"))
        if not path.endswith(".qmd"):
            raise BookError(f"bölüm “{path}” bir .qmd dosyası değil", line_of(path))
        return Chapter(posixpath.normpath(path), "", part, appendix, line_of(path))

    if "chapters" not in book:
        raise BookError("“book: chapters” yok", Place(CONFIG, 1))
    found = list(entries(book["chapters"], None, False))
    if "appendices" in book:
        found += entries(book["appendices"], None, True)
    for number, chapter in enumerate(found):
        if any(other.path == chapter.path for other in found[:number]):
            raise BookError(f"“{chapter.path}” iki kez", line_of(chapter.path))
    yield from found
