"""Alt kümenin her yapısı, işlenmiş bir kitapta: numaralar, göndermeler, kutular, hücreler, indirilenler."""

import hashlib
import html
import json
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from _render import images

from .conftest import SmallBook, run_render

NBSP = "\u00a0"


def words(text: str) -> str:
    """Etiketsiz, tek boşluklu metin (bölünmez boşluk korunur)."""
    return re.sub(r"[ \n]+", " ", html.unescape(re.sub(r"<[^>]+>", "", text))).strip()


def element(body: str, identifier: str) -> str:
    """`id`'si verilen öğeden sonrası: içindekileri sınamaya yeter."""
    start = body.index(f'id="{identifier}"')
    return body[body.rindex("<", 0, start) : start + 3000]


def references(body: str) -> list[tuple[str, str]]:
    return re.findall(r'<a href="([^"]+)" class="quarto-xref">(.*?)</a>', body)


def test_every_written_form_of_a_reference(fixture_book: SmallBook) -> None:
    found = references(fixture_book.body("bolumler/temel.html"))
    assert found[:10] == [
        ("#sec-olcum", f"Bölüm{NBSP}1.1"),
        ("#sec-olcum", f"Bölüm{NBSP}1.1"),
        ("#sec-olcum", "1.1"),
        ("#sec-olcum", f"bkz.{NBSP}1.1"),
        ("#sec-olcum", f"Bölüm{NBSP}1.1"),
        ("#fig-nokta", f"Şekil{NBSP}1.1"),
        ("#sec-temel", f"Bölüm{NBSP}1"),
        ("hucreler.html#sec-hucreler", f"Bölüm{NBSP}2"),
        ("hucreler.html#fig-egri", f"Şekil{NBSP}2.1"),
        ("#fig-nokta", f"Şekil{NBSP}1.1"),
    ]
    assert found[10:] == [
        ("#tbl-deger", f"Tablo{NBSP}1.1"),
        ("#eq-enerji", f"Eşitlik{NBSP}1.1"),
        ("#lst-ornek", f"Kod{NBSP}1.1"),
        ("#fig-ikili-1", f"Şekil{NBSP}1.2 (a)"),
        ("#fig-ikili", f"Şekil{NBSP}1.2"),
    ]


@pytest.mark.parametrize(
    ("page", "identifier", "text"),
    [
        ("bolumler/temel.html", "sec-temel", "1 Işık ve ısı"),
        ("bolumler/temel.html", "sec-olcum", "1.1 Ölçüm"),
        ("bolumler/temel.html", "daha-derin", "1.1.1 Daha derin"),
        ("bolumler/temel.html", "en-derin", "1.1.1.1 En derin"),
        ("bolumler/temel.html", "işık", "Işık"),
        ("bolumler/temel.html", "fig-nokta", f"Şekil{NBSP}1.1: Nokta 0,5"),
        ("bolumler/temel.html", "tbl-deger", f"Tablo{NBSP}1.1: Değerler"),
        ("bolumler/temel.html", "tbl-kutu", f"Tablo{NBSP}1.2: Kutudaki tablo"),
        ("bolumler/temel.html", "lst-ornek", f"Kod{NBSP}1.1: Bir örnek"),
        ("bolumler/temel.html", "eq-enerji", "(1.1)"),
        ("bolumler/temel.html", "fig-ikili-2", "(b) Sağ"),
        ("bolumler/temel.html", "fig-ikili", f"Şekil{NBSP}1.2: İki nokta"),
        ("bolumler/hucreler.html", "fig-egri", f"Şekil{NBSP}2.1: Eğri; değeri 0,5"),
        ("bolumler/hucreler.html", "tbl-cikti", f"Tablo{NBSP}2.1: Üretilen tablo"),
        ("bolumler/hucreler.html", "fig-cift-1", "(a) Birincisi"),
        ("bolumler/hucreler.html", "lst-hucre", f"Kod{NBSP}2.1: Hücrenin kodu"),
        ("bolumler/hucreler.html", "fig-akis", f"Şekil{NBSP}2.3: Akış"),
        ("bolumler/ek.html", "sec-ek", f"Ek{NBSP}A — Ekler üzerine"),
        ("bolumler/ek.html", "sec-ek-konu", "A.1 Birinci ek konusu"),
        ("bolumler/ek.html", "fig-ek", f"Şekil{NBSP}A.1: Ekin şekli"),
        ("index.html", "fig-onsoz", f"Şekil{NBSP}1: Önsözün şekli"),
    ],
)
def test_numbers_stand_where_quarto_puts_them(
    fixture_book: SmallBook, page: str, identifier: str, text: str
) -> None:
    assert text in words(element(fixture_book.body(page), identifier))


