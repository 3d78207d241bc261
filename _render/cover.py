"""Bağlantı paylaşılınca görünen kapak (Open Graph), koyu renklerle: kitabın adı, içinde sayılanlar."""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from _render.config import STYLESHEET
from _render.images import palette

SIZE = (1200, 630)
_FONT = "assets/fonts/literata.woff2"
_BARS = (0.45, 0.28, 1.0, 0.36, 0.2)  # kitabın simgesi: beş ağırlık, biri öne çıkar
_LEFT = 96


def draw(root: Path, title: str, subtitle: str, facts: str) -> bytes:
    """Kapağın PNG'si; kitabın yazı tipi yoksa Pillow'unki kullanılır."""
    stylesheet = root / STYLESHEET
    dark = palette(stylesheet.read_text(encoding="utf-8") if stylesheet.is_file() else "")[1]
    ground = dark.get("--bg", "black")
    ink, soft, gold, bar = (dark.get(role, "white") for role in ("--ink", "--accent", "--gold", "--c-grid"))
    image = Image.new("RGB", SIZE, ground)
    pen = ImageDraw.Draw(image)
    for n, share in enumerate(_BARS):
        x, height = 860 + 52 * n, round(330 * share)
        pen.rounded_rectangle((x, 430 - height, x + 36, 430), 6, gold if share == 1 else bar)
    size = next((s for s in range(150, 60, -10) if _font(root, s, 600).getlength(title) < 700), 60)
    pen.text((_LEFT, 250), title, ink, _font(root, size, 600), anchor="ls")
    font = _font(root, 36, 400)
    for n, line in enumerate(_lines(subtitle, font, 740)):
        pen.text((_LEFT, 332 + 52 * n), line, soft, font, anchor="ls")
    pen.text((_LEFT, 550), facts, gold, _font(root, 34, 400), anchor="ls")
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _font(root: Path, size: int, weight: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    file = root / _FONT
    if not file.is_file():
        return ImageFont.load_default(size)
    font = ImageFont.truetype(file, size)
    font.set_variation_by_axes([weight])
    return font


def _lines(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: int) -> Iterator[str]:
    """Sözcükleri `width` piksele sığan satırlara böler."""
    line = ""
    for word in text.split():
        if line and font.getlength(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line
