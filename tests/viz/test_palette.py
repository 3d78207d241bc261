"""Palet: yayımlanmış değerler, tekil açık değerler, iki şemada okunurluk."""

import itertools

import numpy as np
import pytest

import _viz
from _viz import palette
from _viz.contrast import blend, contrast, ink_on
from _viz.palette import PALETTE, RUN_LOOKS

PUBLISHED = {
    "COL_VIOLET": "#57068c",
    "COL_VIOLET_D": "#3d0463",
    "COL_VIOLET_M": "#7b2cbf",
    "COL_VIOLET_SOFT": "#b56ad6",
    "COL_GOLD": "#d4a017",
    "COL_GOLD_D": "#a87d0a",
    "COL_TEXT": "#2a2535",
    "COL_INK": "#1e1a2e",
    "COL_BG": "#f4eefa",
    "COL_GRID": "#cdbbe0",
    "COL_WHITE": "#ffffff",
    "CLASS_COLORS": ["#57068c", "#7b2cbf", "#b56ad6", "#d4a017", "#a87d0a"],
    "LINE_PRIMARY": "#57068c",
    "LINE_ACCENT": "#d4a017",
    "LINE_SECONDARY": "#7b2cbf",
    "COL_LEARNED": "#ece0f7",
}
BY_NAME = {color.name: color for color in PALETTE}
SCHEMES = ("light", "dark")


@pytest.mark.parametrize(("name", "value"), PUBLISHED.items())
def test_published_constants(name, value):
    assert getattr(palette, name) == value
    assert getattr(_viz, name) == value


def test_light_values_tell_colors_apart():
    assert len({color.light for color in PALETTE}) == len(PALETTE)
    assert len({color.name for color in PALETTE}) == len(PALETTE)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [(ink, ground) for ink in ("text", "ink") for ground in ("white", "bg", "learned")]
    + [(ink, "white") for ink in ("violet", "violet-d", "violet-m", "gold-ink")],
)
def test_text_is_readable(scheme, ink, ground):
    assert contrast(getattr(BY_NAME[ink], scheme), getattr(BY_NAME[ground], scheme)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("line", ["violet", "violet-m", "violet-soft", "gold-d"])
def test_lines_stand_out(scheme, line):
    assert contrast(getattr(BY_NAME[line], scheme), getattr(BY_NAME["white"], scheme)) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("fill", ["violet", "gold-d"])
def test_cell_numbers_are_readable_at_every_level(scheme, fill):
    for percent in range(101):
        ground = blend(getattr(BY_NAME[fill], scheme), getattr(BY_NAME["white"], scheme), percent / 100)
        ink = next(c for c in PALETTE if c.light == ink_on(BY_NAME[fill].light, percent / 100))
        assert contrast(getattr(ink, scheme), ground) >= 4.5, (percent, ground)


def test_runs_differ_by_more_than_color():
    first, second = RUN_LOOKS
    assert (first.color, second.color) == ("#a87d0a", "#57068c")
    assert first.marker != second.marker
    assert first.linestyle != second.linestyle
    assert first.points["linestyle"] == "none"


# Machado, Oliveira ve Fernandes (2009), tam eksiklik: doğrusal sRGB'de renk körlüğünün dönüşümleri.
SEEN = {
    "olağan": np.eye(3),
    "yeşil": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "kırmızı": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "mavi": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
XYZ = np.array([[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]])


def lab(color, seen):
    """Rengin, o gözle görülen CIELAB karşılığı."""
    rgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(XYZ @ np.clip(SEEN[seen] @ linear, 0, 1) / (0.9505, 1, 1.0888))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_gold_and_violet_are_told_apart_by_every_eye(scheme, seen):
    """Anlamı taşıyan karşıtlık (koşumlar, artı ile eksi, işaretli) altın ile mordur; 20 belirgin farktır."""
    for gold, violet in itertools.product(("gold", "gold-d"), ("violet", "violet-m", "violet-soft")):
        a, b = (lab(getattr(BY_NAME[name], scheme), seen) for name in (gold, violet))
        assert np.linalg.norm(a - b) > 20, (gold, violet)
