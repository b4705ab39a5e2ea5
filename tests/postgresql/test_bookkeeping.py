"""The gradebook on PostgreSQL: the same rows as on SQLite, several at once, a server that goes."""

from __future__ import annotations

import datetime
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook
from sqlalchemy import create_engine, text

from autograder.course import bookkeeping
from autograder.course.bookkeeping import Bookkeeper, Entry
from autograder.course.database import open_gradebook, place_of
from autograder.course.given_marks import read_marks
from autograder.course.scores import read_scores
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.marks import Marks
from tests.postgresql.gradebooks import DUE, with_assignments
from tests.postgresql.server import PASSWORD, Server

pytestmark = pytest.mark.postgresql

NewDatabase = Callable[[], str]

HANDED_IN = datetime.datetime(2026, 11, 3, 12, 0)


def entry(student: str, add: float | None = 2.0, halve: float | None = 1.0, **more: Any) -> Entry:
    marks = Marks(scores={"add": add, "halve": halve}, comments={"answer": f"for {student}"})
    return Entry(**{"student": student, "timestamp": HANDED_IN, "marks": {"sums": marks}, **more})


def give(url: str, student: str, points: float, assignment: str = "one") -> None:
    """What the formgrader does when a person enters points."""
    with Gradebook(url) as gradebook:
        grade = gradebook.find_grade("add", "sums", assignment, student)
        grade.manual_score = points
        gradebook.db.commit()


