"""Arama dizini: bölümler, metinleri ve sözlüğün terimleri."""

import json
from typing import Any

from _render.search import sections

from .conftest import SmallBook, run_render


def built(book: SmallBook) -> list[list[Any]]:
    """Kurulmuş kitabın dizini: [adres, numara, başlık, bölümler] listesi."""
    done = run_render(book.folder)
    assert done.returncode == 0, done.stderr
    script = (book.folder / "_book" / "search-index.js").read_text("utf-8")
    return json.loads(script.removeprefix("window.searchIndex = ").removesuffix(";\n"))


def test_each_section_holds_its_own_text(book: SmallBook) -> None:
    book.write(
        "a.qmd",
        "# Işık {#sec-isik}\n\nGiriş.[^1]\n\n[^1]: Dipnot.\n\n"
        "## Kırılma {#sec-kirilma}\n\nÜst.\n\n### Prizma\n\nAlt.\n\n## Boş {.unnumbered}\n",
    )
    assert built(book) == [
        [
            "a.html",
            "1",
            "Işık",
            [
                ["sec-isik", "1", "Işık", "Giriş. Dipnot."],
                ["sec-kirilma", "1.1", "Kırılma", "Üst."],
                ["prizma", "1.1.1", "Prizma", "Alt."],
            ],
        ]
    ]


def test_code_output_and_number_report_stay_out(book: SmallBook) -> None:
    book.write(
        "a.qmd",
        "# A\n\nMetin.\n\n```{python}\nprint('cikti')\ngizli = 1\n```\n\nSon.\n\n"
        '::: {.callout-note title="Rapor"}\n::: {.sayi-raporu}\nifade\n:::\n:::\n',
    )
    [[_, _, _, [[_, _, _, text]]], notebook] = built(book)
    assert text == "Metin. Son."
    assert notebook[0] == "a.ipynb"
    assert "not defteri" in notebook[3][0][3]


def test_formulas_read_in_line(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\nPuan $\\frac{q}{\\sqrt{d}}$'dir:\n\n$$x^2$$\n\nBitti.\n")
    [[_, _, _, [[_, _, _, text]]]] = built(book)
    assert text == "Puan q/√d’dir: … Bitti."


def test_glossary_terms_are_results_of_their_own(book: SmallBook) -> None:
    book.write(
        "a.qmd",
        "# Sözlük\n\n::: {.glossary}\n"
        "[tur]{#terim-tur} [(epoch)]{lang=en}\n"
        ":   Verinin bir kez görülmesi.\n"
        ":   Öbür adları: [dönem]{.alias}, [devir]{.alias}.\n\n"
        "[maske]{#terim-maske} [(mask)]{lang=en}\n:   Kapatan tablo.\n:::\n",
    )
    [[_, _, _, [page, *terms]]] = built(book)
    assert page == ["sözlük", "1", "Sözlük", ""]
    assert terms == [
        ["terim-tur", "", "tur", "Verinin bir kez görülmesi.", ["epoch", "dönem", "devir"]],
        ["terim-maske", "", "maske", "Kapatan tablo.", ["mask"]],
    ]


def test_figures_and_tables_are_results_of_their_own(book: SmallBook) -> None:
    book.write("k.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    book.write(
        "a.qmd",
        "# A {#sec-a}\n\nMetin.\n\n"
        '![Maskenin şekli: alttadır. Üstü boştur.](k.svg){#fig-maske fig-alt="Kareler."}\n\n'
        "| ad | sayı |\n|----|-----:|\n| bir | 0,5 |\n| iki | 0,7 |\n\n: İki satır. {#tbl-iki}\n",
    )
    [[_, _, _, found]] = built(book)
    assert found == [
        ["sec-a", "1", "A", "Metin."],
        ["fig-maske", "Şekil 1.1", "Maskenin şekli: alttadır", "Üstü boştur. Kareler."],
        ["tbl-iki", "Tablo 1.1", "İki satır", "ad sayı · bir 0,5 · iki 0,7"],
    ]


def test_references_are_results_of_their_own() -> None:
    entry = '<div id="ref-x" class="csl-entry">Ad, A. 2017. “Dikkat Yeter”. <em>Dergi</em>.</div>'
    body = f'<section id="a"><h1>A</h1><p>Metin.</p><div id="refs">{entry}</div></section>'
    assert sections(body) == [
        ["a", "", "A", "Metin."],
        ["ref-x", "", "Dikkat Yeter", "Ad, A. 2017. “Dikkat Yeter”. Dergi."],
    ]


def test_blocks_do_not_run_together() -> None:
    blocks = "<ul><li>bir</li><li>iki</li></ul><table><tr><td>üç</td><td>dört</td></tr></table>"
    body = f'<section id="a"><h1>A</h1>{blocks}</section>'
    assert sections(body) == [["a", "", "A", "bir iki üç dört"]]


def test_unclosed_html_loses_no_text() -> None:
    body = '<section id="a"><h1>A</h1><p>bir <p>iki <b>üç</section></p></br><img src="x"></div>son'
    assert sections(body) == [["a", "", "A", "bir iki üç son"]]


def test_every_link_of_the_index_exists(fixture_book: SmallBook) -> None:
    site = fixture_book.folder / "_book"
    script = (site / "search-index.js").read_text("utf-8")
    for href, _, title, found in json.loads(script.removeprefix("window.searchIndex = ").removesuffix(";\n")):
        if href.endswith(".ipynb"):
            assert (site / href).is_file()
            continue
        html = (site / href).read_text("utf-8")
        assert title
        assert found
        for identifier, *_ in found:
            assert f'id="{identifier}"' in html, (href, identifier)
