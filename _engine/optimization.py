"""Eniyileme: kayıp yüzeyleri, gradyan inişi, momentum ve Adam."""

import numpy as np

from _engine import _checks
from _engine.types import ArrayLike, Floats, Ints

__all__ = [
    "gd_path",
    "loss_surface_2d",
    "optimize_quad",
    "quad_grad",
    "quad_loss",
    "sgd_loss_curves",
]

# Karesel vadinin eksenleri (satırlar). Boyları √0,9985'tir, 1 değil: dönme 22,97°, eğrilikler
# 0,9985 ve 0,9985 κ. Oran yine κ'dir.
_VALLEY_AXES = np.array([[0.92, 0.39], [-0.39, 0.92]])


def loss_surface_2d(xx: ArrayLike, yy: ArrayLike) -> Floats:
    """Eğik bir karesel vadi, üstünde sinüs dalgası: u² + 3,5 v² + 0,6 sin(1,5 x) cos(1,5 y).

    u = 0,85 x + 0,53 y ve v = −0,53 x + 0,85 y.

    Girdi: birlikte yayılan x ve y koordinatları.
    Dönen: yayılmış biçimde kayıplar.
    """
    xx, yy = _checks.floats("xx", xx, empty=True), _checks.floats("yy", yy, empty=True)
    _checks.broadcast(xx=xx, yy=yy)
    return _surface(xx, yy)


def gd_path(theta0: ArrayLike, lr: float = 0.08, steps: int = 40) -> Floats:
    """`loss_surface_2d` üzerinde gradyan inişinin izlediği yol; gradyan merkezi sonlu farktır (adımı 1e-4).

    Girdi: theta0 (2,), lr > 0, steps ≥ 0.
    Dönen: (steps + 1, 2); ilk satır theta0.
    Hata: yol sonsuza taşarsa ValueError. 1e12 dolayında sonlu fark anlamını yitirir, yol orada donabilir.
    """
    lr, steps = _checks.number("lr", lr, above=0.0), _checks.integer("steps", steps, 0)
    path = np.empty((steps + 1, 2))
    path[0] = _checks.floats("theta0", theta0, (2,))
    nudge = 1e-4 * np.eye(2)
    with _checks.converging(lr, path):
        for step in range(steps):
            ahead, behind = path[step] + nudge, path[step] - nudge
            slope = (_surface(*ahead.T) - _surface(*behind.T)) / 2e-4
            path[step + 1] = path[step] - lr * slope
    return path


def sgd_loss_curves(steps: int = 80, seed: int = 0) -> tuple[Ints, Floats, Floats, Floats]:
    """Tam yığın, küçük yığın ve tek örnekle eğitimin kayıp eğrileri, *simülasyon*.

    Üçü de 0,2 + 2,6 exp(−t/14) çevresindedir; yığın küçüldükçe gürültü artar. Hiçbir model eğitilmez.

    Girdi: steps ≥ 1.
    Dönen: t (steps,) tam sayı; tam, küçük yığın, tek örnek kayıpları (steps,), negatif olmayan.
    """
    t = np.arange(_checks.integer("steps", steps, 1))
    rng = _checks.generator(seed)
    decay = 0.2 + 2.6 * np.exp(-t / 14.0)
    mini = decay + 0.10 * np.exp(-t / 45.0) * rng.standard_normal(len(t))
    single = decay + 0.45 * np.exp(-t / 70.0) * rng.standard_normal(len(t))
    return t, decay, np.maximum(mini, 0.0), np.maximum(single, 0.0)


