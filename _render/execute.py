"""Bölümlerin koşulması: her bölüme bir çekirdek, çekirdekler yan yana, sonuçlar kayıtta.

Okuyan için defter (`Execution.notebook`) kaynaktan kurulur, çıktılar kayıttan ya da yeni koşumdan konur.
"""

import ast
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _render import cache, memo, uptodate
from _render.config import Book, Chapter
from _render.errors import BookError
from _render.source import Cell, Inline, Source, read_source

PRIVATE_MIME = "application/vnd.dikkat."
TIMEOUT = 600  # saniye; `execute: timeout` değiştirir
PRINT_LIMIT = 1_000_000  # karakter: bir hücrenin yazdırabileceği
OUTPUT_LIMIT = 20_000_000  # karakter: bir hücrenin bütün çıktıları, şekiller dahil
# Uçbirim komutları ile HTML'de duramayan denetim karakterleri.
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f]")
_OVERWRITTEN = re.compile(r"[^\n]*\r+(?!\n)")  # satır başına dönüp üstüne yazılan metin (ilerleme çubukları)
_KERNEL_FILE = re.compile(r"(?m)^\S*ipykernel_\d+\S*?\.py:\d+: |\S*/site-packages/")
_main_task: list[asyncio.Task[Any]] = []
_SETUP = Path(__file__).with_name("kernel_setup.py")


@dataclass(frozen=True)
class Execution:
    """Bir bölümün koşulmuş hâli. `inline[i]`: i numaralı satır içi ifadenin MIME → değer sözlüğü;
    `files`: koşarken projeden okunan dosyalar.
    """

    chapter: Chapter
    source: Source
    notebook: Any
    inline: dict[int, dict[str, Any]]
    files: list[str]
    cached: bool

    def outputs(self, cell: Cell) -> list[dict[str, Any]]:
        found = next(c for c in self.notebook.cells if c.metadata.get("hücre") == cell.index)
        return list(found.outputs)


def execute_book(
    book: Book, sources: Sequence[Source] | None = None, *, refresh: bool = True, quiet: bool = False
) -> list[Execution]:
    """Kitabın bütün bölümlerini koşar (kaydı geçerli olanı koşmaz); kitaptaki sırayla verir.

    Yalnız metni değişen bölümde çekirdek açılmaz; metne bakan çıktılar yenilenir (`_renewed`).
    `refresh=False` bunu atlar: kaydı metnin eski hâliyle verir.
    """
    if sources is None:
        sources = [read_source(book.root, chapter.path, chapter.place) for chapter in book.chapters]
    settings = [execute_options(book, source) for source in sources]
    results: list[dict[str, Any] | None] = []
    for source, run in zip(sources, settings, strict=True):
        if not needs_kernel(source):
            results.append({"cells": {}, "inline": {}, "files": []})
            continue
        found, same_text = cache.load(book.root, source, run) or (None, True)
        if found and refresh and not same_text:
            found = _renewed(book.root, source, found)
            cache.save(book.root, source, run, found)
        results.append(found)
    stale = [n for n, result in enumerate(results) if result is None]
    if stale:
        try:
            fresh = asyncio.run(_run_all(book.root, [(sources[n], settings[n]) for n in stale], quiet))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        for n, result in zip(stale, fresh, strict=True):
            results[n] = result
    return [
        Execution(
            chapter,
            source,
            _notebook(source, result["cells"]),
            {int(key): value for key, value in result["inline"].items()},
            result["files"],
            n not in stale,
        )
        for n, (chapter, source, result) in enumerate(zip(book.chapters, sources, results, strict=True))
        if result is not None
    ]


