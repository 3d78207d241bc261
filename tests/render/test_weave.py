"""Hücre çıktılarının metindeki yerlerine örülmesi: kimlikler, değerler, taşan kutular."""

import re

import pytest

from _render import BookError

from .conftest import SmallBook

TEXT = """# A

## Özet

Önce `{python} "1. ilk"`, sonra `{python} n`[^1]; `{python} "# baş"`.

[^1]: Dipnotta `{python} n + 1`.

```{python}
#| output: asis
print("## Özet\\n\\nÇıktının metni.")
```

- madde

  ```{python}
  #| echo: false
  print("maddede")
  ```

- son madde
"""


def test_values_and_outputs_stand_where_they_are_written(book: SmallBook) -> None:
    book.write("a.qmd", TEXT.replace("## Özet\n\nÖnce", "```{python}\nn = 3\n```\n\n## Özet\n\nÖnce"))
    book.render()
    body = book.body("a.html")
    text = " ".join(re.sub(r"<[^>]+>", "", body).split())
    assert "Önce 1. ilk, sonra 31; # baş." in text
    assert "Dipnotta 4." in text
    assert re.findall(r'<section id="(özet[^"]*)"', body) == ["özet", "özet-1"]
    assert "Çıktının metni." in text
    assert re.search(r"<li>\s*<p>madde</p>\s*<div[^>]*>.*maddede.*</li>\s*<li>\s*<p>son madde", body, re.S)


@pytest.mark.parametrize("printed", ["::: {.kutu}\\nkapanmayan", "kutu yok\\n\\n:::\\n\\nfazla"])
def test_output_cannot_break_out_of_its_cell(book: SmallBook, printed: str) -> None:
    book.write("a.qmd", f"# A\n\n```{{python}}\n#| output: asis\nprint('{printed}')\n```\n\nSon.\n")
    with pytest.raises(BookError, match=r"^a\.qmd:3: hücre 1: çıktısında “:::” eksik ya da fazla"):
        book.render()


def test_hidden_output_and_bare_numbers(book: SmallBook) -> None:
    """`output: false` çıktıyı gizler, kodu değil; `[-@…]` her türde yalnız numaradır."""
    book.write(
        "a.qmd",
        "# A\n\n```{python}\n#| output: false\nprint('giz' + 'li')\n```\n\n"
        "| a |\n|---|\n| 1 |\n\n: T {#tbl-x}\n\n$$x$$ {#eq-y}\n\nBak [-@tbl-x] ve [-@eq-y].\n",
    )
    book.render()
    body = book.body("a.html")
    assert "gizli" not in body
    assert "cell-code" in body
    assert re.search(r'href="#tbl-x"[^>]*>1\.1</a> ve <a href="#eq-y"[^>]*>1\.1</a>', body)
