"""Yapay veri: sarmal, hilaller, eğri, kümeler, GAN örnekleri ve küçük bir görüntü.

Rastgele olanlar `numpy.random.default_rng(seed)` kullanır: aynı tohum aynı veriyi verir.
"""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats, Ints

__all__ = [
    "ae_latent_clusters",
    "gan_samples",
    "make_manifold_curve",
    "make_moons_np",
    "make_spiral",
    "make_synthetic_image",
    "rotate_image_4way",
    "unroll_spiral",
]


def make_spiral(n_per: int = 120, k: int = 5, noise: float = 0.18, seed: int = 0) -> tuple[Floats, Ints]:
    """Merkezde buluşan k sarmal kol; her kol bir sınıf. Düz bir sınır bunları ayıramaz.

    Girdi: kol başına n_per ≥ 1 nokta, k ≥ 1 kol, açıdaki gürültünün standart sapması noise ≥ 0 (radyan).
    Dönen: X (n_per·k, 2) birim diskte, y (n_per·k,) kol numaraları.
    Kaynak: CS231n ders notları, "Putting it together: minimal neural network case study".
    """
    n_per, k = _checks.integer("n_per", n_per, 1), _checks.integer("k", k, 1)
    noise = _checks.number("noise", noise, least=0.0)
    arms = np.arange(k)
    radius = np.linspace(0.0, 1.0, n_per)
    angle = np.linspace(4.0 * arms, 4.0 * (arms + 1), n_per, axis=1)
    angle = angle + noise * _checks.generator(seed).standard_normal((k, n_per))
    points = np.stack([radius * np.sin(angle), radius * np.cos(angle)], axis=-1)
    return points.reshape(-1, 2), np.repeat(arms, n_per)


def unroll_spiral(X: ArrayLike, y: ArrayLike, k: int = 5, seed: int = 0) -> Floats:
    """Sarmalın açılmış hali, bir *çizim*: noktayı etiketine bakarak sınıfının yatay bandına koyar.

    Öğrenilmiş bir temsil değildir; eğitilmiş bir ağın ne yapması gerektiğini gösterir. Yatay eksen
    merkeze uzaklıktır.

    Girdi: X (N, d), etiketler y (N,) ve k'den küçük.
    Dönen: (N, 2).
    Hata: etiketler uymazsa ValueError.
    """
    X = _checks.floats("X", X, ("N", "d"))
    k = _checks.integer("k", k, 1)
    y = _checks.labels("y", y, len(X), k)
    band = 0.55 * (y - (k - 1) / 2) + 0.045 * _checks.generator(seed).standard_normal(len(y))
    return np.stack([2.2 * np.linalg.norm(X, axis=1) - 1.1, band], axis=1)


