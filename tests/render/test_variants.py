"""Alışılmadık ama geçerli kaynaklar işlenir; beklenmedik dosyalar ve bozuk kaynaklar eski siteye dokunmaz."""

import html
import os
import re

import pytest

from .conftest import ROOT, SmallBook, run_render
from .test_bad_day import clean
from .test_book import NBSP, digests, element, words
from .test_preview import eventually

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
GREETING = "مرحبا بالعالم 👩🏽‍💻 🎉 İIıi"  # sağdan sola yazı, birleşik imler, dört Türkçe harf
SQUARES = [str(value) for n in range(1000) for value in (n, n * n)]  # iki sütunlu tablonun hücreleri

# Bölüm, içerilen dosya, resim, bağlantı, kaynakça, biçem: dosya beklenen yerde klasör.
FOLDERS = [
    ("", "", "_quarto.yml:6: “a.qmd” okunamadı"),
    ("{{< include b.md >}}", "", "a.qmd:3: “b.md” okunamadı"),
    ("![x](b.svg)", "", "a.qmd:3: “b.svg” okunamadı"),
    ("[x](klasör/)", "", "a.qmd:3: “klasör/” okunamadı"),
    ("Söz.", "bibliography: k.bib\n", "_quarto.yml:7: “k.bib” okunamadı"),
    ("Söz.", "format:\n  html:\n    css: x.css\n", "_quarto.yml:9: “x.css” okunamadı"),
]


@pytest.mark.parametrize(("line", "extra", "message"), FOLDERS)
def test_folder_where_a_file_should_be(book: SmallBook, line: str, extra: str, message: str) -> None:
    book.chapters("a.qmd", extra=extra)
    for name in ("b.md", "b.svg", "klasör", "k.bib", "x.css", *([] if line else ["a.qmd"])):
        (book.folder / name).mkdir()
    if line:
        book.write("a.qmd", f"# A\n\n{line}\n")
    assert book.refused() == f"{message}: o adda bir klasör var"
    assert not (book.folder / "_book").exists()


MERMAID_OPTIONS = [
    ("fig-cap: [", "açılan ayraç kapanmamış"),
    ("fig-cap: a: b", "beklenmeyen iki nokta"),
    ("fig-alt: y", "“fig-alt” iki kez"),
    ("fig-cap 'y'", "addan sonra iki nokta yok"),
]


@pytest.mark.parametrize(("option", "message"), MERMAID_OPTIONS)
def test_broken_options_of_a_mermaid_cell(book: SmallBook, option: str, message: str) -> None:
    code = f"%%| fig-alt: x\n%%| {option}\nflowchart TD\n  A --> B"
    book.write("a.qmd", f"# A\n\n```{{mermaid}}\n{code}\n```\n")
    said = book.refused()
    assert said.startswith("a.qmd:5: hücre 1: hücre seçenekleri bozuk: ") and message in said


PAGE = f"""# $x^2$ {{#sec-İlk}}

{GREETING}

## $E = mc^2$

Söz.

## Kaynak [@a1]

Söz.

## {GREETING} {{#sec-İnce-Iş}}

Bak: @sec-İlk, @sec-İnce-Iş, [oraya](b.qmd#مرحبا).

![b](n.svg){{#fig-İz fig-alt='{GREETING}'}}

::: {{.callout-note title="Önce @fig-İz"}}
Kutu.
:::

::: {{.callout-tip collapse="true"}}
## Sonra @tbl-b

Kutu.
:::

{{{{< include ek.md >}}}}

```markdown
{{{{< include ek.md >}}}}
{{{{< include yok.md >}}}}
```

Kodda `{{{{< include yok.md >}}}}` da durur.
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Hücresiz, iki bölümlü kitap: birincisi `PAGE`, ikincisi çok uzun satırlar ve bin satırlık tablo."""
    small = SmallBook(tmp_path_factory.mktemp("değişik"))
    small.chapters("a.qmd", "b.qmd", extra="bibliography: k.bib\n")
    small.write("k.bib", "@book{a1, author={Ay, Ş.}, title={Kitap}, year={2001}}")
    small.write("n.svg", SVG)
    small.write("a.qmd", PAGE)
    included = "İçerilen söz.\n\n- bir\n- iki\n\n```\nkod\nsatırı\n```\n"
    small.write("ek.md", b"\xef\xbb\xbf" + included.replace("\n", "\r\n").encode())
    line = ("ş" * 999 + " ") * 500
    rows = "".join(f"| {n} | {n * n} |\n" for n in range(1000))
    small.write(
        "b.qmd",
        f"# B\n\n## مرحبا\n\n{line}son\n\n```\n{line}kodun sonu\n```\n\n"
        f"| n | kare |\n|---|---|\n{rows}\n: Kareler {{#tbl-b}}\n",
    )
    small.render()
    return small