def _renewed(root: Path, source: Source, results: dict[str, Any]) -> dict[str, Any]:
    """Metne bakan çıktıları yeniler.

    Bir çıktının `PRIVATE_MIME` içeriği `refresh` taşıyorsa o, metin değişince koşulacak komuttur: içerik
    standart girdide verilir, hücrenin yeni çıktıları standart çıktıdan okunur. Komutun hatası hücrenindir.
    """
    cells = {str(cell.index): cell for cell in source.cells}
    for index, found in results["cells"].items():
        for data in [output.get("data", {}) for output in found["outputs"]]:
            for payload in [data[mime] for mime in data if mime.startswith(PRIVATE_MIME)]:
                if "refresh" not in payload:
                    continue
                done = subprocess.run(
                    [sys.executable, *payload["refresh"]],
                    input=json.dumps(payload),
                    capture_output=True,
                    text=True,
                    encoding="utf-8",
                    cwd=root,
                    check=False,
                )
                if done.returncode:
                    cell = cells[index]
                    detail = "\n".join(f"  {line}" for line in done.stderr.strip().splitlines())
                    raise BookError("hücre hata verdi", cell.place, cell=cell.name, detail=detail)
                found["outputs"] = json.loads(done.stdout)
    return results


def execute_options(book: Book, source: Source) -> dict[str, Any]:
    """Bölüm için geçerli `execute` ayarları: proje, biçim, ön madde."""
    merged = book.options(source.meta)
    names = ("eval", "error", "timeout", "fig-width", "fig-height", "fig-format", "fig-dpi")
    return {name: merged[name] for name in names if name in merged}


def needs_kernel(source: Source) -> bool:
    """Koşulacak hücresi var mı. Yalnız satır içi ifadesi olan sayfayı Quarto koşmaz: hatadır."""
    if any(cell.engine == "python" for cell in source.cells):
        return True
    for piece in source.pieces:
        if isinstance(piece, Inline):
            raise BookError(
                "satır içi ifade var ama sayfada hiç {python} hücresi yok: Quarto koşmaz", piece.place
            )
    return False


def _notebook(source: Source, outputs: dict[str, Any]) -> Any:  # noqa: ANN401
    """Kaynaktan nbformat defteri; hücrelere `outputs[index] = {"outputs", "execution_count"}` konur."""
    cells: list[dict[str, Any]] = []
    prose: list[str] = []

    def flush() -> None:
        text = "".join(prose).strip("\n")
        if text:
            cells.append(
                {"cell_type": "markdown", "id": f"metin-{len(cells) + 1}", "metadata": {}, "source": text}
            )
        prose.clear()

    for piece in source.pieces:
        if isinstance(piece, Cell) and piece.engine == "python":
            flush()
            done = outputs.get(str(piece.index), {"outputs": [], "execution_count": None})
            cells.append(
                {"cell_type": "code", "id": f"kod-{piece.index}", "metadata": {"hücre": piece.index},
                 "source": piece.text, **done}
            )  # fmt: skip
        elif isinstance(piece, Cell):
            prose.append("\n".join(source.lines[piece.start : piece.end + 1]) + "\n")
        else:
            prose.append(piece if isinstance(piece, str) else f"`{{python}} {piece.code}`")
    flush()
    spec = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": spec, "cells": cells}
    return json.loads(json.dumps(notebook), object_hook=Node)


class Node(dict[str, Any]):
    """nbformat'ın `NotebookNode`'u gibi: anahtarlar öznitelik olarak da okunur (nbformat'ı yüklemek
    saniyeler alır).
    """

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


