"""Marks for other systems: each file read back by an independent reader of its format."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from msgspec.structs import replace

from autograder.errors import AuthoringError
from autograder.exports import canvas, gradescope, junit, moodle, plain, prairielearn
from autograder.exports.mark import Mark, MarkState
from autograder.spreadsheet import safe_cell
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult

HOSTILE = '=HYPERLINK("http://x")'


def case(name: str, outcome: Outcome, **more: Any) -> CaseResult:
    return CaseResult(
        name=name, line="Rows sum to 1.", stage="w", weight=1, outcome=outcome, **more
    )


def report(*, undecided: bool = False, **more: Any) -> Report:
    second = Outcome.UNDECIDED if undecided else Outcome.FAILED
    cases = (
        case("test_a", Outcome.PASSED),
        case("test_b", second, message="weights[0] is \x00 0.5 <b>", detail="HIDDEN expected 0.25"),
    )
    tasks = (
        TaskResult(grade_id="attention-test", max_points=10, cases=cases),
        TaskResult(grade_id="written-answer", max_points=4, judged=Judged.BY_HAND),
    )
    return Report(assignment="attention", student="s1", tasks=tasks, **more)


def mark(student: str = "s1", **more: Any) -> Mark:
    plain_values: dict[str, Any] = {
        "state": MarkState.WAITS,
        "points": {"attention-test": 5.0, "written-answer": None},
        "raw_score": 5.0,
        "penalty": 1.5,
        "score": 3.5,
        "report": report(),
    }
    return Mark(
        assignment="attention",
        student=student,
        max_points={"attention-test": 10.0, "written-answer": 4.0},
        **(plain_values | more),
    )


def ungraded(student: str = "s2", **more: Any) -> Mark:
    return mark(
        student,
        state=MarkState.UNGRADED,
        points={"attention-test": None, "written-answer": None},
        raw_score=None,
        penalty=0.0,
        score=None,
        why="not a notebook\nsecond line",
        report=None,
        **more,
    )


def rows_of(data: bytes, encoding: str = "utf-8") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(encoding), newline=""), strict=True))


# ---- cells


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", " =", "＝"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    assert f"'{start}cmd|x" == safe_cell(f"{start}cmd|x")


@pytest.mark.parametrize("text", ["-1.5", "+4", "-", "20,5", "50%", "O'Neil", "Zoë", "山田"])
def test_numbers_and_names_stay_as_they_are(text: str) -> None:
    assert text == safe_cell(text)


# ---- our own CSV and JSON


def test_the_csv_has_marks_and_says_who_has_none() -> None:
    data = plain.as_csv([mark(last_name="Doe, Jane"), ungraded(last_name=HOSTILE)])
    first, second = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))

    assert data.startswith(b"\xef\xbb\xbfassignment,")
    assert ("Doe, Jane", "5", "1.5", "3.5", "14") == (
        first["last_name"], first["raw_score"], first["late_penalty"], first["score"],
        first["max_score"],
    )  # fmt: skip
    assert ("5", "") == (first["attention-test"], first["written-answer"])
    assert "waits for a hand" == first["state"]
    assert f"'{HOSTILE}" == second["last_name"]
    assert ("", "", "ungraded", "not a notebook") == (
        second["score"], second["raw_score"], second["state"], second["why"],
    )  # fmt: skip


def test_the_json_has_null_where_there_is_no_mark() -> None:
    first, second = json.loads(plain.as_json([mark(), ungraded()]))

    assert 3.5 == first["score"]
    assert {"points": None, "max_points": 4.0} == first["tasks"]["written-answer"]
    assert second["score"] is None


# ---- Canvas


def canvas_reads(data: bytes) -> tuple[str, str, dict[str, str]]:
    """As `GradebookImporter` does: the assignment's heading, its points, grades by Canvas's ID."""
    header, *rows = rows_of(data)
    assert "Student" in header[0]
    assert "ID" in header[1]
    width = 3
    if re.search(r"SIS\s+Login\s+ID", header[2]):
        width += 1
    elif re.search(r"SIS\s+User\s+ID", header[2]) and re.search(r"SIS\s+Login\s+ID", header[3]):
        width += 2 + bool(re.search(r"Integration\s+ID", header[4]))
    assert "Section" in header[width - 1]
    (title,) = header[width:]
    points = next(row[width] for row in rows if "Points Possible" in row[0])
    return title, points, {r[1]: r[width] for r in rows if "Points Possible" not in r[0]}


EXPORTED = """\
Student,ID,SIS User ID,SIS Login ID,Section,Intro (11),Attention (12),Current Score
,,,,,Manual Posting,,
    Points Possible,,,,,10,14,(read only)
