"""Şeklin uzun betimi: alt metne sığmayan değerler, şeklin altında kapalı duran bir ayrıntıda.

Gören okuru yormaz, ekran okuyucuya ve aramaya açıktır. `<details>` ham HTML, içi Markdown'dur: kitabın
derleyicisi, Quarto ve Jupyter onu aynı gösterir. Şeklin hücresi ikinci bir çıktı vermez, yoksa Quarto onu alt
şekillere böler; bu yüzden veri, şeklin ardındaki ayrı bir hücrenin (`echo: false`) son satırıdır.
"""

from html import escape

from _viz.table import Table


class FigureData:
    """Bir şeklin verisi; şeklin ardındaki hücrenin son satırı olur.

        FigureData("eğitim eğrileri", f"Kayıp {write_number(loss[-1], 2)} olur.", Table(...))

    `name` kapalıyken görünen adın devamıdır (“Şeklin verisi: …”); sayfada tek olsun. `text` gidişi ve uçları
    söyler, sayılarını hücre yazar. `tables` çizilen değerlerdir.
    """

    def __init__(self, name: str, text: str, *tables: Table) -> None:
        self.name = name
        self.text = text
        self.tables = tables

    def _repr_markdown_(self) -> str:
        name = escape(self.name.replace("'", "’"), quote=False)
        opening = f'<details class="figure-data"><summary>Şeklin verisi: {name}</summary>'
        tables = (table._repr_markdown_().rstrip() for table in self.tables)
        return "\n\n".join([opening, self.text, *tables, "</details>"]) + "\n"

    def __repr__(self) -> str:
        return "\n\n".join([self.text, *map(repr, self.tables)])