async def _run_all(
    root: Path, work: list[tuple[Source, dict[str, Any]]], quiet: bool
) -> list[dict[str, Any]]:
    """Bölümleri çekirdek sayısı kadar yan yana koşar; biri hata verirse ötekileri durdurur."""
    _kernel_environment(root)
    task = asyncio.current_task()
    assert task
    _main_task[:] = [task]
    slots = asyncio.Semaphore(max(2, os.cpu_count() or 1))

    status: dict[str, str] = {}

    def show(source: Source, cell: Cell) -> None:
        status[source.path] = f"{source.path}: {cell.name}"
        if not quiet and sys.stderr.isatty():
            print("\r\x1b[K  " + " · ".join(status.values()), end="", file=sys.stderr, flush=True)

    async def one(source: Source, settings: dict[str, Any]) -> dict[str, Any]:
        async with slots:
            start = time.monotonic()
            before = uptodate.stamps(root)
            result, failed = await _run_chapter(root, source, settings, show)
            status.pop(source.path, None)
            if not _edited(root, before, result["files"]):
                cache.save(root, source, settings, result, checked=failed is None)
            if failed:
                raise failed
            if not quiet:
                took = f"{time.monotonic() - start:.1f}".replace(".", ",")
                print(
                    f"  {source.path}: {len(result['cells'])} hücre koştu ({took} s)",
                    file=sys.stderr,
                    flush=True,
                )
            return result

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(source, settings)) for source, settings in work]
    except* BookError as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]


def _edited(root: Path, before: uptodate.Stamps, files: list[str]) -> bool:
    """Bölüm koşarken bir modülü değişti mi: sonuçlar hangi hâlindendir bilinmez, kaydedilmez."""
    after = uptodate.stamps(root)
    modules = [str(root / file) for file in files if file.endswith(".py")]
    return any(before.get(module) != after.get(module) for module in modules)


