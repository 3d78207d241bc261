"""Basılan basamaklar başka makinede de aynı kalmalı.

İşlemci ve kütüphane farkı, sonuçların son birkaç bitini ve toplamların sırasını değiştirir. Burada ikisi de
abartılır: motorun verdiği her kayan noktalı sayı bağıl 1e-12 sarsılır, dersin eğitim kümesi karıştırılır
(toplamlar başka sırayla alınır). Sonra bölümün hücreleri baştan koşar ve bütün sayıları yeniden denetlenir.
"""

import ast
import dataclasses
import functools
import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
CHAPTERS = [
    "chapters/dikkat-mekanizmasi.qmd",
    "chapters/nlp-transformer-dikkat.qmd",
    "chapters/kucuk-transformer.qmd",
    "chapters/motor-galerisi.qmd",
]
RELATIVE = 1e-12
RNG = np.random.default_rng(20260218)


@pytest.mark.parametrize("path", CHAPTERS)
def test_every_printed_digit_survives_noise(path):
    """Ayrı süreçte: motorun sarsılmış hâli öbür sınamalara bulaşmasın."""
    done = subprocess.run(
        [sys.executable, __file__, path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def shaken(value):
    """Kayan noktalı diziler biraz sarsılır; tam sayılar, sıfırlar, sonsuzlar olduğu gibi kalır."""
    if isinstance(value, np.ndarray) and value.dtype == float:
        return value * (1 + RELATIVE * noise(value))
    if type(value) is tuple:
        return tuple(shaken(item) for item in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value) if field.init]
        return dataclasses.replace(value, **{name: shaken(getattr(value, name)) for name in fields})
    if type(value) is dict:
        return {key: shaken(item) for key, item in value.items()}
    return value


def noise(values):
    """-1 ile 1 arası, sayının kendi bitlerinden gelen gürültü: eşit sayılar eşit sarsılır."""
    bits = np.asarray(values + 0.0, order="C").view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (bits ^ (bits >> np.uint64(29))).astype(float) / 2.0**63 - 1


def shake(function):
    @functools.wraps(function)
    def noisy(*arguments, **named):
        return shaken(function(*arguments, **named))

    return noisy


# Sonucu tam olan işlevler: yuvarlanmış veri, sayımlar ve oranlar. Bunlara gürültü ancak girdilerinden gelir.
# Toplamı denetlenen dağılımlar ve sonlu farkı alınan kayıp da sarsılmaz; parametreleri sarsılmıştır.
EXACT_MODULES = {"sequences", "distributions", "single_query_study", "datasets", "language_model"}
EXACT_FUNCTIONS = {"loss", "forward", "cooccurrence_counts"}


def shake_engine():
    """Motorun açık işlevlerini, başka modüllere alınmış adlarıyla birlikte, sarsılanlarıyla değiştirir."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "_engine"]
    noisy = {}
    for module in modules:
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and not name.startswith("_"):
                home = function.__module__.removeprefix("_engine.")
                if not home.startswith("_") and home not in EXACT_MODULES and name not in EXACT_FUNCTIONS:
                    noisy[function] = shake(function)
    for module in modules:
        for name, function in list(vars(module).items()):
            if isinstance(function, FunctionType) and function in noisy:
                setattr(module, name, noisy[function])


def shuffle_training(namespace):
    """Dersin eğitim kümesi başka sırada: gradyanın toplamları başka sırayla alınır."""
    if "train" in namespace and "held_out" in namespace:
        namespace["train"] = namespace["train"][RNG.permutation(len(namespace["train"]))]


def main(path):
    """Bölümü sarsılmış motorla koşar, denetler; hata varsa yazar."""
    import _audit.chapter as audit
    from _audit.document import read_document

    for module in (ROOT / "_engine").glob("[!_]*.py"):
        importlib.import_module(f"_engine.{module.stem}")
    shake_engine()
    namespace = {"__name__": "__main__"}
    for cell in read_document(path).cells:
        tree = ast.parse(cell.code)
        if "check_chapter" in cell.code:
            break
        exec(compile(tree, cell.label or "hücre", "exec"), namespace)
        if cell.label == "kurgu":
            shuffle_training(namespace)
    report, _ = audit.audit_source(path, namespace)
    for failure in report.failures:
        print(failure)
    print(f"{len(report.entries)} sayı, {len(report.failures)} hata")
    return bool(report.failures) or not report.entries


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
