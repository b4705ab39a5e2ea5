"""The demo's class: notebooks as students would have handed them in."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat
import pytest

from demo.build import SUBMISSIONS, build_class, hand_in, read_submission, solved_cells

SOURCE = Path(__file__).parents[2] / "source" / "attention" / "attention.ipynb"

AUTHORED = """\
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION"""

GIVEN_OUT = """\
def double(x):
    # YOUR CODE HERE
    raise NotImplementedError("not written yet")"""


def notebook(code: str, answer: str = "YOUR ANSWER HERE") -> Any:
    """A notebook with one solution cell, one graded cell and one written answer."""
    v4 = nbformat.v4
    return v4.new_notebook(
        cells=[
            v4.new_code_cell(code, metadata=nbgrader("double-solution", solution=True)),
            v4.new_code_cell("assert double(2) == 4", metadata=nbgrader("double-test", grade=True)),
            v4.new_markdown_cell(
                answer, metadata=nbgrader("written-answer", solution=True, grade=True)
            ),
        ]
    )


def nbgrader(grade_id: str, *, solution: bool = False, grade: bool = False) -> dict[str, Any]:
    return {"nbgrader": {"grade_id": grade_id, "solution": solution, "grade": grade}}


def handed_in(text: str) -> Any:
    """The notebook that comes of a submission's text."""
    submission = read_submission("s1", text)
    solutions = solved_cells(notebook(AUTHORED))
    return json.loads(hand_in(submission, notebook(GIVEN_OUT), solutions))


def source_of(handed: Any, place: int) -> str:
    return "".join(handed["cells"][place]["source"])


def test_a_section_stands_in_place_of_its_solution_cell() -> None:
    handed = handed_in('"""Adds."""\n# %% double-solution\ndef double(x):\n    return x + x\n')

    assert source_of(handed, 0) == "def double(x):\n    return x + x"
    assert source_of(handed, 1) == "assert double(2) == 4"


def test_a_cell_without_a_section_stands_as_in_the_solution_without_its_markers() -> None:
    handed = handed_in('"""Right."""\n')

    assert source_of(handed, 0) == "def double(x):\n    return 2 * x"


def test_an_untouched_notebook_is_the_one_that_was_given_out() -> None:
    handed = handed_in('"""Nothing done."""\n# %% untouched\n')

    assert source_of(handed, 0) == GIVEN_OUT
    assert source_of(handed, 2) == "YOUR ANSWER HERE"


def test_an_untouched_cell_is_the_one_that_was_given_out() -> None:
    handed = handed_in('"""No time."""\n# %% double-solution\n# untouched\n')

    assert source_of(handed, 0) == GIVEN_OUT


def test_a_written_answer_loses_its_comment_signs() -> None:
    handed = handed_in('"""Writes."""\n# %% written-answer\n# One.\n#\n#   - two\n')

    assert source_of(handed, 2) == "One.\n\n  - two"


def test_the_model_answer_is_never_handed_in() -> None:
    submission = read_submission("s1", '"""Writes nothing."""\n')
    solutions = solved_cells(notebook(AUTHORED, answer="### BEGIN SOLUTION\nmodel\n"))

    text = hand_in(submission, notebook(GIVEN_OUT), solutions)

    assert "model" not in text
    assert "YOUR ANSWER HERE" in text


def test_a_notebook_that_is_cut_off_is_no_json() -> None:
    submission = read_submission("s1", '"""Broke off."""\n# %% cut off\n')

    text = hand_in(submission, notebook(GIVEN_OUT), {})

    assert text.startswith("{")
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


def test_the_notebook_that_was_given_out_stays_as_it_is() -> None:
    given_out = notebook(GIVEN_OUT)

    hand_in(read_submission("s1", '"""Right."""\n'), given_out, {"double-solution": "changed"})

    assert given_out.cells[0].source == GIVEN_OUT


def test_a_section_for_an_unknown_cell_is_refused() -> None:
    with pytest.raises(ValueError, match="s1: no solution cell dubble-solution"):
        handed_in('"""Mistyped."""\n# %% dubble-solution\npass\n')


def test_a_section_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        read_submission("s1", '"""Twice."""\n# %% a\n1\n# %% a\n2\n')


def test_a_submission_without_a_docstring_is_refused() -> None:
    with pytest.raises(ValueError, match="what this student did"):
        read_submission("s1", "# %% untouched\n")


# ---- the class itself


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole class, built on the authored notebook; its stubs stand for the release's."""
    folder = tmp_path_factory.mktemp("course")
    given_out = nbformat.read(SOURCE, as_version=4)
    for cell in given_out.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            code = cell.cell_type == "code"
            cell.source = GIVEN_OUT if code else "YOUR ANSWER HERE"
    release = folder / "release.ipynb"
    nbformat.write(given_out, release)
    students = build_class(SOURCE, folder, release)
    assert students == sorted(path.name for path in (folder / "submitted").iterdir())
    return folder


def test_every_student_has_a_notebook_and_a_time(course: Path) -> None:
    for student in (course / "submitted").iterdir():
        folder = student / "attention"
        time = (folder / "timestamp.txt").read_text()

        assert {"attention.ipynb", "timestamp.txt"} == {path.name for path in folder.iterdir()}
        assert datetime.strptime(time, "%Y-%m-%d %H:%M:%S.%f %Z")


def test_the_class_is_large_and_its_ids_name_nobody(course: Path) -> None:
    students = sorted(path.name for path in (course / "submitted").iterdir())

    assert len(students) >= 24
    assert students == [f"s{1001 + place}" for place in range(len(students))]


def test_only_the_login_page_and_the_broken_upload_are_no_notebooks(course: Path) -> None:
    unreadable = []
    for student in sorted((course / "submitted").iterdir()):
        try:
            nbformat.validate(nbformat.read(student / "attention" / "attention.ipynb", 4))
        except nbformat.reader.NotJSONError:
            unreadable.append(student.name)

    assert unreadable == ["s1035", "s1036"]


def test_no_hand_in_holds_a_solution_marker_or_the_marking_guide(course: Path) -> None:
    for file in course.glob("submitted/*/attention/attention.ipynb"):
        text = file.read_text(encoding="utf-8")

        assert "### BEGIN SOLUTION" not in text
        assert "Marking guide" not in text


def test_the_same_class_is_built_every_time(course: Path, tmp_path: Path) -> None:
    build_class(SOURCE, tmp_path, course / "release.ipynb")

    for file in course.glob("submitted/*/attention/*"):
        assert file.read_bytes() == (tmp_path / file.relative_to(course)).read_bytes()


def test_most_students_wrote_an_answer_in_words_of_their_own() -> None:
    texts = [
        read_submission(path.stem, path.read_text(encoding="utf-8")).cells.get("written-answer")
        for path in SUBMISSIONS.glob("*.py")
    ]
    written = [text for text in texts if text]

    assert len(written) >= 30
    assert len(written) == len(set(written))
