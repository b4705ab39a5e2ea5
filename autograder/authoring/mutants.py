"""Mutants of the solution: one small change each, made by the operators of cosmic-ray.

cosmic-ray (https://cosmic-ray.readthedocs.io) is the extra `verify`; of it only the operators are
used, on text, by `cosmic_ray.mutating.mutate_code`. Operators that need arguments are left out.
"""

import importlib.util
import json
import tomllib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.errors import AuthoringError
from autograder.notebook import Notebook, grade_id, is_graded, is_solution

__all__ = ["EQUIVALENT", "Equivalent", "Mutant", "can_mutate", "mutants", "read_equivalents"]

EQUIVALENT = "equivalent.toml"
"""In the folder of an assignment's mistakes: mutants that are right, each with the reason."""


@dataclass(frozen=True)
class Mutant:
    """A solution cell with one change: `before` became `after` in `line` of the cell, from 1."""

    cell: str
    line: int
    before: str
    after: str
    code: str

    def as_equivalent(self) -> str:
        """The block for equivalent.toml that names it; the reason is the author's to write."""
        said = {"cell": self.cell, "before": self.before, "after": self.after, "reason": ""}
        # A JSON string is a TOML string, too.
        lines = [f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in said.items()]
        return "\n".join(["[[equivalent]]", *lines])

    @property
    def name(self) -> str:
        """Where it is and what it is, as people read it."""
        return f"{self.cell}, line {self.line}: {self.before}  →  {self.after}"


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that is a right answer, and why."""

    cell: str
    before: str
    after: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        """Whether it names this mutant."""
        theirs = (mutant.cell, mutant.before, mutant.after)
        return (self.cell, self.before, self.after) == theirs


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    equivalent: list[Equivalent] = []


def read_equivalents(folder: Path | None) -> list[Equivalent]:
    """The mutants that the author has named as right; raises `AuthoringError` for a bad file."""
    path = folder / EQUIVALENT if folder else None
    if path is None or not path.is_file():
        return []
    try:
        named = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _Named).equivalent
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise AuthoringError(f"{path} can't be used: {error}") from error
    for one in named:
        if not one.reason.strip():
            raise AuthoringError(f"{path}: {one.after!r} has no reason; say why it is right")
    return named


def can_mutate() -> bool:
    """Whether cosmic-ray is installed."""
    return importlib.util.find_spec("cosmic_ray") is not None


def mutants(notebook: Notebook) -> list[Mutant]:
    """All mutants of the code between the solution markers of each solution cell.

    Of a cell without markers, all of it. Those that are no Python, or the same as another, are
    left out.
    """
    found: list[Mutant] = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_solution(cell) and not is_graded(cell):
            seen = {cell.source}
            for code in _changed(cell.source):
                mutant = _mutant(grade_id(cell), cell.source, code)
                if mutant is not None and mutant.code not in seen:
                    seen.add(mutant.code)
                    found.append(mutant)
    return sorted(found, key=lambda one: (one.cell, one.line))


def _changed(code: str) -> Iterator[str]:
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        for occurrence in range(10_000):
            changed = mutate_code(code, operator(), occurrence)
            if changed is None:
                break
            yield changed


def _mutant(cell: str, code: str, changed: str) -> Mutant | None:
    """The mutant, without the blank that an operator may leave before a number."""
    start = _common(code, changed)
    end = _common(code[start:][::-1], changed[start:][::-1])
    new = changed[start : len(changed) - end]
    if not code[start - 1].isspace():
        new = new.lstrip()
    changed = code[:start] + new + code[len(code) - end :]
    line = code.count("\n", 0, start)
    if line not in _own_lines(code) or (_compiles(code) and not _compiles(changed)):
        return None
    before, after = code.splitlines()[line].strip(), changed.splitlines()[line].strip()
    return Mutant(cell, line + 1, before, after, changed)


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their start."""
    pairs: Iterable[tuple[str, str]] = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _own_lines(code: str) -> set[int]:
    """The lines, from 0, between solution markers; all of them where there are no markers."""
    lines, inside = code.splitlines(), False
    found = set()
    for number, line in enumerate(lines):
        if "BEGIN SOLUTION" in line or "END SOLUTION" in line:
            inside = "BEGIN SOLUTION" in line
        elif inside:
            found.add(number)
    return found or set(range(len(lines)))


def _compiles(code: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as "is" with a literal
        try:
            compile(code, "mutant", "exec")
        except (SyntaxError, ValueError):
            return False
    return True
