"""Ekler: galeri motorla, sözlük bölümlerle, kaynakça göndermelerle uyuşur."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypandoc
import pytest
import yaml

import _engine
from _audit.check import check
from _audit.document import Document, document_of, read_document

ROOT = Path(__file__).resolve().parents[2]
GALLERY = "chapters/motor-galerisi.qmd"
LESSONS = [
    "chapters/dikkat-mekanizmasi.qmd",
    "chapters/nlp-transformer-dikkat.qmd",
    "chapters/kucuk-transformer.qmd",
]
TERMS: list[dict[str, Any]] = yaml.safe_load((ROOT / "assets/sozluk.yml").read_text(encoding="utf-8"))
SUFFIX = r"\w*"
PRINTED_ONLY = {"golub2013", "lowerre1976"}
FOLD = str.maketrans("çğıöşüâîû", "cgiosuaiu")


def lower(text: str) -> str:
    """Türkçe küçük harf; uzunluğu değiştirmez."""
    return text.replace("İ", "i").replace("I", "ı").lower()


# --- galeri ------------------------------------------------------------------------------------------------


def gallery() -> str:
    return (ROOT / GALLERY).read_text(encoding="utf-8")


def published() -> set[str]:
    cases = json.loads((ROOT / "tests/golden/engine_open.json").read_text(encoding="utf-8"))
    return {case["function"] for case in cases}


def described() -> dict[str, str]:
    """Galeride anlatılan işlev → orada yazan imzası."""
    found = re.findall(r"^\[`((\w+)\([^`]*)`\]\{#galeri-(\w+)\}$", gallery(), re.M)
    assert all(name == anchor for _, name, anchor in found)
    assert len(found) == len({name for _, name, _ in found})
    return {name: signature for signature, name, _ in found}


def test_every_public_function_of_the_engine_is_in_the_gallery() -> None:
    public = {name for name in _engine.__all__ if inspect.isfunction(getattr(_engine, name))}
    assert described().keys() == public
    assert published() <= public


@pytest.mark.parametrize(("name", "written"), described().items())
def test_written_signature_is_the_real_one(name: str, written: str) -> None:
    parameters = inspect.signature(getattr(_engine, name)).parameters.values()
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    real = name + str(inspect.Signature(plain))
    shortened, dots, _ = written.partition(", …)")
    assert real.startswith(shortened) if dots else real == written


def test_groups_at_the_top_are_the_sections() -> None:
    groups: dict[str, Any] = {}
    for node in ast.walk(ast.parse(next(code for code in cells(gallery()) if "GROUPS = {" in code))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in {"GROUPS", "ADDED"}:
            groups |= ast.literal_eval(node.value)
    sections = dict(sections_of(gallery()))
    for group, (_, names) in groups.items():
        anchors = re.findall(r"^\[`.*\{#galeri-(\w+)\}$", sections[f"sec-galeri-{group}"], re.M)
        assert anchors == names.split()
    listed = {name for _, names in groups.values() for name in names.split()}
    assert listed == described().keys()


def test_every_function_works_in_its_own_section() -> None:
    for section, text in sections_of(gallery()):
        code = ast.parse("\n".join(cells(text)))
        working = {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}
        idle = set(re.findall(r"\{#galeri-(\w+)\}$", text, re.M)) - working
        assert not idle, f"{section}: anlatılıp çalıştırılmayan {idle}"


def cells(text: str) -> list[str]:
    return re.findall(r"^```\{python\}\n(.*?)^```$", text, re.M | re.S)


def sections_of(text: str) -> list[tuple[str, str]]:
    """Kimlik ve metin; alt bölümü olan bölümün metni ilk alt bölüme kadardır."""
    starts = [(m.start(), m[1]) for m in re.finditer(r"^##+ .*\{#(sec-galeri-[\w-]+)\}$", text, re.M)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return [(name, text[start:end]) for (start, name), end in zip(starts, ends, strict=True)]


# --- sözlük ------------------------------------------------------------------------------------------------


class Use(NamedTuple):
    """Bir terimin metindeki geçişi, kaynaktaki yeriyle; `link` bağlandığı adrestir."""

    start: int
    end: int
    term: str
    folded: bool  # kapalı bir kutunun içinde
    link: str | None


def uses(document: Document) -> list[Use]:
    """Belgenin düz metnindeki terimler, sırayla. İç içe geçenlerde uzunu sayılır.

    Düz metin paragraflar ve listelerdir: başlıkta, tabloda, alıntıda ve hücrelerde bağlantı aranmaz.
    """
    patterns = {
        term["id"]: re.compile(rf"(?<![\w-])(?:{term.get('use', re.escape(lower(term['term'])) + SUFFIX)})")
        for term in TERMS
    }
    folded = list(folded_ranges(document.text))
    found = []
    for passage in document.passages:
        visible = passage.visible
        if passage.kind not in {"paragraf", "liste"} or not visible.text:
            continue
        start = document.text.rfind("\n", 0, visible.offsets[0]) + 1
        if document.text.startswith((">", ": "), start) and not document.text.startswith(":   ", start):
            continue
        linked = [mark for mark in visible.marked if "glossary-term" in mark.attributes.classes]
        last = -1
        text = lower(visible.text)
        matches = [(m.start(), -m.end(), name) for name, p in patterns.items() for m in p.finditer(text)]
        for first, minus_end, name in sorted(matches):
            if first < last:
                continue
            last = -minus_end
            source, end = visible.offsets[first], visible.offsets[last - 1] + 1
            mark = next((m for m in linked if m.first <= first and last <= m.last), None)
            address = re.compile(r"\[[^\]]*\]\(([^)]*)\)").match(document.text, mark.start) if mark else None
            inside = any(low <= source < high for low, high in folded)
            found.append(Use(source, end, name, inside, address[1] if address else None))
    return found


def folded_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Kapalı kutuların (`collapse="true"`) kaynaktaki yerleri."""
    opened: list[tuple[int, bool]] = []
    for mark in re.finditer(r"^:{3,}(.*)$", text, re.M):
        if mark[1].strip():
            opened.append((mark.start(), 'collapse="true"' in mark[1]))
        elif opened:
            start, closed = opened.pop()
            if closed:
                yield start, mark.end()


