"""Resimler: SVG ve PNG'nin ölçüsü, Mermaid çiziminin temaya uyan SVG'ye çevrilmesi."""

import base64
import html
import io
import re
import struct
from functools import cache
from pathlib import Path

from _render.memo import remembered
from _render.uptodate import packages

# Mermaid çizicisinin tek renkli temasındaki renkler → assets/book.css değişkenleri (renklerin tek yeri
# orası).
_MERMAID_ROLES = {
    "#FFFFFF": "--bg",
    "#172D4A": "--text",
    "#000000": "--muted",
    "#E5EFFA": "--panel-2",
    "#F0F4FA": "--panel",
    "#4472C4": "--accent-2",
    "#596579": "--muted",
}


def size(data: bytes) -> tuple[int, int] | None:
    """Resmin piksel ölçüsü (en, boy); bilinmeyen türde None."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    root = re.search(rb"<svg\b[^>]*>", data)
    if root is None:
        return None
    tag = root[0].decode("utf-8", "replace")
    sides = [_pixels(found[1]) if (found := re.search(rf'\s{side}="([^"]+)"', tag)) else None
             for side in ("width", "height")]  # fmt: skip
    box = re.search(r'viewBox="\s*[-+\d.]+[\s,]+[-+\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"', tag)
    if None in sides and box:
        sides = [float(box[1]), float(box[2])]
    return (round(sides[0]), round(sides[1])) if sides[0] and sides[1] else None


def _pixels(length: str) -> float | None:
    found = re.fullmatch(r"([\d.]+)(px|pt|in|cm|mm)?", length.strip())
    per_unit = {"": 1.0, "px": 1.0, "pt": 96 / 72, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
    return float(found[1]) * per_unit[found[2] or ""] if found else None


def mermaid(source: str, css: str) -> bytes:
    """Mermaid metni → kendi açık ve koyu renkleri, kendi gömülü yazı tipi olan SVG. Hatalı metin
    `ValueError`.
    """
    roles = _MERMAID_ROLES.values()
    light, dark = ({role: colors[role] for role in roles if role in colors} for colors in palette(css))
    version = packages()["mermaid_render"]
    svg = remembered(
        lambda: _mermaid(source, light, dark), "mermaid", version, source, repr(light), repr(dark)
    )
    return svg.encode("utf-8")


def _mermaid(source: str, light: dict[str, str], dark: dict[str, str]) -> str:
    from mermaid_render import mermaid_to_svg  # noqa: PLC0415 — çizim motoru yalnız diyagram varken

    svg = mermaid_to_svg(source).decode("utf-8")
    letters = "".join(sorted(set(re.sub(r"<[^>]*>", "", svg))))
    rules = [f"@font-face{{font-family:Diyagram;src:url(data:font/woff;base64,{_subset(letters)})}}"]
    rules.append("text{font-family:Diyagram,sans-serif}")
    rules.extend(_rules(light))
    rules.append("@media (prefers-color-scheme:dark){" + "".join(_rules(dark)) + "}")
    svg = re.sub(r'\sstyle="(?:--|font)[^"]*"', ' font-size="16"', svg, count=1)
    return svg.replace(">", f"><style>{html.escape(''.join(rules), quote=False)}</style>", 1)


def _rules(colors: dict[str, str]) -> list[str]:
    """Sunum özniteliklerini değiştiren kurallar: `[fill="#E5EFFA"]{fill:…}`."""
    halo = f'[stroke^="color-mix"]{{stroke:{colors["--panel"]}}}' if "--panel" in colors else ""
    return [halo] + [
        f'[{part}="{old}"]{{{part}:{colors[role]}}}'
        for old, role in _MERMAID_ROLES.items()
        if role in colors
        for part in ("fill", "stroke")
    ]


def palette(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """CSS değişkenlerinin açık ve koyu değerleri: `--x: light-dark(a, b)` ya da `--x: a`, `var()`'lar
    çözülmüş.
    """
    found = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", css))

    def value(text: str, dark: bool) -> str:
        if pair := re.fullmatch(r"light-dark\((.+),\s*(.+)\)", text.strip()):
            text = pair[2 if dark else 1]
        if name := re.fullmatch(r"var\((--[\w-]+)\)", text.strip()):
            return value(found.get(name[1], "currentColor"), dark)
        return text.strip()

    return {role: value(text, False) for role, text in found.items()}, {
        role: value(text, True) for role, text in found.items()
    }


@cache
def _subset(letters: str) -> str:
    """Çizicinin ölçü aldığı yazı tipinin (Noto Sans) yalnız bu harfleri, base64 WOFF olarak."""
    import mermaid_render  # noqa: PLC0415
    from fontTools import subset  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    font = TTFont(
        Path(mermaid_render.__file__).parent / "fonts" / "NotoSans-Regular.ttf", recalcTimestamp=False
    )
    options = subset.Options(layout_features=["kern", "mark", "ccmp"], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out)
    return base64.b64encode(out.getvalue()).decode("ascii")
