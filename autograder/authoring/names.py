"""Names that are given twice: Python keeps the last and says nothing."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

from autograder.authoring.findings import Finding
from autograder.judge.run import Judge

__all__ = ["repeated_cases", "repeated_definitions"]


def repeated_definitions(folder: Path, prefix: str, what: str) -> list[Finding]:
    """Functions that a file in `folder` defines twice, so that the first is lost.

    `prefix` is how their names start, `what` what they are: a case or a mistake.
    """
    found = []
    for path in sorted(folder.rglob("*.py")):
        first: dict[str, int] = {}
        for name, line in _functions(path):
            if name.startswith(prefix) and name in first:
                found.append(
                    Finding(
                        "duplicate name",
                        f"{path.name}, line {line}",
                        f"{name} is there already in line {first[name]}; "
                        f"the {what} of that line is lost",
                        "rename one of the two",
                    )
                )
            first.setdefault(name, line)
    return found


def repeated_cases(judge: Judge) -> list[Finding]:
    """Cases of one graded cell that have the same name, in two files."""
    return _repeated({grade_id: judge.names(grade_id) for grade_id in judge.cases})


def _repeated(names: Mapping[str, list[str]]) -> list[Finding]:
    return [
        Finding(
            "duplicate name",
            f"cases for {grade_id}",
            f"{given.count(name)} cases are called {name}; reports could not tell them apart",
            "rename all but one",
        )
        for grade_id, given in names.items()
        for name in dict.fromkeys(given)
        if given.count(name) > 1
    ]


def _functions(path: Path) -> Iterable[tuple[str, int]]:
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (SyntaxError, UnicodeDecodeError):  # collecting the file says so
        return []
    return [
        (node.name, node.lineno)
        for node in body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
