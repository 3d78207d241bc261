"""Sayfaya konan kod: çalışan işlevin kendi kaynağı."""

import inspect
from collections.abc import Callable


def show_source(function: Callable[..., object], label: str, caption: str) -> None:
    """Bir işlevin kodunu numaralı kod olarak basar; hücresi `output: asis` ister.

    show_source(ag.forward, "lst-forward", "Ağın ileri geçişi.")
    """
    print(f'```{{#{label} .python lst-cap="{caption}"}}\n{inspect.getsource(function)}```')