def test_references_into_appendices_and_from_unnumbered_pages(fixture_book: SmallBook) -> None:
    assert references(fixture_book.body("index.html")) == [
        ("#fig-onsoz", f"Şekil{NBSP}1"),
        ("bolumler/temel.html#sec-temel", f"Bölüm{NBSP}1"),
        ("bolumler/ek.html#sec-ek", f"Ek{NBSP}A"),
    ]
    assert references(fixture_book.body("bolumler/ek.html")) == [
        ("#fig-ek", f"Şekil{NBSP}A.1"),
        ("#sec-ek-konu", f"Bölüm{NBSP}A.1"),
        ("#sec-ek", f"Ek{NBSP}A"),
    ]


def test_captions_stand_below_figures_and_above_tables(fixture_book: SmallBook) -> None:
    body = fixture_book.body("bolumler/temel.html")
    figure, table = element(body, "fig-nokta"), element(body, "tbl-deger")
    assert figure.index("<img") < figure.index("<figcaption")
    assert table.index("<figcaption") < table.index("<table")


def test_callouts(fixture_book: SmallBook) -> None:
    body = fixture_book.body("bolumler/temel.html")
    boxes = re.findall(r'<(div|details)(?: class="(callout [^"]+)")( open)?>', body)
    assert boxes == [
        ("div", "callout callout-style-default callout-note callout-titled", ""),
        ("details", "callout callout-style-default callout-caution callout-titled", ""),
        ("div", "callout callout-style-simple callout-tip callout-titled no-icon", ""),
        ("details", "callout callout-style-default callout-warning callout-titled", " open"),
        ("div", "callout callout-style-simple callout-important no-icon", ""),
    ]
    text = words(body)
    for piece in ("Not Başlıksız kutu.", "Kapalı kutu Kapalı kutunun metni.", "Başlığı içinde İpucu metni."):
        assert piece in text
    assert "Uyarı Açık ama kapanabilir." in text


def test_language_overrides_come_from_the_config(book: SmallBook) -> None:
    book.chapters(
        "a.qmd", extra="language:\n  tr:\n    callout-caution-title: Sakınca\n    crossref-fig-title: Resim\n"
    )
    book.write("n.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    book.write(
        "a.qmd", '# A\n\n::: {.callout-caution}\nx\n:::\n\n![b](n.svg){#fig-n fig-alt="c"}\n\n@fig-n\n'
    )
    book.render()
    text = words(book.body("a.html"))
    assert "Sakınca x" in text
    assert f"Resim{NBSP}1.1: b Resim{NBSP}1.1" in text


def test_tabs_include_footnotes_lists_and_links(fixture_book: SmallBook) -> None:
    body = fixture_book.body("bolumler/temel.html")
    assert len(re.findall(r'<details id="[^"]+" class="tab-pane" name="tabset-1"( open)?>', body)) == 2
    assert "Birinci sekme Birinci içerik. İkinci sekme İkinci içerik." in words(body)
    assert "Ortak parçadan gelen metin." in body
    assert 'href="#fn1"' in body
    assert 'id="fn1"' in body
    assert '<a href="hucreler.html#sec-hucreler">öteki bölüm</a>' in body
    assert '<a href="../veri/sayilar.csv">veri</a>' in body
    assert (fixture_book.folder / "_book/veri/sayilar.csv").is_file()
    assert '<ul class="task-list">' in body


