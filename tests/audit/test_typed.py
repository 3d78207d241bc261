"""Şekillere elle yazılmış sayılar bulunur; değerden biçimlenenler ve okunmayan metinler bulunmaz."""

import pytest

from _audit.document import document_of
from _audit.typed import typed_numerals


def found(code):
    return typed_numerals(
        document_of("x.qmd", f"```{{python}}\n#| label: fig-x\nfrom _viz import bars, Table\n{code}\n```\n")
    )


@pytest.mark.parametrize(
    "code",
    [
        'ax.set_title("Doğruluk 0,8889")',
        'ax.text(0.1, 0.2, "43 dizi")',
        'ax.plot(x, y, label="eşik 0.35")',
        'ax.set_title(f"{n} dizi, 12 adım")',
        'bars(ax, values, ["12", "13"])',
        'Table(["sütun 12"], rows)',
        'plt.title("%83")',
        'Markdown("Sonuç 0,6333")',
        'ax.set(xlabel="0–180")',
        'ax.annotate("a" if x else "12 dizi", xy)',
        'Table(["a", "b"], [["fark", gap], ["taban", 0.2]])',
        'Table(["a", "b"], [[name, -3] for name in names])',
    ],
)
def test_typed_numbers_are_found(code):
    (failure,) = found(code)[:1]
    assert failure.place.line == 4
    assert "hücre fig-x" in failure.message


@pytest.mark.parametrize(
    "code",
    [
        'ax.set_title(f"Doğruluk {write_number(acc, 4)}")',
        'ax.set_title(f"{x:.4f}")',
        'ax.plot(x, y, color="#57068c", linestyle="C0")',
        'ax.text(0, 1, "koşum 1, Hafta 12, word2vec")',
        'print("12")',
        'ax.set_title(names["k12"])',
        'data = {"a12": 12, "b": "12"}',
        'ax.text(0, 1, make("12"))',
        'Table(["a", "b"], [[name, value[0], round(x, 2)] for name in names], decimals=4)',
    ],
)
def test_computed_and_unread_strings_pass(code):
    assert found(code) == []
