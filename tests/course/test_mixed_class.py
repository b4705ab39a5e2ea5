"""A class of which some work in Chinese: one gradebook, the same marks, each told in their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.course.bundle import bundle_gradescope
from autograder.notebook import grade_id, is_solution, read
from tests.course.conftest import HandIn
from tests.course.courses import REPOSITORY, Course, Once, cell_named, write
from tests.course.students import UNSCALED, WRITTEN

pytestmark = pytest.mark.course

CHINESE = REPOSITORY / "release-zh" / "attention" / "attention.ipynb"
WRONG = {"attention-solution": UNSCALED, "written-answer": WRITTEN}
SOURCE = REPOSITORY / "source" / "attention" / "attention.ipynb"


def in_chinese(cells: dict[str, str] | None = None, *, untouched: bool = False) -> Any:
    """The Chinese release, solved, with `cells` in place of some answers."""
    notebook = read(CHINESE)
    if not untouched:
        answers = {grade_id(c): c.source for c in read(SOURCE).cells if is_solution(c)}
        answers |= {"written-answer": WRITTEN, **(cells or {})}
        for cell in notebook.cells:
            cell.source = answers.get(grade_id(cell), cell.source)
    return notebook


def relabelled(language: Any) -> Any:
    """A wrong answer in Chinese, whose metadata somebody changed."""
    notebook = in_chinese(WRONG)
    notebook.metadata["autograder"] = language
    return notebook


@pytest.fixture(scope="module")
def graded(once: Once, released: Course, answered: HandIn) -> Course:
    """Handed in in both languages, and graded by `autograder grade`."""

    def build(folder: Path) -> None:
        course = released.copy(folder)
        shutil.copy(REPOSITORY / "source" / "attention.zh.po", folder / "source")
        course.hand_in("right", "attention", in_chinese())
        course.hand_in("unscaled", "attention", in_chinese(WRONG))
        course.hand_in("english", "attention", answered(WRONG))
        course.hand_in("untouched", "attention", in_chinese(untouched=True))
        course.hand_in("klingon", "attention", relabelled({"language": "../../tlh"}))
        course.hand_in("odd", "attention", relabelled([7, None]))
        edited = in_chinese()
        cell_named(edited, "attention-test").source = "assert True"
        course.hand_in("edited", "attention", edited)
        said = subprocess.run(
            [Path(sys.executable).parent / "autograder", "grade", "attention"],
            cwd=folder,
            env={**os.environ, "OMP_NUM_THREADS": "1", "JUPYTER_CONFIG_DIR": str(folder / "no")},
            capture_output=True,
            text=True,
        )
        assert said.returncode == 0, said.stdout + said.stderr

    return once("mixed-class", build)


def shown(course: Course, student: str, name: str) -> str:
    """What stands below a graded cell, as text."""
    cell = cell_named(course.notebook("autograded", student, "attention", "attention.ipynb"), name)
    return "\n".join(str(output.get("data", {}).get("text/plain", "")) for output in cell.outputs)


@pytest.mark.parametrize("student", ["unscaled", "klingon", "odd"])
def test_the_same_answer_gets_the_same_points_in_whatever_language(
    graded: Course, student: str
) -> None:
    assert graded.scores("english") == graded.scores(student)


def test_a_right_answer_in_chinese_gets_full_marks(graded: Course) -> None:
    points = {name: score.auto for name, score in graded.scores("right").items()}

    assert 20 == sum(value or 0 for value in points.values())
    assert graded.scores("right")["written-answer"].waits_for_a_hand


def test_a_written_answer_that_was_left_as_it_is_gets_nothing_and_waits_for_nobody(
    graded: Course,
) -> None:
    score = graded.scores("untouched")["written-answer"]

    assert 0 == score.auto
    assert not score.waits_for_a_hand


def test_a_student_is_told_in_the_language_of_the_notebook(graded: Course) -> None:
    told = shown(graded, "unscaled", "attention-test")

    assert told.strip().startswith("attention：得 5.38 分，满分 10\n  你的分数是原始的点积。")
    assert "请看“为什么分数要除以 √d”。" in told
    assert "✗ 例子的分数是点积除以 √2。" in told
    assert "scores 应当是查询与键的点积除以 √d。" in told
    assert "See " not in told
    assert "attention: 5.38 of 10" in shown(graded, "english", "attention-test")


def test_a_language_that_nobody_translated_to_is_english(graded: Course) -> None:
    for student in ("klingon", "odd"):
        assert "attention: 5.38 of 10" in shown(graded, student, "attention-test")
        assert "en" == graded.report(student).language


def test_the_report_is_in_english_and_keeps_what_the_student_was_told(graded: Course) -> None:
    report, english = graded.report("unscaled"), graded.report("english")
    task = next(task for task in report.tasks if task.grade_id == "attention-test")

    assert "zh" == report.language
    assert task.told.startswith("attention：得 5.38 分，满分 10")
    assert [c.line for t in english.tasks for c in t.cases] == [
        c.line for t in report.tasks for c in t.cases
    ]
    assert task.diagnosis is not None
    assert task.diagnosis.sentence.startswith("Your scores are the plain dot products.")
    assert all(task.told == "" for task in english.tasks)


def test_the_author_s_cells_are_put_back_in_the_notebook_s_language(graded: Course) -> None:
    place = ("autograded", "edited", "attention", "attention.ipynb")
    check = cell_named(graded.notebook(*place), "attention-test")

    assert '"为什么分数要除以 √d"' in check.source
    assert "# hidden cases: attention-test" in check.source
    assert 10 == graded.scores("edited")["attention-test"].auto


def test_drawings_lie_beside_the_graded_notebook_in_its_language(graded: Course) -> None:
    drawings = {
        student: graded.folder.joinpath(
            "autograded", student, "attention", "figures", "weights.svg"
        ).read_text(encoding="utf-8")
        for student in ("unscaled", "english")
    }

    assert ">行的和</text>" in drawings["unscaled"]
    assert ">row sum</text>" in drawings["english"]


def test_nbgrader_s_autograde_gives_the_same_marks_and_tells_the_same(
    graded: Course, tmp_path: Path
) -> None:
    course = graded.copy(tmp_path / "course")
    before, told = course.scores("unscaled"), shown(course, "unscaled", "attention-test")
    untouched = course.scores("untouched")

    for student in ("unscaled", "untouched"):
        said = course.nbgrader("autograde", "attention", "--force", f"--student={student}")
        assert said.code == 0, said.text

    assert before == course.scores("unscaled")
    assert told == shown(course, "unscaled", "attention-test")
    assert untouched == course.scores("untouched")


def test_one_submission_in_a_pipeline_is_told_in_its_language(tmp_path: Path) -> None:
    handed_in, result = tmp_path / "attention.ipynb", tmp_path / "results.json"
    write(handed_in, in_chinese(WRONG))
    command = (Path(sys.executable).parent / "autograder", "grade-one", handed_in)
    to = ("--assignment", "attention", "--to", "gradescope", "--output", result)
    said = subprocess.run([*command, *to], cwd=REPOSITORY, capture_output=True, text=True)

    assert 0 == said.returncode, said.stderr
    told = json.loads(result.read_text(encoding="utf-8"))
    task = next(test for test in told["tests"] if test["name"] == "attention")

    assert told["output"].startswith("得 15.38 分，满分 24 分。")
    assert task["output"].startswith("attention：得 5.38 分，满分 10")


def test_a_bundle_takes_the_catalogues_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPOSITORY)
    packed = set(bundle_gradescope("attention", tmp_path / "autograder.zip"))

    assert {
        "source/attention.zh.po",
        "kit/autograder/lang/zh.po",
        "kit/autograder/cases/attention/zh.po",
        "kit/autograder/mistakes/attention/zh.po",
    } <= packed
