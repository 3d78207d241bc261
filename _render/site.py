"""Bütün site: sayfalar, varlıklar; eskisinin yanında kurulur, bütünse yerine geçer."""

import fcntl
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from _render import memo, notebook, page, pandoc, search, uptodate
from _render.config import CONFIG, STYLESHEET, Book, from_root, load_book
from _render.crossref import Index
from _render.errors import BookError, Place, nearest, placed, reason, warn
from _render.execute import Execution, execute_book, renewed
from _render.page import Page

TEMPLATES = Path(__file__).with_name("templates")
ASSETS = "assets"
NOTEBOOKS = "_defterler"
COVER = "assets/kapak.png"
OWN_CSS = (STYLESHEET, "assets/play/play.css")  # bunların yerini kalıp bilir
BESIDE = (".yeni", ".eski")  # yazılmakta olan site ve yerinden alınan eskisi


def render(root: Path, *, check: str = "", quiet: bool = False) -> Path:
    """Kitabı kurar, sitenin klasörünü verir. Hata olursa eski site olduğu gibi kalır.

    `check`: yeni site yerine konmadan önce `python -m` ile koşulacak modül; 0'dan başka çıkış kodu hatadır.
    """
    with _alone(root):
        return _render(root, check=check, quiet=quiet)


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Aynı anda tek kurulum: ikincisi birincisinin bitmesini bekler. Kilit, süreç ölünce açılır."""
    file = root / memo.CACHE / "kilit"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.open("w")
    except OSError as error:
        raise BookError(f"“{memo.CACHE}” yazılamadı: {reason(error)}", Place(CONFIG)) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("başka bir kurulum sürüyor; bitmesi bekleniyor", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        memo.forget_killed(root)
        yield


def notebooks(root: Path, *, quiet: bool = False) -> Path:
    """Bölümlerin koşulmuş defterlerini `_defterler/` klasörüne yazar, klasörü verir; siteye dokunmaz."""
    with _alone(root):
        book = load_book(root)
        pages, index = _pages(book, execute_book(book, quiet=quiet))
        files = {path: data for one in pages for path, data in notebook.downloads(one, index).items()}
        return _swap_in(root / NOTEBOOKS, {path: files[path] for path in files if path.endswith(".ipynb")})


def _render(root: Path, *, check: str, quiet: bool) -> Path:
    before = uptodate.stamps(root)
    book = load_book(root)
    _recover(root / book.output_dir)
    with _checked(root, check) as start_check:
        done = execute_book(book, refresh=False, quiet=quiet)
        start_check()  # denetim metnin kendisine bakar: çıktıların yenilenmesini beklemez
        pages, index = _pages(book, renewed(book, done))
        files = _files(book, pages, index)
    target = _swap_in(root / book.output_dir, files)
    memo.forget_unused()
    warnings = [*book.warnings, *_unlisted(book, done), *(w for one in pages for w in one.warnings)]
    uptodate.record(root, before, book.output_dir, warnings, check)
    warn(warnings)
    return target


def _unlisted(book: Book, done: list[Execution]) -> Iterator[str]:
    """Bölümlerin klasörlerinde olup kitaba girmeyen kaynaklar; `_` ile başlayanlar taslak sayılır."""
    used = {place.file for one in done for place in one.source.places}
    for folder in sorted({(book.root / chapter.path).parent for chapter in book.chapters}):
        for file in sorted(folder.glob("[!_.]*.qmd")):
            if (path := file.relative_to(book.root).as_posix()) not in used:
                yield f"{path}: kitapta yok; {CONFIG} dosyasında bölümlere ya da eklere yazın"


def _pages(book: Book, done: list[Execution]) -> tuple[list[Page], Index]:
    """Numaralanmış, göndermeleri çözülmüş sayfalar."""
    pages, index = page.first_passes(book, done)
    for one in pages:
        page.second_pass(one, index)
    if any(one.cites for one in pages):
        entries = pandoc.bibliography(book)
        for one in pages:
            one.bibliography = entries
    return pages, index


def _files(book: Book, pages: list[Page], index: Index) -> dict[str, bytes]:
    """Sitenin dosyaları: site yolu → içerik."""
    references = next((one.chapter.href for one in pages if one.holds_references), None)
    cites: set[str] = set().union(*(one.cites for one in pages))
    with ThreadPoolExecutor() as pool:  # pandoc'lar yan yana koşsun, kalıp onları beklerken derlensin
        template = pool.submit(_template)
        made = pool.map(lambda one: page.to_html(one, references, cites), pages)
        downloads = pool.map(lambda one: notebook.downloads(one, index), pages)
        list(made)
    files = {path: data for one in pages for path, data in one.files.items()}
    files |= {path: data for found in downloads for path, data in found.items()}
    files |= dict(_copied(book))
    rules: dict[str, str] = {}
    entries = [page.entry(one, index) for one in pages]
    html = {
        one.chapter.href: _unstyled(text, rules)
        for one, text in zip(pages, _templated(template.result(), book, pages, entries), strict=True)
    }
    _check_links(html, files, pages)
    files |= {href: text.encode("utf-8") for href, text in html.items()}
    extra = "".join(f".{name}{{{rule}}}\n" for rule, name in rules.items()) + _running_heads(book, pages)
    files[STYLESHEET] = files.get(STYLESHEET, b"") + b"\n" + extra.encode("utf-8")
    files[search.INDEX] = search.index(pages)
    if book.site_url:
        files["sitemap.xml"] = _sitemap(book)
        files[COVER] = _cover(book, entries)
    return files


def _facts(entries: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """Kapakta yazan sayılar, ilk sayfadan (kapağın kendisinden) sonraki bölümlerden: kaç tane, ne."""
    words = {"figures": "şekil", "tables": "tablo", "numbers": "sınanan sayı"}
    counts = [(sum(entry[name] for entry in entries[1:]), what) for name, what in words.items()]
    return [(count, what) for count, what in counts if count]


def _cover(book: Book, entries: list[dict[str, Any]]) -> bytes:
    from _render import cover  # noqa: PLC0415 — çizim paketi yalnız kapak çizilirken

    said = " · ".join(f"{count} {what}" for count, what in _facts(entries))
    return cover.draw(book.root, book.title, book.subtitle, said)


def _running_heads(book: Book, pages: list[Page]) -> str:
    """Basılan sayfanın üstünde kitabın ve bölümün adı; sınıfı kalıp verir, biçimi `assets/site.css`'tedir."""
    return "".join(
        f".basilan-{n} {{ page: bolum-{n} }}\n@page bolum-{n} {{ @top-left {{ content: {_css(book.title)} }}"
        f" @top-right {{ content: {_css(f'{one.chapter.number} {one.title_text}'.strip())} }} }}\n"
        for n, one in enumerate(pages)
    )


