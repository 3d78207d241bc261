"""Sayıların hükmü: her tür hata yakalanır, yeri ve nedeni doğru söylenir; tutan sayı geçer."""

import pytest

from _audit.check import check, expressions
from _audit.document import document_of
from _audit.expressions import assignments, constants, evaluate, flipped, source_cell, used_names
from _audit.spans import find_numbers

CELL = """
```{python}
#| label: tbl-baselines
baseline = 114 / 180
acc = [160 / 180, 179 / 180]
n_params, share, tiny = 19, 0.344, 1.3e-16
hits = [True, True]
negative, zero, count = -3, -0.0, 1_000_000
broken = float("nan")
```
"""


def report_of(text, path="chapters/x.qmd", cell=CELL):
    namespace: dict = {}
    document = document_of(path, text + cell)
    for found in document.cells:
        exec(found.source, namespace)
    values = {expression: evaluate(expression, namespace) for expression in expressions(document)}
    return check(document, values)


def failures_of(text, **options):
    return [str(failure) for failure in report_of(text, **options).failures]


GOOD = [
    '[0,6333]{sayi="baseline"}\'tür',
    '[0,6333\'tür]{sayi="baseline"}',
    '**[0,8889]{sayi="acc[0]"}**\'u',
    '[%34,4]{sayi="share"}',
    '[%34]{sayi="share"} ve [%34]{sayi="share"}\'ü',
    '[19]{sayi="n_params"}',
    '[on dokuz]{sayi="n_params"}',
    '[On dokuz]{sayi="n_params"} parametre',
    '[on dokuzdur]{sayi="n_params"}',
    '[on dokuz]{sayi="n_params"}dur',
    '[−3]{sayi="negative"}',
    '[0,00]{sayi="zero"}',
    '[1.000.000]{sayi="count"}',
    '[1000000]{sayi="count"}',
    '[1 milyon]{sayi="count"}',
    '[bir milyon]{sayi="count"}',
    '[10⁻¹⁶]{sayi="tiny"}',
    '[10^−16^]{sayi="tiny"}',
    '[1,3 × 10⁻¹⁶]{sayi="tiny"}',
    '[yaklaşık dokuzda biri]{iddia="round(acc[1] / (acc[1] - acc[0])) == 9"}',
    '[üçte ikisi]{iddia="acc[0] > 2 / 3 * baseline"}',
    '[iki katından az]{iddia="acc[0] < 2 * baseline"}',
    '[hepsinde]{iddia="all(hits)"}',
    '[yedinci ile sekizinci adımda]{iddia="n_params not in {7, 8}"}',
    '[on dizinin birinde onun altında]{iddia="round(10 * (1 - acc[0])) == 1"}',
    '[iki koşumun birinde]{iddia="all(hits)"}',
    '[[19]{sayi="n_params"} parametreden az]{iddia="len(acc) < n_params"}',
    '[%83]{kaynak="Canziani, practicum 51:50"}',
    "GPT-2'nin 2019'daki hâli 31:43'te, Hafta 12'de; 1×1, word2vec",
    "$a_{12} = \\frac{1}{2} x^2 + e^{-1}$ ve $10000^{2i/d}$",
    "`0.6333` ve `12`",
    "<!-- 12 --> <https://a.b/12>",
    "1. madde\n2. madde",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_holds_passes(text):
    assert failures_of(text) == []


BAD = [
    (
        '[0,6334]{sayi="baseline"}',
        "yazılan 0,6334, hesaplanan 0,6333 (baseline = 0.6333333333333333; hücre tbl-baselines)",
    ),
    ('[0,63330]{sayi="baseline"}', "hesaplanan 0,63333"),
    ('[%63,4]{sayi="baseline"}', "hesaplanan %63,3"),
    ('[3]{sayi="negative"}', "yazılan 3, hesaplanan −3"),
    ('[-3]{sayi="negative"}', "U+2212"),
    ('[−0,00]{sayi="zero"}', "hesaplanan 0,00"),
    ('[0.6333]{sayi="baseline"}', "ondalık ayırıcı virgüldür"),
    ('[on sekiz]{sayi="n_params"}', "hesaplanan on dokuz"),
    ('[on dokuzdür]{sayi="n_params"}', "okunamadı"),
    ('[on dokuz]{sayi="n_params"}dür', "-dur olmalı"),
    ('[10⁻¹⁵]{sayi="tiny"}', "hesaplanan 10⁻¹⁶"),
    ('[1,4 × 10⁻¹⁶]{sayi="tiny"}', "hesaplanan 1,3 × 10⁻¹⁶"),
    ('[0,63]{sayi="missing"}', "“missing” adı tanımlı değil"),
    ('[0,63]{sayi="acc[7]"}', "IndexError"),
    ('[0,63]{sayi="acc"}', "sayı bekleniyordu, list geldi"),
    ('[1]{sayi="hits[0]"}', "sayı bekleniyordu, bool geldi"),
    ('[1]{sayi="broken"}', "sonlu bir sayı değil"),
    ('[1]{sayi="len([1])"}', "hiçbir hücrenin atadığı bir adı kullanmıyor"),
    ('[3]{sayi="1 +"}', "Python olarak okunamadı"),
    ('[çok]{iddia="baseline"}', "True ya da False vermeli, float geldi"),
    ('[çok]{iddia="baseline > 1"}', "iddia doğru değil"),
    ('[çok]{iddia="True"}', "hiçbir hücrenin atadığı"),
    ('[180 dizinin hepsinde]{iddia="all(hits)"}', "180 ifadede yok"),
    ('[dokuzda biri]{iddia="baseline > 0.1"}', "dokuzda biri ifadede yok"),
    ('[dört dizide]{iddia="acc[0] > baseline"}', "dört ifadede yok"),
    ('[üçüncü adımda]{iddia="hits[1]"}', "üçüncü ifadede yok"),
    ('[on dizinin beşinde]{iddia="round(10 * (1 - acc[0])) == 1"}', "beşinde ifadede yok"),
    ('[sekizinci ile sekizinci]{iddia="n_params not in {7, 8}"}', "aynı sayıyı iki kez"),
    ('[%83]{kaynak="?"}', "kimin, nerede"),
    ('[0,63]{sayi="acc["x"]"}', "çift tırnak olamaz"),
    ('[0,63]{sayi=""}', "boş"),
    ('[0,63]{sayi="baseline" kaynak="Lewis, ders"}', "hem sayi hem kaynak olamaz"),
    ('| a |\n|---|\n| [0,63]{sayi="baseline | 0"} |', "tablo orada bölünür"),
    ("Toplam 12 dizi", "yalın sayı 12"),
    ("Toplam on iki dizi", "yalın sayı on iki"),
    ("Dizilerin yarısı", "yalın sayı yarısı"),
    ("## Başlık 12", "yalın sayı 12"),
    ("$a = 0.5$", "yalın sayı 0.5"),
    ("$a = 12$", "yalın sayı 12"),
    ("$a = \\sqrt{7}$", "yalın sayı 7"),
    ("$a = x^{12}$", "yalın sayı 12"),
    ("$a < 5$", "yalın sayı 5"),
    ("$$\na = 10^{-6}\n$$", "yalın sayı 10"),
    ("- madde 12", "yalın sayı 12"),
    ("| 12 |\n|---|\n| a |", "yalın sayı 12"),
    ("> alıntı 12", "yalın sayı 12"),
    ("söz[^1]\n\n[^1]: Dipnot 12", "yalın sayı 12"),
    ('[0,6333]{sayi="baseline"}\'tir', "sayı “üç” diye biter, ek 'tür olmalı"),
    ('[43]{kaynak="Lewis, ders"}\'unda', "'ünde olmalı"),
    ("Hafta 12'te", "'de olmalı"),
    ('[0,6333\'yı]{sayi="baseline"}', "'ü olmalı"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_does_not_hold_fails_with_its_reason(text, message):
    found = failures_of(text)
    assert any(message in failure for failure in found), found


def test_a_failure_names_line_column_and_the_words_around():
    (failure,) = report_of('# Ders\n\nBu görevin taban çizgisi [0,6334]{sayi="baseline"} olur.').failures
    assert str(failure.place) == "chapters/x.qmd:3:27"
    assert "taban çizgisi 0,6334 olur" in failure.around
    assert (failure.written, failure.computed) == ("0,6334", "0,6333")


CAPTION = """
```{python}
#| label: fig-x
#| fig-cap: 'Taban [0,6333]{sayi="baseline"} ve %s'
#| fig-alt: "%s"
x = baseline
```
"""


def test_captions_carry_spans_and_alts_repeat_verified_numbers():
    assert any("'tedir" in f for f in failures_of("", cell=CELL + CAPTION % ("son", "Çizgi 0,6333'dedir.")))
    assert failures_of("", cell=CELL + CAPTION % ("son", "Çizgi 0,6333 yüksekliğinde.")) == []
    (caption,) = report_of("", cell=CELL + CAPTION % ("12 dizi", "Çizgi.")).failures
    assert "yalın sayı 12" in caption.message
    assert caption.place.line == 14
    (alt,) = report_of("", cell=CELL + CAPTION % ("son", "Üç panelde 0,6334.")).failures
    assert "fig-alt içindeki 0,6334, bu bölümde doğrulanmış bir sayı değil" in alt.message
    assert alt.place.line == 15


@pytest.mark.parametrize(
    "text",
    [
        '---\ntitle: "Ders 12"\n---\n',
        '---\ndescription: "Ders 12"\n---\n',
        "---\ntitle: Ders\nsubtitle: >\n  uzun\n  12 söz\n---\n",
        '::: {.callout-note title="Kutu 12"}\nx\n:::\n',
        '![resim](a.png){fig-alt="12 çubuk"}\n',
        '```{mermaid}\nflowchart TB\n  A["12 dizi"]\n```\n',
    ],
)
def test_places_that_carry_no_span(text):
    assert any("12" in failure and "doğrulanmış bir sayı değil" in failure for failure in failures_of(text))
    assert failures_of(text + '\n[12]{sayi="n_params - 7"}\n') == []


QUOTE = '> "you have 100 keys and it blows up" — Canziani, 53:01\n>\n> Türkçesi: %s\n'


def test_verified_quotations_are_exempt_and_their_translation_may_repeat_them():
    assert failures_of(QUOTE % "100 anahtarınız var, iş patlar.") == []
    assert any("200" in failure for failure in failures_of(QUOTE % "200 anahtarınız var."))
    assert failures_of(QUOTE.replace(", 53:01", "") % "100 anahtar") != []


def test_an_unstable_last_digit_is_a_failure():
    cell = "\n```{python}\nhalf = 0.125\nsum_ = 0.1 + 0.2\n```\n"
    assert any("kararsız" in failure for failure in failures_of('[0,12]{sayi="half"}', cell=cell))
    assert failures_of('[0,125]{sayi="half"} [0,30]{sayi="sum_"}', cell=cell) == []
    (entry,) = report_of('[0,30]{sayi="sum_"}', cell=cell).entries
    assert entry.margin is not None
    assert 0.016 < entry.margin < 0.017


def test_counts_by_kind():
    text = 'GPT-2 ve 31:43 [0,63]{sayi="baseline"} [%83]{kaynak="Lewis, ders"} [çok]{iddia="baseline > 0"} 12'
    assert report_of(text).counts == {
        "doğrulanan": 1, "iddia": 1, "kaynaklı": 1, "yapısal": 2, "alıntı": 0, "yalın": 1,
    }  # fmt: skip


def test_readme_numbers_come_from_a_chapter():
    chapter = document_of("chapters/x.qmd", CELL)
    text = """Taban 0,6333<!-- sayi="baseline" bolum="chapters/x.qmd" -->'tür, **%83**<!-- kaynak="Lewis" -->.
Yanlış 0,6334<!-- sayi="baseline" bolum="chapters/x.qmd" --> ve yalın 12; boş <!-- sayi="baseline" -->.

```
kod 13
```
"""
    values = {"chapters/x.qmd::baseline": evaluate("baseline", {"baseline": 114 / 180})}
    report = check(document_of("README.md", text), values, {"chapters/x.qmd": chapter.cells})
    messages = [failure.message for failure in report.failures]
    assert len(messages) == 3
    assert any("yazılan 0,6334, hesaplanan 0,6333" in message for message in messages)
    assert any("yalın sayı 12" in message for message in messages)
    assert any("hemen önünde bir sayı yok" in message for message in messages)


def test_names_and_cells():
    cells = document_of(
        "x.qmd",
        "```{python}\nimport math\na, (b, *c) = 1, (2, 3)\nfor k in range(3):\n    d = k\n```\n"
        "```{python}\n#| label: ikinci\ndef f(x):\n    y = x\n    return y\n"
        "[z for z in c]\na += 1\nw[0] = (m := 3)\n```\n",
    ).cells
    made = assignments(cells)
    assert set(made) == {"a", "b", "c", "k", "d", "f", "w", "m"}
    assert made["a"].name == "ikinci"
    assert used_names("[a + q for q in b if (r := q)] + (lambda t: t)(d)") == {"a", "b", "d"}
    assert source_cell("b + a", made).name == "ikinci"
    assert source_cell("math.pi", made) is None


def test_flipped_claims():
    assert flipped("a > 3 * b") == ["a <= 3 * b"]
    assert flipped("0 < a <= b and c in d") == [
        "0 >= a <= b and c in d",
        "0 < a > b and c in d",
        "0 < a <= b and c not in d",
    ]
    assert flipped("all(hits)") == ["not (all(hits))"]


def test_constants_of_an_expression():
    from fractions import Fraction

    assert {Fraction(1, 9), Fraction(9)} <= constants("a > 1 / 9")
    assert Fraction(-3) in constants("a == -3")
    assert Fraction(1, 10**6) in constants("a < 10 ** -6")
    assert Fraction("0.35") in constants("a > 0.35")
    assert constants("True and a") == set()


def test_every_literal_place_is_found_once():
    numbers = find_numbers(document_of("x.qmd", 'a [1]{sayi="x"} b 2 c\n\n## 3\n\n- 4\n'))
    assert [spot.text for spot in numbers.bare] == ["2", "3", "4"]
