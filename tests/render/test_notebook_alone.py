"""`render --to ipynb`: defterler projenin dışında, boş bir klasörde baştan sona koşar."""

import re
import shutil
from pathlib import Path

import nbclient
import nbformat

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


def test_chapter_without_local_files_has_no_unpacking_cell(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n```{python}\n1\n```\n")
    book.render()
    notebook = nbformat.read(Path(book.folder / "_book/a.ipynb"), as_version=4)
    assert [cell.source for cell in notebook.cells] == ["# A", "1"]
