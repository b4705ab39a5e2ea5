"""Small gradebooks, made by nbgrader."""

import datetime

from tests.gradebooks import opened

DUE = datetime.datetime(2026, 11, 2, 12, 0)


def with_assignments(url: str) -> str:
    """A gradebook that nbgrader makes, with the assignments `one` and `two`."""
    with opened(url) as gradebook:
        for name in ("one", "two"):
            gradebook.add_assignment(name, duedate=DUE)
            gradebook.add_notebook("sums", name)
            for task in ("add", "halve"):
                gradebook.add_grade_cell(task, "sums", name, max_score=2, cell_type="code")
            gradebook.add_solution_cell("answer", "sums", name)
    return url