def test_emoji_and_right_to_left_text_stay(page: SmallBook) -> None:
    body = page.body("a.html")
    assert f"<p>{GREETING}</p>" in body
    assert f'alt="{GREETING}"' in body
    assert f"1.3 {GREETING}" in words(element(body, "sec-İnce-Iş"))
    assert '<a href="b.html#مرحبا">oraya</a>' in body
    assert 'id="مرحبا"' in page.body("b.html")


def test_headings_of_math_and_with_a_citation(page: SmallBook) -> None:
    body = page.body("a.html")
    h1, math, cited = re.findall(r"<h[12]>(.*?)</h[12]>", body)[:3]
    for heading, number, formula in ((h1, "1", "x^2"), (math, "1.1", "E = mc^2")):
        assert heading.startswith(f'<span class="header-section-number">{number}</span> <math ')
        assert f'<annotation encoding="application/x-tex">{formula}</annotation>' in heading
    assert words(cited) == "1.2 Kaynak (Ay 2001)"
    assert 'href="#ref-a1"' in cited
    assert 'id="ref-a1"' in body
    whole = (page.folder / "_book/a.html").read_text(encoding="utf-8")
    assert re.search(r'<nav class="contents".*?<a href="#e-mc2">.*?<math .*?</nav>', whole, re.S)


def test_labels_with_turkish_letters_and_references_in_callout_titles(page: SmallBook) -> None:
    body = page.body("a.html")
    assert re.findall(r'<a href="([^"]+)" class="quarto-xref">(.*?)</a>', body) == [
        ("#sec-İlk", f"Bölüm{NBSP}1"),
        ("#sec-İnce-Iş", f"Bölüm{NBSP}1.3"),
        ("#fig-İz", f"Şekil{NBSP}1.1"),
        ("b.html#tbl-b", f"Tablo{NBSP}2.1"),
    ]
    for identifier in ("sec-İlk", "sec-İnce-Iş", "fig-İz"):
        assert body.count(f'id="{identifier}"') == 1
    note, tip = re.findall(
        r'<div class="callout .*?</div>|<summary class="callout-header.*?</summary>', body, re.S
    )
    assert words(note) == f"Önce Şekil{NBSP}1.1"
    assert words(tip) == f"Sonra Tablo{NBSP}2.1"


def test_included_file_with_crlf_and_bom(page: SmallBook) -> None:
    body = page.body("a.html")
    assert re.search(r"<p>İçerilen söz\.</p>\s*<ul>\s*<li>bir</li>\s*<li>iki</li>\s*</ul>", body)
    assert "<code>kod\nsatırı</code>" in body
    assert not re.search("[\r\ufeff]", body)


def test_include_written_in_code_is_shown_not_done(page: SmallBook) -> None:
    body = page.body("a.html")
    assert body.count("İçerilen söz.") == 1
    (code,) = re.findall(r"<code class=\"sourceCode markdown\">(.*?)</code>", body, re.S)
    assert words(code) == "{{< include ek.md >}} {{< include yok.md >}}"
    assert "<p>Kodda <code>{{&lt; include yok.md &gt;}}</code> da durur.</p>" in body


def test_very_long_lines_and_a_table_of_a_thousand_rows(page: SmallBook) -> None:
    body = page.body("b.html")
    assert body.count("ş" * 999) == 1000
    assert "ş son</p>" in body
    assert "ş kodun sonu</code>" in body
    assert re.findall(r"<td[^>]*>(\d+)</td>", body) == SQUARES


