"""Figürü sayfanın SVG'sine çevirir: gömülü yazı tipi, iki renk şeması, yinelenebilir baytlar.

Matplotlib'in SVG'si ağaca çözülür ve sadeleştirilir. Her renk, açık değeri öznitelikte duran bir CSS
değişkeni olur; koyu şema SVG'nin kendi `<style>`'ındadır, böylece `<img>` içinde de çalışır. Yazı yazı olarak
kalır; kullanılan harflerin WOFF alt kümesi içine gömülür, hiçbir makinenin yazı tipine gerek duymaz.
"""

import re
from base64 import b64encode
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree as ET

import matplotlib
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from matplotlib.backend_bases import GraphicsContextBase
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from _viz.layout import check_texts
from _viz.palette import PALETTE
from _viz.style import FONT, PAGE_PX_PER_INCH, POINTS_PER_INCH, STYLE, use_turkish_numbers

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
CRISP = "viz-crisp"
"""Bu `gid`'i taşıyan çizimin kenarları yumuşatılmaz: bitişik hücreler arasında çizgi görünmez."""

_COLORS = {color.light: color for color in PALETTE}
_FILES = {
    ("normal", "400"): "DejaVuSans.ttf",
    ("normal", "700"): "DejaVuSans-Bold.ttf",
    ("oblique", "400"): "DejaVuSans-Oblique.ttf",
    ("oblique", "700"): "DejaVuSans-BoldOblique.ttf",
}

ET.register_namespace("", SVG)
ET.register_namespace("xlink", XLINK)


