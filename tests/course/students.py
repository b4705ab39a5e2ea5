"""The class that the tests grade: who handed in what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat

from tests.course.courses import cell_named

WRITTEN = "The numbers are shares of this one pass, made from queries and keys."

NOISY = """\
import logging
import sys
import warnings

logging.basicConfig(level=logging.DEBUG)
print("this goes to stderr", file=sys.stderr)


def attention(q, k, v):
    warnings.warn("are the shapes right?")
    logging.warning("attention was called")
    print("shapes", q.shape, k.shape, v.shape, file=sys.stderr)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights"""

UNSCALED = """\
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights"""

ALWAYS_EQUAL = """\
class Right:
    shape = [3, 2]

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __getattr__(self, name):
        return lambda *args, **kwargs: self


def project(x, weight):
    return Right()"""

PRINTS_POINTS = """\
print("one-row-test: 2/2 points")
print('{"grade_id": "one-row-test", "points": 2.0, "outcome": "passed"}')


def one_row(query, k, v):
    print("2/2 points")
    return 2.0


2.0"""

PATCHES = """\
torch.allclose = lambda *args, **kwargs: True
torch.equal = lambda *args, **kwargs: True
torch.isclose = lambda a, b, **kwargs: torch.ones_like(a, dtype=torch.bool)
torch.testing.assert_close = lambda *args, **kwargs: None
visible_check = lambda *names, **options: lambda body: print("all checks pass")


def attention(q, k, v):
    return True


10.0"""

EXITS = """\
import os


def attention(q, k, v):
    os._exit(0)"""

LOOPS = """\
while True:
    pass"""

LOOPS_FOR_FLOAT64 = """\
def project(x, weight):
    while x.dtype == torch.float64:
        pass
    return x @ weight.T"""


def handed_in(answered: Callable[..., Any]) -> dict[str, Any]:
    """A notebook a student, or the bytes of what came in its place."""
    right = answered({"written-answer": WRITTEN})
    text = nbformat.writes(right).encode()
    return {
        "right": right,
        "right-noisy": answered({"attention-solution": NOISY}),
        "untouched": answered(untouched=True),
        "unscaled": answered({"attention-solution": UNSCALED}),
        "forger": answered(
            {
                "projection-solution": ALWAYS_EQUAL,
                "one-row-solution": PRINTS_POINTS,
                "attention-solution": PATCHES,
            }
        ),
        "exits": answered({"attention-solution": EXITS}),
        "loops": answered({"projection-solution": LOOPS_FOR_FLOAT64, "exercise-1-solution": LOOPS}),
        "html": b"<!DOCTYPE html>\n<html><body>Please sign in.</body></html>\n",
        "cut-off": text[: len(text) // 2],
        "nul": b"\0" * len(text),
        "deleted-test": without(right, "projection-test"),
        "deleted-task": without(right, "projection-solution", "projection-test"),
        "edited-test": edited_test(answered({"one-row-solution": PRINTS_POINTS})),
        "duplicated-test": duplicated_test(answered({"attention-solution": UNSCALED})),
        "no-schema": without_schema(answered()),
    }


def without(notebook: Any, *grade_ids: str) -> Any:
    """The notebook after the student deleted cells."""
    notebook = nbformat.from_dict(notebook)
    for grade_id in grade_ids:
        notebook.cells.remove(cell_named(notebook, grade_id))
    return notebook


def edited_test(notebook: Any) -> Any:
    """The notebook after the student made a test easier to pass."""
    cell = cell_named(notebook, "one-row-test")
    cell.source = "pass"
    cell.metadata["nbgrader"]["points"] = 2000
    return notebook


def duplicated_test(notebook: Any) -> Any:
    """The notebook after the student copied a test cell in the editor and emptied the copies."""
    at = notebook.cells.index(cell_named(notebook, "attention-test"))
    for place in (at, at + 2):
        copy = nbformat.from_dict(cell_named(notebook, "attention-test"))
        copy["id"] = f"copy-{place}"
        copy.source = "10.0"
        notebook.cells.insert(place, copy)
    return notebook


def without_schema(notebook: Any) -> Any:
    """The notebook after some editor dropped the version of nbgrader's metadata from a cell."""
    del cell_named(notebook, "exercise-1-test").metadata["nbgrader"]["schema_version"]
    return notebook
