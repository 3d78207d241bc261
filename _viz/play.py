"""Derste deneme parçaları: okurun sayfada oynayacağı yerler, verileriyle.

Parçayı `assets/play.js` açar; betik yoksa gizli kalır ve sayfa onsuz da okunur. Bu yüzden bir parça,
anlattığını durağan gösteren bir şeklin ya da tablonun ardına konur.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

KINDS = ("temperature", "removal", "training")
"""Tanınan parçalar; her birinin betiği `assets/play/` içindedir."""


@dataclass(frozen=True)
class Play:
    """Bir deneme parçası; hücrenin son satırı olur.

    `kind` parçanın türü (`KINDS`), `title` adı, `text` parçanın ne olduğudur. `tasks` okurun sırayla yapacağı
    işlerdir: önce tahmin, sonra deneme; sayıları hücre yazar. `data` JSON'a çevrilebilen veridir. `name`
    verilirse başka bir parça bu verinin üstüne kendininkini koyabilir: `shares` o addır. Tanınmayan tür
    `ValueError` verir.
    """

    kind: str
    title: str
    text: str
    tasks: Sequence[str]
    data: Mapping[str, object] = field(repr=False)
    name: str = ""
    shares: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"'{self.kind}' diye bir deneme parçası yok; olanlar: {', '.join(KINDS)}")

    def _repr_html_(self) -> str:
        content = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        title, text, *tasks = (words.replace("'", "’") for words in (self.title, self.text, *self.tasks))
        attributes = {
            "id": self.name,
            "role": "group",
            "aria-label": title,
            "data-play": self.kind,
            "data-shares": self.shares,
            "data-content": content,
        }
        written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
        words = f"<p><strong>{escape(title)}.</strong> {escape(text)}</p>"
        items = "".join(f"<li>{escape(task)}</li>" for task in tasks)
        return f'<div class="play" hidden{written}>{words}<ol>{items}</ol><div class="play-body"></div></div>'