def _css(text: str) -> str:
    """Biçem dosyasında tırnaklı metin."""
    return '"' + re.sub(r'["\\\n]', lambda found: f"\\{ord(found[0]):x} ", text) + '"'


@contextmanager
def _checked(root: Path, module: str) -> Iterator[Callable[[], None]]:
    """`with` sürerken `python -m module --bekle` yan yana koşar; geçmezse, çıkışta söyledikleriyle
    `BookError`. Verdiği işlev denetimi başlatır: standart girdisini kapatır.
    """
    if not module:
        yield lambda: None
        return
    command = [sys.executable, "-m", module, "--bekle"]
    process = subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert process.stdin and process.stdout
    try:
        yield process.stdin.close
        said = process.stdout.read()
        process.wait()
    finally:
        process.kill()
        process.wait()
    if process.returncode:
        message = f"“{module}” denetimi geçmedi; eski site yerinde"
        raise BookError(message, placed(said) or Place(CONFIG), detail=said.strip())


def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html", "j2"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html.j2")


def _templated(
    template: Template, book: Book, pages: list[Page], entries: list[dict[str, Any]]
) -> Iterator[str]:
    """Sayfaların HTML'i."""
    about = {
        "title": book.title, "subtitle": book.subtitle, "author": book.author, "lang": book.lang,
        "site_url": book.site_url, "chapters": entries, "facts": _facts(entries),
        "css": [path for path in book.css if path not in OWN_CSS],
    }  # fmt: skip
    for n, one in enumerate(pages):
        toc_title = str(one.numbering.options.get("toc-title", book.labels["toc-title-website"]))
        yield template.render(
            book=about,
            page={
                **entries[n],
                "title_html": one.title_html,
                "subtitle": str(one.done.source.meta.get("subtitle", "")),
                "index": n,
                "root": "../" * one.chapter.href.count("/"),
                "body": one.body,
                "toc": one.toc,
                "prev": entries[n - 1] if n else None,
                "next": entries[n + 1] if n + 1 < len(entries) else None,
                "downloads": notebook.names(one),
                "has_math": "<math" in one.body,
            },
            labels=book.labels | {"toc-title-website": toc_title},
        )


