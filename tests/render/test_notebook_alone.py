"""`render --to ipynb`: defterler projenin dışında, boş bir klasörde baştan sona koşar."""

import re
import shutil
from pathlib import Path

import nbclient
import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from .conftest import SmallBook, run_render


def test_notebook_runs_in_an_empty_folder(book: SmallBook) -> None:
    book.write(
        "_yerel/__init__.py", "from pathlib import Path\ndeger = Path('veri/ş.txt').read_text('utf-8')\n"
    )
    book.write("veri/ş.txt", "ağırlık")
    book.write(
        "a.qmd",
        "# A\n\nGiriş.\n\n```{python}\nimport _yerel\n_yerel.deger\n```\n\n{{< include parca.md >}}\n\n"
        "```{python}\nlen(open('a.qmd').read()), len(open('parca.md').read())\n```\n",
    )
    book.write("parca.md", "Parça.\n")
    done = run_render(book.folder, "--to", "ipynb")
    assert done.returncode == 0, done.stderr
    assert not (book.folder / "_book").exists()
    assert [path.name for path in (book.folder / "_defterler").iterdir()] == ["a.ipynb"]

    alone = book.folder.parent / "yalnız klasör"
    alone.mkdir()
    shutil.copy(book.folder / "_defterler/a.ipynb", alone)
    shutil.rmtree(book.folder)
    notebook = nbformat.read(alone / "a.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code", "code", "markdown", "code"]
    assert "ağırlık" in str(notebook.cells[2].outputs)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": str(alone)}}).execute()
    assert "ağırlık" in str(notebook.cells[2].outputs)
    assert re.search(r"\(\d+, 7\)", str(notebook.cells[4].outputs))
    assert sorted(path.name for path in alone.iterdir()) == ["a.ipynb", "kitap-a"]
    assert (alone / "kitap-a/_yerel/__init__.py").is_file()


def test_notebook_names_the_packages_it_lacks(book: SmallBook) -> None:
    """Defter, projenin paketleri kurulu olmayan bir yerde ilk hücrede durur ve ne kurulacağını söyler."""
    book.write("_yerel.py", "import yaml\nimport numpy as np\nimport json\n")
    book.write("a.qmd", "# A\n\n```{python}\nimport _yerel\n```\n")
    book.render()
    notebook = nbformat.read(book.folder / "_book/a.ipynb", as_version=4)
    (unpacking, _) = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert "NEEDED = {'numpy': 'numpy', 'yaml': 'PyYAML'}" in unpacking.source
    unpacking.source = unpacking.source.replace("'yaml':", "'olmayan_modul':")
    with pytest.raises(CellExecutionError, match="Şunu koşup bu hücreye dönün: %pip install PyYAML"):
        nbclient.NotebookClient(notebook).execute()


def test_notebook_says_where_its_interactive_pieces_are(book: SmallBook) -> None:
    """Sayfadaki betik açana dek gizli duran parça defterde açılmaz; yerini söyleyen satır var."""
    book.chapters("a.qmd", extra="  site-url: https://ornek.invalid/kitap/\n")
    piece = '<div class="play" hidden role="group" aria-label="Sürgü" data-content="{}">x</div>'
    book.write(
        "a.qmd",
        f"# A\n\n```{{python}}\nfrom IPython.display import HTML\nHTML('{piece}')\n```\n\nSonra.\n\n"
        "```{python}\nHTML('<p>açık</p>')\n```\n\n$$\nE = mc^2\n$$ {#eq-e}\n\nBak @eq-e.\n",
    )
    book.render()
    assert piece in book.body("a.html")
    notebook = nbformat.read(book.folder / "_book/a.ipynb", as_version=4)
    _, hidden, after, shown, equation = notebook.cells
    assert hidden.outputs == []
    assert after.source == (
        "*Etkileşimli parça “Sürgü” kitabın sayfasındadır: https://ornek.invalid/kitap/a.html*\n\nSonra."
    )
    assert shown.outputs[0].data["text/html"] == "<p>açık</p>"
    assert equation.source.replace("\u00a0", " ") == "$$\nE = mc^2 \\qquad(1.1)$$\n\nBak Eşitlik 1.1."


def test_chapter_without_local_files_has_no_unpacking_cell(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n```{python}\n1\n```\n")
    book.render()
    notebook = nbformat.read(Path(book.folder / "_book/a.ipynb"), as_version=4)
    assert [cell.source for cell in notebook.cells] == ["# A", "1"]
