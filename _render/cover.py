"""Bağlantı paylaşılınca görünen kapak (Open Graph): kitabın adı, alt başlığı, içinde sayılanlar."""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
_FONT = "assets/fonts/literata.woff2"
_GROUND, _INK, _SOFT, _GOLD, _BAR = "#16131d", "#f4f0f9", "#cda6f5", "#d9aa2e", "#3d2b57"
_BARS = (0.45, 0.28, 1.0, 0.36, 0.2)  # kitabın simgesi: beş ağırlık, biri öne çıkar
_LEFT = 96


def draw(root: Path, title: str, subtitle: str, facts: str) -> bytes:
    """Kapağın PNG'si; kitabın yazı tipi yoksa Pillow'unki kullanılır."""
    image = Image.new("RGB", SIZE, _GROUND)
    pen = ImageDraw.Draw(image)
    for n, share in enumerate(_BARS):
        x, height = 860 + 52 * n, round(330 * share)
        pen.rounded_rectangle((x, 430 - height, x + 36, 430), 6, _GOLD if share == 1 else _BAR)
    size = next((s for s in range(150, 60, -10) if _font(root, s, 600).getlength(title) < 700), 60)
    pen.text((_LEFT, 250), title, _INK, _font(root, size, 600), anchor="ls")
    font = _font(root, 36, 400)
    for n, line in enumerate(_lines(subtitle, font, 740)):
        pen.text((_LEFT, 332 + 52 * n), line, _SOFT, font, anchor="ls")
    pen.text((_LEFT, 550), facts, _GOLD, _font(root, 34, 400), anchor="ls")
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
