"""The attention component of the lesson, and every value of the lesson checked by hand.

`python -m solutions.attention` prints each step with three numbers side by side: what torch
gives, what the calculation by hand gives (plain Python floats, no torch), and what the lesson
prints. It ends with exit code 1 if one of them is off by more than 0.00005.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

__all__ = ["Step", "attention", "main", "one_row", "pair_scores", "project", "steps"]

TOLERANCE = 5e-5  # half a unit of the last decimal that the lesson prints

Rows = list[list[float]]


def project(x: Tensor, weight: Tensor) -> Tensor:
    """Project every row: x [..., n, in], weight [out, in] → [..., n, out]."""
    return x @ weight.T


def one_row(query: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """One query reads n positions: query [d], k [n, d], v [n, dv].

    Gives (output [dv], scores [n], weights [n]); the scores are divided by √d.
    """
    scores = k @ query / len(query) ** 0.5
    weights = scores.softmax(dim=0)
    return weights @ v, scores, weights


def attention(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Every query reads every position: q [..., nq, d], k [..., nk, d], v [..., nk, dv].

    Gives (output [..., nq, dv], scores [..., nq, nk], weights [..., nq, nk]); the scores are
    divided by √d, and each row of the weights sums to 1.
    """
    width = q.shape[-1]
    scores = torch.matmul(q, k.mT) / math.sqrt(width)
    weights = scores.softmax(dim=-1)
    output = torch.matmul(weights, v)
    return output, scores, weights


