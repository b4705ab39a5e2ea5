"""Whole downloads of a class: who is who, what is used, and that nothing is lost."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from autograder.intake.collect import Collection, collect
from autograder.intake.manifest import Manifest, Verdict, load_manifests
from tests.intake import downloads
from tests.intake.downloads import ASSIGNMENT, CLASS, DOWNLOADS


def collected(
    course: Path, *paths: Path, kind: str = "", dry_run: bool = False
) -> tuple[Manifest, dict[str, dict[str, bytes]]]:
    """The manifest, and what lies in submitted/ by student and path."""
    submitted = course / "submitted"
    asked = Collection(
        ASSIGNMENT, paths, course=course, submitted=submitted, kind=kind, dry_run=dry_run
    )
    manifest, _ = collect(asked)
    return manifest, {
        folder.parent.name: {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.name != "timestamp.txt"
        }
        for folder in submitted.glob(f"*/{ASSIGNMENT}")
    }


@pytest.fixture(scope="module", params=sorted(DOWNLOADS))
def taken_in(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, Manifest, dict[str, dict[str, bytes]]]:
    """A system's download, collected into a fresh course."""
    folder = tmp_path_factory.mktemp(request.param)
    download = DOWNLOADS[request.param](folder)
    course = downloads.course(folder / "course")
    return request.param, download, *collected(course, download)


def test_the_system_is_told_by_the_structure(taken_in) -> None:
    kind, download, manifest, _ = taken_in

    assert {str(download): kind} == manifest.kinds


def test_everyone_has_their_own_files(taken_in) -> None:
    kind, _, _, submitted = taken_in
    expected = {student: hand_in.expected for student, hand_in in downloads.hand_ins().items()}
    if kind == "canvas":
        expected["s1000"]["text.html"] = b"<p>My answer is in the file.</p>"
    if kind == "moodle":
        expected["s1000"]["onlinetext.html"] = b"<p>See the file.</p>"

    assert expected == submitted


def test_every_file_that_came_in_has_a_line(taken_in) -> None:
    _, download, manifest, _ = taken_in

    assert set() == downloads.contents(download) - {line.sha256 for line in manifest.lines}


def test_a_used_file_lies_in_submitted_byte_for_byte(taken_in) -> None:
    _, _, manifest, submitted = taken_in

    for line in manifest.of(Verdict.USED):
        data = submitted[line.student][line.target]
        assert line.sha256 == hashlib.sha256(data).hexdigest()


def test_a_file_that_is_not_used_says_why(taken_in) -> None:
    _, _, manifest, _ = taken_in
    silent = (Verdict.USED, Verdict.OPENED)

    assert [] == [line for line in manifest.lines if line.verdict not in silent and not line.why]


def test_nobody_is_a_stranger(taken_in) -> None:
    _, _, manifest, _ = taken_in

    assert [] == manifest.strangers
    assert {student.id for student in CLASS} >= {one.student for one in manifest.people}


def test_what_the_lms_marks_late_is_late(taken_in) -> None:
    kind, _, manifest, _ = taken_in
    late = {student for student, one in downloads.hand_ins().items() if one.late}

    assert (late if kind == "canvas" else set()) == {p.student for p in manifest.people if p.late}


def test_the_time_of_handing_in_is_nbgraders(tmp_path: Path) -> None:
    course = downloads.course(tmp_path / "course")
    collected(course, downloads.gradescope(tmp_path))

    stamp = (course / "submitted" / "s1001" / ASSIGNMENT / "timestamp.txt").read_text()
    assert "2026-03-02 13:01:00 UTC\n" == stamp


def test_collecting_again_changes_nothing(tmp_path: Path) -> None:
    course = downloads.course(tmp_path / "course")
    download = downloads.moodle(tmp_path)
    _, first = collected(course, download)
    again, second = collected(course, download)

    assert first == second
    assert {"unchanged"} == {one.state for one in again.people}
    assert not (course / "submitted" / ".superseded").exists()


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    course = downloads.course(tmp_path / "course")
    manifest, submitted = collected(course, downloads.canvas(tmp_path), dry_run=True)

    assert {} == submitted
    assert not (course / "submitted").exists()
    assert {"new"} == {one.state for one in manifest.people}


def test_what_a_submission_replaces_is_kept(tmp_path: Path) -> None:
    course = downloads.course(tmp_path / "course")
    first, later = downloads.notebook("1"), downloads.notebook("sum(xs)")
    for folder, data in (("monday", first), ("tuesday", later)):
        downloads.write(tmp_path / folder / "s1000" / "lesson.ipynb", data)
        manifest, submitted = collected(course, tmp_path / folder)

    assert "replaced" == manifest.people[0].state
    assert {"lesson.ipynb": later} == submitted["s1000"]
    (kept,) = (course / "submitted" / ".superseded").glob("*/s1000/lesson.ipynb")
    assert first == kept.read_bytes()
    assert 2 == len(load_manifests(course / "submitted", ASSIGNMENT))


def test_an_older_download_does_not_replace_a_newer_submission(tmp_path: Path) -> None:
    course = downloads.course(tmp_path / "course")
    new, old = downloads.notebook("sum(xs)"), downloads.notebook("1")
    for folder, data, time in (("new", new, "12:00:00"), ("old", old, "09:00:00")):
        place = tmp_path / folder / "s1000" / ASSIGNMENT
        downloads.write(place / "lesson.ipynb", data)
        downloads.write(place / "timestamp.txt", f"2026-03-02 {time} UTC".encode())
        manifest, submitted = collected(course, tmp_path / folder)

    assert "kept" == manifest.people[0].state
    assert {"lesson.ipynb": new} == submitted["s1000"]
    assert 1 == len(manifest.of(Verdict.SUPERSEDED))
