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
from _viz.palette import PALETTE, Color
from _viz.style import FONT, PAGE_PX_PER_INCH, POINTS_PER_INCH, STYLE, TEXT_PT, use_turkish_numbers

FALLBACK_FONTS = f"'{FONT}',Verdana,sans-serif"
CRISP = "viz-crisp"
"""Bu `gid`'i taşıyan çizimin kenarları yumuşatılmaz: bitişik hücreler arasında çizgi görünmez."""

_COLORS = {color.light: color for color in PALETTE}
_FILES = {
    ("normal", "400"): "DejaVuSans.ttf",
    ("normal", "700"): "DejaVuSans-Bold.ttf",
    ("oblique", "400"): "DejaVuSans-Oblique.ttf",
    ("oblique", "700"): "DejaVuSans-BoldOblique.ttf",
}

_DROPPED = ("FFTM", "GDEF", "GPOS", "GSUB", "MATH")
_SVG = "{http://www.w3.org/2000/svg}"
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"


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
    return SvgImage(_Page(_draw(fig)).svg())


def check_layout(fig: Figure) -> None:
    """Figürü çizip yazılarını denetler (bkz. `_viz.layout.check_texts`); `show` bunu kendisi de yapar."""
    _draw(fig)


class _Renderer(RendererSVG):
    """SVG çizerken hangi yazıların gerçekten çizildiğini de tutar."""

    def __init__(self, fig: Figure) -> None:
        self.inches = fig.get_size_inches()
        self.source = StringIO()
        self.texts: list[Text] = []
        width, height = self.inches * POINTS_PER_INCH
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
    """Figürü Türkçe sayılarla çizer, yazılarının yerleşimini denetler."""
    fig.set_dpi(POINTS_PER_INCH)
    use_turkish_numbers(fig)
    with matplotlib.rc_context({**STYLE, "svg.fonttype": "none", "svg.hashsalt": "viz", "svg.id": None}):
        renderer = _Renderer(fig)
        fig.draw(renderer)
        renderer.finalize()  # type: ignore[no-untyped-call]
        check_texts(fig, renderer, renderer.texts)
    return renderer


class _Page:
    """Matplotlib'in çizdiği SVG'den sayfanınki: ağaç bir kez gezilir, kullanılan renk ve harfler toplanır."""

    def __init__(self, renderer: _Renderer) -> None:
        source = renderer.source.getvalue()
        self.name = "viz-" + sha256(source.encode()).hexdigest()[:8]
        self.width, self.height = (f"{inches * PAGE_PX_PER_INCH:g}" for inches in renderer.inches)
        self.colors: set[tuple[str, Color]] = set()
        self.letters: dict[tuple[str, str], set[str]] = {}
        self.drawing = ET.fromstring(source)
        targets = dict.fromkeys(re.findall(r"""(?:href="#|url\(#)([^")]+)""", source))
        self.ids = {target: f"{self.name}-{i}" for i, target in enumerate(targets)}
        self.children = self._tidy(self.drawing, filled=False)

    def svg(self) -> str:
        """Sayfanın SVG metni; aynı figür her zaman aynı baytları verir."""
        root = ET.Element(
            _SVG + "svg",
            {"id": self.name, "width": self.width, "height": self.height},
            viewBox=f"0 0 {self.width} {self.height}",
        )
        ET.SubElement(root, _SVG + "style").text = self._stylesheet()
        scale = f"scale({PAGE_PX_PER_INCH / POINTS_PER_INCH:.5f})"
        fonts = {
            "font-family": FALLBACK_FONTS,
            "font-size": f"{TEXT_PT:g}px",
            "stroke": "none",
            "stroke-linejoin": "round",
        }
        ET.SubElement(root, _SVG + "g", {"transform": scale, **fonts}).extend(self.children)
        # Öneksiz ad alanı süreçte tektir; başka bir kütüphane (mermaid_render) kendi adına almış olabilir.
        ET.register_namespace("", _SVG.strip("{}"))
        return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"

    def _tidy(self, node: ET.Element, *, filled: bool) -> list[ET.Element]:
        """Düğümü ve altını sayfaya hazırlar; boş düğüm düşer, niteliksiz grubun yerini çocukları alır."""
        tag = node.tag.removeprefix(_SVG)
        if tag == "image":
            raise ValueError("şekilde gömülü resim var; `imshow` yerine `heatmap` kullanın")
        style = _declarations(node.attrib.pop("style", ""))
        style |= {key: node.attrib.pop(key) for key in ("fill", "stroke") if key in node.attrib}
        filled = filled or "fill" in style or tag in ("defs", "clipPath")
        if tag in ("path", "use", "rect", "text") and not filled:
            raise ValueError("palette olmayan renk: siyah; yazıda ve çizimde COL_TEXT ya da COL_INK kullanın")
        self._set_font(node, tag, style)
        self._set_colors(node, style)
        self._set_attributes(node)
        node.attrib.update(style)
        children = _join_groups([child for old in node for child in self._tidy(old, filled=filled)])
        node[:] = children
        if tag == "g":
            _lift_shared(node)
        if tag not in ("text", "tspan") or children:
            node.text = None
        node.tail = None
        if tag in ("style", "metadata") or (tag in ("g", "defs") and not children):
            return []
        return children if tag == "svg" or (tag == "g" and not node.attrib) else [node]

    def _set_font(self, node: ET.Element, tag: str, style: dict[str, str]) -> None:
        family = style.pop("font-family", FONT).split(",")[0].strip("'\"")
        if style.get("font-size") == f"{TEXT_PT:g}px":
            del style["font-size"]
        if tag not in ("text", "tspan") or not (node.text or "").strip():
            return
        slant = "oblique" if style.get("font-style") in ("italic", "oblique") else "normal"
        face = (slant, style.get("font-weight", "400"))
        if family != FONT or face not in _FILES:
            raise ValueError(
                f"“{node.text}” yazısının tipi {family} {face[1]}; {FONT}, kalınlığı 400 ya da 700 olmalı "
                "(matematik yazımında kök yerine düz yazı: 1/√d)"
            )
        self.letters.setdefault(face, set()).update(node.text or "")

    def _set_colors(self, node: ET.Element, style: dict[str, str]) -> None:
        classes = []
        for key in ("fill", "stroke"):
            value = style.get(key, "none")
            if value == "none" or value.startswith("url("):
                continue
            if value not in _COLORS:
                raise ValueError(f"palette olmayan renk: {value}; renkleri `_viz`'den alın (COL_VIOLET, …)")
            self.colors.add((key, _COLORS[value]))
            classes.append(_class(key, _COLORS[value]))
        style |= {key: self._own(value) for key, value in style.items() if value.startswith("url(")}
        if classes:
            node.set("class", " ".join(classes))

    def _set_attributes(self, node: ET.Element) -> None:
        for key, value in list(node.attrib.items()):
            if key == "id" and value == CRISP:
                node.set("shape-rendering", "crispEdges")
            if (key == "id" and value not in self.ids) or value.startswith("rotate(-0 "):
                del node.attrib[key]
            elif key == "id":
                node.set(key, self.ids[value])
            elif key == "d":
                node.set(key, _short_path(value))
            elif key == _XLINK_HREF:
                node.set("href", "#" + self.ids[node.attrib.pop(key)[1:]])
            elif value.startswith("url(#"):
                node.set(key, self._own(value))
            elif key != "class":
                node.set(key, re.sub(r"-?\d+\.\d+", lambda number: _short(number[0]), value))

    def _own(self, reference: str) -> str:
        """Matplotlib'in `url(#x)` göndermesini bu SVG'nin kendi kimliğine çevirir."""
        return f"url(#{self.ids[reference[5:-1]]})"

    def _stylesheet(self) -> str:
        rules = [
            f"@font-face{{font-family:{self.name};font-style:{slant};font-weight:{weight};"
            f"src:url(data:font/woff;base64,{_font_subset(_FILES[slant, weight], letters)})format('woff')}}"
            for (slant, weight), letters in sorted(self.letters.items())
        ]
        rules.append(f"#{self.name} text{{font-family:{self.name},{FALLBACK_FONTS}}}")
        # Renk kuralları kimlikle daraltılmaz, yoksa `<use>` ile çizilen işaretlere ulaşmazlar; hep aynılar.
        # Baştaki yıldız, değişken tanımayan ImageMagick'in kuralı atlayıp özniteliğe bakması içindir.
        rules += [
            f"*.{_class(key, color)}{{{key}:var(--viz-{color.name},{color.light})}}"
            for key, color in sorted(self.colors)
        ]
        dark = "".join(f"--viz-{color.name}:{color.dark};" for color in sorted({c for _, c in self.colors}))
        rules.append(f"@media (prefers-color-scheme:dark){{#{self.name}{{{dark}}}}}")
        return "".join(rules)


