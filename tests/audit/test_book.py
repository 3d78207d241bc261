"""Bütün yol: çekirdekte denetim hücresi, kayıt, `python -m _audit`. Kitabın kendisi de burada denetlenir."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from _audit.book import MIME, audit_book, parse_failures, stored_values
from _audit.chapter import audit_source, check_chapter, outputs
from _audit.document import AuditError, document_of, read_document
from _audit.report import report_markdown
from _audit.spans import find_numbers
from _audit.typed import typed_numerals

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """project:
  type: book
  execute-dir: project
lang: tr
book:
  title: "Deneme"
  chapters:
    - index.qmd
    - chapters/x.qmd
"""
CHAPTER = """# Ders {#sec-ders}

Taban [0,6333]{sayi="baseline"}'tür; IMDB'de [%83]{kaynak="Canziani, practicum 51:50"}.
[Tabanın iki katından az]{iddia="best < 2 * baseline"}.

```{python}
#| label: kurgu
baseline, best = 114 / 180, 160 / 180
```

```{python}
#| echo: false
import _audit
_audit.check_chapter("chapters/x.qmd", globals())
```
"""


@pytest.fixture
def book(tmp_path):
    (tmp_path / "chapters").mkdir()
    (tmp_path / "_quarto.yml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "index.qmd").write_text("# Önsöz {.unnumbered}\n\nMerhaba.\n", encoding="utf-8")
    (tmp_path / "chapters/x.qmd").write_text(CHAPTER, encoding="utf-8")
    readme = 'Taban 0,6333<!-- sayi="baseline" bolum="chapters/x.qmd" -->.\n'
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    return tmp_path


def run(folder, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def edit(folder, old, new, path="chapters/x.qmd"):
    file = folder / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_author_s_day(book):
    """Tutan kitap yeşildir; yanlış sayı, yalın sayı ve değişen kod kırmızıdır; yalnız gereken koşar."""
    code, said = run(book, "_audit", "--mutasyon")
    assert code == 0, said
    assert "chapters/x.qmd: 3 hücre koştu" in said or "hücre koştu" in said
    assert "tanesi yakalandı" in said

    code, said = run(book, "_audit", "--json")
    result = json.loads(said)
    assert (code, result["ok"]) == (0, True)
    (chapter,) = [file for file in result["files"] if file["path"] == "chapters/x.qmd"]
    assert chapter["counts"]["doğrulanan"] == 1
    assert chapter["numbers"][0]["value"] == "0.6333333333333333"
    assert chapter["numbers"][0]["cell"] == "kurgu"

    edit(book, "0,6333", "0,6334")
    code, said = run(book, "_audit")
    assert code == 1
    assert "hücre koştu" not in said  # yazılış değişti, kod değişmedi: çekirdek açılmaz
    assert (
        "chapters/x.qmd:3:8: yazılan 0,6334, hesaplanan 0,6333 (baseline = 0.6333333333333333; hücre kurgu)"
        in said
    )
    code, said = run(book, "_render", "render")
    assert code == 1
    assert "yazılan 0,6334, hesaplanan 0,6333" in said
    edit(book, "0,6334", "0,6333")

    edit(book, "IMDB'de", "Yüz yirmi dizide, IMDB'de")
    code, said = run(book, "_audit")
    assert (code, "hücre koştu" in said) == (1, False)
    assert "yalın sayı Yüz yirmi" in said
    edit(book, "Yüz yirmi dizide, ", "")

    edit(book, "114 / 180", "115 / 180")
    code, said = run(book, "_audit", "--json")
    result = json.loads(said[said.index("{") :])
    assert code == 1
    places = {(failure["path"], failure["line"]) for failure in result["failures"]}
    assert ("chapters/x.qmd", 3) in places


def test_a_failed_check_of_the_book_begins_with_the_first_place(book):
    edit(book, "0,6333", "0,6334", "README.md")
    code, said = run(book, "_render", "render", "--check", "_audit")
    assert code == 1
    assert re.search(r"(?m)^HATA README\.md:\d+: “_audit” denetimi geçmedi; eski site yerinde\n", said)


def test_the_example_of_readme_is_a_chapter(book):
    """README'nin "Bölüm nasıl yazılır?" örneği olduğu gibi kurulur, sayıları tutar."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"(?ms)^````markdown\n(.*?)^````$", readme)
    (book / "chapters/ad.qmd").write_text(example, encoding="utf-8")
    (book / "README.md").unlink()
    edit(book, "chapters/x.qmd", "chapters/ad.qmd", "_quarto.yml")
    code, said = run(book, "_render", "render", "--check", "_audit")
    assert code == 0, said


