"""Metindeki sayıların denetimi: sayfadaki her sayı ya bir hücreden hesaplanır ya da kaynağını söyler.

Bölümün son hücresi `check_chapter`ı çağırır; bütün kitap için `python -m _audit`.
"""

from _audit.chapter import check_chapter
from _audit.document import AuditError

__all__ = ["AuditError", "check_chapter"]
