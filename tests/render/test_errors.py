"""Yazarın hataları: tek Türkçe satır, dosya, satır ve hücre; eski site yerinde kalır."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from _render import BookError

from .conftest import SmallBook, run_render

BAD_SOURCES = [
    ("# A\n\n@fig-yok\n", 'a.qmd:3: “@fig-yok” göndermesinin hedefi yok'),
    ("# A\n\n## B {#sec-bolum}\n\n@sec-bolun\n", '("sec-bolum" mi demek istediniz?)'),
    ("# A\n\n[@sec-x; @kaynak1]\n", "a.qmd:3: bir köşeli ayraçta hem gönderme hem kaynak"),
    ("# A {#sec-a}\n\n[@sec-a, s. 3]\n", "a.qmd:3: “@sec-a” göndermesinin ardındaki metin"),
    ("# A\n\n@yok2000\n", "a.qmd:3: “@yok2000” ne bir etikettir ne de kaynakça"),
    (
        "# A\n\n```{python}\n#| fig-cpa: x\n1\n```\n",
        'a.qmd:4: hücre 1: bilinmeyen hücre seçeneği: “fig-cpa” ("fig-cap"',
    ),
    ("# A\n\n```{python}\n#| echo: [\n1\n```\n", "hücre 1: hücre seçenekleri bozuk"),
    (
        "# A\n\n```{python}\n#| echo: true\n#| echo: true\n1\n```\n",
        "a.qmd:5: hücre 1: hücre seçenekleri bozuk: “echo” iki",
    ),
    ("# A\n\n```{python echo=FALSE}\n1\n```\n", "a.qmd:3: hücre 1: çitteki “echo=FALSE” desteklenmiyor"),
    ("# A\n\n```{r}\n1\n```\n", "a.qmd:3: hücre 1: “r” hücresi desteklenmiyor"),
    ("# A\n\n```{ojs}\n1\n```\n", "“ojs” hücresi desteklenmiyor"),
    ("# A\n\n> ```{python}\n> 1\n> ```\n", "a.qmd:3: hücre 1: alıntı içinde kod hücresi"),
    ("# A\n\n```{python}\n1\n", "a.qmd:3: kod hücresinin çiti kapanmamış"),
    ("# A\n\n```{python}\n1\n\n```{python}\n2\n```\n", "a.qmd:3: kod hücresinin çiti kapanmamış"),
    ("# A\n\n```python\nx = 1\n", "a.qmd:3: kod çiti kapanmamış"),
    ("# A\n\n```{{r}}\nx\n```\n", "a.qmd:3: “```{{r}}” desteklenmiyor: koşmayacak örneği"),
    ("# A\n\n[x](yok.html)\n", "a.qmd:3: “yok.html” bağlantısının sayfası yok"),
    ("# A\n\n::: {.callout-note}\nx\n", "a.qmd:3: “:::” kutusu (ya da <div>) kapanmamış"),
    ("# A\n\n{{< video x.mp4 >}}\n", "a.qmd:3: kısa kod “video” desteklenmiyor"),
    ("# A\n\nMetin {{< include b.md >}}\n", "a.qmd:3: kısa kod “include” kendi satırında"),
    ("# A\n\n{{< include yok.md >}}\n", "a.qmd:3: “yok.md” dosyası yok"),
    ("# A\n\n{{< include ../../x.md >}}\n", "a.qmd:3: “../../x.md” proje klasörünün dışında"),
    ("# A\n\n{{< include a.qmd >}}\n", "a.qmd:3: dairesel include"),
    ("# A\n\n```python\nx = 1  # <1>\n```\n", "a.qmd:4: kod notu"),
    ("# A\n\n\\newpage\n", "a.qmd:3: ham tex sayfada kaybolur"),
    ("# A\n\nDip[^x].\n", "a.qmd:3: dipnot [^x] tanımlı değil"),
    ("# A\n\nx\n\n[^x]: kullanılmayan\n", "a.qmd:5: dipnot"),
    ("# A\n\n# B\n", "a.qmd:3: sayfada birden çok birinci düzey başlık"),
    ("Metin.\n", "a.qmd:1: sayfanın başlığı yok"),
    ("\n", "a.qmd:1: dosya boş"),
    ("---\ntitle: [\n---\nx\n", "a.qmd:2: ön madde bozuk"),
    ("---\ntitle: x\n\nmetin\n", "a.qmd:1: ön madde kapanmamış"),
    ("---\ntitel: x\n---\nx\n", 'a.qmd:2: bilinmeyen ön madde anahtarı: “titel” ("title"'),
    ("# A\n\n![x](yok.png)\n", "a.qmd:3: “yok.png” dosyası yok"),
    ("# A\n\n![x](../yok.png)\n", "a.qmd:3: “../yok.png” proje klasörünün dışında"),
    ("# A\n\n[x](b.qmd)\n", "a.qmd:3: “b.qmd” kitapta yok"),
    ("# A\n\n[x](#yok)\n", "a.qmd:3: “#yok” bağlantısının çıpası yok"),
    ("# A\n\n## B {#sec-b}\n\n## C {#sec-b}\n", "“sec-b” etiketi ikinci kez"),
    ("# A\n\n$\\foo{$\n", "formül MathML'e çevrilemedi"),
    ("# A\n\nDeğer `{python} 1`.\n", "a.qmd:3: satır içi ifade var ama"),
    ("# A\n\nDeğer `{r} 1`.\n\n```{python}\n1\n```\n", "a.qmd:3: satır içi “r” desteklenmiyor"),
    ("# A\n\n```{mermaid}\n%%| fig-alt: x\nflowchart TD\n  A[x --> B\n```\n", "hücre 1: mermaid: "),
    ("# A\n\n```{mermaid}\nflowchart TD\n  A --> B\n```\n", "a.qmd:3: hücre 1: fig-alt eksik"),
    (b"# A\n\n\xff\n", "a.qmd:3: dosya UTF-8 değil"),
    ("---\nexecute: x\n---\n# A\n", "a.qmd:2: “execute” altında “anahtar: değer”"),
    ("---\nexecute:\n  timeout: -1\n---\n# A\n", "a.qmd:3: “execute: timeout: -1”: sıfırdan büyük"),
    ("# A\n\n```{python}\n#| echo: belki\n1\n```\n", "a.qmd:4: hücre 1: “echo: belki”: true ya da false"),
    ("# A\n\n```{python}\n#| label: fig x\n1\n```\n", "a.qmd:4: hücre 1 (fig x): etikette yalnız harf"),
    ("# A\n\n```{python}\n#| label: x\n#| fig-cap: y\n#| eval: false\n1\n```\n", "fig-cap, “fig-” ile"),
    ("# A\n\n```{python\n1\n```\n", "a.qmd:3: hücre 1: çitin “}” ayracı eksik"),
    ("# A\n\n::: {layout-ncol=x}\nb\n:::\n", "a.qmd:3: “layout-ncol=x” bir sayı olmalı"),
    ("# A\n\n::: {.callout-nte}\nb\n:::\n", 'a.qmd:3: bilinmeyen kutu: “callout-nte” ("callout-note"'),
    ("# A\n\n$$x$$ {#eqx}\n", "a.qmd:3: “{#eqx}” etiketi anlaşılmadı"),
    ("# A\n\n[0,5]{sayi=\"x\"\n", "a.qmd:3: öznitelik ayracı “}” ile kapanmamış"),
    ("# A\n\n<script>x</script>\n", "a.qmd:3: metinde <script> var"),
    ("# A\n\n![](a.png)\n", "a.qmd:3: resmin alternatif metni yok"),
    ("# A\n\n![x](https://a.b/c.png)\n", "a.qmd:3: “https://a.b/c.png” başka sunucudan"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "message"), BAD_SOURCES)
def test_bad_source_is_named_with_its_place(book: SmallBook, source: str | bytes, message: str) -> None:
    book.write("a.qmd", source)
    assert message in book.refused()
    assert not (book.folder / "_book").exists()


BAD_CONFIGS = [
    ("book: [\n", "_quarto.yml:2: YAML bozuk: açılan ayraç kapanmamış"),
    ("book:\n  a: b: c\n", "_quarto.yml:2: YAML bozuk: beklenmeyen iki nokta"),
    ("book:\n\tx: 1\n", "_quarto.yml:2: YAML bozuk: değer bu harfle (sekme"),
    ("book: 'x\n", "YAML bozuk: açılan tırnak kapanmamış"),
    ("book:\n  chapters:\n    - a\n   - b\n", "_quarto.yml:4: YAML bozuk: girinti"),
    ("book: 1\nlang\n", "YAML bozuk: addan sonra iki nokta yok"),
    ("book: *x\n", "_quarto.yml:1: YAML bozuk: * ile başlayan"),
    (
        "project:\n  output-dri: x\nbook:\n  chapters: [a.qmd]\n",
        '_quarto.yml:2: bilinmeyen anahtar: “project: output-dri”',
    ),
    ("bok:\n  chapters: [a.qmd]\n", '_quarto.yml:1: bilinmeyen anahtar: “bok” ("book" mi demek istediniz?)'),
    (
        "book:\n  chapters: [a.qmd]\nformat:\n  html:\n    tox: true\n",
        '_quarto.yml:5: bilinmeyen anahtar: “format: html: tox” ("toc"',
    ),
    ("book:\n  title: x\n", "_quarto.yml:1: “book: chapters” yok"),
    ("book:\n  chapters:\n    - yok.qmd\n", "_quarto.yml:3: “yok.qmd” dosyası yok"),
    ("book:\n  chapters:\n    - a.qmd\n    - a.qmd\n", "_quarto.yml:3: “a.qmd” iki kez"),
    ("book:\n  chapters:\n    - a.md\n", "_quarto.yml:3: bölüm “a.md” bir .qmd dosyası değil"),
    ("book: x\n", "_quarto.yml:1: “book” altında “anahtar: değer”"),
    ("book:\n  chapters: a.qmd\n", "_quarto.yml:2: bölümler bir liste olmalı"),
    ("? [a]\n: b\n", "YAML bozuk"),
    ("language:\n  tr: x\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:2: “language: tr” altında"),
    ("execute:\n  timeout: uzun\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:2: “execute: timeout: uzun”"),
    ("project:\n  resources: [/etc/*]\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:2: “/etc/*” proje"),
    ("project:\n  execute-dir: file\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:2: “project: execute-dir"),
    ("format:\n  html:\n    css: yok.css\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:3: “yok.css” dosyası"),
    ("bibliography: yok.bib\nbook:\n  chapters: [a.qmd]\n", "_quarto.yml:1: “yok.bib” dosyası yok"),
]  # fmt: skip


@pytest.mark.parametrize(("config", "message"), BAD_CONFIGS)
def test_bad_config_is_named_with_its_place(book: SmallBook, config: str, message: str) -> None:
    book.write("a.qmd", "# A\n")
    book.write("_quarto.yml", config)
    assert message in book.refused()


def test_label_twice_across_the_book(book: SmallBook) -> None:
    book.chapters("a.qmd", "b.qmd")
    book.write("a.qmd", "# A\n\n## X {#sec-x}\n")
    book.write("b.qmd", "# B\n\n## Y {#sec-x}\n")
    with pytest.raises(BookError, match=r"b\.qmd:3: “sec-x” etiketi ikinci kez; ilki a\.qmd:3"):
        book.render()


def test_anchor_missing_in_another_chapter_is_named_as_written(book: SmallBook) -> None:
    book.chapters("a.qmd", "b.qmd")
    book.write("a.qmd", "# A\n\n[x](b.qmd#gradyen-inşi)\n")
    book.write("b.qmd", "# B\n\n## X {#gradyen-inişi}\n")
    message = r'^a\.qmd:3: “b\.qmd#gradyen-inşi” bağlantısının çıpası yok \("gradyen-inişi" mi'
    with pytest.raises(BookError, match=message):
        book.render()


def test_content_that_stays_out_of_the_site_is_told(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.chapters("a.qmd", extra="  page-footer: Alt söz\n")
    book.write("a.qmd", "# A\n\n{{< include _ortak.qmd >}}\n\n{{< include ek.qmd >}}\n")
    for path in ("_ortak.qmd", "ek.qmd", "_taslak.qmd", "unutulmuş.qmd"):
        book.write(path, "Söz.\n")
    book.render()
    said = capsys.readouterr().err
    assert "uyarı: _quarto.yml:7: “page-footer” yalnız Quarto'nun sayfasında görünür\n" in said
    assert "uyarı: unutulmuş.qmd: kitapta yok; _quarto.yml dosyasında bölümlere ya da eklere yazın\n" in said
    assert said.count("uyarı:") == 2


def test_place_inside_an_included_file(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n{{< include b.md >}}\n")
    book.write("b.md", "Giriş.\n\n@fig-yok\n")
    with pytest.raises(BookError, match=r"^b\.md:3: “@fig-yok”"):
        book.render()


def test_crlf_and_bom_are_read(book: SmallBook) -> None:
    book.write("a.qmd", b"\xef\xbb\xbf---\r\ntitle: Ba\xc5\x9fl\xc4\xb1k\r\n---\r\n\r\nMetin.\r\n")
    book.render()
    assert "<p>Metin.</p>" in book.body("a.html")
    assert '<span class="header-section-number">1</span> Başlık' in book.body("a.html")


def test_command_prints_one_line_exits_1_and_keeps_the_old_site(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\nİlk hâl.\n")
    assert run_render(book.folder).returncode == 0
    book.write("a.qmd", "# A\n\n@fig-yok\n")
    done = run_render(book.folder)
    assert done.returncode == 1
    assert done.stderr.strip() == "HATA a.qmd:3: “@fig-yok” göndermesinin hedefi yok"
    assert "İlk hâl." in book.body("a.html")
    assert sorted(path.name for path in book.folder.glob("_book*")) == ["_book"]
    assert run_render(book.folder).returncode == 1


CELLS = {
    "patlar": (
        "x = 1\n1 / 0\n",
        "a.qmd:7: hücre 1 (patlar): hücre hata verdi\n  1 / 0\n  ZeroDivisionError: division by zero",
    ),
    "sözdizimi": (
        "x = (\n",
        "a.qmd:6: hücre 1 (sözdizimi): hücre hata verdi\n  x = (\n  SyntaxError: incomplete input",
    ),
    "çıkar": ("import os\nos._exit(3)\n", "a.qmd:3: hücre 1 (çıkar): hücre çekirdeği durdurdu"),
    "bitmez": ("while True: pass\n", "a.qmd:3: hücre 1 (bitmez): hücre 3 saniyede bitmedi"),
    "paketsiz": ("import olmayan_paket\n", "ModuleNotFoundError: No module named 'olmayan_paket'"),
    "fig-yok": (
        "#| fig-cap: b\n#| fig-alt: c\n1\n",
        "a.qmd:3: hücre 1 (fig-yok): şekil hücresi şekil üretmedi",
    ),
    "tbl-yok": ("#| tbl-cap: b\nx = 1\n", "a.qmd:3: hücre 1 (tbl-yok): tablo hücresi çıktı üretmedi"),
    "fig-alt-yok": ("#| fig-cap: b\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);\n", "fig-alt eksik"),
    "fig-iki": (
        "#| fig-cap: b\n#| fig-alt: c\nimport matplotlib.pyplot as plt\nplt.plot(); plt.show(); plt.plot()\n",
        "hücre 2 şekil üretti ama fig-subcap yok",
    ),
    "adres": ("print(1)\nobject()\n", "a.qmd:3: hücre 1 (adres): çıktıda bellek adresi var"),
    "adres-yazdırır": ("print(object())\n", "hücre 1 (adres-yazdırır): çıktıda bellek adresi var"),
    "asis-betik": ("#| output: asis\nprint('<script>1</script>')\n", "a.qmd:3: metinde <script> var"),
    "asis-kısa-kod": ("#| output: asis\nprint('{{< video x >}}')\n", "a.qmd:3: kısa kod “video”"),
    "asis-dipnot": ("#| output: asis\nprint('a[^x]')\n", "a.qmd:3: dipnot [^x] tanımlı değil"),
    "betik": ("from IPython.display import HTML\nHTML('<script>1</script>')\n", "betik var: “<script”"),
}  # fmt: skip


@pytest.mark.parametrize("label", list(CELLS))
def test_cell_errors_name_the_line_and_the_python_error(book: SmallBook, label: str) -> None:
    code, message = CELLS[label]
    if label == "bitmez":
        book.chapters("a.qmd", extra="execute:\n  timeout: 3\n")
    book.write("a.qmd", f"# A\n\n```{{python}}\n#| label: {label}\n\n{code}```\n" if not code.startswith("#|")
               else f"# A\n\n```{{python}}\n#| label: {label}\n{code}```\n")  # fmt: skip
    with pytest.raises(BookError) as caught:
        book.render()
    assert message in str(caught.value)
    assert not (book.folder / "_book").exists()


def test_inline_expression_error(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n```{python}\nx = 1\n```\n\nDeğer `{python} y`.\n")
    with pytest.raises(BookError) as caught:
        book.render()
    assert str(caught.value) == ("a.qmd:7: satır içi ifade hata verdi: y\nNameError: name 'y' is not defined")


def test_two_renders_at_once_wait_for_each_other(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n```{python}\nimport time\ntime.sleep(1)\nprint('tamam')\n```\n")
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(run_render, [book.folder, book.folder]))
    assert [done.returncode for done in both] == [0, 0]
    assert sum("bitmesi bekleniyor" in done.stderr for done in both) == 1
    assert "tamam" in book.body("a.html")


def test_failing_chapter_is_named_though_another_was_running(book: SmallBook) -> None:
    book.chapters("a.qmd", "b.qmd")
    book.write("a.qmd", "# A\n\n```{python}\nimport time\ntime.sleep(600)\n```\n")
    book.write("b.qmd", "# B\n\n```{python}\nolmayan\n```\n")
    with pytest.raises(BookError, match=r"^b\.qmd:4: hücre 1: hücre hata verdi\n  olmayan\n  NameError"):
        book.render()


def test_output_folder_that_cannot_be_made(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n")
    book.write("_book", "klasör yerine dosya")
    with pytest.raises(BookError, match="“_book” yazılamadı: o adda bir dosya var"):
        book.render()
    assert sorted(path.name for path in book.folder.glob("_book*")) == ["_book"]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ("@book{a1, title={K}}", "a.qmd:3: “@a2” kaynakçada yok"),
        ("@book{a1, title={K}\n\n@book{a2, title={L}}", "k.bib:3: kaynakça okunamadı"),
    ],
)
def test_missing_bibliography_key_and_broken_bibliography(
    book: SmallBook, entries: str, message: str
) -> None:
    book.chapters("a.qmd", extra="bibliography: k.bib\n")
    book.write("k.bib", entries)
    book.write("a.qmd", "# A\n\nBak [@a1; @a2].\n")
    assert book.refused().startswith(message)
