"""Sayıların Türkçe yazılışı: ondalık virgül, binlik nokta, yüzde işareti."""

from decimal import ROUND_HALF_EVEN, Decimal

MINUS = "−"


def write_number(value: float, decimals: int | None = None, *, percent: bool = False) -> str:
    """`value` sayısını Türkçe yazar: `write_number(0.63333, 4)` → `0,6333`, `write_number(1000)` → `1.000`.

    `decimals` virgülden sonraki basamak sayısıdır; verilmezse sayı tam sayı olmalıdır. Yuvarlama, sayının tam
    ondalık değeri üzerinde en yakın çifte yapılır (2,675 → 2,67 çünkü ikili değeri 2,67499…'dur). Eksi sıfır
    sıfır yazılır. `percent=True` sayıyı yüzle çarpıp başına `%` koyar. Sonlu olmayan sayı `ValueError` verir.
    """
    exact = Decimal(value) * (100 if percent else 1)
    if not exact.is_finite():
        raise ValueError(f"yazılacak sayı sonlu olmalı, {value} geldi")
    if decimals is None:
        if exact != exact.to_integral_value():
            raise ValueError(f"ondalık basamak sayısı verilmedi ve {value} tam sayı değil")
        decimals = 0
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)
    digits = f"{abs(rounded):,.{decimals}f}".translate(str.maketrans(",.", ".,"))
    return (MINUS if rounded < 0 else "") + ("%" if percent else "") + digits
