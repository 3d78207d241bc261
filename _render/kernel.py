"""Bölümlerin çekirdekte koşulması; yalnız koşulacak bölüm varken yüklenir (paketleri ağırdır)."""

import ast
import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psutil
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import from_dict

from _render import cache, memo, uptodate
from _render.errors import BookError, cell_error
from _render.source import Cell, Inline, Source

TIMEOUT = 600  # saniye; `execute: timeout` değiştirir
PRINT_LIMIT = 1_000_000  # karakter: bir hücrenin yazdırabileceği
OUTPUT_LIMIT = 20_000_000  # karakter: bir hücrenin bütün çıktıları, şekiller dahil
# Uçbirim komutları ile HTML'de duramayan denetim karakterleri.
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f]")
# Satır başına dönüp üstüne yazılan metin (ilerleme çubukları).
_OVERWRITTEN = re.compile(r"(?m)^[^\n]*\r+(?!\n)")
_KERNEL_FILE = re.compile(r"(?m)^\S*ipykernel_\d+\S*?\.py:\d+: |(?<!\S)\S*/site-packages/")
_SHOWN = 2000  # karakter: hücrenin hatasından yazara gösterilen
_SETUP = Path(__file__).with_name("kernel_setup.py")


def run(root: Path, work: list[tuple[Source, dict[str, Any]]], *, quiet: bool) -> list[dict[str, Any]]:
    """Bölümleri (kaynak, ayarlar) koşar, sonuçlarını kaydeder ve verir; biri hata verirse `BookError`."""
    runtime = root / memo.CACHE / "jupyter" / str(os.getpid())
    _kernel_environment(root, runtime)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    stopped: list[bool] = []
    try:
        results = asyncio.run(_run_all(root, work, quiet, stopped))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        shutil.rmtree(runtime, ignore_errors=True)
    if stopped:  # son hücreden sonra geldi
        raise KeyboardInterrupt
    return results


async def _run_all(
    root: Path, work: list[tuple[Source, dict[str, Any]]], quiet: bool, stopped: list[bool]
) -> list[dict[str, Any]]:
    """Bölümleri çekirdek sayısı kadar yan yana koşar; biri hata verirse ötekileri durdurur."""
    _listen_for_signals(stopped)
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