def make_moons_np(n: int = 400, noise: float = 0.2, seed: int = 0) -> tuple[Floats, Ints]:
    """İç içe geçen iki yarım çember, üstüne Gauss gürültüsü.

    scikit-learn'ün `make_moons` verisi gibidir, ama karıştırılmaz: önce n // 2 sıfır, sonra birler gelir.
    Tek n'de fazladan nokta ikinci hilaldedir.

    Girdi: n ≥ 1 nokta, noise ≥ 0.
    Dönen: X (n, 2), y (n,) 0 ya da 1.
    """
    n = _checks.integer("n", n, 1)
    noise = _checks.number("noise", noise, least=0.0)
    upper, lower = np.linspace(0.0, np.pi, n // 2), np.linspace(0.0, np.pi, n - n // 2)
    x = np.concatenate([np.cos(upper), 1.0 - np.cos(lower)])
    height = np.concatenate([np.sin(upper), 0.5 - np.sin(lower)])
    X = np.stack([x, height], axis=1) + noise * _checks.generator(seed).standard_normal((n, 2))
    return X, np.repeat([0, 1], [n // 2, n - n // 2])


def make_manifold_curve(n: int = 160, noise: float = 0.0, seed: int = 0) -> Floats:
    """y = sin(1,3 t) eğrisinde, t ∈ [−2,6; 2,6], n nokta: düzlemde tek boyutlu bir manifold.

    Girdi: n ≥ 1, gürültünün standart sapması noise ≥ 0.
    Dönen: (n, 2).
    """
    t = np.linspace(-2.6, 2.6, _checks.integer("n", n, 1))
    noise = _checks.number("noise", noise, least=0.0)
    curve = np.stack([t, np.sin(1.3 * t)], axis=1)
    return curve + noise * _checks.generator(seed).standard_normal(curve.shape)


def ae_latent_clusters(n: int = 400, seed: int = 0) -> Floats:
    """Aralarında boşluk olan dört Gauss kümesi: düzenlenmemiş bir otokodlayıcının gizli uzayı gibi.

    Eğitilmiş bir otokodlayıcı değildir. Yayımlanan biçimi 4·(n // 4) nokta verirdi; burada n noktanın
    artanları ilk kümelere gider.

    Girdi: n ≥ 1.
    Dönen: (n, 2), kümeler ardışık.
    """
    centres = np.array([[-2.2, 1.8], [2.0, 2.1], [0.3, -2.3], [-1.8, -1.5]])
    whole, rest = divmod(_checks.integer("n", n, 1), len(centres))
    sizes = whole + (np.arange(len(centres)) < rest)
    means = np.repeat(centres, sizes, axis=0)
    return means + 0.28 * _checks.generator(seed).standard_normal(means.shape)


def gan_samples(seed: int = 0, n: int = 200) -> tuple[Floats, Floats, Floats]:
    """GAN'ın ne öğrendiğini gösteren üç bulut: gerçek halka, ilk sahteler, son sahteler.

    Bir üretecin çıktısı değil, simülasyondur: ilk sahteler geniş bir Gauss bulutu, sonuncular gerçeğinden
    gürültülü bir halkadır. Parametre sırası alışılmışın tersidir: önce tohum.

    Girdi: seed ≥ 0, n ≥ 1.
    Dönen: (gerçek, ilk sahte, son sahte), her biri (n, 2).
    Kaynak: Goodfellow vd. (2014), arXiv:1406.2661.
    """
    rng, n = _checks.generator(seed), _checks.integer("n", n, 1)

    def ring(spread: float) -> Floats:
        angle = rng.uniform(0.0, 2.0 * np.pi, n)
        return np.stack([np.cos(angle), np.sin(angle)], axis=1) + spread * rng.standard_normal((n, 2))

    return ring(0.06), 1.1 * rng.standard_normal((n, 2)), ring(0.18)


def make_synthetic_image(n: int = 28, seed: int = 0) -> Floats:  # noqa: ARG001 (yayımlanan imza)
    """Siyah zeminde dolu kare, disk ve yatay çubuk: kenar bulucuları denemek için gri görüntü.

    Yerler 28 piksele göre sabittir; küçük n'de dışarıda kalan parça kesilir. `seed` kullanılmaz.

    Girdi: n ≥ 1 piksel.
    Dönen: (n, n), değerler 0 ile 1 arasında.
    """
    n = _checks.integer("n", n, 1)
    rows, columns = np.indices((n, n))
    image = np.zeros((n, n))
    image[5:14, 6:15] = 1.0
    image[np.hypot(rows - 19, columns - 19) <= 6] = 0.85
    image[20:22, 4:24] = 0.6
    return image


def rotate_image_4way(img: ArrayLike) -> list[Floats]:
    """Görüntünün 0°, 90°, 180° ve 270° (saat yönünün tersine) döndürülmüş kopyaları.

    Öz-denetimli dönme görevinin dört sınıfıdır: ağ hangi açı olduğunu bulur.

    Girdi: (H, W).
    Dönen: dört dizi, sırayla (H, W), (W, H), (H, W), (W, H); hiçbiri girdinin belleğini paylaşmaz.
    Kaynak: Gidaris, Singh, Komodakis (2018), arXiv:1803.07728.
    """
    image = _checks.floats("img", img, ("H", "W"))
    return [np.rot90(image, turns).copy() for turns in range(4)]
