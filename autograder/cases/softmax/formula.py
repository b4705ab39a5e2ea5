"""What the softmax cases share: the formulas in float64, inputs, and checks of many calls.

A `Task` is one function that the notebook asks for, with its formula. Cases reach student code
only through the `student` fixture.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from autograder.judge.compare import (
    CLOSE,
    Mismatch,
    check_close,
    check_dtype,
    check_gradient,
    check_same,
    check_tensor,
)
from autograder.judge.student import call

EXAMPLE = torch.tensor([2.0, 1.0, 1.0, 0.0, -1.0, -2.0])
"""The lesson's logits: tea, coffee, water, milk, soup, sand."""

FULL = 1e-12
"""What float64 keeps, with a wide margin: an epsilon of 1e-9 in a denominator shows."""

LEADS = ((), (3,), (6,), (2, 3), (1, 1), (2, 1, 4))
"""Axes in front of the vocabulary; with a vocabulary of 6, one table is square."""


@dataclass(frozen=True)
class Task:
    """`formula` takes the function's arguments and gives the right result in float64."""

    name: str
    formula: Callable[..., torch.Tensor]
    meaning: str
    arguments: tuple[str, ...] = ("logits",)


def probabilities(logits, temperature=1.0):
    """Softmax along the last axis at a temperature: [..., vocabulary] in, the same out."""
    return torch.softmax(logits.double() / temperature, dim=-1)


def surprise_of(logits, words):
    """-ln of the probability of one word a row: [..., vocabulary] and [...] in, [...] out."""
    logarithms = torch.log_softmax(logits.double(), dim=-1)
    return -logarithms.gather(-1, words.unsqueeze(-1)).squeeze(-1)


def drawn_words(draw, lead, vocabulary):
    """Random word ids [*lead] in 0..vocabulary-1, from the submission's seed."""
    return draw(*lead, vocabulary).argmax(dim=-1)


def check_each(student, task, *inputs, tolerance=CLOSE, layout="contiguous"):
    """The function's results for each tuple of arguments, all asked for at once, are right."""
    steps = [call(task.name, *each, layout=layout) for each in inputs]
    label = f"{task.name}(...)"
    for answer, each in zip(student.run(*steps), inputs, strict=True):
        expected = task.formula(*each)
        check_close(label, answer.value, expected, tolerance=tolerance, meaning=task.meaning)


def check_dtypes(student, task, *inputs):
    """Results have the dtype of the logits, float32 or float64, and float64's accuracy."""
    doubles = [(logits.double(), *others) for logits, *others in inputs]
    every = [*inputs, *doubles]
    answers = student.run(*[call(task.name, *each) for each in every])
    label = f"{task.name}(...)"
    for answer, each in zip(answers, every, strict=True):
        check_dtype(label, check_tensor(label, answer.value), each[0].dtype)
    check_each(student, task, *doubles, tolerance=FULL)


def check_gradients(student, task, draw, *inputs, tolerance=CLOSE):
    """Gradients of the first argument, the logits, with random numbers for the results.

    Those of a plain sum would vanish, since probabilities always sum to 1.
    """
    for logits, *others in inputs:
        leaf = logits.double().clone().requires_grad_(True)
        right = task.formula(leaf, *others)
        cotangent = draw(*right.shape).to(logits.dtype)
        (expected,) = torch.autograd.grad((right * cotangent.double()).sum(), [leaf])
        step = call(task.name, logits, *others, cotangents=(cotangent,))
        (answer,) = student.run(step)
        check_tensor(f"{task.name}(...)", answer.value)
        check_gradient("logits", answer.gradients[0], expected, tolerance=tolerance)


def check_left_alone(student, task, *inputs):
    """No argument is changed by the call, and no global setting."""
    answers = student.run(*[call(task.name, *one, watched=True) for one in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        check_tensor(f"{task.name}(...)", answer.value)
        for name, before, after in zip(task.arguments, each, answer.arguments, strict=True):
            if isinstance(before, torch.Tensor):
                check_same(name, before, after)
        if answer.disturbed:
            raise Mismatch(f"The call changed {' and '.join(answer.disturbed)}.")


def check_forgets(student, task, first, second):
    """Neither an earlier call nor the same tensor with other numbers in it confuses a call."""
    check_each(student, task, first, second, first, first)
    before, after = student.run(call(task.name, *first), call(task.name, *second, refill=0))
    for answer, each in ((before, first), (after, second)):
        expected = task.formula(*each)
        check_close(f"{task.name}(...)", answer.value, expected, meaning=task.meaning)
