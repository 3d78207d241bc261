"""Evrişim ve havuzlama. Derin öğrenmedeki gibi çekirdek çevrilmez: işlem çapraz ilintidir.

Kaynak: LeCun vd. (1998), "Gradient-based learning applied to document recognition".
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = [
    "avg_pool2d",
    "build_toeplitz",
    "conv1d",
    "conv2d",
    "conv_output_size",
    "conv_pad_output",
    "edge_kernels",
    "max_pool2d",
]


def conv_output_size(n: int, k: int, s: int = 1) -> int:
    """Dolgusuz evrişimin çıktı uzunluğu ⌊(n − k)/s⌋ + 1.

    Girdi: n ≥ 1 girdi, 1 ≤ k ≤ n çekirdek, s ≥ 1 adım.
    Hata: çekirdek girdiye sığmazsa ValueError (yayımlanan biçimi negatif uzunluk verebilirdi).
    """
    return conv_pad_output(n, k, 0, s)


def conv_pad_output(n: int, k: int, padding: int = 0, stride: int = 1) -> int:
    """İki uca `padding` öğe eklenmiş evrişimin çıktı uzunluğu ⌊(n + 2·padding − k)/stride⌋ + 1.

    Tek k'de ve adım 1'de padding = (k − 1)/2 uzunluğu korur.

    Girdi: n ≥ 1, k ≥ 1, padding ≥ 0, stride ≥ 1.
    Hata: çekirdek dolgulu girdiye sığmazsa ValueError.
    Kaynak: Dumoulin, Visin (2016), arXiv:1603.07285.
    """
    padded = _checks.integer("n", n, 1) + 2 * _checks.integer("padding", padding, 0)
    k, stride = _checks.integer("k", k, 1), _checks.integer("stride", stride, 1)
    if k > padded:
        _checks.fail("k", f"girdi uzunluğundan ({padded}) büyük olmayan çekirdek", k)
    return (padded - k) // stride + 1


def conv1d(x: ArrayLike, w: ArrayLike) -> Floats:
    """Dolgusuz bir boyutlu çapraz ilinti: çıktı[i] = Σⱼ x[i + j] w[j].

    Girdi: x (n,), w (k,), k ≤ n.
    Dönen: (n − k + 1,).
    Hata: çekirdek girdiden uzunsa ValueError.
    """
    x, w = _checks.floats("x", x, ("n",)), _checks.floats("w", w, ("k",))
    conv_output_size(len(x), len(w))
    return np.asarray(sliding_window_view(x, len(w)) @ w)


def conv2d(img: ArrayLike, kernel: ArrayLike, stride: int = 1) -> Floats:
    """Dolgusuz iki boyutlu çapraz ilinti: kayan pencerelerin çekirdekle iç çarpımı.

    Girdi: img (H, W), kernel (kh, kw), stride ≥ 1.
    Dönen: (⌊(H − kh)/stride⌋ + 1, ⌊(W − kw)/stride⌋ + 1).
    Hata: çekirdek görüntüye sığmazsa ValueError.
    """
    img, kernel = _checks.floats("img", img, ("H", "W")), _checks.floats("kernel", kernel, ("kh", "kw"))
    for size, k in zip(img.shape, kernel.shape, strict=True):
        conv_output_size(size, k, stride)
    windows = sliding_window_view(img, kernel.shape)[::stride, ::stride]
    return np.asarray(np.einsum("ijkl,kl->ij", windows, kernel))


def edge_kernels() -> dict[str, Floats]:
    """Bilinen dört 3×3 çekirdek.

    `sobel_x` düşey, `sobel_y` yatay kenarları, `laplace` her yönde kenarı bulur; `blur` bulanıklaştırır.

    Dönen: ad → (3, 3); kenar çekirdeklerinin toplamı 0, `blur`unki 1.
    """
    sobel = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])
    laplace = np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]])
    return {"sobel_x": sobel, "sobel_y": sobel.T.copy(), "blur": np.full((3, 3), 1 / 9), "laplace": laplace}


def max_pool2d(img: ArrayLike, k: int = 2) -> Floats:
    """Örtüşmeyen k×k karelerin en büyüğü; artan satır ve sütunlar atılır.

    Girdi: img (H, W), 1 ≤ k ≤ min(H, W).
    Dönen: (H // k, W // k).
    Hata: kare görüntüye sığmazsa ValueError.
    """
    return np.asarray(_blocks(img, k).max(axis=(1, 3)))


def avg_pool2d(img: ArrayLike, k: int = 2) -> Floats:
    """Örtüşmeyen k×k karelerin ortalaması; artan satır ve sütunlar atılır.

    Girdi, dönen, hata: `max_pool2d` ile aynı.
    """
    return np.asarray(_blocks(img, k).mean(axis=(1, 3)))


def build_toeplitz(kernel: ArrayLike, n: int) -> Floats:
    """Evrişimin matrisi: T @ x, `conv1d(x, kernel)` ile aynıdır.

    Her satır çekirdeğin bir sağa kaymış halidir; gerisi sıfırdır (seyreklik) ve satırlar aynı k sayıyı
    kullanır (paylaşım).

    Girdi: kernel (k,), n ≥ k.
    Dönen: (n − k + 1, n).
    Hata: çekirdek n'den uzunsa ValueError.
    """
    kernel = _checks.floats("kernel", kernel, ("k",))
    rows = np.arange(conv_output_size(n, len(kernel)))[:, None]
    T = np.zeros((len(rows), n))
    T[rows, rows + np.arange(len(kernel))] = kernel
    return T


def _blocks(img: ArrayLike, k: int) -> Floats:
    """Görüntünün k×k kareleri: (H // k, k, W // k, k)."""
    img = _checks.floats("img", img, ("H", "W"))
    rows, columns = (conv_output_size(size, k, k) for size in img.shape)
    return img[: rows * k, : columns * k].reshape(rows, k, columns, k)
