"""On ikinci hafta bölümü: kaynağın bölümleri ve şekilleri durur, şekiller yayımlanan değerleri verir."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "chapters" / "nlp-transformer-dikkat.qmd").read_text(encoding="utf-8")
GOLDEN = json.loads((ROOT / "tests" / "golden" / "hafta12.json").read_text(encoding="utf-8"))
CELLS = re.findall(r"^```\{python\}\n(.*?)^```", SOURCE, re.S | re.M)
SECTIONS = [
    "genel-bakis-d12",
    "dil-modelleme",
    "multihead",
    "decoding-ssl",
    "post2020-kopru",
    "gecis-d12",
    "kume-linear",
    "qkv-encdec",
    "autoregressive",
    "ozet-d12",
    "kontrol-d12",
    "egzersiz-d12",
    "sonraki-d12",
    "cheat-d12",
    "koprular-d12",
]
FIGURES = [
    "causal-mask",
    "positional-encoding",
    "topk-sampling",
    "word2vec-bridge",
    "softmax-temperature",
    "self-attention-matrix",
    "transformer-encoder-decoder",
]


@pytest.mark.parametrize("name", SECTIONS)
def test_section_of_the_source_stands(name):
    assert re.search(rf"^## .+\{{#sec-{name}\}}$", SOURCE, re.M)


@pytest.mark.parametrize("name", FIGURES)
def test_figure_of_the_source_stands(name):
    assert f"#| label: fig-{name}\n" in SOURCE


def run_cells():
    """Hücreler (sayı denetimi dışında) sırayla koşunca kalan adlar; maskenin puanları ayrıca tutulur."""
    names = {}
    for code in CELLS:
        if "check_chapter" not in code:
            exec(code, names)
        if "label: fig-causal-mask" in code:
            names["mask_scores"] = names["scores"]
    return names


def test_figures_and_exercises_give_the_published_values(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = run_cells()
    encoding, topk = GOLDEN["positional_encoding_40x64"], GOLDEN["topk_4"]
    weights = {beta: names["softmax"](float(beta) * names["similarity"]) for beta in GOLDEN["exercise_1"]}
    found_and_published = [
        (names["mask_scores"], 4, GOLDEN["causal_mask"]["scores"]),
        (names["A_open"], 2, GOLDEN["causal_mask"]["open_2"]),
        (names["A_masked"], 2, GOLDEN["causal_mask"]["masked_2"]),
        (names["PE"][0, :4], 6, encoding["row0_first4"]),
        (names["PE"][1, :4], 6, encoding["row1_first4"]),
        (names["PE"][39, -4:], 6, encoding["row39_last4"]),
        (names["PE"].sum(), 6, encoding["sum"]),
        (names["probs_sum"], 3, topk["probs_sum_before_normalising"]),
        (names["kept"][:4], 4, topk["kept_4"]),
        (names["A_set"][0], 4, GOLDEN["set_averaging_3"]["A_row0_4"]),
        (names["betas"], 4, GOLDEN["softmax_temperature"]["betas"]),
        (names["scores"], 4, GOLDEN["softmax_temperature"]["scores"]),
        (names["weights"], 4, GOLDEN["softmax_temperature"]["weights_4"]),
        (names["X6"], 4, GOLDEN["self_attention_6"]["X"]),
        (names["A6"], 4, GOLDEN["self_attention_6"]["A_4"]),
        *((weights[beta], 3, published["a"]) for beta, published in GOLDEN["exercise_1"].items()),
        *(
            (weights[b] @ names["members"], 3, published["h"])
            for b, published in GOLDEN["exercise_1"].items()
        ),
        (names["masked"], 2, GOLDEN["exercise_2_A_2"]),
        (names["hidden"], 0, GOLDEN["exercise_4_mask"]),
        (names["adjacency"].sum(axis=1), 0, GOLDEN["exercise_5_degrees"]),
    ]
    for found, decimals, published in found_and_published:
        np.testing.assert_array_equal(np.round(np.asarray(found, dtype=float), decimals), published)
