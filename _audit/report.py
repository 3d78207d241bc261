"""Sayfanın sonundaki rapor: kapalı bir kutuda, sayıların belirme sırasıyla bir tablo."""

import re

from _audit.check import Entry, Report
from _audit.numerals import normal

_COLUMNS = {"sayı": 14, "yer": 20, "ifade": 30, "tam değer": 20, "hücre": 14, "durum": 12}
_STATUS = {"sayi": "doğrulandı", "iddia": "doğru", "kaynak": "kaynaklı"}


def report_markdown(report: Report) -> str:
    """Raporun Markdown'u: Quarto ve gömülü işleyici aynı kutuyu çizer."""
    counts = report.counts
    summary = ", ".join(f"{counts[kind]} {kind}" for kind in ("doğrulanan", "iddia", "kaynaklı"))
    head = [
        f'::: {{.callout-note collapse="true" appearance="simple" title="Bu sayfanın sayıları: {summary}"}}',
        "İşaretli her sayı, bu sayfa kurulurken hesaplanan değerle harfi harfine karşılaştırılır; biri",
        "tutmasa sayfa kurulmaz. Sayının üstüne gelince ya da dokununca değeri, ifadesi ve hücresi görünür.",
        "",
        "::: {.sayi-raporu}",
        "| " + " | ".join(_COLUMNS) + " |",
        "|" + "|".join("-" * width for width in _COLUMNS.values()) + "|",
    ]
    return "\n".join([*head, *(_row(entry) for entry in report.entries), ":::", ":::"])


def _row(entry: Entry) -> str:
    span, value, cell = entry.span, entry.value, entry.cell
    section = span.spot.passage.section
    cells = (
        _plain(normal(span.text)),
        f"[{_plain(section.title)}](#{section.identifier})" if section else "sayfa başı",
        _plain(span.said) if span.kind == "kaynak" else _code(span.said),
        _code(value.shown) if value else "",
        f"[{_plain(cell.name)}]({cell.anchor})" if cell else "",
        _STATUS[span.kind],
    )
    return "| " + " | ".join(cells) + " |"


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_\[\]{}<>|$#@^~\"'])", r"\\\1", text)


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"
