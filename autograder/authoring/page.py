"""A verification as one page of HTML."""

from collections.abc import Sequence
from typing import Any

from autograder.authoring.findings import Case, Kind, Row, Verification
from autograder.authoring.matrix import alone, caught_by, short_row
from autograder.pages import render

__all__ = ["as_page"]

_CELLS = {"#": "fails", "?": "undecided", "·": "passes", " ": "not run"}


def as_page(found: Verification) -> str:
    """The page's text: summary, findings, notes, and a matrix for each graded cell."""
    grade_ids = dict.fromkeys(case.grade_id for case in found.cases)
    return render(
        "verification.html",
        found=found,
        matrices=[matrix for one in grade_ids if (matrix := _matrix(one, found))],
    )


def _matrix(grade_id: str, found: Verification) -> dict[str, Any] | None:
    cases = [case for case in found.cases if case.grade_id == grade_id]
    rows = [row for row in found.rows if row.grade_id == grade_id and row.kind is not Kind.RIGHT]
    if not rows:
        return None
    by_itself = alone(rows)
    return {
        "grade_id": grade_id,
        "kept": any(case.keep for case in cases),
        "cases": [
            {
                "case": case,
                "caught": len(caught_by(case, rows)),
                "alone": by_itself.get((grade_id, case.name), []),
            }
            for case in cases
        ],
        "rows": [{"row": row, "cells": _cells(cases, row)} for row in rows],
    }


def _cells(cases: Sequence[Case], row: Row) -> list[str]:
    """What each case made of a plant: fails, passes, undecided or not run."""
    return [_CELLS[mark] for mark in short_row(cases, row)]