def test_citations_link_to_the_page_that_holds_the_references(fixture_book: SmallBook) -> None:
    body = fixture_book.body("bolumler/temel.html")
    assert 'href="kaynaklar.html#ref-vaswani2017"' in body
    assert 'id="refs"' not in body
    sources = fixture_book.body("bolumler/kaynaklar.html")
    assert 'id="ref-vaswani2017"' in sources
    assert 'id="ref-bishop2006"' in sources


def test_citations_without_such_a_page_stand_under_the_chapter(book: SmallBook) -> None:
    book.chapters("a.qmd", extra="bibliography: k.bib\n")
    book.write("k.bib", "@book{a1, author={Ay, B.}, title={Kitap}, year={2001}, publisher={Y}}")
    book.write("a.qmd", "# A\n\nBak [@a1].\n")
    book.render()
    body = book.body("a.html")
    assert 'href="#ref-a1"' in body
    assert re.search(r'<h2 class="unnumbered">Referanslar</h2>\s*<div id="refs"', body)


def test_contents_and_stylesheets_are_as_the_config_says(book: SmallBook) -> None:
    book.chapters(
        "a.qmd", "b.qmd", extra="format:\n  html:\n    toc-title: Burada\n    css: [ek/kendi.css]\n"
    )
    book.write("ek/kendi.css", "p { color: red }")
    book.write("a.qmd", "# A\n\n## X\n")
    book.write("b.qmd", "---\ntoc: false\n---\n# B\n\n## Y\n")
    site = book.render()
    first, second = ((site / page).read_text(encoding="utf-8") for page in ("a.html", "b.html"))
    assert '<nav class="contents" aria-label="Burada">' in first and 'class="contents"' not in second
    assert '<link rel="stylesheet" href="ek/kendi.css">' in first
    assert (site / "ek/kendi.css").read_text(encoding="utf-8") == "p { color: red }"


BIBLIOGRAPHIES = {
    "k.bib": "@book{a1, author={Ay, B.}, title={Bir Kitabın Adı}, year={2001}}",
    "k.bibtex": "@book{a1, author={Ay, B.}, title={Bir Kitabın Adı}, year={2001}}",
    "k.json": '[{"id": "a1", "type": "book", "title": "Bir Kitabın Adı", "author": [{"family": "Ay"}]}]',
    "k.yaml": "references:\n- id: a1\n  type: book\n  title: Bir Kitabın Adı\n",
    "k.yml": "---\nreferences:\n- id: a1\n  type: book\n  title: Bir Kitabın Adı\n---\n",
    "k.ris": "TY  - BOOK\nID  - a1\nT1  - Bir Kitabın Adı\nER  -\n",
}


@pytest.mark.parametrize("name", BIBLIOGRAPHIES)
def test_bibliography_in_the_forms_pandoc_reads(book: SmallBook, name: str) -> None:
    book.chapters("a.qmd", extra=f"bibliography: {name}\n")
    book.write(name, BIBLIOGRAPHIES[name])
    book.write("a.qmd", "# A\n\nBak [@a1].\n")
    book.render()
    assert "Bir Kitabın Adı" in words(book.body("a.html"))  # `lang: tr`: büyük harfler olduğu gibi


def test_cells_and_outputs(fixture_book: SmallBook) -> None:
    body = fixture_book.body("bolumler/hucreler.html")
    text = words(body)
    assert "Değer 0.5 ve a_b*c; doğrulanan 0,5." in text
    assert 'id="cell-fig-egri" class="cell"' in body
    assert "<pre><code>çıktı `tırnak`</code></pre>" in body
    assert "<summary>Hatalı kod</summary>" in body
    assert "ZeroDivisionError: division by zero" in text
    assert "koşulmaz()" in text
    assert "gizli" not in text
    assert "uyarı metni" in text.split("maddeden")[0]
    assert body.count("uyarı metni") == 1  # kodda; uyarının kendisi kapalı
    assert 'class="cell ozel"' in body
    assert "vnd.dikkat" not in body.replace("vnd.dikkat.degerler+json&quot;</span>: {", "")
    assert "Text(" not in text
    assert '<details class="callout callout-style-default callout-note callout-titled">' in body
    assert re.search(r"<li><p>Maddenin içinde:</p>.*?<code>maddeden</code>.*?</li>", body, re.S)
    assert "koşulmayan = " in text
    listing = element(body, "lst-hucre")
    assert "<details" not in listing[: listing.index("</figure>")]


