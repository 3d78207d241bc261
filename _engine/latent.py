"""Gizli uzaylar: manifolda izdüşüm, VAE örneklemesi, seyrek kod."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats

__all__ = ["project_to_manifold", "sparse_code_demo", "vae_reparam"]


def project_to_manifold(points: ArrayLike, manifold: ArrayLike) -> Floats:
    """Her noktanın yerine manifoldun ona en yakın noktasını koyar; eşitlikte listede önce gelen seçilir.

    Girdi: points (N, D) ya da tek nokta (D,); manifold (M, D), M ≥ 1.
    Dönen: (N, D) ya da (D,). Yayımlanan biçimi tek noktanın koordinatlarını ayrı noktalar sanırdı.
    Hata: boyutlar uymazsa ValueError.
    """
    manifold = _checks.floats("manifold", manifold, ("M", "D"))
    D = manifold.shape[1]
    points = _checks.floats("points", points, (D,), ("N", D))
    distances = np.linalg.norm(points[..., None, :] - manifold, axis=-1)
    return np.asarray(manifold[distances.argmin(axis=-1)])


def vae_reparam(mu: ArrayLike, sigma: ArrayLike, n: int = 400, seed: int = 0) -> Floats:
    """Yeniden parametreleme: z = μ + σ ⊙ ε, ε ~ N(0, I). Rastlantı ε'dadır; z, μ ve σ'ya göre türevlenir.

    Tek sayı her boyutta kullanılır, ama her boyutun ε'u ayrı çekilir (yayımlanan biçimi tek sayı μ ile bütün
    boyutlara aynı ε'u verirdi).

    Girdi: mu ve sigma (d,) ya da tek sayı, sigma ≥ 0; n ≥ 1.
    Dönen: (n, d).
    Hata: uzunluklar uymazsa, sigma negatifse ValueError.
    Kaynak: Kingma, Welling (2014), arXiv:1312.6114.
    """
    mu, sigma = _checks.floats("mu", mu, (), ("d",)), _checks.floats("sigma", sigma, (), ("d",))
    if (sigma < 0).any():
        _checks.fail("sigma", "negatif olmayan standart sapmalar", sigma.min())
    d = max(_checks.broadcast(mu=mu, sigma=sigma), default=1)
    noise = _checks.generator(seed).standard_normal((_checks.integer("n", n, 1), d))
    return np.asarray(mu + sigma * noise)


def sparse_code_demo(n: int = 24, n_active: int = 5, seed: int = 0) -> tuple[Floats, Floats]:
    """Yoğun bir Gauss vektörü ve mutlak değeri en büyük `n_active` bileşeninden başkası silinmiş kopyası.

    Sert eşiklemedir: en iyi n_active bileşenli yaklaşıklığı verir, L1 cezalı bir eniyileme çözmez.

    Girdi: n ≥ 1, n_active ≥ 0 (n'den büyükse hepsi kalır).
    Dönen: (yoğun, seyrek), ikisi de (n,).
    Kaynak: Olshausen, Field (1996), seyrek kodlama; Blumensath, Davies (2008), sert eşikleme.
    """
    dense = _checks.generator(seed).standard_normal(_checks.integer("n", n, 1))
    active = np.argsort(-np.abs(dense), kind="stable")[: _checks.integer("n_active", n_active, 0)]
    sparse = np.zeros_like(dense)
    sparse[active] = dense[active]
    return dense, sparse