def test_a_failed_check_does_not_throw_the_run_away(book):
    """Koşan bölümün sayısı tutmazsa: metin düzelince hücreler yeniden koşmaz, yalnız denetim yinelenir."""
    edit(book, "baseline, best", "open('koştu', 'a').write('x')\nbaseline, best")
    edit(book, "0,6333", "0,6334")
    code, said = run(book, "_render", "render")
    assert code == 1
    assert said.startswith("HATA chapters/x.qmd:3: hücre 2 metnin denetiminde durdu\n")
    assert "AuditError: chapters/x.qmd: 1 sayı hatası\n" in said
    assert said.count("chapters/x.qmd:3:8: yazılan 0,6334, hesaplanan 0,6333 (baseline = ") == 1
    edit(book, "0,6334", "0,6335")
    code, said = run(book, "_audit")
    assert (code, "yazılan 0,6335, hesaplanan 0,6333" in said) == (1, True)
    edit(book, "0,6335", "0,6333")
    code, said = run(book, "_render", "render")
    assert code == 0, said
    assert (book / "koştu").read_text(encoding="utf-8") == "x"


def namespace():
    return {"baseline": 114 / 180, "best": 160 / 180}


def test_the_cell_raises_with_every_failure(book, monkeypatch):
    monkeypatch.chdir(book)
    edit(book, "0,6333", "0,6334")
    edit(book, "IMDB'de", "12 dizide, IMDB'de")
    with pytest.raises(AuditError) as caught:
        check_chapter("chapters/x.qmd", namespace())
    message = str(caught.value)
    assert "2 sayı hatası" in message
    assert [str(failure.place) for failure in parse_failures(message)] == [
        "chapters/x.qmd:3:8",
        "chapters/x.qmd:3:38",
    ]
    assert caught.value._render_traceback_() == [f"AuditError: {message}"]


def test_the_cell_leaves_report_and_values(book, monkeypatch):
    shown = []
    monkeypatch.chdir(book)
    monkeypatch.setattr("IPython.display.display", lambda data, **options: shown.append((data, options)))
    check_chapter("chapters/x.qmd", namespace())
    (hidden, options), (report, _) = shown
    assert options["metadata"] == {"quarto_display": False}
    assert hidden[MIME]["refresh"] == ["-m", "_audit.refresh", "chapters/x.qmd"]
    assert hidden[MIME]["values"]["baseline"]["shown"] == "0.6333333333333333"
    assert "best >= 2 * baseline" in hidden[MIME]["values"]
    rows = [line for line in report["text/markdown"].splitlines() if line.startswith("| ")]
    assert rows[0] == "| sayı | yer | ifade | tam değer | hücre | durum |"
    assert (
        rows[1]
        == "| 0,6333 | [Ders](#sec-ders) | `baseline` | `0.6333333333333333` | [kurgu](#kurgu) | doğrulandı |"
    )
    assert len(rows) == 4


def test_outputs_are_refreshed_without_a_kernel(book):
    """Metni değişen bölümün raporu saklı değerlerden yenilenir; yanlış sayı yine durdurur."""
    report, values = audit_source("chapters/x.qmd", namespace(), book)
    stored = next(outputs(report, values))["data"][MIME]

    def refresh():
        return subprocess.run(
            [sys.executable, *stored["refresh"]],
            cwd=book,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            input=json.dumps(stored),
            capture_output=True,
            text=True,
            check=False,
        )

    edit(book, "# Ders", "# Yeni ad")
    done = refresh()
    fresh = json.loads(done.stdout)
    assert done.returncode == 0
    assert fresh[0]["data"][MIME] == stored
    assert "[Yeni ad](#sec-ders)" in fresh[1]["data"]["text/markdown"]
    edit(book, "0,6333", "0,6334")
    done = refresh()
    assert (done.returncode, done.stdout) == (1, "")
    assert "yazılan 0,6334, hesaplanan 0,6333" in done.stderr


def test_values_come_back_from_the_outputs(book):
    _, values = audit_source("chapters/x.qmd", namespace(), book)
    payload = {"values": {expression: value.to_json() for expression, value in values.items()}}
    executed = [{"data": {MIME: json.loads(json.dumps(payload))}}, {"output_type": "stream", "text": ""}]
    assert stored_values(executed) == values
    audit = audit_book(book, {"index.qmd": [], "chapters/x.qmd": executed})
    assert audit.failures == []


@pytest.mark.parametrize(
    "cell",
    [
        "",
        '```{python}\nimport _audit\n_audit.check_chapter("chapters/y.qmd", globals())\n```\n',
        CHAPTER[CHAPTER.rindex("```{python}") :] + "\n```{python}\nx = 1\n```\n",
    ],
)
def test_a_chapter_must_end_with_its_own_check(book, cell):
    edit(book, CHAPTER[CHAPTER.rindex("```{python}") :], cell)
    audit = audit_book(book, {"chapters/x.qmd": []})
    (failure,) = audit.failures
    assert "son hücresi check_chapter'ı çağırmıyor" in failure.message
    assert audit.notes == ["README.md: chapters/x.qmd bölümünün 1 sayısı denetlenmedi, değeri yok"]