def _class(key: str, color: Color) -> str:
    return f"viz-{key[0]}-{color.name}"


def _lift_shared(group: ET.Element) -> None:
    """Grubun bütün işaretlerinde (`use`) aynı olan, miras kalan nitelikleri gruba taşır."""
    marks = [node for node in group if node.tag == _SVG + "use"]
    if not marks or len(marks) != len(group):
        return
    for key, value in list(marks[0].attrib.items()):
        inherited = key == "class" or key.startswith(("fill", "stroke"))
        if inherited and key not in group.attrib and all(mark.get(key) == value for mark in marks):
            group.set(key, value)
            for mark in marks:
                del mark.attrib[key]


def _join_groups(nodes: list[ET.Element]) -> list[ET.Element]:
    """Art arda gelen, nitelikleri aynı grupları birleştirir."""
    joined: list[ET.Element] = []
    for node in nodes:
        if (
            joined
            and node.tag == _SVG + "g"
            and (joined[-1].tag, joined[-1].attrib) == (node.tag, node.attrib)
        ):
            joined[-1].extend(node)
        else:
            joined.append(node)
    return joined


def _declarations(style: str) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in style.split(";") if part.strip())
    return {key.strip(): value.strip() for key, value in pairs}


def _short(number: str) -> str:
    """Sayıyı iki basamağa yuvarlar: çizimde pikselin ellide biri."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def _short_path(d: str) -> str:
    """Yolu iki basamağa yuvarlar ve kısaltır; yatay ve dikey kenarlar H ve V olur."""
    short: list[str] = []
    last = ["", ""]
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        numbers = [_short(number) for number in rest.split()]
        if command == "L" and numbers[1] == last[1]:
            short.append("H" + numbers[0])
        elif command == "L" and numbers[0] == last[0]:
            short.append("V" + numbers[1])
        else:
            short.append(command + " ".join(numbers))
        last = numbers[-2:] or ["", ""]
    return "".join(short)


def _font_subset(file: str, letters: set[str]) -> str:
    """Matplotlib'in taşıdığı yazı tipinin yalnız `letters` harflerini içeren WOFF'u, base64 olarak."""
    # Harf aralığını eski `kern` tablosu verir; çözülmesi uzun süren OpenType yerleşim tabloları düşer.
    options = Options(drop_tables=[*Options._drop_tables_default, *_DROPPED], legacy_kern=True, hinting=False)
    font = TTFont(Path(matplotlib.get_data_path(), "fonts", "ttf", file), lazy=True, recalcTimestamp=False)
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
