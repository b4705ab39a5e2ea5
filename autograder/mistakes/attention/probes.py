"""The inputs on which mistakes are told apart: no two give the same on all of them.

Shapes read [..., queries, d], [..., keys, d], [..., keys, dv].
"""

from typing import Any

import torch
from torch import Tensor

__all__ = ["PROBES"]


def _drawn(seed: int, *shapes: tuple[int, ...]) -> tuple[Tensor, ...]:
    dice = torch.Generator().manual_seed(seed)
    return tuple(torch.randn(shape, generator=dice) for shape in shapes)


def _single() -> tuple[Tensor, ...]:
    """One query, four keys. The score with the first key is exactly zero."""
    query = torch.tensor([[2.0, -1.0, 1.0]])
    keys = torch.tensor([[1.0, 1.0, -1.0], [0.5, -1.0, 0.25], [-1.0, 0.5, 0.5], [1.0, 2.0, 1.5]])
    values = torch.tensor([[1.0, -2.0], [0.5, 3.0], [-1.5, 1.0], [2.0, 0.25]])
    return query, keys, values


def _growth(seed: int, readers: int, positions: int, width: int, *place: int) -> tuple[Any, ...]:
    """Weights of some readers, a reader and a position that changes, and its two value rows."""
    scores, old_row, new_row = _drawn(seed, (readers, positions), (width,), (width,))
    return torch.softmax(scores, dim=-1), *place, old_row, new_row


def _query(seed: int, nq: int, nk: int, d: int, dv: int, position: int) -> tuple[Any, ...]:
    """Queries, keys and values, a position, and its new query."""
    q, k, v, query = _drawn(seed, (nq, d), (nk, d), (nk, dv), (d,))
    return q, k, v, position, query


PROBES: dict[str, list[tuple[Any, ...]]] = {
    "attention": [
        # All sizes equal: whatever can be transposed by mistake still fits.
        _drawn(1, (3, 3), (3, 3), (3, 3)),
        # All sizes differ: what was transposed, or took one size for another, shows.
        _drawn(2, (4, 5), (7, 5), (7, 3)),
        # Five texts; keys and values are equally wide, and not as many as the queries.
        _drawn(3, (5, 2, 6), (5, 3, 6), (5, 3, 6)),
        # All sizes equal with a batch: axes may be confused without an error.
        _drawn(4, (3, 3, 3), (3, 3, 3), (3, 3, 3)),
        # Two batch axes; as many queries as keys, and values of another width.
        _drawn(5, (2, 3, 4, 7), (2, 3, 4, 7), (2, 3, 4, 6)),
        # Axes of size 1: a single query, and a batch of one text.
        _single(),
        _drawn(6, (1, 3, 5), (1, 4, 5), (1, 4, 2)),
    ],
    # x [..., n, in], weight [out, in]
    "project": [
        _drawn(11, (3, 3), (3, 3)),
        _drawn(12, (4, 3), (5, 3)),
        _drawn(13, (4, 5), (2, 5)),
        _drawn(14, (2, 4, 3), (5, 3)),
        _drawn(15, (3, 3, 3), (3, 3)),
    ],
    # query [d], keys [n, d], values [n, dv]
    "one_row": [
        _drawn(21, (3,), (3, 3), (3, 3)),
        _drawn(22, (5,), (7, 5), (7, 4)),
        _drawn(23, (6,), (3, 6), (3, 2)),
    ],
    # x [n, in], wq and wk [d, in]
    "pair_scores": [
        _drawn(31, (3, 3), (3, 3), (3, 3)),
        _drawn(32, (4, 3), (5, 3), (5, 3)),
        _drawn(33, (2, 5), (3, 5), (3, 5)),
    ],
    # weights [nq, nk], reader, changed, old_row and new_row [dv]
    "output_growth": [
        # All sizes equal, and the example's positions; then others, the same one twice too.
        _growth(41, 3, 3, 3, 1, 2),
        _growth(42, 4, 4, 4, 3, 1),
        _growth(43, 4, 4, 2, 2, 2),
        # More readers than positions, and fewer.
        _growth(44, 5, 2, 3, 3, 0),
        _growth(45, 2, 6, 3, 0, 5),
    ],
    # q [nq, d], k [nk, d], v [nk, dv], position, query [d]
    "row_with_query": [
        _query(51, 3, 3, 3, 3, 1),
        _query(52, 4, 4, 4, 4, 0),
        _query(53, 4, 4, 2, 2, 3),
        _query(54, 6, 3, 5, 2, 4),
        _query(55, 2, 5, 6, 3, 1),
    ],
}