def first_uses(document: Document) -> dict[str, Use]:
    """Terim → ilk geçişi. Önce açık metne bakılır: kapalı kutuyu okuyan da ötekini okumuştur."""
    found: dict[str, Use] = {}
    for use in sorted(uses(document), key=lambda use: (use.folded, use.start)):
        found.setdefault(use.term, use)
    return found


def test_terms_are_whole_and_in_order() -> None:
    alphabet = "abcçdefgğhıijklmnoöpqrsştuüvwxyz"
    for term in TERMS:
        assert term.keys() - {"use"} == {"term", "id", "en", "also", "text", "at"}
        assert term["id"] == re.sub(r"[^a-z0-9]+", "-", lower(term["term"]).translate(FOLD))
        assert term["text"].endswith(".")
        assert not {lower(other) for other in term["also"]} & {lower(term["term"]), lower(term["en"])}
    order = [[alphabet.find(letter) for letter in lower(term["term"])] for term in TERMS]
    assert all(a < b for a, b in pairwise(order))


def test_words_readers_search_with_lead_to_their_term() -> None:
    known = {lower(word): term["id"] for term in TERMS for word in (term["term"], term["en"], *term["also"])}
    asked = {
        "özdikkat": "oz-dikkat",
        "çoklu kafalı dikkat": "cok-basli-dikkat",
        "konumsal kodlama": "konum-kodlamasi",
        "kodçözücü": "kod-cozucu",
        "dönem": "tur",
        "belirteç": "token",
        "attention": "dikkat",
        "softmaks": "softmax",
    }
    assert {word: known.get(word) for word in asked} == asked


def test_no_search_word_leads_to_two_terms() -> None:
    words = [lower(word) for term in TERMS for word in {term["term"], term["en"], *term["also"]}]
    assert len(words) == len(set(words))


def test_definitions_carry_no_unverified_number() -> None:
    text = "\n\n".join(f"{term['term']} {term['text']}" for term in TERMS)
    assert [str(failure) for failure in check(document_of("sözlük", text), {}).failures] == []


