"""What modules say to students: the messages of hidden cases, of comparisons, of the sandbox.

Every string that reads like text counts, but for docstrings, decorators, keys of `once` and what
is raised as another fault than the student's.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from autograder.lang.code import texts_in

__all__ = ["SECTIONS", "Entry", "messages_in", "said_by_mistake"]

_STUDENTS = {"Mismatch", "StudentError", "AssertionError", "MalformedReply", "TooLarge"}
_MARKUP = ("<", "--")
"""How what is not said begins: HTML, and options."""
SECTIONS = ("{text} See “{section}”.", "{text} See “{section}” and “{other}”.")
"""How a mistake's sentence ends: where in the lesson to look."""


class Entry(NamedTuple):
    """A text to be translated: its key, whether it is a template, and where it stands."""

    key: str
    is_template: bool
    where: str


def messages_in(source: str, where: str) -> list[Entry]:
    """The messages in a module's code, in order."""
    lines = source.split("\n")
    apart = [span for node in ast.walk(ast.parse(source)) for span in _not_for_students(node)]
    found = []
    for text in texts_in(source):
        line = source.count("\n", 0, text.start) + 1
        column = len(lines[line - 1][: text.start - source.rfind("\n", 0, text.start) - 1].encode())
        spoken = text.kind == "template" or (text.kind == "string" and " " in text.key.strip())
        if (
            spoken
            and not text.key.startswith(_MARKUP)
            and not any(start <= (line, column) < end for start, end in apart)
        ):
            found.append(Entry(text.key, text.kind == "template", where))
    return found


def said_by_mistake(sentence: str) -> str:
    """A mistake's sentence without the sections that it sends to."""
    return sentence.partition(" See “")[0]


_Span = tuple[tuple[int, int], tuple[int, int]]


def _not_for_students(node: ast.AST) -> Iterator[_Span]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        for decorator in node.decorator_list:
            yield _span(decorator)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield _span(node.value)  # what is said about the name above it
    elif isinstance(node, ast.Raise) and node.exc and _called(node.exc) not in _STUDENTS:
        yield _span(node.exc)
    elif isinstance(node, ast.Call) and _called(node) == "once":
        yield _span(node.args[0])


def _called(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return getattr(function, "attr", "") or getattr(function, "id", "")


def _span(node: ast.expr) -> _Span:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
