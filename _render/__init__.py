"""Gömülü işleyici: aynı kaynaklardan, Quarto olmadan, aynı kitap.

`python -m _render render` (çalışma klasörü: proje kökü) `_quarto.yml` ile `.qmd` dosyalarından `_book/`
üretir. Yol: `config` (kitabın yapısı) → `source` (metin ve hücreler, satır numaralarıyla) → `execute` +
`cache` (her bölüme bir çekirdek) → `outputs` (çıktılar → Markdown) → `pandoc` → `crossref` + `decorate`
(numaralar, göndermeler, kutular) → `page` (kalıp) → `site` (yeni site eskinin yanında kurulur, bütünse
yerine geçer).

`_audit` için genel yüz:

    book = load_book(Path.cwd())                  # Book; book.chapters: Chapter(path, number, …)
    for done in execute_book(book):               # önbellekten ya da yeni koşumdan, kitaptaki sırayla
        done.chapter.path                         # "chapters/x.qmd"
        done.source.lines, done.source.places     # include'ları açılmış satırlar ve yerleri
        done.source.cells                         # Cell(index, engine, code, options, place, start, end)
        done.source.runs                          # Cell | Inline: koşacakları sırayla
        done.cells                                # Cell.index → {"outputs": [nbformat], "execution_count"}
        done.cached                               # çekirdek açılmadıysa True

Yalnız metni değişen bölümde hücreler yeniden koşmaz; metne bakan çıktılar, yanlarında sakladıkları komutla
yenilenir (`execute._renewed`). `execute_book(book, refresh=False)` bunu atlar.
Adı `application/vnd.dikkat.` ile başlayan MIME türleri defterde saklanır, sayfada hiç
gösterilmez: hücre içi denetim kesin değerleri böyle saklayabilir. Quarto da göstermesin diye
`display({...}, raw=True, metadata={"quarto_display": False})` ile verin.
Bölümün kendi `.qmd` dosyasını okuyan hücre, o dosyaya bağımlı sayılmaz. Yazar hatası `BookError` olur.
"""

from _render.config import Book, Chapter, load_book
from _render.errors import BookError, Place
from _render.execute import Execution, execute_book, read_sources
from _render.source import Cell, Inline, Source, read_source

__all__ = [
    "Book",
    "BookError",
    "Cell",
    "Chapter",
    "Execution",
    "Inline",
    "Place",
    "Source",
    "execute_book",
    "load_book",
    "read_source",
    "read_sources",
]
