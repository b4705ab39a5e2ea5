"""What refuses a release: markers that nbgrader would not see, and text that would leak.

nbgrader knows a region by an exact string. `### BEGIN HIDEN TESTS` or a lower-case marker is
ordinary text to it, and it releases the hidden tests with exit code 0. `CheckSource` runs
first and refuses such lines; `CheckRelease` runs last and refuses a notebook in which
something of the author's is left.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor
from rapidfuzz import fuzz

from autograder.assignment import hidden_cases, tasks_of
from autograder.course.cases import find_cases
from autograder.errors import AuthoringError
from autograder.judge.run import Judge
from autograder.notebook import Notebook, grade_id, is_graded, is_solution

__all__ = [
    "CheckRelease", "CheckSource", "marker_problems", "release_problems", "secret_lines",
]  # fmt: skip

_KINDS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
_MARKERS = tuple(f"{edge} {kind}" for kind in _KINDS for edge in ("BEGIN", "END"))
_ALIKE = 82.0
"""rapidfuzz ratio (0..100) from which a line is taken for a mistyped marker."""
_EDGE_ALIKE = 60.0
"""The same for BEGIN or END by itself: "The solution" and "Hidden tests" are honest headings."""
_SECRET = "autograder_secret_lines"
_LONG = 24
"""Shorter lines, such as `return output`, stand in many honest places of a notebook."""


class CheckSource(NbGraderPreprocessor):
    """Refuses a source notebook whose markers or hidden cases are not as they should be."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook unchanged. Raises `AuthoringError` with everything that is wrong."""
        problems = marker_problems(nb)
        configured = self.config.SubmissionExporter.get("cases_directory", "")
        problems += _case_problems(nb, find_cases(resources["nbgrader"]["assignment"], configured))
        if problems:
            raise AuthoringError("not released:\n" + "\n".join(f"- {p}" for p in problems))
        resources[_SECRET] = secret_lines(nb)
        return nb, resources


class CheckRelease(NbGraderPreprocessor):
    """Refuses a release that lets out a solution, a hidden test, or their outputs."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook unchanged. Raises `AuthoringError` with everything that would leak."""
        secret: list[str] = resources.get(_SECRET, [])
        problems = release_problems(nb, secret, Path(resources["metadata"]["path"]))
        if problems:
            raise AuthoringError("not released:\n" + "\n".join(f"- {p}" for p in problems))
        return nb, resources


def marker_problems(source: Notebook) -> list[str]:
    """What is wrong with the markers of a source notebook, a line each."""
    return [problem for cell in source.cells for problem in _marker_problems(cell)]


def secret_lines(source: Notebook) -> list[str]:
    """The lines of a source notebook that students must not get: those inside regions."""
    return sorted({line for cell in source.cells for line in _secret_lines(cell.source)})


def release_problems(released: Notebook, secret: list[str], folder: Path) -> list[str]:
    """What a release would let out, a line each; `folder` holds the files released with it."""
    problems: list[str] = []
    for cell in released.cells:
        problems += _leaks(cell, secret)
    flat = _flat(released.metadata)
    problems += [f"the notebook's metadata holds {line!r}" for line in secret if line in flat]
    return problems + list(_file_leaks(folder, secret))


def _marker_problems(cell: Any) -> Iterator[str]:
    where = f"cell {grade_id(cell) or cell.get('id', '?')}"
    open_kind, opened = "", 0
    for number, line in enumerate(cell.source.splitlines(), start=1):
        marker = next((m for m in _MARKERS if m in line), None)
        if marker is None:
            meant = _meant(line)
            if meant:
                yield (
                    f"{where}, line {number}: {line.strip()!r} looks like {meant!r} but is not; "
                    "nbgrader would take it for text and release the region"
                )
            continue
        edge, kind = marker.split(" ", 1)
        if edge == "BEGIN" and open_kind:
            yield f"{where}, line {number}: {marker} inside the region {open_kind}"
        if edge == "END" and kind != open_kind:
            yield f"{where}, line {number}: {marker} ends a region that was not begun"
        open_kind, opened = (kind, number) if edge == "BEGIN" else ("", 0)
    if open_kind:
        yield f"{where}, line {opened}: the region {open_kind} has no end"


def _meant(line: str) -> str:
    """The marker that a line was probably meant to be, or an empty string."""
    text = " ".join(re.sub(r"[^A-Za-z ]", " ", line).split()).upper()
    if not text or len(text.split()) > 4:
        return ""
    best = max(_MARKERS, key=lambda marker: fuzz.ratio(text, marker))
    edge = best.partition(" ")[0]
    alike = fuzz.ratio(text, best) >= _ALIKE
    return best if alike and fuzz.ratio(text[: len(edge)], edge) >= _EDGE_ALIKE else ""


def _case_problems(nb: Notebook, folder: Path) -> Iterator[str]:
    with Judge(folder) as judge:
        cases = judge.cases
    try:
        names = {task.grade_id for task in tasks_of(nb, cases)}
    except AuthoringError as error:
        yield str(error)
        return
    for cell in nb.cells:
        for named in hidden_cases(cell.source):
            if named != grade_id(cell) or not is_graded(cell):
                yield f"cell {grade_id(cell)}: it names the hidden cases of {named}"
    for orphan in sorted(set(cases) - names):
        yield f"there are hidden cases for {orphan}, and no graded cell of that name"


def _secret_lines(source: str) -> Iterator[str]:
    """The lines inside regions, without their white space at the ends."""
    inside = False
    for line in source.splitlines():
        if any(marker in line for marker in _MARKERS):
            inside = "BEGIN " in line
        elif inside and len(line.strip()) >= 8 and not line.strip().startswith("import "):
            yield line.strip()


def _leaks(cell: Any, secret: list[str]) -> Iterator[str]:
    where = f"cell {grade_id(cell) or cell.get('id', '?')}"
    for marker in _MARKERS:
        if marker in cell.source:
            yield f"{where}: the marker {marker!r} is still in it"
    if cell.get("outputs"):
        yield f"{where}: it still has outputs"
    lines = [line.strip() for line in cell.source.splitlines()]
    for line in secret:
        if line in _flat(cell.metadata) or line in _flat(cell.get("attachments", {})):
            yield f"{where}: its metadata or attachments hold {line!r}"
        if len(line) >= _LONG and line in lines:
            kind = "solution cell" if is_solution(cell) else "cell"
            yield (
                f"{where}, line {lines.index(line) + 1}: this {kind} holds {line!r}, "
                "which stands in a region elsewhere"
            )


def _file_leaks(folder: Path, secret: list[str]) -> Iterator[str]:
    """nbgrader copies every other file of the source folder into the release."""
    long = {line for line in secret if len(line) >= _LONG}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".ipynb" or not path.is_file() or ".ipynb_checkpoints" in path.parts:
            continue
        text = path.read_bytes()[: 8 << 20].decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines()]
        found = next((number for number, line in enumerate(lines, start=1) if line in long), None)
        if found:
            yield (
                f"the file {path.name}, line {found}, would be released and "
                f"holds {lines[found - 1]!r}"
            )


def _flat(thing: Any) -> str:
    """Every text in a JSON value, so that a secret line can be looked for."""
    texts: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, dict):
            for key, item in value.items():
                texts.append(str(key))
                walk(item)
        elif isinstance(value, list | tuple):
            for item in value:
                walk(item)

    walk(json.loads(json.dumps(thing)))
    return "\n".join(texts)
