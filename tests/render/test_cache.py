"""Kayıt: neyin değişmesi hücreleri yeniden koşturur, neyinki koşturmaz."""

import pytest

from _render import BookError, Execution, execute_book, load_book

from .conftest import SmallBook, run_render

SOURCE = """# A

Değer [1,5]{sayi="yerel.deger"}.

```{python}
import yerel
veri = open("veri.txt").read().strip()
display({"application/vnd.dikkat.degerler+json": {"x": 1}}, raw=True)
print(yerel.deger, veri)
```

Son.
"""


def run(book: SmallBook, *, refresh: bool = True) -> Execution:
    return execute_book(load_book(book.folder), refresh=refresh, quiet=True)[0]


@pytest.fixture
def cached(book: SmallBook) -> SmallBook:
    book.write("yerel.py", "deger = 1.5\n")
    book.write("veri.txt", "ilk\n")
    book.write("a.qmd", SOURCE)
    assert not run(book).cached
    return book


def printed(done: Execution) -> str:
    return "".join(output.get("text", "") for output in done.outputs(done.source.cells[0]))


def test_what_runs_again_and_what_does_not(cached: SmallBook) -> None:
    again = run(cached)
    assert again.cached
    assert printed(again) == "1.5 ilk\n"
    assert again.outputs(again.source.cells[0])[0]["data"] == {
        "application/vnd.dikkat.degerler+json": {"x": 1}
    }

    cached.write("a.qmd", SOURCE.replace("Son.", "Son cümle değişti.").replace("# A", "# Başka başlık"))
    assert run(cached).cached

    cached.write("a.qmd", SOURCE.replace("[1,5]", "[1,50]"))
    assert run(cached).cached

    cached.write("a.qmd", SOURCE.replace('"yerel.deger"', '"yerel.deger + 0"'))
    assert not run(cached).cached
    cached.write("a.qmd", SOURCE)
    run(cached)

    cached.write("yerel.py", "deger = 2.5\n")
    assert printed(run(cached)) == "2.5 ilk\n"
    cached.write("veri.txt", "sonra\n")
    changed = run(cached)
    assert not changed.cached
    assert printed(changed) == "2.5 sonra\n"


def test_damaged_entry_is_made_again(cached: SmallBook) -> None:
    (entry,) = (cached.folder / ".cache/koşum").glob("*.json")
    text = entry.read_text(encoding="utf-8")
    for damaged in (text.replace("1.5 ilk", "9.9 ilk"), text[: len(text) // 2], ""):
        entry.write_text(damaged, encoding="utf-8")
        done = run(cached)
        assert not done.cached
        assert printed(done) == "1.5 ilk\n"


def test_chapter_source_read_by_a_cell_is_no_dependency(book: SmallBook) -> None:
    text = '# A\n\n```{python}\nlen(open("a.qmd").read())\n```\n\nSon.\n'
    book.write("a.qmd", text)
    assert not run(book).cached
    book.write("a.qmd", text.replace("Son.", "Son cümle."))
    assert run(book).cached


REFRESHING = """# A

```{python}
metin = open("a.qmd").read()
display({"application/vnd.dikkat.x+json": {"n": 7, "refresh": ["yenile.py"]}}, raw=True)
print(len(metin))
```

Son.
"""
REFRESH = """
import json, sys
stored = json.load(sys.stdin)
text = open("a.qmd").read()
if "yasak" in text:
    sys.exit("a.qmd: yasak söz")
private = {"application/vnd.dikkat.x+json": stored}
print(json.dumps([
    {"output_type": "display_data", "data": private, "metadata": {}},
    {"output_type": "stream", "name": "stdout", "text": f"yenilendi {stored['n']}"},
]))
"""


def test_outputs_that_look_at_the_text_are_refreshed_without_a_kernel(book: SmallBook) -> None:
    book.write("yenile.py", REFRESH)
    book.write("a.qmd", REFRESHING)
    assert not run(book).cached
    book.write("a.qmd", REFRESHING.replace("Son.", "Bambaşka bir son."))
    stale = run(book, refresh=False)
    assert stale.cached and "yenilendi" not in printed(stale)
    renewed = run(book)
    assert renewed.cached and printed(renewed) == "yenilendi 7"
    assert printed(run(book, refresh=False)) == "yenilendi 7"

    book.write("a.qmd", REFRESHING.replace("Son.", "yasak"))
    with pytest.raises(BookError, match="yasak söz"):
        run(book)


def test_failed_check_of_the_text_does_not_lose_the_run(book: SmallBook) -> None:
    """Son hücre metne bakıp durursa: metin düzelince hücreler koşmaz, yalnız denetim yinelenir."""
    script = """import json, sys
json.load(sys.stdin)
if "Metin doğru" not in open("a.qmd").read():
    sys.exit("yanlış")
print("[]")
"""
    book.write("denetle.py", script)
    text = """# A

```{python}
open('koştu', 'a').write('x')
```

Metin yanlış.

```{python}
display({"application/vnd.dikkat.d+json": {"refresh": ["denetle.py"]}}, raw=True)
assert "Metin " + "doğru" in open("a.qmd").read()
```
"""
    book.write("a.qmd", text)
    for _ in range(2):
        with pytest.raises(BookError, match="hücre 2: hücre hata verdi"):
            run(book)
    book.write("a.qmd", text.replace("Metin yanlış", "Metin doğru"))
    assert run(book).cached
    assert (book.folder / "koştu").read_text(encoding="utf-8") == "x"


def test_module_edited_while_the_chapter_runs_is_not_recorded(cached: SmallBook) -> None:
    code = "open('yerel.py', 'a').write('# sonradan\\n')"
    cached.write("a.qmd", SOURCE.replace("print(", f"{code}\nprint("))
    assert not run(cached).cached
    cached.write("a.qmd", SOURCE.replace("print(", f"0 and {code}\nprint("))
    assert not run(cached).cached
    assert run(cached).cached


def test_a_check_that_waits_finds_the_chapters_run(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\n```{python}\nopen('koştu', 'w').close()\n```\n")
    book.write("denetim.py", "import os, sys\nassert sys.stdin.read() == '' and os.path.exists('koştu')\n")
    done = run_render(book.folder, "--check", "denetim")
    assert done.returncode == 0, done.stderr


def test_a_failing_check_keeps_the_old_site(book: SmallBook) -> None:
    book.write("a.qmd", "# A\n\nİlk.\n")
    book.write(
        "denetim.py", 'import pathlib\nassert "kötü" not in pathlib.Path("a.qmd").read_text(), "kötü söz"\n'
    )
    assert run_render(book.folder, "--check", "denetim").returncode == 0
    book.write("a.qmd", "# A\n\nkötü.\n")
    told = run_render(book.folder, "--check", "denetim")
    assert told.returncode == 1
    assert "“denetim” denetimi geçmedi; eski site yerinde" in told.stderr and "kötü söz" in told.stderr
    assert "İlk." in (book.folder / "_book/a.html").read_text(encoding="utf-8")