def _copied(book: Book) -> Iterator[tuple[str, bytes]]:
    """`assets/` ve `project: resources` dosyaları."""
    patterns = [f"{ASSETS}/**/*", *book.resources, *book.css]
    for pattern in patterns:
        for file in sorted(book.root.glob(pattern)):
            if file.is_file():
                yield file.relative_to(book.root).as_posix(), file.read_bytes()


_ATTRIBUTES = r'((?:\s+[\w:-]+(?:="[^"]*")?)*?)'
_STYLED = re.compile(rf'<([a-zA-Z][\w-]*){_ATTRIBUTES}\s+style="([^"]*)"{_ATTRIBUTES}(\s*/?)>')


def _unstyled(html: str, rules: dict[str, str]) -> str:
    """Satır içi biçimler (pandoc'un MathML'de ve resimlerde yazdıkları) sınıf olur: katı CSP bunlara izin
    vermez.
    """

    def replaced(found: re.Match[str]) -> str:
        tag, before, style, after, end = found.groups()
        name = rules.setdefault(style, f"bicim-{len(rules) + 1}")
        attributes = before + after
        if 'class="' in attributes:
            attributes = attributes.replace('class="', f'class="{name} ', 1)
        else:
            attributes = f' class="{name}"' + attributes
        return f"<{tag}{attributes}{end}>"

    return _STYLED.sub(replaced, html.replace(' columnalign="right"', "").replace(' columnalign="left"', ""))


def _check_links(html: dict[str, str], files: dict[str, bytes], pages: list[Page]) -> None:
    """Site içi her bağlantının sayfası ve çıpası var olmalı."""
    ids = {href: set(re.findall(r'\sid="([^"]+)"', text)) for href, text in html.items()}
    for one in pages:
        for target in re.findall(r"""<(?:a|img)\s[^>]*?(?:href|src)=["']([^"']*)["']""", one.body):
            if re.match(r"[a-zA-Z][\w+.-]*:|//", target):
                continue
            path, _, anchor = target.replace("&amp;", "&").partition("#")
            path = path.partition("?")[0]
            full = from_root(unquote(path), one.chapter.href) if path else one.chapter.href
            if full not in html:
                if full not in files:
                    raise BookError(f"“{target}” bağlantısının sayfası yok", one.done.source.find(path))
            elif anchor and unquote(anchor) not in ids[full]:
                written = unquote(target.replace(".html", ".qmd"))
                raise BookError(
                    f"“{written}” bağlantısının çıpası yok{nearest(unquote(anchor), ids[full])}",
                    one.done.source.find("#" + unquote(anchor)),
                )


def _sitemap(book: Book) -> bytes:
    base = str(book.site_url).rstrip("/")
    rows = "".join(f"<url><loc>{base}/{chapter.href}</loc></url>\n" for chapter in book.chapters)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{rows}</urlset>\n".encode()


def _check_target(target: Path) -> None:
    """Hedef yoktur, boştur ya da eskisidir (Quarto'nunki de olur): yazarın dosyalarının üstüne yazılmaz."""
    if target.exists() and not target.is_dir():
        raise BookError(f"“{target.name}” yazılamadı: o adda bir dosya var", Place(CONFIG))
    entries = list(target.rglob("*"))
    files = [entry for entry in entries if not entry.is_dir()]
    site = any((target / name).exists() for name in (search.INDEX, "site_libs"))
    notebooks = files and all(file.suffix == ".ipynb" for file in files)
    if entries and not site and not notebooks:
        raise BookError(f"“{target.name}” içinde site değil, başka dosyalar var", Place(CONFIG))


def _swap_in(target: Path, files: dict[str, bytes]) -> Path:
    """Dosyaları yanına yazar, sonra yerine koyar. Nerede kesilirse kesilsin yerinde bütün bir site kalır."""
    _check_target(target)
    fresh, old = (target.with_name(target.name + suffix) for suffix in BESIDE)
    try:
        _recover(target)
        for path, data in files.items():
            file = fresh / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        if target.is_dir():
            target.rename(old)
        fresh.rename(target)
    except OSError as error:
        raise BookError(f"“{target.name}” yazılamadı: {reason(error)}", Place(CONFIG)) from None
    finally:
        _recover(target)
    return target


def _recover(target: Path) -> None:
    """Yarıda kalmış (öldürülmüş de olabilir) yer değiştirmeyi toparlar: eski site yeri boşsa yerine döner."""
    fresh, old = (target.with_name(target.name + suffix) for suffix in BESIDE)
    if old.is_dir() and not target.exists():
        old.rename(target)
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