CELLS = [
    "",
    "# yalnız yorum",
    "import os, time\nif os.fork() == 0:\n    open('cocuk', 'w').close()\n    time.sleep(600)\n"
    "    os._exit(0)\nwhile not os.path.exists('cocuk'):\n    time.sleep(0.01)\nprint('ebeveyn')",
    f"print('{GREETING}')",
    "#| label: tbl-uzun\n#| tbl-cap: Kareler\n#| echo: false\nfrom IPython.display import Markdown\n"
    "rows = '\\n'.join(f'| {n} | {n * n} |' for n in range(1000))\n"
    "Markdown(f'| n | kare |\\n|---|---|\\n{rows}')",
    f"#| label: fig-İz\n#| fig-cap: '{GREETING}'\n#| fig-alt: Çizgi\n#| echo: false\n"
    "import matplotlib.pyplot as plt\nplt.plot([1, 2]);",
]


def test_unusual_cells(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boş ve yalnız yorumlu hücre, yaşayan çatal, büyük tablo ve İ'li etiket tek çekirdekte."""
    monkeypatch.delenv("PYTEST_CURRENT_TEST")  # varken ipykernel dosya tanıtıcılarını izlemez
    cells = "\n\n".join(f"```{{python}}\n{code}\n```" for code in CELLS)
    book.write("a.qmd", f"# A\n\n{cells}\n\n@fig-İz, @tbl-uzun, `{{python}} 'İ' * 3`\n")
    book.render()
    assert (book.folder / "cocuk").exists()
    assert eventually(lambda: clean(book.folder), 20)
    body = book.body("a.html")
    empty, comment, forked, printed, table, figure = re.split(r'<div (?:id="[^"]+" )?class="cell">', body)[1:]
    for cell, code in ((empty, ""), (comment, "# yalnız yorum")):
        assert words(cell) == code
        assert "cell-output" not in cell
    assert "<code>ebeveyn</code>" in forked
    assert f"<code>{html.escape(GREETING)}</code>" in printed
    assert re.findall(r"<td[^>]*>(\d+)</td>", table) == SQUARES
    assert f"Şekil{NBSP}1.1: {GREETING}" in words(figure)
    (source,) = re.findall(r'<img src="([^"]+)"', figure)
    assert (book.folder / "_book" / source).is_file()
    assert words(figure).endswith(f"Şekil{NBSP}1.1, Tablo{NBSP}1.1, İİİ")


def bare() -> dict[str, str]:
    """Yerel ayarı C olan, HOME'suz ortam."""
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV") if name in os.environ}
    return {**kept, "LC_ALL": "C", "LANG": "C", "PYTHONPATH": str(ROOT)}


# Çekirdek yalnız hata veren hücrede açılır.
BAD_SOURCES = [
    ("# A\n\n::: {.column-page}\nİğşı\n", "ağaç.qmd:3: “:::” kutusu (ya da <div>) kapanmamış"),
    (
        "# A\n\n```{python}\n#| fig-cpa: x\n1\n```\n",
        "ağaç.qmd:4: hücre 1: bilinmeyen hücre seçeneği: “fig-cpa”",
    ),
    ("# A\n\n![x](yok-ığş.png)\n", "ağaç.qmd:3: “yok-ığş.png” dosyası yok"),
    (
        "# A\n\n```{python}\nraise ValueError('ağırlık İ ş')\n```\n",
        "ağaç.qmd:4: hücre 1: hücre hata verdi\n  raise ValueError('ağırlık İ ş')\n  ValueError: ağırlık İ ş",
    ),
    ("---\ntitle: [\n---\nx\n", "ağaç.qmd:2: ön madde bozuk"),
    ("# A\n\n@fig-ışık\n", "ağaç.qmd:3: “@fig-ışık” göndermesinin hedefi yok"),
]


@pytest.mark.parametrize(("source", "message"), BAD_SOURCES)
def test_bad_source_keeps_the_old_site_and_is_told_in_locale_c(
    book: SmallBook, source: str, message: str
) -> None:
    """Yerel ayar C olsa da ileti Türkçe harfleriyle yazılır, çıkış kodu 1'dir, eski site bayt bayt kalır."""
    book.chapters("ağaç.qmd")
    book.write("n.svg", SVG)
    book.write("ağaç.qmd", "# A\n\nİlk hâl.\n\n![b](n.svg){#fig-n fig-alt='c'}\n")
    book.render()
    before = digests(book.folder / "_book")
    book.write("ağaç.qmd", source)
    done = run_render(book.folder, env=bare())
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"HATA {message}")
    assert "Traceback" not in done.stderr
    assert digests(book.folder / "_book") == before
    assert clean(book.folder)
