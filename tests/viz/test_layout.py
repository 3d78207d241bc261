"""Yerleşim denetimi: kusurlu figür hata verir, sağlam figür vermez."""

import numpy as np
import pytest

from _viz import check_layout, figure, label_lines, show
from _viz.palette import COL_VIOLET, RUN_LOOKS


def test_overlap_names_both_texts():
    fig, ax = figure()
    ax.text(0.5, 0.5, "birinci yazı")
    ax.text(0.55, 0.52, "ikinci yazı")
    with pytest.raises(ValueError, match="“birinci yazı” ile “ikinci yazı”"):
        show(fig)


def test_crowded_tick_labels_are_an_error():
    fig, ax = figure()
    ax.set_xticks(np.linspace(0, 1, 8), ["uzun bir ad"] * 8)
    with pytest.raises(ValueError, match="“uzun bir ad” ile “uzun bir ad”"):
        check_layout(fig)


def test_text_outside_the_figure_is_an_error():
    fig, _ = figure()
    fig.text(0.97, 0.5, "dışarı taşan yazı")
    with pytest.raises(ValueError, match="dışına taşıyor: “dışarı taşan yazı”"):
        check_layout(fig)


def test_too_small_text_is_an_error_and_depends_on_the_width():
    fig, ax = figure()
    ax.text(0.5, 0.5, "ufak", fontsize=12)
    with pytest.raises(ValueError, match=r"küçük: “ufak” 12 punto, bu genişlikte en az 12\.1"):
        check_layout(fig)
    wide, _ = figure(width=7.5)
    with pytest.raises(ValueError, match=r"en az 18\.1"):
        check_layout(wide)


def test_rotated_ticks_do_not_alarm():
    fig, ax = figure()
    ax.set_xticks(range(12), ["ortalama okuma"] * 12, rotation=45, ha="right", rotation_mode="anchor")
    check_layout(fig)
    fig, ax = figure(4)
    ax.set_xticks(range(12), ["ortalama okuma"] * 12, rotation=90)
    check_layout(fig)


def test_what_is_not_drawn_does_not_alarm():
    fig, ax = figure()
    ax.text(0.5, 0.5, "görünür")
    ax.text(0.5, 0.5, "gizli").set_visible(False)
    ax.text(0.5, 0.5, "")
    ax.text(0.5, 0.5, "   ")
    ax.set_xlim(0.1, 0.9)
    check_layout(fig)


def test_lines_below_each_other_do_not_alarm():
    fig, ax = figure(3.2, rows=2, sharex=True)
    for panel in ax:
        panel.set_title("Başlık\nikinci satır")
        panel.set_ylabel("ağırlık")
    ax[1].set_xlabel("adım")
    check_layout(fig)


def test_close_line_labels_are_spread():
    fig, ax = figure()
    for i, look in enumerate(RUN_LOOKS):
        ax.plot([0, 1], [0.5, 0.5 + i * 1e-6], label=f"koşum {i + 1}", **look.line)
    ax.plot([0, 1], [0, 1], color=COL_VIOLET, label="üçüncü")
    label_lines(ax)
    check_layout(fig)


def test_lines_without_names_cannot_be_labelled():
    _, ax = figure()
    ax.plot([0, 1], [0, 1], color=COL_VIOLET)
    with pytest.raises(ValueError, match="adı olan çizgi yok"):
        label_lines(ax)
