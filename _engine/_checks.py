"""Girdi denetimleri: her işlev girdisini buradan geçirir, iletiler tek biçimdedir.

    X: (N, d) biçiminde bir sayı dizisi beklenir; gelen: biçimi (3,).

Bir biçim, eksenlerinin demetidir: sayı o uzunluğu ister, ad ("N") uzunluğu serbest bırakır,
`...` baştaki yığın eksenlerinin yerini tutar. Böylece istenen biçim, iletide yazdığı gibi istenir.
"""

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from types import EllipsisType
from typing import Any, NoReturn

import numpy as np

from _engine.types import ArrayLike, Bools, Floats, Ints

Shape = tuple[int | str | EllipsisType, ...]


def fail(name: str, expected: str, got: object) -> NoReturn:
    """Bütün denetimlerin tek iletisi: hangi girdi, ne beklendi, ne geldi."""
    raise ValueError(f"{name}: {expected} beklenir; gelen: {got}.")


def floats(
    name: str, value: ArrayLike, *shapes: Shape, infinite: bool = False, empty: bool = False
) -> Floats:
    """`value` bir float64 dizisi olarak; tam sayılar kesirliye çevrilir.

    `shapes` kabul edilen biçimlerdir (hiç verilmezse hepsi). NaN hiçbir zaman, sonsuz yalnız `infinite`
    ile, boş dizi yalnız `empty` ile kabul edilir.
    """
    array = _numeric(name, value, "buif", "sayı").astype(np.float64, copy=False)
    _require_shape(name, array, shapes, "sayı")
    if array.size == 0 and not empty:
        fail(name, "boş olmayan bir dizi", f"biçimi {array.shape}")
    if np.isnan(array).any():
        fail(name, "sayı", "NaN")
    if not infinite and np.isinf(array).any():
        fail(name, "sonlu sayı", "sonsuz")
    return array


def bools(name: str, value: ArrayLike, *shapes: Shape) -> Bools:
    """`value` bir bool dizisi olarak; 0/1 kabul edilmez, çünkü toplanan bir maskeyle karışır."""
    array = _numeric(name, value, "b", "True/False")
    _require_shape(name, array, shapes, "True/False")
    return array


def labels(name: str, value: ArrayLike, count: int, classes: int | None = None) -> Ints:
    """`count` tane sınıf etiketi: 0'dan başlayan tam sayılar, `classes` verilirse ondan küçük."""
    array = floats(name, value, (count,))
    if (array != np.floor(array)).any() or (array < 0).any():
        fail(name, "0'dan başlayan tam sayı sınıf etiketleri", np.unique(array).tolist()[:5])
    if classes is not None and (array >= classes).any():
        fail(name, f"{classes} sınıf için {classes} sayısından küçük etiketler", int(array.max()))
    return array.astype(np.int64)


def integer(name: str, value: int, least: int) -> int:
    """En az `least` olan bir tam sayı."""
    expected = f"en az {least} olan bir tam sayı"
    try:
        whole = operator.index(value)
    except TypeError:
        fail(name, expected, repr(value))
    if isinstance(value, bool) or whole < least:
        fail(name, expected, repr(value))
    return whole


def number(name: str, value: float, *, least: float = -np.inf, above: float = -np.inf) -> float:
    """Sonlu bir sayı; en az `least` ve `above` sınırından büyük."""
    scalar = float(floats(name, value, ()))
    if scalar < least:
        fail(name, f"en az {least:g} olan bir sayı", scalar)
    if scalar <= above:
        fail(name, f"{above:g} sayısından büyük bir sayı", scalar)
    return scalar


def choice(name: str, value: str, options: tuple[str, ...]) -> str:
    """`options` adlarından biri."""
    if value not in options:
        fail(name, " ya da ".join(map(repr, options)), repr(value))
    return value


def broadcast(**arrays: np.ndarray[Any, Any]) -> tuple[int, ...]:
    """Dizilerin birlikte yayıldığı (broadcast) biçim."""
    try:
        return np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays.values())
        fail(", ".join(arrays), "birlikte yayılabilen (broadcast) biçimler", shapes)


def generator(seed: int) -> np.random.Generator:
    """Tohumu `seed` olan rastgele sayı üreteci."""
    return np.random.default_rng(integer("seed", seed, 0))


@contextmanager
def converging(lr: float, *trained: Floats) -> Iterator[None]:
    """Öğrenme oranı `lr` olan bir inişi sarar; iniş bitince `trained` dizileri sonlu değilse ıraksamıştır.

    Iraksarken taşan ara sonuçlar uyarı basmaz: söylenecek şey tek iletidir.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        yield
    if not all(np.isfinite(array).all() for array in trained):
        fail("lr", "ıraksatmayan, daha küçük bir öğrenme oranı", f"{lr:g}")


def _numeric(name: str, value: ArrayLike, kinds: str, what: str) -> np.ndarray[Any, Any]:
    try:
        array = np.asarray(value)
    except ValueError:
        fail(name, f"satırları eşit uzunlukta bir {what} dizisi", "uzunlukları değişen satırlar")
    if array.size == 0 and array.dtype.kind in "buif":
        return array.astype(bool if kinds == "b" else np.float64)
    if array.dtype.kind not in kinds:
        fail(name, f"{what} dizisi", f"{array.dtype} dizisi")
    return array


def _require_shape(name: str, array: np.ndarray[Any, Any], shapes: tuple[Shape, ...], what: str) -> None:
    if shapes and not any(_fits(array.shape, shape) for shape in shapes):
        wanted = " ya da ".join(_written(shape) for shape in shapes)
        expected = "tek bir sayı" if shapes == ((),) else f"{wanted} biçiminde bir {what} dizisi"
        fail(name, expected, f"biçimi {array.shape}")


def _fits(actual: tuple[int, ...], wanted: Shape) -> bool:
    if wanted and wanted[0] is ...:
        wanted = wanted[1:]
        actual = actual[max(len(actual) - len(wanted), 0) :]
    return len(actual) == len(wanted) and all(
        isinstance(want, str) or size == want for size, want in zip(actual, wanted, strict=True)
    )


def _written(shape: Shape) -> str:
    axes = ["…" if axis is ... else str(axis) for axis in shape]
    return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"
