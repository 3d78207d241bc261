"""Özniteliklerdeki Python ifadeleri: hangi hücreden geldikleri, değerleri, terslenmiş hâlleri."""

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from symtable import symtable
from typing import Any

from _audit.document import Cell
from _audit.numerals import exact

_SHOWN = 60  # bir değerin raporda görünen en uzun yazılışı
_FLIPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True)
class Value:
    """Bir ifadenin değeri: sayı (`number`, pay/payda), doğruluk (`truth`) ya da hata (`error`)."""

    shown: str
    type: str
    number: str | None = None
    truth: bool | None = None
    error: str = ""
    integer: bool = False

    @property
    def exact(self) -> Fraction | None:
        return None if self.number is None else Fraction(self.number)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def evaluate(expression: str, namespace: Mapping[str, Any]) -> Value:  # noqa: PLR0911 — her neden bir dönüş
    """İfadeyi ad alanında hesaplar; hata `Value.error` olur, yükseltilmez."""
    try:
        value = eval(compile(expression, "<ifade>", "eval"), dict(namespace))
    except SyntaxError as error:
        return Value("", "", error=f"ifade Python olarak okunamadı ({error.msg})")
    except NameError as error:
        return Value("", "", error=f"“{error.name}” adı tanımlı değil")
    except Exception as error:
        return Value("", "", error=f"ifade hata verdi: {type(error).__name__}: {error}")
    name = type(value).__name__
    if isinstance(value, bool) or (name in {"bool", "bool_"} and getattr(value, "ndim", 0) == 0):
        return Value(str(bool(value)), "bool", truth=bool(value))
    try:
        number = exact(value)
    except TypeError:
        return Value(_short(value), name)
    except ValueError:
        return Value(_short(value), name, error=f"değer sonlu bir sayı değil ({value})")
    whole = number.denominator == 1 and not isinstance(value, float)
    shown = str(int(value)) if whole else repr(float(value))
    return Value(shown, name, number=str(number), integer=whole)


def _short(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def used_names(expression: str) -> set[str]:
    """İfadenin dışarıdan kullandığı adlar (kavrama ve lambda değişkenleri değil); okunamıyorsa boş."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError:
        return set()
    nodes = list(ast.walk(tree))
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {n.arg for n in nodes if isinstance(n, ast.arg)}
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} - bound


def assignments(cells: Sequence[Cell]) -> dict[str, Cell]:
    """Hücrelerin atadığı ya da tanımladığı adlar ve son atayan hücreleri. İçe aktarma atama sayılmaz."""
    made: dict[str, Cell] = {}
    for cell in cells:
        made |= dict.fromkeys(_names(cell.source), cell)
    return made


@cache
def parsed(source: str) -> ast.Module:
    """Hücrenin söz dizimi ağacı (değiştirilmez); okunamayan kod `SyntaxError` verir."""
    return ast.parse(source)


@cache
def code_nodes(source: str) -> tuple[ast.AST, ...]:
    """Hücrenin söz dizimi ağacındaki bütün düğümler; okunamayan kod `SyntaxError` verir."""
    return tuple(ast.walk(parsed(source)))


@cache
def _names(source: str) -> frozenset[str]:
    try:
        symbols = symtable(source, "<hücre>", "exec").get_symbols()
    except SyntaxError:
        return frozenset()
    assigned = (symbol.get_name() for symbol in symbols if symbol.is_assigned())
    return frozenset([*assigned, *_changed(parsed(source))])


def _changed(node: ast.AST) -> Iterator[str]:
    """Düğümün kendi kapsamında öğesine ya da özniteliğine atama yapılan adlar; işlev gövdesine girilmez."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                yield from _root(child)
            case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()) | ast.Starred(ctx=ast.Store()):
                yield from _changed(child)
            case ast.expr():  # ifadenin içinde atama hedefi olmaz; `:=` yalnız ada atar
                continue
            case _:
                yield from _changed(child)


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def source_cell(expression: str, made: Mapping[str, Cell]) -> Cell | None:
    """İfadenin değerinin kesinleştiği hücre: kullandığı adları atayan hücrelerin sonuncusu; yoksa None."""
    cells = [made[name] for name in used_names(expression) if name in made]
    return max(cells, key=lambda cell: cell.index, default=None)


def constants(expression: str) -> set[Fraction]:
    """İfadede yazılı sayılar ve yalnız sayılardan kurulu parçaların değerleri (`1 / 9`, `10 ** -6`)."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError:
        return set()
    found: set[Fraction] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.UnaryOp | ast.BinOp) and (value := _fold(node)) is not None:
            found.add(value)
    return found


def _fold(node: ast.AST) -> Fraction | None:  # noqa: PLR0911 — her düğüm türüne bir dönüş
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return Fraction(repr(value))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _fold(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=operator, right=right):
            a, b = _fold(left), _fold(right)
            if a is None or b is None:
                return None
            match operator:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div() if b:
                    return a / b
                case ast.Pow() if b.denominator == 1 and abs(b) < 400 and (a or b > 0):
                    return a ** int(b)
    return None


def flipped(expression: str) -> list[str]:
    """İddianın, her karşılaştırması tek tek terslenmiş hâlleri; karşılaştırması yoksa bütününün olumsuzu."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError:
        return []
    spots = [
        (n, k)
        for n, node in enumerate(ast.walk(tree))
        if isinstance(node, ast.Compare)
        for k in range(len(node.ops))
    ]
    turned = []
    for n, k in spots:
        other = copy.deepcopy(tree)
        node = next(node for m, node in enumerate(ast.walk(other)) if m == n)
        assert isinstance(node, ast.Compare)
        node.ops[k] = _FLIPS[type(node.ops[k])]()
        turned.append(ast.unparse(other))
    return turned or [f"not ({expression})"]
