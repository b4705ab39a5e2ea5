"""Reports on disk: whole or not at all, and an error that names the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import AuthoringError
from autograder.grading.reports import load_reports, save_report
from autograder.verdict import CaseResult, Outcome, Report, TaskResult


def report(student: str = "s1001", **more: Any) -> Report:
    failed = CaseResult(
        name="test_x[1]",
        line="Each row sums to 1.",
        stage="weights",
        weight=0.25,
        outcome=Outcome.FAILED,
        message="weights[0, 1] is 0.5 – expected √2 🎓",
        detail="E   assert 1 == 2\n",
    )
    task = TaskResult(grade_id="attention-test", max_points=10, cases=(failed,))
    return Report(assignment="attention", student=student, tasks=(task,), **more)


def test_a_report_is_saved_and_loaded_equal(tmp_path: Path) -> None:
    saved = report(notes=("renamed",), seed=7, seconds=0.5, versions={"torch": "2.13"})

    path = save_report(tmp_path, saved)

    assert tmp_path / "attention" / "s1001.json" == path
    assert [saved] == load_reports(tmp_path, "attention")


def test_a_report_is_text_that_people_can_read(tmp_path: Path) -> None:
    text = save_report(tmp_path, report()).read_text(encoding="utf-8")

    assert "weights[0, 1] is 0.5 – expected √2 🎓" in text
    assert text.endswith("}\n")
    assert "s1001" == json.loads(text)["student"]


def test_reports_come_by_student_and_of_one_assignment(tmp_path: Path) -> None:
    for student in ("s3", "s1", "s2"):
        save_report(tmp_path, report(student))
    save_report(tmp_path, Report(assignment="softmax", student="s9"))

    assert ["s1", "s2", "s3"] == [r.student for r in load_reports(tmp_path, "attention")]


def test_grading_again_replaces_the_report_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    save_report(tmp_path, report(reason="it is empty"))
    save_report(tmp_path, report())

    assert [report()] == load_reports(tmp_path, "attention")
    assert ["s1001.json"] == [path.name for path in (tmp_path / "attention").iterdir()]


@pytest.mark.parametrize(
    "student",
    [
        "Zoë",
        "李雷",
        "a b",
        "a.b",
        "a.json",
        "x.partial",
        "o'neil",
        "50%",
        "{a}",
        "[b]*",
        "-n",
        "a,b",
    ],
)
def test_a_student_of_any_name_has_a_report(tmp_path: Path, student: str) -> None:
    save_report(tmp_path, report(student))
    save_report(tmp_path, report("another"))

    assert {student, "another"} == {r.student for r in load_reports(tmp_path, "attention")}


def test_names_that_differ_after_a_dot_do_not_meet(tmp_path: Path) -> None:
    for student in ("a.b", "a.c", "a"):
        save_report(tmp_path, report(student))

    assert ["a", "a.b", "a.c"] == sorted(r.student for r in load_reports(tmp_path, "attention"))


def test_a_report_that_was_being_written_is_not_read(tmp_path: Path) -> None:
    save_report(tmp_path, report())
    (tmp_path / "attention" / "s1002.partial").write_text('{"assignment": "att')

    assert [report()] == load_reports(tmp_path, "attention")


def test_a_write_that_fails_leaves_the_old_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_report(tmp_path, report())

    def full(*_: Any, **__: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        save_report(tmp_path, report(reason="newer"))

    assert [report()] == load_reports(tmp_path, "attention")


def test_no_reports_are_an_authoring_error_that_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(AuthoringError, match="run `autograder grade attention` first"):
        load_reports(tmp_path, "attention")
    (tmp_path / "attention").mkdir()
    with pytest.raises(AuthoringError, match="no reports"):
        load_reports(tmp_path, "attention")


@pytest.mark.parametrize(
    "data",
    {
        "nothing": b"",
        "half": b'{"assignment": "attention", "stu',
        "another shape": b'{"student": "s1"}',
        "a list": b"[]",
        "null": b"null",
        "an outcome of another version": json.dumps(report().to_dict())
        .replace('"failed"', '"maybe"')
        .encode(),
        "NUL bytes": b"\0" * 100,
        "another encoding": '{"student": "Zoë"}'.encode("latin-1"),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_a_file_that_is_no_report_is_named_with_what_to_do(
    tmp_path: Path, data: tuple[str, bytes]
) -> None:
    save_report(tmp_path, report())
    (tmp_path / "attention" / "broken.json").write_bytes(data[1])

    with pytest.raises(AuthoringError, match=r"broken\.json .*grade that submission again"):
        load_reports(tmp_path, "attention")


def test_a_folder_in_place_of_a_report_is_named(tmp_path: Path) -> None:
    save_report(tmp_path, report())
    (tmp_path / "attention" / "folder.json").mkdir()

    with pytest.raises(AuthoringError, match=r"folder\.json"):
        load_reports(tmp_path, "attention")
