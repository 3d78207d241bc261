"""Denetim gerçekten yakalar: her basamağın değişmesi ve her iddianın terslenmesi hata olur."""

from dataclasses import replace

from _audit.chapter import audit_source
from _audit.mutation import mutants, survivors

CHAPTER = """# Ders

Taban [0,6333]{sayi="baseline"}'tür; fark [0,1056]{sayi="acc[1] - acc[0]"}'dır;
[1.000.000]{sayi="count"} dizi,
[on dokuz]{sayi="n"} parametre, [%34,4]{sayi="share"} pay, [1,3 × 10⁻¹⁶]{sayi="tiny"} hata.
[Dizilerin 0,5'i aşanı]{iddia="baseline > 0.5 and acc[0] > 0.5"}
ve [hepsi]{iddia="all(a > baseline for a in acc)"}.

```{python}
baseline, acc, count, n, share, tiny = 114 / 180, [160 / 180, 179 / 180], 1_000_000, 19, 0.344, 1.3e-16
```
"""
NAMES = {
    "baseline": 114 / 180,
    "acc": [160 / 180, 179 / 180],
    "count": 1_000_000,
    "n": 19,
    "share": 0.344,
    "tiny": 1.3e-16,
}


def audited(tmp_path, text=CHAPTER):
    (tmp_path / "x.qmd").write_text(text, encoding="utf-8")
    return audit_source("x.qmd", NAMES, tmp_path)


def test_every_mutant_is_caught(tmp_path):
    report, values = audited(tmp_path)
    assert report.failures == []
    tried, escaped = survivors(report, values)
    digits = sum(
        letter in "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹"
        for e in report.entries
        if e.span.kind == "sayi"
        for letter in e.span.text
    )
    assert (
        tried == digits + 1 + 2 + 2 + 1
    )  # basamaklar, söz, iddianın basamakları, terslenen karşılaştırmalar
    assert escaped == []


def test_a_claim_that_cannot_fail_escapes(tmp_path):
    report, values = audited(
        tmp_path, CHAPTER.replace("all(a > baseline for a in acc)", "n == 19 or n != 19")
    )
    assert [mutant.claim for mutant in survivors(report, values)[1]] != []


def test_a_flipped_claim_without_a_stored_value_counts_as_escaped(tmp_path):
    report, values = audited(tmp_path)
    kept = {
        expression: value
        for expression, value in values.items()
        if "not " not in expression and "<=" not in expression
    }
    assert len(survivors(report, kept)[1]) == 3


def test_a_mutant_changes_the_text_and_nothing_else(tmp_path):
    report, _ = audited(tmp_path)
    (first, *_) = mutants(report.document, report.entries[0])
    before = report.entries[0].span.spot.passage.visible.text
    (passage,) = first.document.passages
    assert passage.visible.text == before.replace("0,6333", "1,6333", 1)
    assert replace(passage.visible, text=before) == report.entries[0].span.spot.passage.visible