"Doe, Jane",4711,u1,s1,A,9,,90
"Roe, Ron",4712,u2,s2,A,8,7,80
=Student,4713,,,A,,,
"""


def test_canvas_s_own_export_is_filled_in_for_one_assignment_alone() -> None:
    marks = [mark(ids={"canvas_id": "4711"}), ungraded(ids={"canvas_id": "4712"})]

    filled = canvas.fill(EXPORTED.encode(), "grades.csv", marks)

    # Who has no mark has no row: an empty cell would take away what Canvas has.
    assert ("Attention (12)", "14", {"4711": "3.5"}) == canvas_reads(filled.data)
    assert ("'=Student' of grades.csv is nobody here: no row",) == filled.notes


def test_people_of_canvas_are_found_by_login_and_by_a_name_that_only_one_has() -> None:
    by_login = mark("s1")
    by_name = mark("x9", name="Ron Roe", first_name="Ron", last_name="Roe")
    twins = [mark(f"t{i}", name="Student") for i in range(2)]

    filled = canvas.fill(EXPORTED.encode(), "grades.csv", [by_login, by_name, *twins])

    assert {"4711": "3.5", "4712": "3.5"} == canvas_reads(filled.data)[2]
    assert ["t0", "t1"] == [n.split()[0] for n in filled.notes if "has a mark and is not" in n]


def test_canvas_s_export_with_semicolons_and_another_maximum_is_told() -> None:
    text = EXPORTED.replace("Doe, Jane", "Doe Jane").replace("Roe, Ron", "Roe Ron")
    text = text.replace(",", ";").replace(";14;", ";20;")

    filled = canvas.fill(text.encode("utf-8-sig"), "grades.csv", [mark()])

    assert {"4711": "3.5"} == canvas_reads(filled.data)[2]
    assert "Canvas has 20 points possible, the gradebook 14: points go as they are" in filled.notes


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("Name,Mark\nx,1\n", "", "no export of Canvas's gradebook"),
        (EXPORTED, "Final", "no column for 'Final'.*Intro \\(11\\), Attention \\(12\\)"),
        (EXPORTED, "Current Score", "read only"),
        ('Student,ID,"Section\nx', "", "can't be read as CSV"),
        ("", "", "no export of Canvas's gradebook"),
    ],
)
def test_what_is_no_export_of_canvas_s_is_refused(text: str, column: str, says: str) -> None:
    with pytest.raises(AuthoringError, match=says):
        canvas.fill(text.encode(), "grades.csv", [mark()], column)


def test_a_fresh_file_for_canvas_says_that_its_column_is_new() -> None:
    marks = [mark(ids={"canvas_id": "4711"}, first_name="Jane", last_name="Doe"), ungraded()]

    without, with_id = canvas.fresh(marks), canvas.fresh(marks, "Attention (12)")

    assert ("attention", "14", {"4711": "3.5"}) == canvas_reads(without.data)
    assert "Doe, Jane" == rows_of(without.data)[2][0]
    assert "new assignment" in without.notes[0]
    assert ("Attention (12)", "14") == canvas_reads(with_id.data)[:2]
    assert () == with_id.notes


# ---- Moodle


WORKSHEET = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",\
"Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 901","Jane Doe",jane@example.edu,"Submitted",,14.00,Yes,"Monday, 2 March",-,"<p>ok,
good</p>"
"Participant 902",=Ron,ron@example.edu,"Submitted for grading",7.00,14.00,Yes,-,-,
"Participant 903",Nobody,no@example.edu,"No submission",,14.00,Yes,-,-,
"""


def moodle_reads(data: bytes) -> dict[str, tuple[str, str, str]]:
    """As `assignfeedback_offline_grade_importer` does: by participant, with feedback."""
    header, *rows = rows_of(data)
    places = [header.index(n) for n in ("Grade", "Last modified (grade)", "Feedback comments")]
    number = len("Participant ")
    found: dict[str, tuple[str, str, str]] = {}
    for row in rows:
        grade, modified, feedback = (row[place] for place in places)
        found[row[header.index("Identifier")][number:]] = grade, modified, feedback
    return found


