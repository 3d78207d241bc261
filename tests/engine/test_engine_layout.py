"""Motorun kuralları: yalnız numpy ve standart kütüphane; her açık işlevin türleri ve açıklaması vardır."""

import ast
import inspect
import sys
import types
from pathlib import Path

import pytest

import _engine

MODULES = sorted(Path(_engine.__file__).parent.glob("*.py"))
FUNCTIONS = [name for name in _engine.__all__ if isinstance(getattr(_engine, name), types.FunctionType)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_only_numpy_and_the_standard_library(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= {*sys.stdlib_module_names, "numpy", "_engine"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_function_is_typed_and_documented(name):
    function = getattr(_engine, name)
    signature = inspect.signature(function)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values())
    assert function.__doc__