def test_a_check_cell_that_did_not_run_is_the_only_failure(book):
    audit = audit_book(book, {"chapters/x.qmd": []})
    (failure,) = audit.failures
    assert "denetim hücresi koşmamış" in failure.message


def test_a_stopped_chapter_tells_its_cause_first_and_once(book):
    edit(book, "baseline, best = 114 / 180, 160 / 180", "baseline, best = 114 / 180, 1 / 0")
    edit(book, "Merhaba.", "Merhaba 12.", "index.qmd")
    code, said = run(book, "_audit", "--json")
    result = json.loads(said[said.index("{") :])
    first, *rest = result["failures"]
    assert code == 1
    assert "ZeroDivisionError" in first["message"]
    assert not [f for f in rest if "ZeroDivisionError" in f["message"] or "değeri yok" in f["message"]]
    assert len(result["notes"]) == 1


def test_a_reader_that_leaves_is_no_error(book):
    command = f"{sys.executable} -m _audit --json | true"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=book,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_config_texts_are_read(book):
    edit(book, '"Deneme"', '"Deneme 12"', "_quarto.yml")
    audit = audit_book(book, {})
    (failure,) = audit.failures_of("_quarto.yml")
    assert str(failure.place) == "_quarto.yml:6:18"


def test_missing_files_and_broken_yaml_are_explained(book):
    with pytest.raises(AuditError, match="dosya yok"):
        read_document("chapters/yok.qmd", book)
    edit(book, "#| label: kurgu", "#| label: [")
    with pytest.raises(AuditError, match=r"chapters/x\.qmd:.*YAML bozuk"):
        read_document("chapters/x.qmd", book)


@pytest.mark.parametrize(
    ("front", "line"), [("title: a: b", 2), ("a: 1\ntitle: 'b", 3), ("title: [a\nb: c", 3)]
)
def test_broken_yaml_is_named_with_its_place(front, line):
    with pytest.raises(AuditError, match=rf"^x\.qmd:{line}:1: YAML bozuk: "):
        document_of("x.qmd", f"---\n{front}\n---\n")


def test_the_command_tells_a_broken_source_in_turkish(book):
    edit(book, "#| label: kurgu", "#| label: a: b")
    code, said = run(book, "_audit")
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("HATA chapters/x.qmd:7: hücre 1: hücre seçenekleri bozuk: beklenmeyen iki nokta")


def test_includes_keep_their_own_places(book):
    (book / "chapters/_parça.qmd").write_text("Yalın 12.\n", encoding="utf-8")
    edit(book, "Taban", "{{< include _parça.qmd >}}\n\nTaban")
    (bare,) = find_numbers(read_document("chapters/x.qmd", book)).bare
    assert str(bare.place) == "chapters/_parça.qmd:1:7"
    (book / "chapters/_parça.qmd").write_text("{{< include _parça.qmd >}}\n", encoding="utf-8")
    with pytest.raises(AuditError, match="kendini içeriyor"):
        read_document("chapters/x.qmd", book)


def test_report_table_survives_awkward_expressions(book):
    edit(book, 'sayi="baseline"', 'sayi=\'{"a|b": baseline}["a|b"]\'')
    report, _ = audit_source("chapters/x.qmd", namespace(), book)
    import pypandoc

    html = pypandoc.convert_text(
        report_markdown(report), "html", format="markdown", extra_args=["--wrap=none"]
    )
    assert '<code>{"a|b": baseline}["a|b"]</code>' in html.replace("&quot;", '"')
    assert html.count("<tr") == 4


def _sources():
    return sorted(p.relative_to(ROOT).as_posix() for p in [*ROOT.glob("*.qmd"), *ROOT.glob("chapters/*.qmd")])


@pytest.mark.parametrize("path", _sources())
def test_no_number_is_typed_into_a_figure(path):
    assert [str(failure) for failure in typed_numerals(read_document(path, ROOT))] == []


@pytest.mark.parametrize("path", [*_sources(), "README.md"])
def test_no_number_of_the_book_is_bare(path):
    if not (ROOT / path).exists():
        pytest.skip("bu dosya henüz yok")
    assert [f"{s.place} {s.text}: {s.around()}" for s in find_numbers(read_document(path, ROOT)).bare] == []


def test_every_number_of_this_book_holds_and_every_mutant_is_caught(book_dir):
    """Kitap kurulmuş, değerler kayıtta: sayıların hepsi tutar, mutasyonların hepsi yakalanır."""
    code, said = run(book_dir.parent, "_audit", "--mutasyon")
    print(said)
    assert code == 0, said
