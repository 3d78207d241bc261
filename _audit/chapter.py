"""Bölümün son hücresi: sayıları denetler, hata varsa durur, yoksa raporu sayfaya bırakır.

Kesin değerler `MIME` türüyle deftere yazılır; `python -m _audit` onları oradan okur, çekirdek açmaz. Metni
değişip kodu değişmeyen bölümün çıktıları da onlardan yenilenir (bkz. `refresh`). Değerler hatadan önce
verilir: yalnız metni yanlış olan bölümün hücreleri, metin düzelince yeniden koşmaz.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from _audit.check import Report, check, expressions
from _audit.document import AuditError, read_document
from _audit.expressions import Value, evaluate, flipped
from _audit.report import report_markdown
from _audit.spans import find_numbers

MIME = "application/vnd.dikkat.sayilar+json"


def check_chapter(path: str, namespace: Mapping[str, Any]) -> None:
    """`path` bölümünün (proje köküne göre, `chapters/x.qmd`) sayılarını `globals()` ile denetler.

    Bir sayı tutmuyorsa ya da yalınsa `AuditError` yükseltir: her hata için dosya, satır, sütun, yazılan ve
    hesaplanan. Tutuyorsa raporu (kapalı bir kutuda tablo) gösterir.
    """
    from IPython.display import display  # noqa: PLC0415 — yalnız çekirdekte var

    report, values = audit_source(path, namespace)
    for output in outputs(report, values):
        display(output["data"], raw=True, metadata=output["metadata"])  # type: ignore[no-untyped-call]


def audit_source(
    path: str, namespace: Mapping[str, Any], root: Path | None = None
) -> tuple[Report, dict[str, Value]]:
    """Bölümün raporu ve ifadelerinin (iddiaların terslenmişleriyle) değerleri; hata yükseltmez."""
    document = read_document(path, root)
    claims = [span.said for span in find_numbers(document).spans if span.kind == "iddia"]
    wanted = [*expressions(document), *(turned for claim in claims for turned in flipped(claim))]
    values = {expression: evaluate(expression, namespace) for expression in dict.fromkeys(wanted)}
    return check(document, values), values


def outputs(report: Report, values: Mapping[str, Value]) -> Iterator[dict[str, Any]]:
    """Denetim hücresinin çıktıları (nbformat): önce saklanan değerler, sonra rapor. Rapora sıra gelince hata
    varsa `AuditError`.
    """
    path = report.document.path
    stored = {
        "values": {expression: value.to_json() for expression, value in values.items()},
        "refresh": ["-m", "_audit.refresh", path],
    }
    yield _output({MIME: stored}, {"quarto_display": False})
    if report.failures:
        lines = "\n".join(str(failure) for failure in report.failures)
        raise AuditError(f"{path}: {len(report.failures)} sayı hatası\n{lines}")
    text = report_markdown(report)
    yield _output({"text/markdown": text, "text/plain": text}, {})


def _output(data: dict[str, Any], metadata: dict[str, Any]) -> dict[str, Any]:
    return {"output_type": "display_data", "metadata": metadata, "data": data}  # nbformat'ın sırası


def restored(stored: Mapping[str, Any]) -> dict[str, Value]:
    """`MIME` türüyle saklanmış değerler."""
    return {expression: Value(**value) for expression, value in stored["values"].items()}
