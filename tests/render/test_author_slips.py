"""Yazarın küçük kaymaları: sessizce kaybolan metin, karışan şekil, Python'ın hata yığını olmamalı."""

import re

import psutil
import pytest

from .conftest import SmallBook
from .test_preview import eventually

PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n"


def cell(options: str, code: str) -> str:
    return f"# A\n\n```{{python}}\n{options}{code}```\n"


TEXTS = [
    ("# A\n\n```python\nx\n\n## B\n\n```python\ny\n```\n", "a.qmd:3: kod çiti kapanmamış"),
    ("# A\n\n~~~python\nx\n", "a.qmd:3: kod çiti kapanmamış"),
    ("# A\n\n````python\nx\n```\n", "a.qmd:3: kod çiti kapanmamış"),
    ("# A\n\n````{python}\nx\n```\n", "a.qmd:3: kod hücresinin çiti kapanmamış"),
    ("# A\n\nBir.\n\n---\nNot: bu cümle.\n---\n\nSon.\n", "a.qmd:5: gövdedeki “---” bloğu ön madde sayılır"),
    ("\n---\nexecute:\n  echo: false\n---\n\n# A\n", "a.qmd:2: gövdedeki “---” bloğu ön madde sayılır"),
    ("---\ntitle: x\n\tdescription: y\n---\n\nb\n", "a.qmd:3: ön madde bozuk: girintide sekme var"),
    ("---\ntitle: x\x01\n---\n\nb\n", "a.qmd:2: ön madde bozuk: görünmeyen bir denetim karakteri"),
    ("---\ntitle:\n---\n\nb\n", "a.qmd:2: “title: None”: bir metin olmalı"),
    ("# A\n\n::: {.callout-note\ny\n:::\n", "kutusunun “}” ayracı eksik"),
    ("# A\n\n::: {.callout-note}\ny\n:::\n\n:::\n\nz\n", "“:::” burada bir kutu açmıyor, kapatmıyor"),
    ('# A\n\n<img src="yok.png" alt="x">\n', "“yok.png” bağlantısının sayfası yok"),
    ("# A\n\n<a href='yok.html'>x</a>\n", "“yok.html” bağlantısının sayfası yok"),
    ("# A\n\n## B {#sec-x}\n\n## C {#sec-x}\n", "a.qmd:5: “sec-x” etiketi ikinci kez; ilki a.qmd:3"),
    ("# A\n\n$$x$$ {#eq-x}\n\n$$y$$ {#eq-x}\n", "a.qmd:5: “eq-x” etiketi ikinci kez; ilki a.qmd:3"),
    ("# A\n\n{{< include döngü.md >}}\n", "a.qmd:3: “döngü.md” kendine dönen bir simgesel bağ"),
]


@pytest.mark.parametrize(("source", "message"), TEXTS, ids=range(len(TEXTS)))
def test_text_that_would_be_lost_is_an_error(book: SmallBook, source: str, message: str) -> None:
    book.write("a.qmd", source)
    (book.folder / "döngü.md").symlink_to("döngü.md")
    assert message in book.refused()


CONFIGS = [
    ("book:\n  chapters:\n    - part: X\n      chpaters: [a.qmd]\n", '“chapters: chpaters” ("chapters" mi'),
    ("book:\n  chapters:\n    - a.qmd\n    - part: X\n", "_quarto.yml:4: “X” kısmının bölümleri"),
    ("book:\n  chapters: [a.qmd, ./a.qmd]\n", "“a.qmd” iki kez"),
    ("book:\n  chapters: [a.qmd, {x: y}]\n", "_quarto.yml:2: bilinmeyen anahtar: “chapters: x”"),
    ("book:\n  chapters:\n    - a.qmd\n    -\n", "_quarto.yml:2: bölüm bir dosya yolu olmalı"),
    ("project:\n  type: website\nbook:\n  chapters: [a.qmd]\n", "“project: type: website”: book olmalı"),
    ("book:\n  title: {a: b}\n  chapters: [a.qmd]\n", "_quarto.yml:2: “book: title: {'a': 'b'}”: bir metin"),
    ("project:\n  output-dir: d\nbook:\n  chapters: [a.qmd, d/b.qmd]\n", "“d/b.qmd” site klasörünün"),
]


