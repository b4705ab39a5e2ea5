"""The journal: what a run has done, readable after it was killed at any moment."""

from pathlib import Path

from autograder.grading.journal import Done, Journal

ANNA, BEN = Done(student="anna", key="1"), Done(student="ben", key="2", graded=False)


def test_what_was_added_is_there_in_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "new" / "attention.jsonl"
    with Journal(path) as journal:
        journal.add([ANNA, BEN])
    with Journal(path) as journal:
        found = [journal.last(student) for student in ("anna", "ben", "cleo")]

    assert [ANNA, BEN, None] == found


def test_the_last_line_about_a_student_counts(tmp_path: Path) -> None:
    again = Done(student="anna", key="3")
    path = tmp_path / "attention.jsonl"
    with Journal(path) as journal:
        journal.add([ANNA])
        journal.add([again])
        found_now = journal.last("anna")
    with Journal(path) as journal:
        found_later = journal.last("anna")

    assert (again, again) == (found_now, found_later)


def test_a_torn_last_line_is_passed_over_and_what_follows_is_not(tmp_path: Path) -> None:
    path = tmp_path / "attention.jsonl"
    with Journal(path) as journal:
        journal.add([ANNA, BEN])
    path.write_bytes(path.read_bytes()[:-10])
    with Journal(path) as journal:
        torn = journal.last("ben")
        journal.add([BEN])
    with Journal(path) as journal:
        mended = [journal.last("anna"), journal.last("ben")]

    assert torn is None
    assert [ANNA, BEN] == mended


def test_lines_that_are_not_the_journal_s_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "attention.jsonl"
    path.write_bytes(b'\xff\xfe\n[1]\n{"student": 1}\n{"student":"anna","key":"1"}\n')
    with Journal(path) as journal:
        found = journal.last("anna")

    assert ANNA == found