def _kernel_environment(root: Path, runtime: Path) -> None:
    """Çekirdekler kullanıcının klasörüne bir şey yazmasın, çıktıları her koşumda aynı olsun.

    Bağlantı dosyaları sürecin kendi klasöründedir (`runtime`); öldürüleninkini sonraki kurulum siler.
    """
    base = root / memo.CACHE
    for folder in (base / "matplotlib", base / "ipython", runtime):
        folder.mkdir(parents=True, exist_ok=True)
    os.environ |= {
        "MPLCONFIGDIR": str(base / "matplotlib"),
        "IPYTHONDIR": str(base / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "SOURCE_DATE_EPOCH": "0",
        "PYTHONHASHSEED": "0",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


async def _run_chapter(
    root: Path,
    source: Source,
    settings: dict[str, Any],
    show: Callable[[Source, Cell], None],
) -> tuple[dict[str, Any], BookError | None]:
    """Bir bölümü kendi çekirdeğinde koşar: sonuçlar, okunan proje dosyaları, kullanılan paketler.

    Metne bakan son hücre (sayı denetimi) durursa sonuçlar yine verilir, hatasıyla: metin düzelince hücreler
    yeniden koşmaz.
    """
    client, overflow = _client(source, root, limit := settings.get("timeout", TIMEOUT))
    done: dict[str, Any] = {}
    inline: dict[str, Any] = {}
    current: Cell | Inline | None = None
    failed: BookError | None = None
    async with _kernel(client, source):
        try:
            await _ask(client, _setup_code(root, settings))
            for piece in source.runs:
                current = piece
                if isinstance(piece, Inline):
                    inline[str(piece.index)] = await asyncio.wait_for(_evaluate(client, piece), limit)
                elif piece.engine == "python":
                    show(source, piece)
                    count = len(done)
                    cell = client.nb.cells[count]
                    if (settings | piece.options).get("error"):
                        cell.metadata["tags"] = ["raises-exception"]
                    try:
                        if (settings | piece.options).get("eval", True):
                            await client.async_execute_cell(cell, count, count + 1)
                    except CellExecutionError as error:
                        failed = _cell_error(piece, error, source)
                        cell.outputs = [output for output in cell.outputs if cache.refreshing(output)]
                        if piece is not source.python[-1] or not cell.outputs:
                            raise failed from None
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
    return {"cells": done, "inline": inline, **depends}, failed


def _client(source: Source, root: Path, limit: float) -> tuple[Any, list[str]]:
    """Bölümün nbclient'ı ve çıktı sınırı aşılırsa hatanın metninin konacağı liste."""
    spec = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"kod-{cell.index}", "metadata": {}, "source": cell.text,
         "outputs": [], "execution_count": None}
        for cell in source.python
    ]  # fmt: skip
    client = NotebookClient(
        from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": spec, "cells": cells}),  # type: ignore[no-untyped-call]
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


@contextlib.asynccontextmanager
async def _kernel(client: Any, source: Source) -> AsyncIterator[None]:  # noqa: ANN401
    """Çekirdeği açar; sonunda (kesilse de) hücrelerin başlattığı süreçlerle birlikte öldürür.

    nbclient'ın `async_setup_kernel`'i sinyalleri kendi dinler ve açılışı kesilen çekirdeği bırakır.
    """
    manager = client.create_kernel_manager()
    name = source.path.replace("/", "__")
    manager.connection_file = str(Path(os.environ["JUPYTER_RUNTIME_DIR"]) / f"{name}.json")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # hücrelerinki değil, çekirdeğinki
    try:
        await client.async_start_new_kernel(env=os.environ.copy(), **quiet)
        await client.async_start_new_kernel_client()
        manager.cleanup_connection_file()  # artık gerekmez; öldürülen süreç geride bırakmasın
        yield
    finally:
        if manager.has_kernel:
            started = _descendants(manager.provisioner.pid)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(manager.provisioner.pgid, signal.SIGKILL)
            for process in started:
                with contextlib.suppress(psutil.Error):
                    process.kill()
        if client.kc:
            client.kc.stop_channels()
        await manager.shutdown_kernel(now=True)


def _descendants(pid: int) -> list[psutil.Process]:
    """Hücrelerin başlattığı, hâlâ süren süreçler; kendi oturumunu açanlar da."""
    try:
        found: list[psutil.Process] = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        found = []
    return found


def _listen_for_signals(stopped: list[bool]) -> None:
    """SIGINT ve SIGTERM bütün koşumu durdurur; yarım kalan bekleyişler için uyarı yazılmaz."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task

    def stop(*_: object) -> None:
        stopped.append(True)
        loop.set_exception_handler(lambda *_: None)
        loop.call_soon_threadsafe(task.cancel)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _limit_output(client: Any) -> list[str]:  # noqa: ANN401
    """Sınırı aşan hücreyi durdurur; dönen listeye o zaman hatanın metni konur."""
    overflow: list[str] = []
    size = {"cell": -1, "printed": 0, "all": 0}
    collect = client.output

    def output(outs: list[Any], msg: dict[str, Any], display_id: str | None, cell_index: int) -> Any:  # noqa: ANN401
        if size["cell"] != cell_index:
            size.update(cell=cell_index, printed=0, all=0)
        content = msg["content"]
        texts = [content.get("text", ""), content.get("evalue", ""), *content.get("data", {}).values()]
        size["printed"] += len(texts[0])
        size["all"] += sum(len(str(text)) for text in texts)
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
        else:
            for mime in (mime for mime in output["data"] if mime.startswith("text/")):
                output["data"][mime] = _TERMINAL.sub("", output["data"][mime])
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
    said = re.sub(r" \(\d+\.py, line \d+\)$", "", error.evalue)  # söz dizimi hatasında çekirdeğin kendi adı
    said = _TERMINAL.sub("", said[:_SHOWN] + "…" * (len(said) > _SHOWN))
    detail = "\n".join(f"  {line}" for line in f"{error.ename}: {said}".strip().splitlines())
    # En dıştaki çerçeve bu hücredir.
    frame = re.search(r"Cell In\[\d+\], line (\d+)", _TERMINAL.sub("", error.traceback))
    line = cell.start + int(frame[1]) if frame else cell.end
    if line >= cell.end:
        return cell_error(cell.place, cell.name, detail)
    failing = f"  {source.lines[line].strip()}\n"
    return cell_error(source.places[line], cell.name, failing + detail)
