"""Palet: yayımlanmış değerler, tekil açık değerler, iki şemada okunurluk."""

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
