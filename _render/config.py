"""`_quarto.yml` → kitabın yapısı: bölümler, numaraları, biçim ve çalıştırma ayarları."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _render.errors import BookError, Place, nearest
from _render.labels import LABELS
from _render.yaml import load_yaml

CONFIG = "_quarto.yml"

_PROJECT = "type output-dir execute-dir resources render"
_BOOK = """title subtitle author date description site-url repo-url chapters appendices sidebar navbar
    page-footer search favicon cover-image image downloads language open-graph twitter-card reader-mode"""
_EXECUTE = """daemon echo eval output include error warning timeout cache freeze fig-width fig-height
    fig-format fig-dpi"""
_HTML = """theme css toc toc-depth toc-title toc-expand toc-location number-sections code-fold code-summary
    code-copy code-tools code-overflow fig-format fig-width fig-height fig-dpi html-math-method
    include-in-header include-before-body include-after-body anchor-sections link-external-newwindow
    respect-user-color-scheme
    smooth-scroll citations-hover footnotes-hover crossrefs-hover lightbox highlight-style page-layout grid
    minimal mainfont monofont fontsize linestretch"""
_FREE = "lang language bibliography csl jupyter toc-title number-sections code-fold nocite link-citations"

# Anlaşılan anahtarlar; ötekiler hatadır. Değeri None olan dal serbesttir.
_KEYS: dict[str, frozenset[str] | None] = {
    "project": frozenset(_PROJECT.split()),
    "book": frozenset(_BOOK.split()),
    "execute": frozenset(_EXECUTE.split()),
    "format": frozenset({"html"}),
    **dict.fromkeys(_FREE.split()),
}
_HTML_KEYS = set(_HTML.split())


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
    nocite: str | None = None
    raw: dict[str, Any] = field(default_factory=dict, repr=False)

    def chapter(self, path: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.path == path), None)


def read_text(root: Path, path: str, asked: Place) -> str:
    """Bir kaynak dosyanın metni (BOM'suz, `\\n` satır sonlu); `asked` dosyayı isteyen yerdir."""
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()):
        raise BookError(f"“{path}” proje klasörünün dışında", asked)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BookError(f"“{path}” dosyası yok", asked) from None
    except OSError as error:
        raise BookError(f"“{path}” okunamadı: {error.strerror}", asked) from None
    except UnicodeDecodeError as error:
        line = file.read_bytes()[: error.start].count(b"\n") + 1
        raise BookError("dosya UTF-8 değil", Place(path, line)) from None
    return text.replace("\r\n", "\n")


def load_book(root: Path) -> Book:
    """`root/_quarto.yml` dosyasından kitabı kurar; bozuk ya da eksik ayar `BookError` verir."""
    place = Place(CONFIG, 1)
    text = read_text(root, CONFIG, Place(CONFIG))
    raw = load_yaml(text, place)

    def line_of(word: str) -> Place:
        lines = text.splitlines()
        return Place(CONFIG, next((n for n, line in enumerate(lines, 1) if word in line), 1))

    for key, value in raw.items():
        if key not in _KEYS:
            raise BookError(f"bilinmeyen anahtar: “{key}”{nearest(key, _KEYS)}", line_of(key))
        allowed = _KEYS[key]
        if allowed is not None:
            for name in value or {}:
                if name not in allowed:
                    raise BookError(
                        f"bilinmeyen anahtar: “{key}: {name}”{nearest(name, allowed)}", line_of(name)
                    )
    formats = raw.get("format") or {}
    for name in formats.get("html") or {}:
        if name not in _HTML_KEYS:
            raise BookError(
                f"bilinmeyen anahtar: “format: html: {name}”{nearest(name, _HTML_KEYS)}", line_of(name)
            )
    book = raw.get("book") or {}
    if "chapters" not in book:
        raise BookError("“book: chapters” yok", place)
    top: dict[str, Any] = {
        key: raw[key] for key in ("number-sections", "code-fold", "toc-title") if key in raw
    }
    return Book(
        root=root,
        title=str(book.get("title", "")),
        subtitle=str(book.get("subtitle", "")),
        author=", ".join(_names(book.get("author"))),
        lang=str(raw.get("lang", "tr")),
        site_url=book.get("site-url"),
        chapters=tuple(_chapters(book, line_of)),
        labels=_labels(raw),
        output_dir=str((raw.get("project") or {}).get("output-dir", "_book")),
        resources=tuple(_names((raw.get("project") or {}).get("resources"))),
        execute=raw.get("execute") or {},
        html={"number-sections": True, **top, **(formats.get("html") or {})},
        bibliography=tuple(_names(raw.get("bibliography"))),
        csl=raw.get("csl"),
        nocite=raw.get("nocite"),
        raw=raw,
    )


def _labels(raw: dict[str, Any]) -> dict[str, str]:
    """Varsayılan sözler, üstüne `language:` ve `language: tr:`; gönderme sözü verilmemişse başlıktaki
    sözdür.
    """
    language = raw.get("language") or {}
    given = {key: value for key, value in language.items() if not isinstance(value, dict)}
    given |= language.get(raw.get("lang", "tr")) or {}
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

    def entries(items: list[Any], part: str | None, appendix: bool) -> Iterator[Chapter]:
        for item in items:
            if isinstance(item, dict) and "part" in item:
                title = str(item["part"])
                if title.endswith(".qmd"):
                    yield Chapter(title, "", None, appendix, line_of(title))
                    title = ""
                yield from entries(item.get("chapters") or [], title or part, appendix)
            else:
                path = str(item.get("file", item.get("href")) if isinstance(item, dict) else item)
                if not path.endswith(".qmd"):
                    raise BookError(f"bölüm “{path}” bir .qmd dosyası değil", line_of(path))
                yield Chapter(path, "", part, appendix, line_of(path))

    found = [*entries(book["chapters"], None, False), *entries(book.get("appendices") or [], None, True)]
    for number, chapter in enumerate(found):
        if any(other.path == chapter.path for other in found[:number]):
            raise BookError(f"“{chapter.path}” iki kez", line_of(chapter.path))
    yield from found
