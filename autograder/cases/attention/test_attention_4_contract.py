"""Hidden cases of `attention(q, k, v)`: gradients, and what a call must leave alone."""

from typing import NamedTuple

import pytest
import torch

from autograder.cases.attention.formula import (
    NAMES,
    check_attention,
    check_dtypes,
    gradients,
    three_tensors,
)
from autograder.cases.attention.inputs import (
    case,
    check_each,
    rectangle,
    towering,
)
from autograder.judge.compare import (
    CLOSE,
    STABLE,
    Mismatch,
    all_close,
    check_close,
    check_same,
)
from autograder.judge.student import call

# Gradients


class Asked(NamedTuple):
    """Gradients of q, k, v that are asked for, through the results with a cotangent."""

    inputs: tuple
    cotangents: tuple
    layout: str = "contiguous"
    tolerance: float = CLOSE

    @property
    def step(self):
        return call("attention", *self.inputs, cotangents=self.cotangents, layout=self.layout)

    @property
    def expected(self):
        """By name; v has none where the output is not used."""
        right = dict(zip("qkv", gradients(*self.inputs, self.cotangents), strict=True))
        return right if self.cotangents[0] is not None else {"q": right["q"], "k": right["k"]}


def check_gradients(student, *asked):
    """What is asked for, all at once, against the formula's."""
    answers = student.run(*[each.step for each in asked])
    for each, answer in zip(asked, answers, strict=True):
        three_tensors(answer.value)
        check_gradient(each, answer.gradients)


def check_gradient(asked, gradients):
    through = " and ".join(
        name for name, c in zip(NAMES, asked.cotangents, strict=True) if c is not None
    )
    got_by_name, expected = dict(zip("qkv", gradients, strict=True)), asked.expected
    if all_close(((got_by_name[name], expected[name]) for name in expected), asked.tolerance):
        return
    for name, right in expected.items():
        got = got_by_name[name]
        if got is None:
            raise Mismatch(
                f"No gradient reaches {name} through {through}: something on the way was "
                "detached, copied into a new tensor or computed without gradients."
            )
        label = f"the gradient of {name} through {through}"
        check_close(label, got, right, tolerance=asked.tolerance, meaning="that of the formula")


def kinds_of_gradients(draw, *through, every=True):
    """Gradients through the named results, for inputs of every promised kind, or of some."""

    def ask(inputs, **options):
        # Each result is asked for with numbers of its own; those of a plain sum would vanish.
        q, k, v = inputs
        pairs = (*q.shape[:-1], k.shape[-2])
        shapes = ((*q.shape[:-1], v.shape[-1]), pairs, pairs)
        cotangents = tuple(
            draw(*shape).to(q.dtype) if name in through else None
            for name, shape in zip(NAMES, shapes, strict=True)
        )
        return Asked(inputs, cotangents, **options)

    double = tuple(t.double() for t in rectangle(draw, (2, 2), 3, 4, 3, 2))
    some = [
        ask(rectangle(draw, (2,), 3, 4, 3, 2)),
        ask(double, layout="transposed"),
        ask(rectangle(draw, (), 2, 70, 3, 2)),
        ask(towering(draw, [1200.0, 100.0, -1200.0]), tolerance=STABLE),
    ]
    if not every:
        return some
    leads, sizes = ((2, 2), (1, 1)), ((1, 4, 3, 2), (3, 4, 1, 1), (4, 4, 4, 4))
    return [
        *some,
        ask(tuple(t.double() for t in rectangle(draw))),
        ask(rectangle(draw), layout="transposed"),
        *(ask(rectangle(draw, lead, 3, 4, 3, 2)) for lead in leads),
        *(ask(rectangle(draw, (), *each)) for each in sizes),
        ask(towering(draw, [1200.0, 1.0], (2,), torch.float64), tolerance=STABLE),
    ]


@case(0.1, "gradients")
@pytest.mark.parametrize("lead", [(), (2,)], ids=str)
def test_gradients_through_the_output(student, draw, lead):
    """Gradients reach q, k and v through the output, so that projections can be trained."""
    asked = [Asked(rectangle(draw, lead), (draw(*lead, 5, 4), None, None))]
    if not lead:
        asked += kinds_of_gradients(draw, "output")
    check_gradients(student, *asked)


@case(0.1, "gradients")
def test_gradients_through_the_scores(student, draw):
    """Gradients reach q and k through the returned scores."""
    asked = Asked(rectangle(draw), (None, draw(5, 7), None))
    check_gradients(student, asked, *kinds_of_gradients(draw, "scores", every=False))


