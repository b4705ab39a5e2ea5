"""The zips of feedback pages, read back by the rules of the systems that they are for."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import AuthoringError
from autograder.exports.returned import zipped
from autograder.intake.manifest import Line, Manifest, Verdict, save_manifest


def moodle_s(name: str) -> tuple[int, str] | None:
    """Participant and file of a member, as Moodle's importer splits names."""
    parts = name.split("_", 4)
    if len(parts) < 5 or not parts[1].isdigit() or parts[2:4] != ["assignfeedback", "file"]:
        return None
    return int(parts[1]), parts[4]


def canvas_s(name: str) -> tuple[int, int] | None:
    """User and handed-in file of a member, as Canvas takes them from a name."""
    numbers = [part for part in name.split("_") if part.isdigit()]
    return (int(numbers[0]), int(numbers[1])) if len(numbers) > 1 else None


@pytest.fixture
def course(tmp_path: Path) -> Any:
    """Packs pages: `course("moodle", {"s1": "where it lay in the download"}, roster)`."""

    def pack(system: str, handed: dict[str, str], roster: str = "") -> tuple[list[str], Any]:
        submitted = tmp_path / "submitted"
        lines = tuple(
            Line(origin="a.zip", file=file, verdict=Verdict.USED, student=one, target="a.ipynb")
            for one, file in handed.items()
            if file
        )
        now = datetime.now(UTC)
        save_manifest(submitted, Manifest(assignment="a", collected=now, kinds={}, lines=lines))
        people = tmp_path / "people.csv"
        people.write_text(roster or "id\nnobody\n", encoding="utf-8")
        pages = {}
        for student in handed:
            page = tmp_path / "feedback" / student / "a.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"the page of {student}", encoding="utf-8")
            pages[student] = [page]
        target = tmp_path / "out" / "a.zip"
        parcel = zipped(system, target, pages, submitted, "a", people)
        with zipfile.ZipFile(target) as archive:
            assert archive.testzip() is None
            return archive.namelist(), parcel

    return pack


def test_moodle_finds_the_participant_by_the_number_of_its_download(course: Any) -> None:
    names, parcel = course(
        "moodle",
        {
            "doe": "Jane Doe_4711_assignsubmission_file_/a.ipynb",
            "wang": "王 小明_4712_assignsubmission_file/a.ipynb",
        },
    )

    assert [(4711, "a.html"), (4712, "a.html")] == [moodle_s(name) for name in names]
    assert (2, ()) == (parcel.files, parcel.notes)


@pytest.mark.parametrize("name", ["Do_e, _Ja_ne", "../x/y", "=1+1", "أحمد", ".hidden", '"q"', "_"])
def test_moodle_finds_the_participant_by_the_roster_whatever_the_name(
    course: Any, name: str
) -> None:
    quoted = name.replace('"', '""')
    names, _ = course("moodle", {"s1": ""}, f'id,name,moodle_id\ns1,"{quoted}",99\n')

    assert [(99, "a.html")] == [moodle_s(one) for one in names]
    assert not names[0].startswith((".", "~"))
    assert "/" not in names[0]


def test_canvas_finds_user_and_file_by_the_name_of_its_download(course: Any) -> None:
    names, _ = course(
        "canvas",
        {
            "doe": "doejane_LATE_4711_90210_a.ipynb",
            "numbers": "mc2doe_4712_90211_my_2_a-1.ipynb",
            "nameless": "batch/4713_90212_a.ipynb",
        },
    )

    assert [(4711, 90210), (4712, 90211), (4713, 90212)] == [canvas_s(name) for name in names]
    assert all(name.endswith(".html") for name in names)


def test_who_cannot_be_named_is_told_and_the_others_are_packed(course: Any) -> None:
    names, parcel = course("moodle", {"s1": "A_1_assignsubmission_file_/a.ipynb", "s2": "a.ipynb"})

    assert 1 == len(names)
    assert parcel.notes[0].startswith("s2 is not in the zip: the participant's number is needed")


def test_a_zip_of_nobody_is_refused_with_what_helps(course: Any) -> None:
    with pytest.raises(AuthoringError, match="collect Canvas's download"):
        course("canvas", {"s1": "a.ipynb"})


def test_a_system_that_is_not_known_is_refused(course: Any) -> None:
    with pytest.raises(AuthoringError, match="canvas, moodle"):
        course("blackboard", {"s1": "a.ipynb"})


def test_the_same_pages_make_the_same_zip(course: Any, tmp_path: Path) -> None:
    handed = {"s1": "A_1_assignsubmission_file_/a.ipynb"}
    course("moodle", handed)
    first = (tmp_path / "out" / "a.zip").read_bytes()
    course("moodle", handed)

    assert first == (tmp_path / "out" / "a.zip").read_bytes()
