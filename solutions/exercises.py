"""Both exercises of the lesson, worked: `python -m solutions.exercises`.

The typed answers come from the attention component; beside them stands the reasoning with the
numbers of a calculation on paper. `output_growth` and `row_with_query` are the exercises for
any numbers, and are held against the component on numbers that are not symmetric.
"""

import math
import sys
from dataclasses import dataclass

import torch

from solutions.attention import attention

__all__ = [
    "Exercise1", "Exercise2", "exercise_1", "exercise_2", "functions_agree", "main",
    "output_growth", "row_with_query",
]  # fmt: skip

Q = K = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
V = ((1.0, 0.0), (0.0, 2.0), (1.0, 2.0))

TOLERANCE = 1e-6  # float32 next to exact numbers


@dataclass(frozen=True)
class Exercise1:
    """By how much coordinate 0 of position 1 grows, and whether the weights change."""

    increase: float
    weights_change: bool


@dataclass(frozen=True)
class Exercise2:
    """The first row of the weights, and the output of position 0."""

    weights: list[float]
    output: list[float]


def exercise_1() -> Exercise1:
    """Queries and keys stay; the third value row becomes [3, 2]."""
    q, k, v = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    changed = v.clone()
    changed[2] = torch.tensor([3.0, 2.0])
    before, _, weights = attention(q, k, v)
    after, _, new_weights = attention(q, k, changed)
    return Exercise1(
        increase=(after - before)[1, 0].item(),
        weights_change=not torch.equal(weights, new_weights),
    )


def exercise_2() -> Exercise2:
    """The query of position 0 becomes [0, 0]; keys and values stay."""
    q = torch.tensor(((0.0, 0.0), *Q[1:]))
    output, _, weights = attention(q, torch.tensor(K), torch.tensor(V))
    return Exercise2(weights=weights[0].tolist(), output=output[0].tolist())


def output_growth(
    weights: torch.Tensor,
    reader: int,
    changed: int,
    old_row: torch.Tensor,
    new_row: torch.Tensor,
) -> torch.Tensor:
    """By how much the output of `reader` grows when the value row of `changed` does: [dv].

    weights [nq, nk] stay, since queries and keys do; old_row and new_row are [dv].
    """
    share = weights[reader, changed]  # a row for each reader, a column for each position read
    return share * (new_row - old_row)


def row_with_query(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, position: int, query: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """(weights [nk], output [dv]) of `position` after its query was replaced by query [d].

    Neither the other queries q [nq, d] nor the position itself play a part in that row.
    """
    scores = k @ query / math.sqrt(len(query))
    weights = scores.softmax(dim=0)
    return weights, weights @ v


def functions_agree() -> bool:
    """Whether both functions give, for every position, what attention gives before and after."""
    dice = torch.Generator().manual_seed(1)
    q, k, v = (torch.randn(shape, generator=dice) for shape in ((4, 5), (6, 5), (6, 3)))
    query, row = torch.randn(5, generator=dice), torch.randn(3, generator=dice)
    before, _, weights = attention(q, k, v)
    pairs = []
    for reader in range(4):
        new_q = q.clone()
        new_q[reader] = query
        output, _, new_weights = attention(new_q, k, v)
        got = row_with_query(q, k, v, reader, query)
        pairs += [(got[0], new_weights[reader]), (got[1], output[reader])]
        for changed in range(6):
            new_v = v.clone()
            new_v[changed] = row
            grown = attention(q, k, new_v)[0][reader] - before[reader]
            pairs.append((output_growth(weights, reader, changed, v[changed], row), grown))
    return all(torch.allclose(a, b, atol=TOLERANCE) for a, b in pairs)


def main() -> int:
    """Print the answers with the reasoning; 0 if they agree with the paper, else 1."""
    # Position 1 has the scores 0, 1/√2, 1/√2, so the last share is e^(1/√2) / (1 + 2 e^(1/√2)).
    exponential = math.exp(1 / math.sqrt(2))
    share = exponential / (1 + 2 * exponential)
    first, second = exercise_1(), exercise_2()
    print("Exercise 1: coordinate 0 of position 2's value grows by 2, from 1 to 3.")
    print(f"  Position 1 reads position 2 with the share {share:.4f}.")
    print(f"  On paper 2 · {share:.4f} ≈ {2 * share:.4f}; computed {first.increase:.4f}.")
    print(f"  Do the weights change? {'Yes' if first.weights_change else 'No'}.")
    print("Exercise 2: the query [0, 0] gives the score 0 everywhere, so all shares are 1/3.")
    print(f"  Weights computed: {', '.join(f'{part:.4f}' for part in second.weights)}.")
    print("  On paper the output is the average of the values, [2/3, 4/3];")
    print(f"  computed: {', '.join(f'{part:.4f}' for part in second.output)}.")
    agree = functions_agree()
    print("For any numbers: output_growth and row_with_query agree with attention before and")
    print(f"  after, for every reader and position? {'Yes' if agree else 'No'}.")

    answers = [first.increase, *second.weights, *second.output]
    on_paper = [2 * share, 1 / 3, 1 / 3, 1 / 3, 2 / 3, 4 / 3]
    right = all(abs(a - b) <= TOLERANCE for a, b in zip(answers, on_paper, strict=True))
    return 0 if right and agree and not first.weights_change else 1


if __name__ == "__main__":
    sys.exit(main())
