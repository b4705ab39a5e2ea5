"""Every right answer gets full marks, every wrong one loses some, through the whole pipeline."""

import pytest

from tests.answers import TASKS, answers

pytestmark = pytest.mark.sandbox

RIGHT = [answer for task in TASKS for answer in answers(task, "right")]
WRONG = [answer for task in TASKS for answer in answers(task, "wrong")]


def result(engine, handed_in, answer):
    """The result of the task that the answer is for."""
    task = f"{answer.task}-test"
    notebook = handed_in({f"{answer.task}-solution": answer.code}, tasks=[task])
    (judged,) = engine.grade(notebook, answer.name).tasks
    assert judged.grade_id == task
    return judged


@pytest.mark.parametrize("answer", RIGHT, ids=lambda answer: f"{answer.task}-{answer.name}")
def test_a_right_answer_gets_full_marks(engine, handed_in, answer):
    task = result(engine, handed_in, answer)

    assert task.first_failure is None
    assert task.passed
    assert task.points == task.max_points


@pytest.mark.parametrize("answer", WRONG, ids=lambda answer: f"{answer.task}-{answer.name}")
def test_a_wrong_answer_does_not_pass(engine, handed_in, answer):
    task = result(engine, handed_in, answer)

    assert not task.undecided
    assert not task.passed
    assert task.points < task.max_points