def test_moodle_s_worksheet_is_filled_in_and_nobody_without_a_mark_gets_a_zero() -> None:
    marks = [mark(email="jane@example.edu"), ungraded(ids={"moodle_id": "902"})]

    filled = moodle.fill(WORKSHEET.encode("utf-8-sig"), "grades.csv", marks)

    assert {
        "901": ("3.5", "-", "<p>ok,\ngood</p>"),
        "902": ("", "-", ""),
        "903": ("", "-", ""),
    } == moodle_reads(filled.data)
    assert "'=Ron" == rows_of(filled.data)[2][1]
    assert ("Participant 903 of grades.csv is nobody here: the grade stays empty",) == filled.notes


def test_a_worksheet_in_another_language_is_filled_in_by_the_column_s_name() -> None:
    text = WORKSHEET.replace(",Grade,", ",Bewertung,").replace("Participant", "Teilnehmer/in")

    filled = moodle.fill(text.encode(), "noten.csv", [mark(ids={"moodle_id": "901"})], "Bewertung")

    assert ["Bewertung", "3.5", "", ""] == [row[4] for row in rows_of(filled.data)]


def test_a_mark_above_moodle_s_maximum_and_a_person_who_is_not_in_it_are_told() -> None:
    marks = [mark(score=13.0, ids={"moodle_id": "901"}), mark("s9")]

    notes = moodle.fill(WORKSHEET.replace("14.00", "10.00").encode(), "g.csv", marks).notes

    assert "Moodle's maximum is 10 points, the gradebook's 14: points go as they are" in notes
    assert any(note.startswith("s1 has 13 points, Moodle's maximum is 10.00") for note in notes)
    assert any(note.startswith("s9 has a mark and is not in g.csv") for note in notes)


def test_what_is_no_worksheet_is_refused() -> None:
    with pytest.raises(AuthoringError, match=r"no grading worksheet.*--column.*Name, Mark"):
        moodle.fill(b"Name,Mark\nx,1\n", "g.csv", [mark()])


# ---- one file a submission


def test_gradescope_gets_the_gradebook_s_score_and_a_test_for_each_task_with_points() -> None:
    found = json.loads(json.dumps(gradescope.results(mark())))

    assert 3.5 == found["score"]
    (test,) = found["tests"]
    assert ("attention", 5.0, 10.0, "failed") == (
        test["name"], test["score"], test["max_score"], test["status"]
    )  # fmt: skip
    assert "written answer" in found["output"]
    assert "1.5 points are taken off for handing in late" in found["output"]


def test_prairielearn_gets_a_share_and_no_attempt_where_there_is_no_mark() -> None:
    found, without = prairielearn.results(mark()), prairielearn.results(ungraded())

    assert 0.25 == found["score"]
    assert [10.0] == [test["max_points"] for test in found["tests"]]
    assert {"gradable": False, "format_errors": ["not a notebook"]} == without


def test_without_a_mark_gradescope_gets_neither_a_score_nor_tests() -> None:
    found = gradescope.results(ungraded())

    assert "No mark: not a notebook" == found["output"]
    assert {"score", "tests"}.isdisjoint(found)


def test_extra_credit_is_no_share_above_one_and_an_assignment_of_no_points_is_no_error() -> None:
    rich = prairielearn.results(mark(score=20.0))
    empty = prairielearn.results(replace(mark(score=0.0), max_points={}, points={}))

    assert 1.0 == rich["score"]
    assert 0.0 == empty["score"]


def test_what_a_hidden_case_holds_is_in_no_file_for_students() -> None:
    undecided = replace(
        ungraded(), report=report(undecided=True, reason="HIDDEN"), why="test_b: HIDDEN expected"
    )
    files = [
        json.dumps(results(one))
        for results in (gradescope.results, prairielearn.results)
        for one in (mark(), undecided)
    ]
    files.append(junit.as_junit([mark(), undecided]).decode())

    assert [] == [text for text in files if "HIDDEN" in text]


def test_junit_has_a_suite_for_each_submission_and_an_error_where_there_is_no_mark() -> None:
    root = ET.fromstring(junit.as_junit([mark(), ungraded("s\x01<2>")]))
    first, second = root.findall("testsuite")

    assert ("3", "1", "0", "1") == tuple(
        first.get(name) for name in ("tests", "failures", "errors", "skipped")
    )
    assert [None, "failure", "skipped"] == [
        next((child.tag for child in found), None) for found in first.findall("testcase")
    ]
    assert "weights[0] is � 0.5 <b>" == first.find("testcase/failure").get("message")
    assert "3.5" == first.find("properties/property[@name='score']").get("value")
    assert ("attention.s�<2>", "1") == (second.get("name"), second.get("errors"))
    assert "not a notebook" == second.find("testcase/error").get("message")
