"""Görünür metin: kaynakta okunan hiçbir söz yitmez (pandoc'un AST'siyle karşılaştırılır), yerler doğrudur."""

import json
import re
from collections import Counter

import pypandoc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from _audit.document import document_of
from _audit.markdown import read_markdown

HIDDEN = {"Code", "Math", "RawInline", "CodeBlock", "RawBlock", "Space", "SoftBreak", "LineBreak"}
# Hücre seçeneklerinden, özniteliklerden ve ön maddeden gelen parçalar pandoc'un gövdesinde yoktur.
ELSEWHERE = {
    "title",
    "subtitle",
    "description",
    "fig-alt",
    "fig-cap",
    "tbl-cap",
    "code-summary",
    "fig-subcap",
}

SAMPLE = """---
title: "Başlık 1"
---

# Giriş {#sec-giris}

Taban **[0,6333]{sayi="baseline"}**'tür; *eğik* ve __kalın__ söz, `kod 12`, $a_{12} = 3$ ve @fig-x'te.
Devam eden satır [bağlantı 4](https://a.b/c(5)) ile ![resim 6](x7.png){fig-alt="alt 8"} ve <https://a.b/9>.

> Alıntı 10 satırı
> sürer.

1. bir madde 11
   devamı 12
2. ikinci [iki [0,9]{sayi='a["x"]'} katı]{iddia="a > 2"}
   - iç madde 13

::: {.callout-note title="Kutu 14"}
## İç başlık 15
Kutunun metni 16.
:::

| a | b 17 |
|---|------|
| [3]{sayi="n"} | `x|y` |

: Tablo yazısı 18 {#tbl-y}

```python
gizli = 19
```

~~~
çit ``` 20
~~~

$$
E = mc^2 + 21
$$ {#eq-a}

Dipnot[^n] var. H~2~O ve 10^−16^, ~~silik~~; 3 * 4, a_b_c, snake_case 22. <br>Satır <sub>2</sub> &amp; son.

[^n]: Dipnotun metni 23.

<!-- açıklama 24

25 -->

Terim
:   Tanım 26

Son paragraf 27\\.
"""


def pandoc_words(text):
    """pandoc'un gövdede gördüğü sözler; kod, formül ve gönderme anahtarları dışında."""
    out = []

    def walk(node):  # noqa: PLR0912
        if isinstance(node, list):
            for item in node:
                walk(item)
        elif isinstance(node, dict):
            kind, content = node.get("t"), node.get("c")
            if kind == "Str":
                out.append(content)
            elif kind in HIDDEN:
                out.append(" ")
            elif kind == "Cite":
                out.append(" ")
                for citation in content[0]:
                    walk([citation["citationPrefix"], citation["citationSuffix"]])
                out.append(" ")
            elif kind == "Link" and "uri" in content[0][1]:  # okunan metin adresin kendisi
                out.append(" ")
            elif kind in {"Link", "Image", "Span", "Div"}:
                walk(content[1])
            elif kind == "Header":
                walk([{"t": "Space"}, content[2], {"t": "Space"}])
            elif kind == "Quoted":
                walk([{"t": "Space"}, content[1], {"t": "Space"}])
            elif kind in {"Para", "Plain"}:
                walk([{"t": "Space"}, content, {"t": "Space"}])
            elif kind == "Table":
                walk([content[1], content[3:]])
            elif kind == "OrderedList":
                walk(content[1])
            elif kind == "Figure":  # yazısı, resmin alt metniyle aynıdır
                walk(content[2])
            else:
                walk(content if kind else list(node.values()))

    text = re.sub(r"(?<=\$\$) \{#eq-[^}]*\}", "", text)  # pandoc bu etiketi metin sayar
    plain = re.sub(r"^(\s*```+)\s*\{(python|mermaid)\}", r"\1 {.\2}", text, flags=re.M)
    walk(json.loads(pypandoc.convert_text(plain, "json", format="markdown"))["blocks"])
    return Counter(words("".join(out)))


def words(text):
    return re.findall(r"[^\W_]+", text)


def own_words(text):
    passages = document_of("x.qmd", text).passages
    return Counter(words(" ".join(p.visible.text for p in passages if p.kind not in ELSEWHERE)))


def test_no_word_of_the_sample_is_lost_or_made_up():
    text = SAMPLE.replace("10^−16^", "")  # üst simge bizde ⁻¹⁶ olur
    assert own_words(text) == pandoc_words(text)


