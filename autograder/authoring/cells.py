"""Which graded cells judge which solution cell, and notebooks with other code in a cell."""

import ast
import copy
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from autograder.assignment import hidden_cases
from autograder.authoring.findings import Finding
from autograder.notebook import (
    Notebook,
    grade_id,
    is_graded,
    is_manual,
    is_solution,
    max_points,
)

__all__ = ["cell_findings", "judged_below", "only_sound", "points", "with_code"]


def judged_below(notebook: Notebook) -> dict[str, tuple[str, ...]]:
    """The graded cells that judge each solution cell: those between it and the next one.

    Where there are none, such as below a helper, every later graded cell does.
    """
    below: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    current = ""
    for cell in notebook.cells:
        name = grade_id(cell)
        if cell.cell_type == "code" and is_solution(cell) and not is_graded(cell) and name:
            current = name
            below[current], after[current] = [], []
        elif is_graded(cell) and not is_manual(cell) and current:
            below[current].append(name)
            for earlier in after.values():
                earlier.append(name)
    return {name: tuple(tasks or after[name]) for name, tasks in below.items()}


def with_code(notebook: Notebook, code: Mapping[str, str], tasks: Collection[str]) -> Notebook:
    """A copy with `code` in its cells, no graded cells but `tasks`, and nothing below the last."""
    copied = copy.deepcopy(notebook)
    kept = [
        cell
        for cell in copied.cells
        if grade_id(cell) in tasks or grade_id(cell) in code or not is_graded(cell)
    ]
    last = max((i for i, cell in enumerate(kept) if grade_id(cell) in tasks), default=len(kept))
    copied.cells = kept[: last + 1]
    for cell in copied.cells:
        cell.source = code.get(grade_id(cell), cell.source)
    return copied


def only_sound(notebook: Notebook, cases: Collection[str]) -> Notebook:
    """A copy without the graded cells that name hidden cases which are not there."""
    copied = copy.deepcopy(notebook)
    copied.cells = [
        cell
        for cell in copied.cells
        if not is_graded(cell) or all(named in cases for named in hidden_cases(cell.source))
    ]
    return copied


def points(notebook: Notebook) -> tuple[float, float]:
    """The points that machines judge, and those that are given by hand."""
    graded = [cell for cell in notebook.cells if is_graded(cell)]
    by_hand = sum(max_points(cell) for cell in graded if is_manual(cell))
    return sum(max_points(cell) for cell in graded) - by_hand, by_hand


def cell_findings(notebook: Notebook, source: Path, cases: Collection[str] | None) -> list[Finding]:
    """What is wrong with the graded cells themselves: names, points, and what judges them.

    `cases` holds the grade_ids that have hidden cases; None where they could not be collected.
    """
    found = _name_findings(notebook, source)
    graded = [cell for cell in notebook.cells if is_graded(cell)]
    if not graded:
        advice = "mark a cell as autograded tests in nbgrader's toolbar and give it points"
        found.append(Finding("nothing is graded", source.name, "no cell has points", advice))
    for cell in graded:
        where = f"{source.name}, cell {grade_id(cell)}"
        if max_points(cell) <= 0:
            found.append(
                Finding(
                    "points",
                    where,
                    f"the cell is graded and worth {max_points(cell):g} points",
                    "give it points above 0, or take the grade away",
                )
            )
        if cases is not None and not is_manual(cell):
            found += _judge_findings(cell, where, cases)
    if cases is not None:
        names = [grade_id(cell) for cell in graded if not is_manual(cell)]
        found += [
            Finding(
                "unknown grade_id",
                f"cases for {name}",
                f"no autograded cell has this grade_id; there are {', '.join(names) or 'none'}",
                "mend the case's marker or the cell's grade_id",
            )
            for name in sorted(set(cases) - set(names))
        ]
    return found


def _name_findings(notebook: Notebook, source: Path) -> list[Finding]:
    names = [grade_id(cell) for cell in notebook.cells if grade_id(cell)]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    found = [
        Finding(
            "duplicate name",
            f"{source.name}, cell {name}",
            f"{names.count(name)} cells have this grade_id; only the first would be graded",
            "give each cell a grade_id of its own",
        )
        for name in twice
    ]
    for position, cell in enumerate(notebook.cells, start=1):
        if is_graded(cell) and not grade_id(cell):
            where = f"{source.name}, cell {position}"
            what, advice = "the cell is graded and has no grade_id", "give it one"
            found.append(Finding("points", where, what, advice))
    return found


def _judge_findings(cell: Notebook, where: str, cases: Collection[str]) -> list[Finding]:
    missing = [named for named in hidden_cases(cell.source) if named not in cases]
    if missing:
        what = f"it names the hidden cases {', '.join(missing)}, and there are none"
        advice = "write them, or mend the name here or in the cases' markers"
        return [Finding("unknown grade_id", where, what, advice)]
    if grade_id(cell) not in cases and not _asks_something(cell.source):
        what = "it has no hidden cases and asserts nothing, so that everyone gets its points"
        return [Finding("judged by nothing", where, what, "write cases, or an assert in the cell")]
    return []


def _asks_something(code: str) -> bool:
    """Whether code can fail or give points: an assert, a raise, or an expression."""
    try:
        body: Sequence[ast.AST] = list(ast.walk(ast.parse(code)))
    except SyntaxError:  # magics: IPython's language, which is not ours to judge
        return True
    return any(isinstance(node, ast.Assert | ast.Raise | ast.Call) for node in body) or (
        any(isinstance(node, ast.Expr) and not _is_text(node.value) for node in body)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
