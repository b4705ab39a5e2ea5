"""From a wrong answer in a notebook to its name, its sentence and its points."""

import pytest

pytestmark = pytest.mark.sandbox

HEAD = "import math\nimport torch\ndef attention(q, k, v):\n"
PLAIN = """
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
"""
COLUMNS = """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-2)
    return weights @ v, scores, weights
"""
SWAPPED = """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights, scores
"""
CONSTANT = """
    return torch.ones(3, 2), torch.zeros(3, 3), torch.full((3, 3), 1 / 3)
"""
LESSON_SIZES_ONLY = """
    scores = torch.stack([torch.stack([(q[i] * k[j]).sum() for j in range(3)]) for i in range(3)])
    scores = scores / math.sqrt(2)
    weights = torch.softmax(scores, dim=-1)
    return torch.stack([sum(weights[i, j] * v[j] for j in range(3)) for i in range(3)]), scores, weights
"""  # noqa: E501  (as a student wrote it)


@pytest.fixture
def judged(engine, handed_in):
    """`judged(body)`: the attention task's result for an attention with this body."""

    def attention(body):
        notebook = handed_in({"attention-solution": HEAD + body}, tasks=["attention-test"])
        (task,) = engine.grade(notebook, "s1").tasks
        return task

    return attention


def test_scores_without_the_division_are_named_and_paid_for_once(judged):
    task = judged(PLAIN)

    assert "unscaled" == task.diagnosis.name
    assert "√" in task.diagnosis.sentence
    assert "scores" == task.first_failure.stage
    assert not task.passed
    # Weights and output are right given these scores; the core stage that is wrong caps it.
    assert 5 <= task.points <= 6


def test_a_softmax_down_the_columns_is_named(judged):
    task = judged(COLUMNS)

    assert "softmax_down_the_columns" == task.diagnosis.name
    assert 4 <= task.points <= 6


def test_right_tensors_in_the_wrong_order_get_sixty_percent(judged):
    task = judged(SWAPPED)

    assert "order" in task.diagnosis.name
    assert 6.0 == task.points


def test_an_answer_that_does_not_look_at_its_input_gets_next_to_nothing(judged):
    assert judged(CONSTANT).points <= 1


def test_what_works_for_the_lesson_s_sizes_alone_gets_half_of_the_core(judged):
    task = judged(LESSON_SIZES_ONLY)

    assert not task.passed
    assert 3 <= task.points <= 4.5


def test_a_crash_and_a_loop_have_no_diagnosis(judged):
    assert judged("    import os\n    os._exit(1)\n").diagnosis is None
    assert judged("    while True:\n        pass\n").diagnosis is None


def test_a_call_that_kills_the_process_it_was_forked_from_fails(judged):
    task = judged(
        "    import os, signal\n    os.kill(os.getppid(), signal.SIGKILL)\n    return 1\n"
    )

    assert not task.undecided
    assert 0 == task.points


def test_a_right_answer_has_none_either(judged):
    task = judged(PLAIN.replace("(-2, -1)", "(-2, -1) / math.sqrt(q.shape[-1])"))

    assert task.passed
    assert task.diagnosis is None


@pytest.mark.parametrize(
    ("cell", "task", "code", "words"),
    [
        ("projection-solution", "projection-test",
         "def project(x, weight):\n    return x @ weight", "transpose"),
        ("one-row-solution", "one-row-test",
         "def one_row(query, k, v):\n    s = k @ query\n    w = torch.softmax(s, 0)\n"
         "    return w @ v, s, w", "√"),
        ("exercise-1-solution", "exercise-1-test",
         "exercise_1_increase = 0.4011\nexercise_1_weights_change = False", "2"),
    ],
)  # fmt: skip
def test_other_tasks_have_named_mistakes_too(engine, handed_in, cell, task, code, words):
    notebook = handed_in({cell: code}, tasks=[task])
    (result,) = engine.grade(notebook, "s1").tasks

    assert result.diagnosis is not None
    assert words in result.diagnosis.sentence
