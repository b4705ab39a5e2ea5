"""What writing a class's points costs, on SQLite and on PostgreSQL, in turns.

Run as `python -m benchmarks.bookkeeping postgresql+psycopg://user@host/EMPTY_DATABASE`; prints the
median milliseconds of a write of 300 submissions (new ones, and the same again), and the ratio.
The database must be empty: the gradebook that is made in it is thrown away by you.
"""

import datetime
import statistics
import sys
import tempfile
import time
from pathlib import Path

from nbgrader.api import Gradebook

from autograder.course.bookkeeping import Bookkeeper, Entry
from autograder.grading.marks import Marks

_SUBMISSIONS = 300
_TASKS = 6
_ROUNDS = 5
_BATCHES = (300,)
"""Submissions a write: a class at once."""


def main(url: str) -> None:
    """Write the same class to both gradebooks, one after the other, several times."""
    with tempfile.TemporaryDirectory() as folder:
        urls = {"sqlite": f"sqlite:///{Path(folder, 'gradebook.db')}", "postgresql": url}
        for one in urls.values():
            _assignments(one)
        for size in _BATCHES:
            taken: dict[tuple[str, str], list[float]] = {}
            for number in range(_ROUNDS):
                for name, one in urls.items():
                    with Bookkeeper(one, f"a{size}-{number}") as books:
                        for kind in ("new", "again"):
                            taken.setdefault((kind, name), []).append(_write(books, size))
            for kind in ("new", "again"):
                lite, post = (statistics.median(taken[kind, name]) for name in urls)
                print(
                    f"{_SUBMISSIONS} {kind:5} by {size:3}: sqlite {lite:6.0f} ms, "
                    f"postgresql {post:6.0f} ms, ratio {post / lite:.2f}"
                )


def _assignments(url: str) -> None:
    with Gradebook(url) as gradebook:
        for name in (f"a{size}-{number}" for size in _BATCHES for number in range(_ROUNDS)):
            gradebook.add_assignment(name)
            gradebook.add_notebook("n", name)
            for task in range(_TASKS):
                gradebook.add_grade_cell(f"t{task}", "n", name, max_score=2, cell_type="code")
                gradebook.add_solution_cell(f"s{task}", "n", name)


def _write(books: Bookkeeper, size: int) -> float:
    marks = Marks(
        scores={f"t{task}": 1.0 for task in range(_TASKS)},
        comments={f"s{task}": "The scores are where it goes wrong." for task in range(_TASKS)},
    )
    now = datetime.datetime(2026, 1, 1)
    entries = [Entry(f"s{number:04}", now, {"n": marks}) for number in range(_SUBMISSIONS)]
    start = time.perf_counter()
    for first in range(0, _SUBMISSIONS, size):
        books.write(entries[first : first + size])
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main(sys.argv[1])
