"""Every right answer gets full marks, every wrong one loses some, through the whole pipeline."""

import pytest

from tests.answers import ASSIGNMENTS, answers

pytestmark = pytest.mark.sandbox


def named(kind):
    """Every answer of this kind, with the assignment that it belongs to."""
    return [
        pytest.param(assignment, answer, id=f"{answer.task}-{answer.name}")
        for assignment, tasks in ASSIGNMENTS.items()
        for task in tasks
        for answer in answers(task, kind, assignment)
    ]


@pytest.fixture
def result(engines, handed_in):
    """`result(assignment, answer)`: the result of the task that the answer is for.

    With `enough`, its cases end after so many have failed.
    """

    def graded(assignment, answer, enough=0):
        task = f"{answer.task}-test"
        cells = {f"{answer.task}-solution": answer.code}
        notebook = handed_in(cells, tasks=[task], assignment=assignment)
        (judged,) = engines(assignment, enough).grade(notebook, answer.name).tasks
        assert judged.grade_id == task
        return judged

    return graded


@pytest.mark.parametrize(("assignment", "answer"), named("right"))
def test_a_right_answer_gets_full_marks(result, assignment, answer):
    task = result(assignment, answer)

    assert task.first_failure is None
    assert task.passed
    assert task.points == task.max_points


@pytest.mark.parametrize(("assignment", "answer"), named("wrong"))
def test_a_wrong_answer_does_not_pass(result, assignment, answer):
    task = result(assignment, answer, enough=1)

    assert not task.undecided
    assert not task.passed
    assert task.points < task.max_points