def quad_loss(xx: ArrayLike, yy: ArrayLike, kappa: float = 20.0) -> Floats:
    """Koşul sayısı κ olan eğik karesel vadi: ½ (u² + κ v²), u = 0,92 x + 0,39 y, v = −0,39 x + 0,92 y.

    Dönme 22,97°'dir. Katsayıların kareleri toplamı 0,9985 olduğundan en büyük eğrilik κ değil 0,9985 κ,
    en küçüğü 1 değil 0,9985'tir; oranları tam κ'dir.

    Girdi: birlikte yayılan x ve y koordinatları; κ > 0.
    Dönen: yayılmış biçimde kayıplar.
    """
    xx, yy = _checks.floats("xx", xx, empty=True), _checks.floats("yy", yy, empty=True)
    _checks.broadcast(xx=xx, yy=yy)
    kappa = _checks.number("kappa", kappa, above=0.0)
    (ux, uy), (vx, vy) = _VALLEY_AXES
    return np.asarray(0.5 * ((ux * xx + uy * yy) ** 2 + kappa * (vx * xx + vy * yy) ** 2))


def quad_grad(p: ArrayLike, kappa: float = 20.0) -> Floats:
    """`quad_loss`'un p noktasındaki gradyanı H p.

    Girdi: p (2,), κ > 0.
    Dönen: (2,).
    """
    return np.asarray(_hessian(kappa) @ _checks.floats("p", p, (2,)))


def optimize_quad(
    method: str,
    theta0: ArrayLike,
    lr: float,
    steps: int,
    kappa: float = 20.0,
    beta: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
) -> tuple[Floats, Floats]:
    """`quad_loss` üzerinde gradyan inişi, momentum (ağır top) ya da Adam.

    Girdi: method "gd", "momentum" ya da "adam"; theta0 (2,); lr > 0; steps ≥ 0; κ > 0; 0 ≤ beta, beta2 < 1;
    eps > 0. `beta` momentumun ve Adam'ın, `beta2` ile `eps` yalnız Adam'ındır.
    Dönen: yol (steps + 1, 2) ve kayıplar (steps + 1,); ilki theta0'ınki.
    Hata: bilinmeyen yöntemde (adım sayısı 0 olsa da), parametreler uymazsa ya da yol ıraksarsa ValueError.
    Kaynak: Polyak (1964) momentum; Kingma, Ba (2015), arXiv:1412.6980 Adam.
    """
    _checks.choice("method", method, ("gd", "momentum", "adam"))
    lr, steps = _checks.number("lr", lr, above=0.0), _checks.integer("steps", steps, 0)
    for name, decay in (("beta", beta), ("beta2", beta2)):
        if not 0.0 <= _checks.number(name, decay) < 1.0:
            _checks.fail(name, "0 ile 1 arasında (1 hariç) bir sayı", decay)
    eps, H = _checks.number("eps", eps, above=0.0), _hessian(kappa)
    path = np.empty((steps + 1, 2))
    path[0] = _checks.floats("theta0", theta0, (2,))
    velocity, square = np.zeros(2), np.zeros(2)
    with _checks.converging(lr, path):
        for t in range(1, steps + 1):
            gradient = H @ path[t - 1]
            if method == "gd":
                move = gradient
            elif method == "momentum":
                velocity = beta * velocity + gradient
                move = velocity
            else:
                velocity = beta * velocity + (1 - beta) * gradient
                square = beta2 * square + (1 - beta2) * gradient**2
                # İlk adımlarda ortalamalar sıfıra çekiktir; bölmeler bunu düzeltir.
                move = velocity / (1 - beta**t) / (np.sqrt(square / (1 - beta2**t)) + eps)
            path[t] = path[t - 1] - lr * move
    return path, quad_loss(path[:, 0], path[:, 1], kappa)


def _surface(x: Floats, y: Floats) -> Floats:
    along, across = 0.85 * x + 0.53 * y, 0.85 * y - 0.53 * x
    return np.asarray(along**2 + 3.5 * across**2 + 0.6 * np.sin(1.5 * x) * np.cos(1.5 * y))


def _hessian(kappa: float) -> Floats:
    curvatures = [1.0, _checks.number("kappa", kappa, above=0.0)]
    return np.asarray(_VALLEY_AXES.T * curvatures @ _VALLEY_AXES)