def _kernel_environment(root: Path) -> None:
    """Çekirdekler kullanıcının klasörüne bir şey yazmasın, çıktıları her koşumda aynı olsun."""
    base = root / memo.CACHE
    for name in ("matplotlib", "ipython", "jupyter"):
        (base / name).mkdir(parents=True, exist_ok=True)
    os.environ |= {
        "MPLCONFIGDIR": str(base / "matplotlib"),
        "IPYTHONDIR": str(base / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(base / "jupyter"),
        "SOURCE_DATE_EPOCH": "0",
        "PYTHONHASHSEED": "0",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


async def _run_chapter(
    root: Path, source: Source, settings: dict[str, Any], show: Callable[[Source, Cell], None]
) -> tuple[dict[str, Any], BookError | None]:
    """Bir bölümü kendi çekirdeğinde koşar: sonuçlar, okunan proje dosyaları, kullanılan paketler.

    Metne bakan son hücre (sayı denetimi) durursa sonuçlar yine verilir, hatasıyla: metin düzelince hücreler
    yeniden koşmaz.
    """
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError  # noqa: PLC0415

    client, overflow = _client(source, root, limit := settings.get("timeout", TIMEOUT))
    by_index = {c.metadata.get("hücre"): n for n, c in enumerate(client.nb.cells)}
    done: dict[str, Any] = {}
    inline: dict[str, Any] = {}
    current: Cell | Inline | None = None
    failed: BookError | None = None
    async with client.async_setup_kernel(env=os.environ.copy(), stdout=subprocess.DEVNULL):
        _listen_for_signals()
        manager = client.km
        try:
            await _ask(client, _setup_code(root, settings))
            manager.cleanup_connection_file()  # artık gerekmez; öldürülen süreç geride bırakmasın
            count = 0
            for piece in source.pieces:
                current = current if isinstance(piece, str) else piece
                if isinstance(piece, Inline):
                    inline[str(piece.index)] = await asyncio.wait_for(_evaluate(client, piece), limit)
                elif isinstance(piece, Cell) and piece.engine == "python":
                    count += 1
                    show(source, piece)
                    cell = client.nb.cells[by_index[piece.index]]
                    if (settings | piece.options).get("error"):
                        cell.metadata["tags"] = ["raises-exception"]
                    try:
                        if (settings | piece.options).get("eval", True):
                            await client.async_execute_cell(cell, by_index[piece.index], count)
                    except CellExecutionError as error:
                        failed = _cell_error(piece, error, source)
                        if piece is not source.python[-1] or not _refreshable(cell.outputs):
                            raise failed from None
                        cell.outputs = _refreshable(cell.outputs)
                    done[str(piece.index)] = {
                        "outputs": _portable(cell.outputs, root),
                        "execution_count": cell.execution_count,
                    }
            reply = await _ask(client, "", report="__import__('sys')._dikkat_report()")
            depends = json.loads(ast.literal_eval(reply["report"]["data"]["text/plain"]))
        except CellTimeoutError:
            raise _error(current, f"hücre {limit} saniyede bitmedi (`execute: timeout`)") from None
        except TimeoutError:
            raise _error(current, f"ifade {limit} saniyede bitmedi (`execute: timeout`)") from None
        except DeadKernelError:
            task = asyncio.current_task()
            if task and task.cancelling():  # nbclient iptali de çekirdeğin ölümü sayar
                raise asyncio.CancelledError from None
            raise _error(current, "".join(overflow) or "hücre çekirdeği durdurdu") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(manager.provisioner.pgid, signal.SIGKILL)  # hücrelerin başlattığı süreçler de
    _listen_for_signals()
    return {"cells": done, "inline": inline, **depends}, failed


def _client(source: Source, root: Path, limit: float) -> tuple[Any, list[str]]:
    """Bölümün nbclient'ı ve çıktı sınırı aşılırsa hatanın metninin konacağı liste."""
    # jsonschema bunu içe aktarırsa iki saniye dilbilgisi derler; defter denetimi IRI biçimini kullanmaz.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from nbclient import NotebookClient  # noqa: PLC0415 — ağır paketler, yalnız koşarken
    from nbformat import from_dict  # noqa: PLC0415

    client = NotebookClient(
        from_dict(_notebook(source, {})),  # type: ignore[no-untyped-call]
        timeout=None,  # kurulum ve dayanak sorgusu sınırsız; sınır hücrelerin
        timeout_func=lambda _: limit,
        iopub_timeout=limit,  # geç gelen çıktı beklenir, atılmaz
        raise_on_iopub_timeout=True,
        kernel_name="python3",
        resources={"metadata": {"path": str(root)}},
        record_timing=False,
        extra_arguments=["--HistoryManager.enabled=False", "--IPKernelApp.log_level=50"],
    )
    return client, _limit_output(client)


def _refreshable(outputs: list[Any]) -> list[Any]:
    """Metne bakan hücrenin (bkz. `_renewed`) hatadan önce bıraktığı çıktılar."""
    return [
        output
        for output in outputs
        for mime, payload in output.get("data", {}).items()
        if mime.startswith(PRIVATE_MIME) and "refresh" in payload
    ]


def _listen_for_signals() -> None:
    """SIGINT ve SIGTERM bütün koşumu iptal eder: nbclient çekirdekle birlikte kendi dinleyicisini koyar."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _main_task[0].cancel)


def _limit_output(client: Any) -> list[str]:  # noqa: ANN401
    """Sınırı aşan hücreyi durdurur; dönen listeye o zaman hatanın metni konur."""
    overflow: list[str] = []
    size = {"cell": -1, "printed": 0, "all": 0}
    collect = client.output

    def output(outs: list[Any], msg: dict[str, Any], display_id: str | None, cell_index: int) -> Any:  # noqa: ANN401
        if size["cell"] != cell_index:
            size.update(cell=cell_index, printed=0, all=0)
        text, data = msg["content"].get("text", ""), msg["content"].get("data", {})
        size["printed"] += len(text)
        size["all"] += len(text) + sum(len(str(value)) for value in data.values())
        if size["printed"] <= PRINT_LIMIT and size["all"] <= OUTPUT_LIMIT:
            return collect(outs, msg, display_id, cell_index)
        if not overflow:
            limit, verb = (
                (PRINT_LIMIT, "yazdırdı") if size["printed"] > PRINT_LIMIT else (OUTPUT_LIMIT, "çıktı verdi")
            )
            overflow.append(f"hücre {limit // 1_000_000} milyon karakterden çok {verb}; çıktıyı kısaltın")
            client.task_poll_for_reply.cancel()
        return None

    client.output = output
    return overflow


def _portable(outputs: list[Any], root: Path) -> list[Any]:
    """Yazdırılan metin her makinede, her koşumda aynı olur: art arda gelen parçalar birleşir, uçbirim
    komutları ve üstüne yazılan satırlar düşer; stderr'den makinenin klasörleri çıkar.
    """
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if output["output_type"] == "stream" and last.get("name") == output["name"]:
            last["text"] += output["text"]
        else:
            joined.append(output)
    for output in joined:
        if output["output_type"] == "stream":
            text = _TERMINAL.sub("", _OVERWRITTEN.sub("", output["text"].replace("\r\n", "\n")))
            if output["name"] == "stderr":
                text = _KERNEL_FILE.sub("", text).replace(f"{root}{os.sep}", "")
                text = text.replace(os.path.expanduser("~") + os.sep, "~/")  # noqa: PTH111 — HOME'suz da
            output["text"] = text
        elif output["output_type"] == "error":
            output["evalue"] = _TERMINAL.sub("", output["evalue"])
        elif "text/plain" in output["data"]:
            output["data"]["text/plain"] = _TERMINAL.sub("", output["data"]["text/plain"])
    return joined


def _setup_code(root: Path, settings: dict[str, Any]) -> str:
    """Kurulum kodu; adları bölümün ad alanına girmez."""
    arguments = (
        str(root),
        settings.get("fig-width", 7),
        settings.get("fig-height", 5),
        settings.get("fig-format", "retina"),
        settings.get("fig-dpi", 96),
    )
    text = _SETUP.read_text(encoding="utf-8")
    return f"exec(compile({text!r}, 'kurulum', 'exec'), (_ad := {{}})); _ad['_kur'](*{arguments!r}); del _ad"


async def _ask(client: Any, code: str, **expressions: str) -> dict[str, Any]:  # noqa: ANN401
    """Deftere yazılmadan koşar; `expressions` değerlerini verir."""
    identifier = client.kc.execute(code, store_history=False, user_expressions=expressions)
    reply = await client.async_wait_for_reply(identifier)
    if reply is None or reply["content"]["status"] != "ok":
        raise RuntimeError(f"çekirdek yanıt vermedi: {reply}")
    found: dict[str, Any] = reply["content"]["user_expressions"]
    return found


async def _evaluate(client: Any, inline: Inline) -> dict[str, Any]:  # noqa: ANN401
    result = (await _ask(client, "", value=inline.code))["value"]
    if result["status"] != "ok":
        raise BookError(
            f"satır içi ifade hata verdi: {inline.code}",
            inline.place,
            detail=f"{result['ename']}: {result['evalue']}",
        )
    data: dict[str, Any] = result["data"]
    return data


def _error(piece: Cell | Inline | None, message: str) -> BookError:
    assert piece is not None
    return BookError(message, piece.place, cell=piece.name if isinstance(piece, Cell) else "")


def _cell_error(cell: Cell | Inline | None, error: Any, source: Source) -> BookError:  # noqa: ANN401
    """Hücre hatası: hücrenin hata veren satırının yeri, satırın kendisi, Python hatasının son satırı."""
    assert isinstance(cell, Cell)
    detail = "\n".join(f"  {line}" for line in f"{error.ename}: {error.evalue}".strip().splitlines())
    frame = re.search(
        r"Cell In\[\d+\], line (\d+)", _TERMINAL.sub("", error.traceback)
    )  # en dıştaki: bu hücre
    line = cell.start + int(frame[1]) if frame else cell.end
    if line >= cell.end:
        return BookError("hücre hata verdi", cell.place, cell=cell.name, detail=detail)
    failing = f"  {source.lines[line].strip()}\n"
    return BookError("hücre hata verdi", source.places[line], cell=cell.name, detail=failing + detail)