@pytest.mark.parametrize(("config", "message"), CONFIGS, ids=range(len(CONFIGS)))
def test_chapters_do_not_drop_out_of_the_config(book: SmallBook, config: str, message: str) -> None:
    book.write("_quarto.yml", config)
    for path in ("a.qmd", "d/b.qmd"):
        book.write(path, "# A\n")
    assert message in book.refused()


@pytest.mark.parametrize("name", ["el.html", "CNAME", "alt/Makefile"])
def test_a_folder_of_the_author_is_not_taken_for_a_site(book: SmallBook, name: str) -> None:
    book.write("_quarto.yml", "project:\n  output-dir: docs\nbook:\n  chapters: [a.qmd]\n")
    book.write("a.qmd", "# A\n")
    book.write(f"docs/{name}", "elle")
    assert "“docs” içinde site değil, başka dosyalar var" in book.refused()
    assert (book.folder / "docs" / name).read_text(encoding="utf-8") == "elle"


FENCES = """# A

- ```python
  x = 1
  ```

1. - ~~~
     y
     ~~~

> ```
> z
> ```

<!--
```
-->

Son ![x](b.svg?v=1).
"""


def test_fences_behind_list_marks_quotes_and_in_comments_are_not_open(book: SmallBook) -> None:
    book.write("a.qmd", FENCES)
    book.write("b.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"></svg>')
    book.render()
    assert book.body("a.html").count("<pre") == 3
    assert "Son <img" in book.body("a.html")


CELLS = {
    "açıklamada ayraç": (
        cell("#| label: fig-x\n#| fig-cap: 'aralık [0, 1)'\n#| fig-alt: z\n", PLOT),
        "köşeli ayraç",
    ),
    "liste açıklama": (
        cell("#| label: tbl-x\n#| tbl-cap: '3. adımda'\n", "1\n"),
        "açıklama liste ya da başlık olur",
    ),
    "etiketsiz fig-subcap": (cell("#| fig-subcap: [a, b]\n#| fig-alt: z\n", PLOT), "fig-subcap, “fig-” ile"),
    "boş fig-alt": (
        cell("#| label: fig-x\n#| fig-cap: y\n#| fig-alt: ''\n", PLOT),
        "hücre 1 (fig-x): fig-alt eksik",
    ),
    "lambda": (cell("", "print(lambda x: x)\n"), "bellek adresi var"),
    "hatada adres": (cell("#| error: true\n", "raise ValueError(object())\n"), "bellek adresi var"),
    "büyük harfli betik": (
        cell("", "from IPython.display import HTML\nHTML('<SCRIPT>1</SCRIPT>')\n"),
        "betik var",
    ),
    "olay özniteliği": (
        cell("", "from IPython.display import HTML\nHTML('<p onclick=\"x()\">y</p>')\n"),
        "betik var",
    ),
}


def test_lost_drawing_of_mermaid_is_an_error(book: SmallBook) -> None:
    options = "%%| label: fig-m\n%%| fig-cap: 'aralık [0, 1)'\n%%| fig-alt: z\n"
    book.write("a.qmd", f"# A\n\n```{{mermaid}}\n{options}flowchart TD\n  A --> B\n```\n")
    assert "a.qmd:3: hücre 1 (fig-m): açıklamadaki köşeli ayraç şekli bozdu" in book.refused()


def test_slips_in_cells(book: SmallBook) -> None:
    book.chapters(*(f"{n}.qmd" for n in range(len(CELLS))))
    for n, (source, message) in enumerate(CELLS.values()):
        book.chapters(f"{n}.qmd")
        book.write(f"{n}.qmd", source)
        said = book.refused()
        assert said.startswith(f"{n}.qmd:3: hücre 1") and message in said


def test_what_a_cell_leaves_behind(book: SmallBook) -> None:
    """Kendi oturumunu açan süreç kalmaz; uzun hata kısalır; HTML'de uçbirim komutu durmaz."""
    book.chapters("a.qmd", "b.qmd")
    code = "import subprocess\nprint(subprocess.Popen(['sleep', '300'], start_new_session=True).pid)\n"
    html = "from IPython.display import HTML\nHTML('<b>\\x1b[31mk\\x00</b>')\n"
    book.write("a.qmd", f"{cell('', code)}\n```{{python}}\n{html}```\n")
    book.write("b.qmd", cell("", "raise ValueError('\\x1b[31m' + 'x' * 100_000)\n"))
    leftover = book.folder / ".cache/jupyter/999999999"
    leftover.mkdir(parents=True)
    said = book.refused()
    assert len(said) < 3000 and "\x1b" not in said
    assert not leftover.exists()
    book.chapters("a.qmd")
    book.render()
    body = book.body("a.html")
    assert "<b>k</b>" in body
    found = re.search(r"<code>(\d+)</code>", body)
    assert found and eventually(lambda: not psutil.pid_exists(int(found[1])), 10)


def test_long_lines_do_not_take_long(book: SmallBook) -> None:
    code = "import sys\nprint('ş' * 900_000)\nprint('ş' * 50_000, file=sys.stderr)\n"
    book.write("a.qmd", cell("", code))
    book.render()
    assert "ş" * 900_000 in book.body("a.html")


def test_a_citation_in_a_heading_is_not_a_link_in_the_contents(book: SmallBook) -> None:
    book.chapters("a.qmd", extra="bibliography: k.bib\n")
    book.write("k.bib", "@book{a1, author={Ay, B.}, title={Kitap}, year={2001}}")
    book.write("a.qmd", "# A\n\n## Bak [@a1] {#sec-x}\n")
    page = (book.render() / "a.html").read_text(encoding="utf-8")
    (contents,) = re.findall(r'<nav class="contents".*?</nav>', page, re.S)[:1]
    assert "2001" in contents and contents.count("<a ") == 1


def test_figures_whose_names_fold_alike_stay_apart(book: SmallBook) -> None:
    cells = [
        f"```{{python}}\n#| label: fig-{name}\n#| fig-cap: y\n#| fig-alt: z\n"
        f"import matplotlib.pyplot as plt\nplt.plot([{n}, 2])\nplt.show()\n```"
        for n, name in enumerate(("ış", "iş"))
    ]
    book.write("a.qmd", "# A\n\n" + "\n\n".join(cells) + "\n")
    book.render()
    first, second = re.findall(r'<img\s+src="([^"]+)"', book.body("a.html"))
    files = [(book.folder / "_book" / path).read_bytes() for path in (first, second)]
    assert files[0] != files[1]


def test_names_with_spaces_and_odd_pictures(book: SmallBook) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" {}></svg>'
    book.write("resim ı.svg", svg.format('width="4" height="2"'))
    book.write("veri ı.csv", "a,b\n")
    book.write("sıfır.svg", svg.format('width="0" height="0"'))
    book.write("bozuk.svg", svg.format('viewBox="0 0 x y"'))
    book.write("kısa.png", b"\x89PNG\r\n\x1a\n")
    book.chapters("a.qmd", "b ı.qmd")
    images = (
        "![x](<resim ı.svg>) ![x](resim%20ı.svg) ![x](sıfır.svg){width=100} ![x](bozuk.svg) ![x](kısa.png)"
    )
    book.write("a.qmd", f"# A\n\nBak: {images} [veri](<veri ı.csv>) [b](<b ı.qmd#sec-y>)\n")
    book.write("b ı.qmd", "# B {#sec-y}\n")
    site = book.render()
    assert (site / "resim ı.svg").is_file() and (site / "veri ı.csv").is_file()
    assert book.body("a.html").count('width="4"') == 2


def test_numbered_sentences_one_after_the_other_are_told(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.write("a.qmd", "# A\n\n3. adımda x.\n\n4. adımda y.\n")
    book.render()
    assert "uyarı: a.qmd:3: “3. adımda …” liste oldu" in capsys.readouterr().err
