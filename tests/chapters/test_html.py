"""Her sayfa geçerli HTML'dir: ayrıştırıcı hata bulmaz, kimlikler tektir, bağlantıların hedefi vardır."""

from urllib.parse import unquote, urldefrag

import pytest
from justhtml import JustHTML


@pytest.fixture(scope="module")
def pages(book_dir):
    found = {
        path.resolve(): JustHTML(path.read_text(encoding="utf-8"), collect_errors=True, sanitize=False)
        for path in book_dir.rglob("*.html")
    }
    assert len(found) >= 6
    return found


def ids(page):
    return [node.attrs["id"] for node in page.query("[id]")]


def test_parser_finds_no_error(pages):
    assert {path.name: page.errors for path, page in pages.items() if page.errors} == {}


def test_ids_are_unique(pages):
    for path, page in pages.items():
        seen = ids(page)
        assert sorted(seen) == sorted(set(seen)), path.name


def test_every_local_link_leads_somewhere(pages):
    targets = {path: set(ids(page)) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for node in page.query("a[href]"):
            address, anchor = urldefrag(node.attrs["href"])
            if address.partition(":")[0] in {"http", "https", "mailto"}:
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            if not target.exists() or (
                anchor and target in targets and unquote(anchor) not in targets[target]
            ):
                broken.append(f"{path.name}: {node.attrs['href']}")
    assert broken == []


def test_every_page_names_itself(pages):
    for path, page in pages.items():
        assert page.query("html")[0].attrs["lang"] == "tr", path.name
        assert len(page.query("h1")) == 1, path.name
        assert page.query('meta[name="description"]')[0].attrs["content"], path.name
        assert page.query("title")[0].to_text().strip(), path.name