@case(0.1, "gradients")
def test_gradients_through_the_weights(student, draw):
    """Gradients reach q and k through the returned weights."""
    asked = Asked(rectangle(draw), (None, None, draw(5, 7)))
    check_gradients(student, asked, *kinds_of_gradients(draw, "weights", every=False))


@case(0.1, "gradients")
def test_gradients_through_all_three(student, draw):
    """Gradients add up when all three results are used."""
    asked = []
    for lead, queries, keys in (((), 3, 4), ((2,), 3, 4), ((), 3, 1)):
        pairs = (*lead, queries, keys)
        cotangents = (draw(*lead, queries, 2), draw(*pairs), draw(*pairs))
        asked.append(Asked(rectangle(draw, lead, queries, keys, 5, 2), cotangents))
    check_gradients(student, *asked)


# Side effects


def every_kind(draw):
    """Inputs with and without a batch, in both precisions, square and not, small and large."""
    kinds = [rectangle(draw, lead) for lead in ((), (2,), (2, 3), (1, 1))]
    kinds += [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (2,), (2, 2))]
    kinds += [rectangle(draw, (), *sizes) for sizes in ((1, 1, 1, 1), (2, 70, 24, 3))]
    kinds += [tuple(t.double() for t in each) for each in kinds]
    for dtype in (torch.float32, torch.float64):
        kinds += [towering(draw, [1200.0, -1200.0], lead, dtype) for lead in ((), (2, 2))]
    return kinds


def watched(student, draw):
    """Inputs of every kind, each with what a watched call did; asked for once a submission."""

    def ask():
        kinds = every_kind(draw)
        asked = [(each, "contiguous") for each in kinds]
        asked += [(each, "transposed") for each in kinds[::2]]
        steps = [call("attention", *each, layout=layout, watched=True) for each, layout in asked]
        return list(zip((each for each, _ in asked), student.run(*steps), strict=True))

    return student.once("watched", ask)


@case(0.1, "side effects")
def test_inputs_are_left_as_they_were(student, shared_draw):
    """The call changes neither q nor k nor v, nor whether they require gradients."""
    for each, answer in watched(student, shared_draw):
        check_dtypes(three_tensors(answer.value), each[0].dtype)
        for name, before, after in zip("qkv", each, answer.arguments, strict=True):
            check_same(name, before, after)


CALLED_AGAIN = [
    ((), torch.float32),
    ((), torch.float64),
    ((2,), torch.float64),
    ((2, 2), torch.float32),
]


def one_at_a_time(draw, lead, dtype):
    """Inputs of which one differs from the first; the last are the first again."""
    q, k, v = (t.to(dtype) for t in rectangle(draw, lead))
    a, b, c = (t.to(dtype) for t in rectangle(draw, lead))
    return [(q, k, v), (a, k, v), (q, b, v), (q, k, c), (q, k, v)]


@case(0.1, "side effects")
def test_the_same_call_gives_the_same_answer(student, draw):
    """The same inputs give the same results each time."""
    q, k, v = rectangle(draw)
    check_each(student, *[(q, k, v)] * 3)  # the next case does so in other shapes and dtypes


@case(0.1, "side effects")
def test_calls_do_not_remember_one_another(student, draw):
    """A call between two others changes neither of them; results already given stay."""
    first = rectangle(draw)
    second = tuple(t.flip(0, 1) for t in first)  # every sum over the inputs stays the same
    third = rectangle(draw, (), 5, 7, 3, 4)
    order = (first, second, third, first)
    answers = student.run(*[call("attention", *inputs) for inputs in order])
    for answer, inputs in zip(answers, order, strict=True):
        check_attention(answer.value, *inputs)
    for lead, dtype in CALLED_AGAIN:
        check_each(student, *one_at_a_time(draw, lead, dtype))


@case(0.1, "side effects")
def test_inputs_changed_in_place_are_seen(student, draw):
    """Tensors that were changed in place between two calls are read anew."""
    first, second = rectangle(draw), rectangle(draw)
    steps = (call("attention", *first), call("attention", *second, refill=0))
    before, after = student.run(*steps)
    check_attention(before.value, *first)
    check_attention(after.value, *second)
    for lead, dtype in CALLED_AGAIN:
        order = one_at_a_time(draw, lead, dtype)
        steps = [call("attention", *each, refill=0 if i else None) for i, each in enumerate(order)]
        for answer, inputs in zip(student.run(*steps), order, strict=True):
            check_attention(answer.value, *inputs)


@case(0.1, "side effects")
def test_global_state_is_left_alone(student, shared_draw):
    """No random numbers are drawn and no global settings changed."""
    for _, answer in watched(student, shared_draw):
        three_tensors(answer.value)
        if answer.disturbed:
            raise Mismatch(f"The call changed {' and '.join(answer.disturbed)}.")