def test_names_of_drawn_objects_stay_off_the_page(book: SmallBook) -> None:
    """Çizim nesnesinin adı şekli olmayan hücrede de görünmez; sayı demeti ancak şeklin yanında atılır."""
    cells = [
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nplt.close()\nax",
        "ax.set_title('x')",
        "[ax, ax]",
        "ax.plot([1], [2])",
        "fig.get_axes()",
        "(0.25, 0.75)",
        "#| fig-alt: y\nplt.plot([1, 2])\nplt.xlim(0.125, 2)",
    ]
    book.write("a.qmd", "# A\n\n" + "\n\n".join(f"```{{python}}\n{code}\n```" for code in cells) + "\n")
    book.render()
    assert re.findall(r"<pre><code>(.*?)</code>", book.body("a.html")) == ["(0.25, 0.75)"]


def test_images_have_alt_size_and_a_file(fixture_book: SmallBook) -> None:
    for page in ("index.html", "bolumler/temel.html", "bolumler/hucreler.html", "bolumler/ek.html"):
        for tag in re.findall(r"<img [^>]+>", fixture_book.body(page)):
            assert re.search(r'alt="[^"]+"', tag), tag
            assert re.search(r' width="\d+" height="\d+"', tag), tag
            source = re.search(r'src="([^"]+)"', tag)
            assert source
            assert (fixture_book.folder / "_book" / page).parent.joinpath(source[1]).is_file()
    assert "hucreler_files/figure-html/fig-cift-output-2.svg" in fixture_book.body("bolumler/hucreler.html")


def test_mermaid_is_drawn_for_light_and_dark(fixture_book: SmallBook) -> None:
    folder = fixture_book.folder / "_book/bolumler/hucreler_files/figure-html"
    svg = (folder / "fig-akis.svg").read_text(encoding="utf-8")
    assert "Işık" in svg
    assert "Ağırlık" in svg
    assert "prefers-color-scheme:dark" in svg
    assert "@font-face" in svg


def test_pages_carry_no_inline_style_or_script(fixture_book: SmallBook) -> None:
    for file in (fixture_book.folder / "_book").rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert ' style="' not in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    css = (fixture_book.folder / "_book/assets/book.css").read_text(encoding="utf-8")
    assert "text-align: right; padding-right: 0" in css


def test_navigation_and_titles(fixture_book: SmallBook) -> None:
    text = (fixture_book.folder / "_book/bolumler/hucreler.html").read_text(encoding="utf-8")
    assert "Hücreler" in text[text.index("<title>") : text.index("</title>")]
    assert "Hücrelerin bölümü." in text
    assert '"../bolumler/temel.html"' in text
    assert '"../bolumler/ek.html"' in text
    assert "Birinci kısım" in text
    assert "https://ornek.invalid/kitap/bolumler/ek.html" in (
        fixture_book.folder / "_book/sitemap.xml"
    ).read_text(encoding="utf-8")


def test_shared_link_shows_a_cover_drawn_at_build(fixture_book: SmallBook) -> None:
    image = (fixture_book.folder / "_book/assets/kapak.png").read_bytes()
    assert images.size(image) == (1200, 630)
    page = (fixture_book.folder / "_book/index.html").read_text("utf-8")
    assert '<meta property="og:image" content="https://ornek.invalid/kitap/assets/kapak.png">' in page


