"""What lies in a submission's folder besides an honest notebook."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.course.courses import Course, Once, code_cell, notebook_of

pytestmark = pytest.mark.course

LOOKS = """
from pathlib import Path
seen = {str(p): p.read_bytes()[:40] for p in Path().rglob("*") if p.is_file()}
print(sorted(seen))
"""
WHERE = """
import os
print("uid", os.getuid(), "seccomp" , open("/proc/self/status").read().split("Seccomp:")[1][:3])
"""


@pytest.fixture(scope="module")
def odd(once: Once, released: Course, answered) -> Course:
    """A course whose students hand in folders of every kind."""

    def build(folder: Path) -> None:
        course = released.copy(folder)
        looking = answered({"exercise-2-solution": LOOKS})
        for student in ("links", "large", "crowded", "not-utf8", "timestamp", "language"):
            course.hand_in(student, "attention", looking)
        place = course.folder / "submitted"
        (place / "links/attention/data.txt").write_text("1 2 3")
        for name, target in (
            ("gradebook.txt", course.folder / "gradebook.db"),
            ("source.txt", course.folder / "source/attention/attention.ipynb"),
            ("dangling.txt", "/no/such/file"),
        ):
            (place / "links/attention" / name).symlink_to(target)
        with (place / "large/attention/large.bin").open("wb") as file:
            file.truncate(70 << 20)
        for number in range(4_200):
            (place / f"crowded/attention/{number}").touch()
        Path(bytes(place / "not-utf8/attention").decode() + "/caf\udce9.txt").touch()
        (place / "timestamp/attention/timestamp.txt").write_text("yesterday, I think")
        notebook = answered({"exercise-2-solution": WHERE})
        notebook.metadata["language_info"] = {"name": "r"}
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "R", "language": "R"}
        course.hand_in("language", "attention", notebook)
        course.nbgrader("autograde", "attention", name="autograde")

    return once("odd folders", build)


def shown(course: Course, student: str, position_of: str) -> str:
    """What the cell with this grade_id put out."""
    notebook = course.notebook("autograded", student, "attention", "attention.ipynb")
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == position_of:
            return "".join(output.get("text", "") for output in cell.outputs)
    raise AssertionError(position_of)


def test_what_links_point_to_does_not_reach_the_student_s_code(odd: Course) -> None:
    seen = shown(odd, "links", "exercise-2-solution")

    assert "data.txt" in seen
    for name in ("gradebook.txt", "source.txt", "dangling.txt"):
        assert name not in seen
    assert "gradebook.txt" in " ".join(odd.report("links").notes)
    assert odd.report("links").graded


def test_links_are_not_copied_beside_the_graded_notebook(odd: Course) -> None:
    names = {path.name for path in (odd.folder / "autograded/links/attention").iterdir()}

    assert {"attention.ipynb", "data.txt", "figures"} <= names
    assert not names & {"gradebook.txt", "source.txt", "dangling.txt"}


@pytest.mark.parametrize(
    ("student", "said"),
    [("large", "too large"), ("crowded", "files lie beside"), ("timestamp", "no time")],
)
def test_a_folder_that_cannot_be_graded_has_a_reason(odd: Course, student: str, said: str) -> None:
    report = odd.report(student)

    assert not report.graded
    assert said in report.reason
    if student != "timestamp":  # nbgrader has not made a row of it yet
        assert {None} == {score.auto for score in odd.scores(student).values()}


def test_a_name_that_is_not_utf8_costs_nothing(odd: Course) -> None:
    assert odd.report("not-utf8").graded
    assert "caf" in " ".join(odd.report("not-utf8").notes)


def test_the_student_s_metadata_does_not_decide_where_code_runs(odd: Course) -> None:
    said = shown(odd, "language", "exercise-2-solution")

    assert "uid 1000" in said
    assert "2" in said.split("seccomp")[1]


def test_another_language_is_refused_unless_the_course_says_so(once: Once, tmp_path: Path) -> None:
    def build(folder: Path) -> None:
        course = Course.new(folder)
        notebook = notebook_of(code_cell("1 + 1", "sum-test", points=1))
        notebook.metadata["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
        course.author("sums", notebook)
        course.nbgrader("generate_assignment", "sums")
        course.hand_in("s1", "sums", notebook)
        course.nbgrader("autograde", "sums", name="autograde")

    course = once("another language", build)

    assert 1 == course.said("autograde").code
    assert "run_other_kernels_unconfined" in course.report("s1", "sums").reason
    assert json.dumps(course.report("s1", "sums").to_dict())