def test_every_letter_knows_its_place():
    document = document_of("x.qmd", SAMPLE)
    for passage in document.passages:
        visible = passage.visible
        assert len(visible.offsets) == len(visible.text) + 1
        for letter, offset in zip(visible.text, visible.offsets, strict=False):
            if letter.isalpha():
                assert SAMPLE[offset] == letter


LETTERS = st.text(alphabet="abçğıö İŞ0123456789,.%'", min_size=1, max_size=12).map(str.strip).filter(bool)
INLINE = st.one_of(
    LETTERS,
    LETTERS.map(lambda t: f"**{t}**"),
    LETTERS.map(lambda t: f'[{t}]{{sayi="a + 1"}}'),
    LETTERS.map(lambda t: f"[{t}](https://x.y/1)"),
    LETTERS.map(lambda t: f"`{t}`"),
    st.just("$x_{12}$"),
    st.just("@fig-a"),
    st.just("<!-- 77 -->"),
)
SENTENCE = st.lists(INLINE, min_size=1, max_size=6).map(lambda parts: "Söz " + " ve ".join(parts) + " bitti.")
BLOCK = st.one_of(
    SENTENCE,
    SENTENCE.map(lambda t: f"## {t}"),
    SENTENCE.map(lambda t: f"> {t}"),
    st.lists(SENTENCE, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {t}" for t in items)),
    st.lists(SENTENCE, min_size=1, max_size=3).map(
        lambda items: "\n".join(f"{n}. {t}" for n, t in enumerate(items, 1))
    ),
    SENTENCE.map(lambda t: f"::: {{.callout-tip}}\n{t}\n:::"),
    LETTERS.map(lambda t: f"```\n{t} 1\n```"),
    LETTERS.map(lambda t: f"```{{python}}\n#| label: a\nx = 1  # {t}\n```"),
    st.tuples(LETTERS, LETTERS).map(lambda c: f"| a | b |\n|---|---|\n| x{c[0]} | y{c[1]} |"),
    st.just("$$\nx = 12\n$$"),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(BLOCK, min_size=5, max_size=25))
def test_any_mixture_of_blocks_keeps_its_words(blocks):
    text = "\n\n".join(blocks) + "\n"
    assert own_words(text) == pandoc_words(text)


@pytest.mark.parametrize(
    "path",
    ["README.md", "index.qmd", "chapters/dikkat-mekanizmasi.qmd", "chapters/nlp-transformer-dikkat.qmd"],
)
def test_no_word_of_the_book_is_lost(path):
    from pathlib import Path

    file = Path(__file__).resolve().parents[2] / path
    if not file.exists():
        pytest.skip("bu dosya henüz yok")
    text = re.sub(r"```\{mermaid\}.*?```", "", file.read_text(encoding="utf-8"), flags=re.S)
    assert not pandoc_words(text) - own_words(text)


def test_spans_are_found_with_their_attributes():
    text = """a [iki [0,9]{sayi='a["x"] + 1'} katı]{iddia="b > 2 and c"} [%83]{kaynak="Kim \\"o\\""}"""
    visible = read_markdown(text, range(len(text)))
    said = {
        visible.text[m.first : m.last]: {k: v.text for k, v in m.attributes.values.items()}
        for m in visible.marked
    }
    assert said == {
        "0,9": {"sayi": 'a["x"] + 1'},
        "iki 0,9 katı": {"iddia": "b > 2 and c"},
        "%83": {"kaynak": 'Kim "o"'},
    }


def test_attributes_that_do_not_parse_are_reported():
    text = '[0,9]{sayi="a["x"]"} son'
    assert read_markdown(text, range(len(text))).broken == [5]


def test_sections_have_the_identifiers_of_pandoc():
    """Rapordaki bağlantılar sayfada var olan kimliklere gider."""
    titles = [
        "Başlık (Lewis, konuk) ve söz",
        "Öz-dikkat: `kod` & $x^2$",
        "IŞIK hızı",
        "Öz-dikkat: `kod` & $x^2$",
    ]
    titles += ["*Eğik* [bağ](x.html)!", "Adı belli {#sec-belli .unnumbered}", "3 adım", "IŞIK hızı"]
    text = "".join(f"## {title}\n\nsöz\n\n" for title in titles)
    tree = json.loads(pypandoc.convert_text(text, "json", format="markdown"))
    wanted = [block["c"][1][0] for block in tree["blocks"] if block["t"] == "Header"]
    sections = [
        passage.section for passage in document_of("x.qmd", text).passages if passage.kind == "başlık"
    ]
    assert [section.identifier for section in sections if section] == wanted