def test_downloaded_notebook_is_for_people(fixture_book: SmallBook) -> None:
    folder = fixture_book.folder / "_book/bolumler"
    notebook = nbformat.read(folder / "hucreler.ipynb", as_version=4)
    nbformat.validate(notebook)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    whole = "\n\n".join(texts)
    prose = re.sub(r"(`{3,}).*?\1(?!`)", "", whole, flags=re.S)
    assert not re.search(r"\{|:::|@|<span|<div", prose), prose
    assert "doğrulanan 0,5. Bkz. Şekil" in prose.replace(NBSP, " ")
    assert "**Şekil 2.1**: Eğri; değeri 0,5" in whole
    assert "```mermaid" in whole
    assert "koşulmayan" in whole
    assert not any("#|" in cell.source for cell in notebook.cells)
    outputs = json.dumps(
        [cell.outputs for cell in notebook.cells if cell.cell_type == "code"], ensure_ascii=False
    )
    assert "image/svg+xml" in outputs
    assert "> **Hücreden kutu**" in outputs
    assert "vnd.dikkat" not in outputs
    assert (folder / "hucreler.qmd").read_text(encoding="utf-8") == (
        fixture_book.folder / "bolumler/hucreler.qmd"
    ).read_text(encoding="utf-8")
    assert not (folder / "temel.ipynb").exists()


def test_downloaded_notebook_keeps_captions_and_values(book: SmallBook) -> None:
    book.write(
        "a.qmd",
        "# A\n\n```{python}\nx = 2\n```\n\nDeğer `{python} x`; @tbl-t ve [burası](#a).\n\n"
        "| a | b |\n|---|--:|\n| c | 1 |\n\n: Başlık {#tbl-t}\n\n"
        '::: {.callout-note title="Kutu"}\nİçi.\n\n```{python}\nx + 1\n```\n\nSonu.\n:::\n',
    )
    book.render()
    notebook = nbformat.read(book.folder / "_book/a.ipynb", as_version=4)
    kinds = [(cell.cell_type, cell.source.replace(NBSP, " ")) for cell in notebook.cells]
    assert kinds[0] == ("markdown", "# A")
    assert kinds[1] == ("code", "x = 2")
    assert kinds[2][1].startswith("Değer 2; Tablo 1.1 ve burası.\n\n**Tablo 1.1**: Başlık\n\n| a ")
    assert kinds[2][1].endswith("> **Kutu**\n\n> İçi.")
    assert kinds[3:] == [("code", "x + 1"), ("markdown", "> Sonu.")]


def digests(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_second_render_and_clean_render_are_byte_identical(fixture_book: SmallBook) -> None:
    before = digests(fixture_book.folder / "_book")
    (fixture_book.folder / ".cache/kurulum.json").unlink()  # “değişen yok” denmesin, kayıttan kurulsun
    again = run_render(fixture_book.folder)
    assert again.returncode == 0
    assert "koştu" not in again.stderr
    assert digests(fixture_book.folder / "_book") == before
    shutil.rmtree(fixture_book.folder / ".cache")
    clean = run_render(fixture_book.folder)
    assert "hücre koştu" in clean.stderr
    assert digests(fixture_book.folder / "_book") == before
    assert sorted(path.name for path in fixture_book.folder.glob("_book*")) == ["_book"]


def test_article_columns_pass_through(book: SmallBook) -> None:
    """Quarto'nun sayfa düzeni sınıfları kutuda olduğu gibi kalır; biçemi `assets/book.css` verir."""
    names = ["column-margin", "column-page", "column-body-outset", "column-screen", "aside"]
    boxes = "".join(f"::: {{.{name} #k{n}}}\nİç {n}.\n:::\n\n" for n, name in enumerate(names))
    book.write("a.qmd", "# A\n\n" + boxes)
    book.render()
    found = re.findall(r'<div id="k(\d)" class="([^"]+)">\s*<p>İç (\d)\.</p>', book.body("a.html"))
    assert found == [(str(n), name, str(n)) for n, name in enumerate(names)]


def test_readme_names_only_tests_that_exist() -> None:
    root = Path(__file__).parents[2]
    named = set(re.findall(r"`(test_\w+)`", (root / "README.md").read_text(encoding="utf-8")))
    tests = [*root.glob("tests/**/test_*.py")]
    written = {
        match for file in tests for match in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)
    }
    assert named
    assert named <= written | {file.stem for file in tests}
