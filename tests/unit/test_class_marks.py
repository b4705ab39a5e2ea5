"""A class's marks: the gradebook's points, and which of them may leave the house."""

from __future__ import annotations

import datetime
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course.class_marks import class_marks
from autograder.course.scores import read_scores
from autograder.errors import AuthoringError
from autograder.exports.mark import Mark, MarkState
from autograder.grading.reports import save_report
from autograder.intake.roster import Roster, parse_roster
from autograder.verdict import Report

POINTS = {"sum-test": 3.0, "written": 2.0}


@pytest.fixture
def course(tmp_path: Path) -> Any:
    """`course(student=(auto, by hand, extra, penalty))`: a gradebook of two tasks, and reports."""
    from nbgrader import api

    engine = create_engine(f"sqlite:///{tmp_path / 'gradebook.db'}")
    api.Base.metadata.create_all(engine)

    def build(**students: Any) -> Path:
        with Session(engine) as session:
            lesson = api.Assignment(name="lesson", course=api.Course(id="c"))
            notebook = api.Notebook(name="lesson", assignment=lesson)
            cells = [
                api.GradeCell(name=name, notebook=notebook, max_score=most, cell_type="code")
                for name, most in POINTS.items()
            ]
            session.add(lesson)
            for name, given in students.items():
                student = api.Student(id=name, first_name="Jane", last_name=name)
                if given is not None:
                    hand_in(session, student, lesson, notebook, cells, given)
                session.add(student)
            session.commit()
        return tmp_path

    def hand_in(
        session: Any, student: Any, lesson: Any, notebook: Any, cells: Any, given: Any
    ) -> None:
        auto, by_hand, extra, penalty = given
        when = datetime.datetime(2026, 3, 2, 12)
        submission = api.SubmittedAssignment(assignment=lesson, student=student, timestamp=when)
        submitted = api.SubmittedNotebook(
            notebook=notebook, assignment=submission, late_submission_penalty=penalty
        )
        first = api.Grade(
            cell=cells[0], notebook=submitted, auto_score=auto, extra_credit=extra,
            needs_manual_grade=auto is None,
        )  # fmt: skip
        second = api.Grade(
            cell=cells[1], notebook=submitted, manual_score=by_hand,
            needs_manual_grade=by_hand is None,
        )  # fmt: skip
        session.add_all([submission, submitted, first, second])
        folder = tmp_path / "submitted" / student.id / "lesson"
        folder.mkdir(parents=True)
        (folder / "lesson.ipynb").write_text("{}")
        reason = "" if auto is not None else "lesson.ipynb is not a notebook"
        save_report(
            tmp_path / "reports", Report(assignment="lesson", student=student.id, reason=reason)
        )

    yield build
    engine.dispose()


def marks_in(folder: Path, roster: str = "") -> dict[str, Mark]:
    scores = read_scores(f"sqlite:///{folder / 'gradebook.db'}", "lesson")
    people = parse_roster(roster.encode(), "roster.csv") if roster else Roster()
    found = class_marks("lesson", scores, people, folder / "submitted", folder / "reports")
    return {mark.student: mark for mark in found}


def change(folder: Path, student: str) -> None:
    """Hand in again, an hour after the grading."""
    path = folder / "submitted" / student / "lesson" / "lesson.ipynb"
    later = (folder / "reports" / "lesson" / f"{student}.json").stat().st_mtime + 3600
    os.utime(path, (later, later))


def test_a_mark_is_nbgrader_s_score_without_the_penalty(course: Any) -> None:
    mark = marks_in(course(s1=(2.25, 1.5, 0.5, 1.0)))["s1"]

    assert (MarkState.GRADED, 4.25, 1.0, 3.25) == (
        mark.state, mark.raw_score, mark.penalty, mark.score
    )  # fmt: skip
    assert {"sum-test": 2.75, "written": 1.5} == mark.points
    assert (5.0, "Jane s1") == (mark.max_score, mark.name)


