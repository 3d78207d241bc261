"""Kurulmuş ders sayfası: yayımlanan sayılar yerinde, göndermeler çözülmüş, resimler adlı."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden" / "tek-sorgu.txt"


class Page(HTMLParser):
    """Sayfadan sınamaların baktıkları: metin, adlar (id), bağlantılar, resimler."""

    def __init__(self, text):
        super().__init__()
        self.words, self.ids, self.links, self.images, self.skipped = [], set(), [], [], 0
        self.feed(text)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids |= {given["id"]} if "id" in given else set()
        if tag == "a":
            self.links.append(given.get("href", ""))
        if tag == "img":
            self.images.append(given)
        self.skipped += tag in ("script", "style")

    def handle_endtag(self, tag):
        self.skipped -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.skipped:
            self.words.append(data)


@pytest.fixture(scope="module")
def lesson(book_dir):
    return Page((book_dir / "chapters" / "dikkat-mekanizmasi.html").read_text(encoding="utf-8"))


def turkish(number):
    """`0.6333` → `0,6333`, `-2.79` → `−2,79`."""
    return number.replace("-", "−").replace(".", ",")


@pytest.mark.parametrize("line", GOLDEN.read_text(encoding="utf-8").splitlines())
def test_every_published_number_is_on_the_page(lesson, line):
    numbers = set(re.findall(r"\d+(?:\.\d+)?", line))
    missing = [n for n in numbers if not re.search(rf"(?<![\d,]){re.escape(turkish(n))}(?!\d)", lesson.text)]
    assert missing == []


def test_links_inside_the_page_have_targets(lesson):
    broken = [link for link in lesson.links if link.startswith("#") and link[1:] not in lesson.ids]
    assert broken == []


def test_labels_became_elements(lesson):
    source = Path(__file__).parents[2] / "chapters" / "dikkat-mekanizmasi.qmd"
    labels = re.findall(r"(?:label: |\{#)((?:fig|tbl|eq|sec|lst)-[\w-]+)", source.read_text(encoding="utf-8"))
    assert len(labels) > 30
    assert [label for label in labels if label not in lesson.ids] == []


def test_no_error_or_markup_leaks(lesson):
    for leak in (
        "Traceback",
        "Error:",
        "Warning",
        "?@",
        "@fig-",
        "@tbl-",
        "@eq-",
        "{sayi=",
        "{python}",
        ":::",
        "<Axes",
    ):
        assert leak not in lesson.text, leak


def test_images_say_what_is_seen(lesson):
    figures = [image for image in lesson.images if "figure-img" in image.get("class", "")]
    assert len(figures) >= 7
    assert all(image["alt"] == "" for image in lesson.images if image not in figures)  # süs
    for image in figures:
        assert len(image.get("alt", "")) > 60
        assert image.get("width") and image.get("height")


def test_report_of_numbers_closes_the_page(lesson):
    assert re.search(r"Bu sayfanın sayıları: \d+ doğrulanan, \d+ iddia", lesson.text)
    assert "0,1056" in lesson.text.split("Bu sayfanın sayıları")[1]