def pair_scores(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    """The undivided dot product of every query with every key.

    x [n, in], wq and wk [d, in] → [n, n]; row i belongs to the query of position i.
    """
    return project(x, wq) @ project(x, wk).T


# The calculation by hand: lists and floats only.


def times(left: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> Rows:
    """The matrix product."""
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def turned(rows: Sequence[Sequence[float]]) -> Rows:
    """The transpose."""
    return [list(column) for column in zip(*rows, strict=True)]


def divided(rows: Sequence[Sequence[float]], by: float) -> Rows:
    """Every entry divided by the same number."""
    return [[entry / by for entry in row] for row in rows]


def shares(row: Sequence[float]) -> list[float]:
    """Softmax of one row, as the lesson does it: exponentials over their sum."""
    exponentials = [math.exp(entry) for entry in row]
    return [part / sum(exponentials) for part in exponentials]


@dataclass(frozen=True)
class Step:
    """One value of the lesson, three times: all three are tables of the same shape."""

    name: str
    computed: Rows
    by_hand: Rows
    printed: Rows

    @property
    def holds(self) -> bool:
        """Both calculations agree with what the lesson prints."""
        return agrees(self.computed, self.printed) and agrees(self.by_hand, self.printed)


def agrees(found: Rows, printed: Rows) -> bool:
    """Same shape, and each entry within the tolerance; nan agrees with nothing."""
    return [len(row) for row in found] == [len(row) for row in printed] and all(
        abs(a - b) <= TOLERANCE
        for row, reference in zip(found, printed, strict=True)
        for a, b in zip(row, reference, strict=True)
    )


def rows(value: Tensor) -> Rows:
    """A tensor as a table; a vector is a table with one row."""
    table: Rows = (value if value.dim() > 1 else value.reshape(1, -1)).tolist()
    return table


X = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
IDENTITY = [[1.0, 0.0], [0.0, 1.0]]
WV = [[1.0, 0.0], [0.0, 2.0]]
KEY_PROJECTION = [[0.0, 2.0], [0.0, 0.0]]

WEIGHTS = [[0.4011, 0.1978, 0.4011], [0.1978, 0.4011, 0.4011], [0.2483, 0.2483, 0.5035]]
OUTPUT = [[0.8022, 1.1978], [0.5989, 1.6044], [0.7517, 1.5035]]


def average_steps() -> Iterator[Step]:
    """The average, and proportions chosen by hand."""
    content = [[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]
    for name, chosen, printed in (
        ("average", [1 / 3, 1 / 3, 1 / 3], [[0.6667, 1.3333]]),
        ("proportions 1/2, 1/4, 1/4", [0.5, 0.25, 0.25], [[0.75, 1.0]]),
    ):
        mixed = torch.tensor(chosen) @ torch.tensor(content)
        yield Step(name, rows(mixed), times([chosen], content), printed)


def projection_steps() -> Iterator[Step]:
    """Q, K and V from X."""
    x = torch.tensor(X)
    for name, weight, printed in (
        ("Q", IDENTITY, X),
        ("K", IDENTITY, X),
        ("V", WV, [[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]),
    ):
        projected = project(x, torch.tensor(weight))
        yield Step(name, rows(projected), times(X, turned(weight)), printed)


def one_row_steps() -> Iterator[Step]:
    """Position 0, step by step."""
    v = times(X, turned(WV))
    query, keys = torch.tensor(X[0]), torch.tensor(X)
    output, scores, weights = one_row(query, keys, torch.tensor(v))
    dots = times([X[0]], turned(X))
    scaled = divided(dots, math.sqrt(2))
    exponentials = [math.exp(score) for score in scaled[0]]
    root = torch.tensor(2.0).sqrt()
    yield Step("q0 · k, row 0", rows(keys @ query), dots, [[1.0, 0.0, 1.0]])
    yield Step("√2", rows(root), [[math.sqrt(2)]], [[1.4142]])
    yield Step("scores, row 0", rows(scores), scaled, [[0.7071, 0.0, 0.7071]])
    yield Step("exponentials", rows(scores.exp()), [exponentials], [[2.0281, 1.0, 2.0281]])
    yield Step("their sum", rows(scores.exp().sum()), [[sum(exponentials)]], [[5.0562]])
    yield Step("weights, row 0", rows(weights), [shares(scaled[0])], [WEIGHTS[0]])
    yield Step("output, row 0", rows(output), times([shares(scaled[0])], v), [OUTPUT[0]])


def matrix_steps() -> Iterator[Step]:
    """All rows at once, and the row sums."""
    v = times(X, turned(WV))
    x = torch.tensor(X)
    output, scores, weights = attention(x, x, torch.tensor(v))
    dots = times(X, turned(X))
    scaled = divided(dots, math.sqrt(2))
    by_hand = [shares(row) for row in scaled]
    last = torch.exp(scores[2])
    yield Step(
        "Q Kᵀ",
        rows(pair_scores(x, torch.eye(2), torch.eye(2))),
        dots,
        [
            [1.0, 0.0, 1.0],
            [0.0, 1.0, 1.0],
            [1.0, 1.0, 2.0],
        ],
    )
    yield Step(
        "scores",
        rows(scores),
        scaled,
        [
            [0.7071, 0.0, 0.7071],
            [0.0, 0.7071, 0.7071],
            [0.7071, 0.7071, 1.4142],
        ],
    )
    exponentials = [math.exp(score) for score in scaled[2]]
    yield Step("exponentials of row 2", rows(last), [exponentials], [[2.0281, 2.0281, 4.1133]])
    yield Step("their sum", rows(last.sum()), [[sum(exponentials)]], [[8.1695]])
    yield Step("weights", rows(weights), by_hand, WEIGHTS)
    sums = [[sum(row) for row in by_hand]]
    yield Step("sum of each row", rows(weights.sum(-1)), sums, [[1.0, 1.0, 1.0]])
    yield Step("output", rows(output), times(by_hand, v), OUTPUT)


def experiment_steps() -> Iterator[Step]:
    """Separate projections, and changed values."""
    pair, identity, keys = (torch.tensor(part) for part in (IDENTITY, IDENTITY, KEY_PROJECTION))
    by_hand = times(IDENTITY, turned(KEY_PROJECTION))
    yield Step(
        "shared projection, Q Kᵀ",
        rows(pair_scores(pair, identity, identity)),
        times(IDENTITY, turned(IDENTITY)),
        IDENTITY,
    )
    yield Step("key projection, K", rows(project(pair, keys)), by_hand, [[0.0, 0.0], [2.0, 0.0]])
    yield Step(
        "separate projections, Q Kᵀ",
        rows(pair_scores(pair, identity, keys)),
        times(IDENTITY, turned(by_hand)),
        [[0.0, 2.0], [0.0, 0.0]],
    )

    x, v = torch.tensor(X), times(X, turned(WV))
    changed = [*v[:2], [3.0, 2.0]]
    before, _, _ = attention(x, x, torch.tensor(v))
    after, _, weights = attention(x, x, torch.tensor(changed))
    mix = [shares(row) for row in divided(times(X, turned(X)), math.sqrt(2))]
    change = [
        [b - a for a, b in zip(old, new, strict=True)]
        for old, new in zip(times(mix, v), times(mix, changed), strict=True)
    ]
    yield Step("changed V: weights", rows(weights), mix, WEIGHTS)
    yield Step(
        "changed V: output change",
        rows(after - before),
        change,
        [[0.8022, 0.0], [0.8022, 0.0], [1.0070, 0.0]],
    )


def steps() -> list[Step]:
    """Every value of the lesson, in its order."""
    return [
        *average_steps(),
        *projection_steps(),
        *one_row_steps(),
        *matrix_steps(),
        *experiment_steps(),
    ]


def projections_without_gradient() -> list[str]:
    """The parameters that an error at the first row of the output does not reach."""
    x = torch.tensor(X)
    parameters = {
        "Wq": torch.tensor(IDENTITY, requires_grad=True),
        "Wk": torch.tensor(IDENTITY, requires_grad=True),
        "Wv": torch.tensor(WV, requires_grad=True),
    }
    output, _, _ = attention(*(project(x, weight) for weight in parameters.values()))
    if not output.requires_grad:
        return list(parameters)
    gradients = torch.autograd.grad(output[0].sum(), list(parameters.values()), allow_unused=True)
    return [
        name
        for name, gradient in zip(parameters, gradients, strict=True)
        if gradient is None or not bool(gradient.any())
    ]


def shown(table: Rows) -> str:
    """The table on one line, with four decimals where there are any."""
    lines = (", ".join(f"{entry:.4f}".rstrip("0").rstrip(".") for entry in row) for row in table)
    return "[" + "; ".join(lines) + "]"


def report(step: Step) -> str:
    """What a reader of the terminal sees of a step; rows of a table are parted by semicolons."""
    mark = "ok " if step.holds else "OFF"
    return (
        f"{mark} {step.name}\n"
        f"      torch    {shown(step.computed)}\n"
        f"      by hand  {shown(step.by_hand)}\n"
        f"      lesson   {shown(step.printed)}"
    )


def main() -> int:
    """Print and check everything; 0 if all of it holds, else 1."""
    found = steps()
    for step in found:
        print(report(step))
    unreached = projections_without_gradient()
    print(
        "OFF no gradient: " + ", ".join(unreached)
        if unreached
        else "ok  gradients reach Wq, Wk and Wv"
    )
    off = [step.name for step in found if not step.holds]
    print(
        f"{len(found) - len(off)} of {len(found)} values agree with the lesson"
        + (f"; off: {', '.join(off)}" if off else "")
    )
    return 1 if off or unreached else 0


if __name__ == "__main__":
    sys.exit(main())
