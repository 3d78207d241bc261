"""`python -m _audit.refresh chapters/x.qmd`: metni değişen bölümün denetim çıktılarını çekirdeksiz yeniler.

Kodu değişmemiş, kaydı geçerli bölümde çağrılır: standart girdide defterde saklanmış değerler (`MIME` türünün
içeriği), standart çıktıda denetim hücresinin yeni çıktıları (JSON, nbformat). Bir sayı tutmuyorsa hatalar
standart hataya yazılır, çıkış kodu 1'dir.
"""

import json
import sys

from _audit.chapter import outputs, restored
from _audit.check import check
from _audit.document import AuditError, read_document


def main(arguments: list[str]) -> int:
    """Çıkış kodunu verir."""
    (path,) = arguments
    values = restored(json.load(sys.stdin))
    try:
        fresh = list(outputs(check(read_document(path), values), values))
    except AuditError as error:
        print(error, file=sys.stderr)
        return 1
    json.dump(fresh, sys.stdout, ensure_ascii=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