def test_the_score_is_the_one_that_nbgrader_adds_up(course: Any) -> None:
    from nbgrader.api import SubmittedAssignment

    folder = course(s1=(2.25, 1.5, 0.5, None), s2=(3.0, None, None, None))
    engine = create_engine(f"sqlite:///{folder / 'gradebook.db'}")
    with Session(engine) as session:
        theirs = {one.student_id: one.score for one in session.query(SubmittedAssignment)}
    engine.dispose()

    assert theirs == {student: mark.score for student, mark in marks_in(folder).items()}


def test_a_penalty_takes_no_more_than_there_is(course: Any) -> None:
    assert 0.0 == marks_in(course(s1=(1.0, 0.0, None, 9.0)))["s1"].score


def test_what_waits_for_a_hand_counts_what_is_there(course: Any) -> None:
    mark = marks_in(course(s1=(3.0, None, None, None)))["s1"]

    assert (MarkState.WAITS, 3.0, ["written"]) == (mark.state, mark.score, mark.waiting)


def test_ungraded_stale_and_missing_have_no_mark(course: Any) -> None:
    folder = course(s1=(None, None, None, None), s2=(3.0, 2.0, None, None), s3=None)
    change(folder, "s2")
    marks = marks_in(folder)

    assert {"s1": None, "s2": None, "s3": None} == {name: m.score for name, m in marks.items()}
    assert {"s1": "ungraded", "s2": "stale", "s3": "missing"} == {
        name: mark.state for name, mark in marks.items()
    }
    assert "lesson.ipynb is not a notebook" == marks["s1"].why
    assert "changed after it was graded" in marks["s2"].why


def test_half_of_the_points_by_hand_are_no_mark_for_what_could_not_be_judged(course: Any) -> None:
    mark = marks_in(course(s1=(None, 2.0, None, None)))["s1"]

    assert (MarkState.UNGRADED, None) == (mark.state, mark.score)


def test_the_roster_s_people_come_first_with_its_ids(course: Any) -> None:
    folder = course(s1=(3.0, 2.0, None, None), s2=(1.0, 2.0, None, None))
    marks = marks_in(folder, "id,first_name,last_name,canvas_id\ns9,New,Face,1\ns2,Ron,Roe,2\n")

    assert ["s9", "s2", "s1"] == list(marks)
    assert ("Ron Roe", "2") == (marks["s2"].name, marks["s2"].ids["canvas_id"])
    assert MarkState.MISSING is marks["s9"].state


def test_an_assignment_that_is_not_there_is_told_with_those_that_are(course: Any) -> None:
    folder = course(s1=None)

    with pytest.raises(AuthoringError, match="no assignment 'other'; it has lesson"):
        read_scores(f"sqlite:///{folder / 'gradebook.db'}", "other")


def test_nbgrader_s_own_command_can_write_canvas_s_file(
    course: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from autograder.course.export import CanvasExport

    folder = course(s1=(3.0, 2.0, None, None))
    monkeypatch.chdir(folder)
    engine = create_engine(f"sqlite:///{folder / 'gradebook.db'}")
    plugin = CanvasExport(to="marks.csv", assignment=["lesson"], student=[])

    plugin.export(SimpleNamespace(engine=engine))

    assert "s1, Jane" in Path("marks.csv").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):  # it takes one assignment at a time
        CanvasExport(assignment=[]).export(SimpleNamespace(engine=engine))


def test_the_command_writes_says_who_has_none_and_clears_what_an_earlier_one_left(
    course: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = course(s1=(3.0, 2.0, None, None), s2=(3.0, None, None, None))
    monkeypatch.chdir(folder)
    asked = ["export", "lesson", "--to", "gradescope", "--output", "out"]

    first = CliRunner().invoke(app, asked)
    names = sorted(path.name for path in Path("out").iterdir())
    change(folder, "s1")
    second = CliRunner().invoke(app, asked)
    third = CliRunner().invoke(app, [*asked, "--finished-only"])

    assert (0, ["s1.json", "s2.json"]) == (first.exit_code, names)
    assert "1 wait for a person's points" in first.stderr
    assert (1, True) == (second.exit_code, "s1 has no mark: stale" in second.stderr)
    assert (1, []) == (third.exit_code, list(Path("out").iterdir()))