class SvgImage:
    """Sayfada görünecek SVG: `svg` metnin kendisidir; Jupyter'de tek bir `image/svg+xml` çıktısı verir."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return "<şekil>"


def show(fig: Figure) -> SvgImage:
    """Hücrenin son satırı: figürü denetler ve sayfada görünecek SVG'yi döndürür.

        fig, ax = figure()
        ax.plot([0, 1], [0.25, 0.75], color=LINE_PRIMARY)
        show(fig)

    Kesilen ya da üst üste binen yazıda, telefonda 9 puntonun altına inen yazıda, palette olmayan renkte,
    gömülü resimde (`imshow` yerine `heatmap`) ve yazı tipinde bulunmayan harfte `ValueError` verir.
    """
    with matplotlib.rc_context({**STYLE, "svg.fonttype": "none", "svg.hashsalt": "viz", "svg.id": None}):
        use_turkish_numbers(fig)
        renderer = _draw(fig)
        check_texts(fig, renderer, renderer.texts)
    return SvgImage(_page_svg(renderer.source.getvalue(), fig))


def check_layout(fig: Figure) -> None:
    """Figürü çizip yazılarını denetler (bkz. `_viz.layout.check_texts`); `show` bunu kendisi de yapar."""
    with matplotlib.rc_context(STYLE):
        use_turkish_numbers(fig)
        renderer = _draw(fig)
        check_texts(fig, renderer, renderer.texts)


class _Renderer(RendererSVG):
    """SVG çizerken hangi yazıların gerçekten çizildiğini de tutar."""

    def __init__(self, width: float, height: float) -> None:
        self.source = StringIO()
        self.texts: list[Text] = []
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        super().__init__(width, height, self.source, metadata=no_metadata)  # type: ignore[no-untyped-call]

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: bool | Literal["TeX"] = False,
        mtext: Text | None = None,
    ) -> None:
        if mtext is not None and mtext not in self.texts and mtext.get_text().strip():
            self.texts.append(mtext)
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)  # type: ignore[no-untyped-call]


def _draw(fig: Figure) -> _Renderer:
    fig.set_dpi(POINTS_PER_INCH)
    width, height = fig.get_size_inches() * POINTS_PER_INCH
    renderer = _Renderer(width, height)
    fig.draw(renderer)
    renderer.finalize()  # type: ignore[no-untyped-call]
    return renderer


def _page_svg(source: str, fig: Figure) -> str:
    name = "viz-" + sha256(source.encode()).hexdigest()[:10]
    drawing = ET.fromstring(source)
    used: dict[str, set[str]] = {"fill": set(), "stroke": set()}
    letters: dict[tuple[str, str], set[str]] = {}
    _tidy(drawing, name, used, letters)
    for defs in drawing.findall(f"{{{SVG}}}defs"):
        for style in defs.findall(f"{{{SVG}}}style"):
            defs.remove(style)

    width, height = (f"{inches * PAGE_PX_PER_INCH:g}" for inches in fig.get_size_inches())
    root = ET.Element(f"{{{SVG}}}svg", id=name, width=width, height=height, viewBox=f"0 0 {width} {height}")
    ET.SubElement(root, f"{{{SVG}}}style").text = _stylesheet(name, used, letters)
    scale = PAGE_PX_PER_INCH / POINTS_PER_INCH
    group = ET.SubElement(
        root,
        f"{{{SVG}}}g",
        {
            "transform": f"scale({scale:.6f})",
            "font-family": f"'{FONT}',Verdana,sans-serif",
            "stroke-linejoin": "round",
        },
    )
    group.extend(drawing)
    return ET.tostring(root, encoding="unicode") + "\n"


def _tidy(
    node: ET.Element, name: str, used: dict[str, set[str]], letters: dict[tuple[str, str], set[str]]
) -> None:
    """Bir düğümü ve altını sayfaya hazırlar: renkler sınıfa, kimlikler önekli, yollar kısa."""
    tag = node.tag.removeprefix(f"{{{SVG}}}")
    if tag == "image":
        raise ValueError("şekilde gömülü resim var; `imshow` yerine `heatmap` kullanın")
    style = _declarations(node.attrib.pop("style", ""))
    for key, value in list(node.attrib.items()):
        if key == "id":
            if value == CRISP:
                node.set("shape-rendering", "crispEdges")
            node.set("id", f"{name}-{value}")
        elif key in ("fill", "stroke"):
            style[key] = node.attrib.pop(key)
        else:
            node.set(key, value.replace("#", f"#{name}-", 1) if value.startswith(("#", "url(#")) else value)
    if tag == "path" and "d" in node.attrib:
        node.set("d", _short_path(node.attrib["d"]))
    _use_font(node, tag, style, letters)
    _use_colors(node, tag, style, name, used)
    for key, value in style.items():
        node.set(key, value)
    if tag not in ("text", "tspan", "style"):
        node.text = None
    node.tail = None
    for child in node:
        _tidy(child, name, used, letters)


def _declarations(style: str) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in style.split(";") if part.strip())
    return {key.strip(): value.strip() for key, value in pairs}


def _use_font(
    node: ET.Element, tag: str, style: dict[str, str], letters: dict[tuple[str, str], set[str]]
) -> None:
    if tag not in ("text", "tspan"):
        return
    family = style.pop("font-family", FONT).split(",")[0].strip("'\"")
    if family != FONT:
        raise ValueError(f"yazı tipi {FONT} olmalı, {family} geldi ({(node.text or '')!r})")
    face = (style.get("font-style", "normal").replace("italic", "oblique"), style.get("font-weight", "400"))
    if face not in _FILES:
        raise ValueError(f"yazı kalınlığı 400 ya da 700 olmalı, {face[1]} geldi ({(node.text or '')!r})")
    letters.setdefault(face, set()).update((node.text or "").strip("\n"))


def _use_colors(
    node: ET.Element, tag: str, style: dict[str, str], name: str, used: dict[str, set[str]]
) -> None:
    classes = []
    for key in ("fill", "stroke"):
        value = style.get(key)
        if value is None or value == "none":
            continue
        if value.startswith("url(#"):
            style[key] = value.replace("url(#", f"url(#{name}-")
            continue
        color = _COLORS.get(value)
        if color is None:
            raise ValueError(f"palette olmayan renk: {value}; renkleri `_viz.palette`'ten alın")
        used[key].add(value)
        classes.append(f"{key[0]}-{color.name}")
    if classes:
        node.set("class", " ".join(classes))
    if tag == "text" and "fill" not in style and "style" not in node.attrib and len(node) == 0:
        raise ValueError(f"palette olmayan renk: siyah ({node.text!r}); yazı rengi için COL_TEXT kullanın")


def _short_path(d: str) -> str:
    """Yolu iki basamağa yuvarlar ve kısaltır; yatay ve dikey kenarlar H ve V olur."""
    out: list[str] = []
    last = ("", "")
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        numbers = [f"{float(number):.2f}".rstrip("0").rstrip(".") for number in rest.split()]
        point = tuple(numbers[-2:])
        if command == "L" and point[1] == last[1]:
            out.append("H" + numbers[0])
        elif command == "L" and point[0] == last[0]:
            out.append("V" + numbers[1])
        else:
            out.append(command + " ".join(numbers))
        last = (point[0], point[1]) if len(point) == 2 else ("", "")
    return "".join(out)


def _stylesheet(name: str, used: dict[str, set[str]], letters: dict[tuple[str, str], set[str]]) -> str:
    rules = [
        f"@font-face{{font-family:{name};font-style:{style};font-weight:{weight};"
        f"src:url(data:font/woff;base64,{_font_subset(_FILES[style, weight], chars)})format('woff')}}"
        for (style, weight), chars in sorted(letters.items())
    ]
    if letters:
        rules.append(f"#{name} text{{font-family:{name},'{FONT}',Verdana,sans-serif}}")
    for key, values in used.items():
        for color in (color for color in PALETTE if color.light in values):
            rules.append(f"#{name} .{key[0]}-{color.name}{{{key}:var(--viz-{color.name},{color.light})}}")
    drawn = used["fill"] | used["stroke"]
    dark = "".join(f"--viz-{color.name}:{color.dark};" for color in PALETTE if color.light in drawn)
    rules.append(f"@media (prefers-color-scheme:dark){{#{name}{{{dark}}}}}")
    return "".join(rules)


def _font_subset(file: str, letters: set[str]) -> str:
    """Matplotlib'in taşıdığı yazı tipinin yalnız `letters` harflerini içeren WOFF'u, base64 olarak."""
    options = Options(
        drop_tables=[*Options._drop_tables_default, "FFTM"],
        hinting=False,
        layout_features=["kern", "mark", "mkmk", "ccmp"],
        notdef_outline=True,
    )
    font = TTFont(Path(matplotlib.get_data_path(), "fonts", "ttf", file), recalcTimestamp=False)
    missing = sorted(letter for letter in letters if ord(letter) not in font.getBestCmap())
    if missing:
        raise ValueError(f"yazı tipinde bulunmayan harf: {' '.join(missing)}")
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(letters)))
    subsetter.subset(font)
    font.flavor = "woff"
    woff = BytesIO()
    font.save(woff)
    return b64encode(woff.getvalue()).decode()