def in_the_way(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set once a Bookkeeper has found that it has to try again."""
    met = threading.Event()
    wait = Bookkeeper._give_up_or_wait

    def waiting(*arguments: Any) -> None:
        met.set()
        wait(*arguments)

    monkeypatch.setattr(Bookkeeper, "_give_up_or_wait", waiting)
    return met


# The same as on SQLite


def test_the_gradebooks_hold_the_same_on_both(url: str, tmp_path: Path) -> None:
    other = with_assignments(f"sqlite:///{tmp_path / 'gradebook.db'}")

    for place in (url, other):
        with Bookkeeper(place, "one", penalty=lambda student, score, late: score / 2) as books:
            books.write([entry("ann"), entry("bob", None, 0.5), entry("cem", timestamp=DUE)])
        give(place, "ann", 1.5)
        with Bookkeeper(place, "one") as books:
            again = [entry("ann", 0.0), entry("bob", marks=None), entry("dan", missing=("sums",))]
            books.write([*again, entry("eve", entered=False), entry("dan", 1.0)])
            assert {"ann", "bob", "cem", "dan"} == books.entered() == books.students()

    marks = read_marks(url, "one")
    assert read_marks(other, "one") == marks
    assert read_scores(other, "one") == read_scores(url, "one")
    assert 1.5 == marks["ann", "sums"].tasks["add"].manual
    assert 0.0 == marks["ann", "sums"].tasks["add"].auto
    assert 1.5 == marks["cem", "sums"].penalty + 1.5


def test_a_comment_with_a_zero_byte_is_stored(url: str) -> None:
    marks = Marks(scores={}, comments={"answer": "you printed \0 and \ud800"})

    with Bookkeeper(url, "one") as books:
        books.write([entry("ann", marks={"sums": marks})])

    assert "you printed \ufffd and ?" == read_marks(url, "one")["ann", "sums"].comments["answer"]


# Several at once


def test_two_assignments_at_once_with_the_same_new_students(url: str) -> None:
    students = [f"s{number:03}" for number in range(60)]
    together = threading.Barrier(2)

    def grade(assignment: str, order: list[str]) -> None:
        with Bookkeeper(url, assignment) as books:
            for start in range(0, len(order), 6):
                if start < 30:
                    together.wait(timeout=60)
                books.write([entry(one) for one in order[start : start + 6]])

    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(grade, "one", students), pool.submit(grade, "two", students[::-1])]
        for one in running:
            one.result()

    for assignment in ("one", "two"):
        marks = read_marks(url, assignment)
        assert {(one, "sums") for one in students} == set(marks)
        assert {2.0} == {one.tasks["add"].auto for one in marks.values()}


def test_points_that_a_person_enters_meanwhile_stay(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bookkeeper(url, "one") as books, ThreadPoolExecutor(1) as pool:
        books.write([entry("ann")])
        waits = in_the_way(monkeypatch)
        formgrader = create_engine(url)
        with formgrader.begin() as connection:
            connection.execute(text("UPDATE grade SET manual_score = 1.5"))
            written = pool.submit(books.write, [entry("ann", 0.5)])
            assert waits.wait(timeout=60)
        written.result()
        formgrader.dispose()

    task = read_marks(url, "one")["ann", "sums"].tasks["add"]
    assert (0.5, 1.5, True) == (task.auto, task.manual, task.needs_a_hand)


def test_a_gradebook_that_stays_locked_is_said(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Bookkeeper(url, "one") as books:
        books.write([entry("ann")])
        monkeypatch.setattr(bookkeeping, "_LOCKED_SECONDS", 0.0)
        browser = create_engine(url)
        with browser.begin() as connection:
            connection.execute(text("UPDATE grade SET manual_score = 1.5"))

            with pytest.raises(SandboxError, match="has kept the gradebook locked"):
                books.write([entry("ann")])
        browser.dispose()


# A server that goes


def test_a_server_that_restarts_in_mid_run_loses_nothing(
    url: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bookkeeper(url, "one") as books, ThreadPoolExecutor(1) as pool:
        books.write([entry("ann")])
        waits = in_the_way(monkeypatch)
        server.stop()
        written = pool.submit(books.write, [entry("bob")])
        assert waits.wait(timeout=60)
        server.start()
        written.result()

    assert {("ann", "sums"), ("bob", "sums")} == set(read_marks(url, "one"))


def test_a_server_that_stays_away_is_said_and_the_rest_is_kept(
    url: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeping, "_LOCKED_SECONDS", 0.0)
    with Bookkeeper(url, "one") as books:
        books.write([entry("ann")])
        server.stop()

        with pytest.raises(
            SandboxError, match=r"could not be reached.*What is graded is kept"
        ) as said:
            books.write([entry("bob")])

        assert PASSWORD not in str(said.value)
        server.start()
        books.write([entry("bob")])
    assert {("ann", "sums"), ("bob", "sums")} == set(read_marks(url, "one"))


# What can't be opened


def test_an_address_that_is_wrong_is_said_without_its_password(
    server: Server, new_database: NewDatabase
) -> None:
    wrong = {
        server.url("postgres", password="not-the-s3cret"): "password authentication failed",
        server.url("postgres", user="nobody-here"): "password authentication failed",
        server.url("no_such_database"): '"no_such_database" does not exist',
        new_database(): "is empty. Run `nbgrader generate_assignment one`",
        f"postgresql+psycopg://grader:{PASSWORD}@no-such-host.invalid/x": "can't be opened",
        f"no address {PASSWORD}": "is not an address of a database",
        f"postgres://grader:{PASSWORD}@/x": r"postgresql\+psycopg://",
    }

    for address, sentence in wrong.items():
        with pytest.raises(AuthoringError, match=sentence) as said:
            open_gradebook(address, "one")
        assert "s3cret" not in str(said.value)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg2", None)

    with pytest.raises(AuthoringError, match=r"psycopg2.*begin the address with postgresql\+psyco"):
        open_gradebook("postgresql+psycopg2://grader@localhost/x", "one")


def test_a_place_is_shown_without_what_is_secret() -> None:
    url = f"postgresql+psycopg://ann:{PASSWORD}@db/course?sslmode=require&password={PASSWORD}"

    assert "postgresql+psycopg://ann:***@db/course?sslmode=require" == place_of(url)
