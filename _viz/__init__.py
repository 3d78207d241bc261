"""Kitabın görünüşü. Bölümler her şeyi buradan alır; ayrıntı her adın kendi açıklamasındadır.

    from _viz import RUN_LOOKS, Table, bars, figure, heatmap, histogram_with_marks, label_lines, show

- `figure`, `show`: figürü açar; hücrenin son satırında denetler ve sayfanın SVG'sini verir.
- `heatmap`, `bars`, `histogram_with_marks`, `label_lines`: paylaşılan çizimler.
- `boxes_and_arrows` (`Box`, `Arrow`), `draw_pipeline`: kutulu çizimler.
- `Table`: tablo; hücrenin son satırı olur.
- `FigureData`: şeklin verisi, şeklin altında kapalı duran ayrıntı; ardındaki hücrenin son satırı olur.
- `show_source`: çalışan işlevin kodunu numaralı kod olarak basar.
- `Play`: okurun sayfada oynadığı deneme parçası; hücrenin son satırı olur.
- `COL_…`, `CLASS_COLORS`, `LINE_…`, `RUN_LOOKS`: renkler ve iki koşumun görünümü. Başka renk hatadır.
- `apply_style`, `style_legend`, `check_layout`: eksen ve gösterge görünümü, yerleşim denetimi.
"""

import logging

# Matplotlib ilk açılışta yazı tipi önbelleğini ve geçici klasörünü stderr'e haber verir; bunlar sayfaya
# çıkmamalı.
logging.getLogger("matplotlib").setLevel(logging.ERROR)

from _viz.charts import bars, histogram_with_marks, label_lines  # noqa: E402
from _viz.diagrams import Arrow, Box, boxes_and_arrows, draw_pipeline  # noqa: E402
from _viz.figure_data import FigureData  # noqa: E402
from _viz.listing import show_source  # noqa: E402
from _viz.matrix import heatmap  # noqa: E402
from _viz.palette import (  # noqa: E402
    CLASS_COLORS,
    COL_BG,
    COL_GOLD,
    COL_GOLD_D,
    COL_GOLD_INK,
    COL_GRID,
    COL_INK,
    COL_LEARNED,
    COL_TEXT,
    COL_VIOLET,
    COL_VIOLET_D,
    COL_VIOLET_M,
    COL_VIOLET_SOFT,
    COL_WHITE,
    LINE_ACCENT,
    LINE_PRIMARY,
    LINE_SECONDARY,
    RUN_LOOKS,
)
from _viz.play import Play  # noqa: E402
from _viz.style import apply_style, figure, style_legend  # noqa: E402
from _viz.svg import check_layout, show  # noqa: E402
from _viz.table import Table  # noqa: E402

__all__ = [
    "CLASS_COLORS",
    "COL_BG",
    "COL_GOLD",
    "COL_GOLD_D",
    "COL_GOLD_INK",
    "COL_GRID",
    "COL_INK",
    "COL_LEARNED",
    "COL_TEXT",
    "COL_VIOLET",
    "COL_VIOLET_D",
    "COL_VIOLET_M",
    "COL_VIOLET_SOFT",
    "COL_WHITE",
    "LINE_ACCENT",
    "LINE_PRIMARY",
    "LINE_SECONDARY",
    "RUN_LOOKS",
    "Arrow",
    "Box",
    "FigureData",
    "Play",
    "Table",
    "apply_style",
    "bars",
    "boxes_and_arrows",
    "check_layout",
    "draw_pipeline",
    "figure",
    "heatmap",
    "histogram_with_marks",
    "label_lines",
    "show",
    "show_source",
    "style_legend",
]
