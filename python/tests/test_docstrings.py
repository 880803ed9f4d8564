"""Whatever the package exports is described, and so are the public methods of its classes."""

import ast
from typing import Dict, Iterator, Tuple, Union

import esign
from esign import webhooks
from shared import ROOT

Described = Union[ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef]
KINDS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def definitions() -> Dict[str, ast.stmt]:
    """The classes, functions and aliases of the package's modules, by name."""
    found: Dict[str, ast.stmt] = {}
    for path in sorted((ROOT / "python" / "src").rglob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for statement, after in zip(body, [*body[1:], None]):
            if isinstance(statement, KINDS):
                found.setdefault(statement.name, statement)
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                found.setdefault(statement.targets[0].id, after or statement)
    return found


def parts(name: str, statement: ast.stmt) -> Iterator[Tuple[str, bool]]:
    """An export and its public methods, and whether each has a docstring; that of an alias stands below it."""
    if isinstance(statement, KINDS):
        yield name, bool(ast.get_docstring(statement))
    else:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        yield name, is_text
    for member in getattr(statement, "body", []):
        if isinstance(member, KINDS) and not member.name.startswith("_"):
            yield f"{name}.{member.name}", bool(ast.get_docstring(member))


def test_every_export_has_a_docstring() -> None:
    found = definitions()
    names = {*esign.__all__, *webhooks.__all__} - {"__version__", "webhooks"}
    bare = [
        part
        for name in sorted(names)
        for part, is_described in parts(name, found[name])
        if not is_described
    ]
    assert bare == []
    assert webhooks.__doc__ and esign.__doc__