@pytest.mark.parametrize("path", LESSONS)
def test_terms_are_linked_at_their_first_use(path: str) -> None:
    document = read_document(path, ROOT)
    unlinked = [
        f"{document.place(use.start)} {document.text[use.start : use.end]} → {use.term}"
        for use in first_uses(document).values()
        if use.link != f"sozluk.qmd#terim-{use.term}"
    ]
    assert not unlinked


@pytest.mark.parametrize("path", LESSONS)
def test_every_glossary_link_has_a_target_and_stands_once(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(sozluk\.qmd#terim-([\w-]+)\)\{\.glossary-term\}", text)
    assert set(targets) <= {term["id"] for term in TERMS}
    assert len(targets) == len(set(targets)) == text.count("sozluk.qmd#")


def test_terms_stand_where_the_glossary_says() -> None:
    documents = {path: read_document(path, ROOT) for path in [*LESSONS, GALLERY]}
    text = "".join(document.text for document in documents.values())
    for term in TERMS:
        assert f"{{#{term['at']}}}" in text, f"{term['term']}: {term['at']} yok"


# --- kaynakça ----------------------------------------------------------------------------------------------


def test_every_entry_of_the_bibliography_is_cited_and_has_an_address() -> None:
    bibliography = (ROOT / "references.bib").read_text(encoding="utf-8")
    entries = {m[1]: m[0] for m in re.finditer(r"^@\w+\{(\w+),\n(?:  .*\n)+\}", bibliography, re.M)}
    assert len(entries) == bibliography.count("\n@") + bibliography.startswith("@")
    prose = "".join(file.read_text(encoding="utf-8") for file in [*(ROOT / "chapters").glob("*.qmd")])
    cited = set(re.findall(r"@(\w+)", prose))
    assert entries.keys() - cited == set()
    for key, entry in entries.items():
        assert re.search(r"^  year +=", entry, re.M), f"{key}: yılı yok"
        assert key in PRINTED_ONLY or re.search(r"^  url +=", entry, re.M), f"{key}: adresi yok"


@pytest.mark.parametrize("language", [[], ["--metadata=lang:tr"]])
def test_bibliography_speaks_turkish_whatever_the_language(language: list[str]) -> None:
    """Quarto ortak kaynakça sayfasını dilsiz kurar: sözler de başlıkların harfleri de biçemden gelir."""
    arguments = [f"--bibliography={ROOT / 'references.bib'}", f"--csl={ROOT / 'kaynakca.csl'}"]
    text = pypandoc.convert_text(
        '---\nnocite: "@*"\n---\n\n[@vaswani2017]',
        "plain",
        "markdown",
        [*arguments, *language, "--citeproc", "--wrap=none"],
    )
    assert text.startswith("(Vaswani vd. 2017)\n")
    assert "Bahdanau, Dzmitry, Kyunghyun Cho ve Yoshua Bengio. 2015. “Neural Machine Translation by" in text
    assert "et al" not in text


# --- kurulmuş sayfalar -------------------------------------------------------------------------------------


def test_rendered_glossary_holds_an_anchor_for_each_term(book_dir: Path) -> None:
    html = (book_dir / "chapters/sozluk.html").read_text(encoding="utf-8")
    anchors = re.findall(r'<dt><span id="terim-([\w-]+)"', html)
    assert anchors == [term["id"] for term in TERMS]


def test_rendered_bibliography_holds_every_entry(book_dir: Path) -> None:
    html = (book_dir / "chapters/kaynaklar.html").read_text(encoding="utf-8")
    bibliography = (ROOT / "references.bib").read_text(encoding="utf-8")
    assert set(re.findall(r'id="ref-(\w+)"', html)) == set(re.findall(r"^@\w+\{(\w+),", bibliography, re.M))


def test_gallery_is_light(book_dir: Path) -> None:
    figures = book_dir / "chapters/motor-galerisi_files"
    files = [book_dir / "chapters/motor-galerisi.html", *figures.rglob("*.svg")]
    assert sum(file.stat().st_size for file in files) < 1_200_000
