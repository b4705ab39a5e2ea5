"""The inputs on which mistakes are told apart: no two give the same on all of them.

Logits are [..., vocabulary]; a temperature is a float; words are int64 ids [...].
"""

from typing import Any

import torch
from torch import Tensor

__all__ = ["PROBES"]


def _drawn(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def _words(seed: int, vocabulary: int, *shape: int) -> Tensor:
    dice = torch.Generator().manual_seed(seed)
    return torch.randint(1, vocabulary, shape, generator=dice)


# Beyond what a float32's exponential holds: 200 overflows, and -200 becomes 0.
_FAR = torch.tensor([[200.0, 198.0, 199.0], [0.0, 1.0, -1.0], [-200.0, -199.0, -202.0]])

PROBES: dict[str, list[tuple[Any, ...]]] = {
    "softmax": [
        # One row: whatever runs along another axis is right here, or fails.
        (_drawn(1, 6),),
        (torch.tensor([2.0, 1.0, 1.0, 0.0, -1.0, -2.0]),),
        # Tables, square and not: an axis or a sum that is shared shows.
        (_drawn(2, 4, 6),),
        (_drawn(3, 5, 5),),
        # A stack of tables: the second axis is no longer the last.
        (_drawn(4, 3, 2, 4),),
        (_drawn(5, 2, 3).double(),),
        (_FAR,),
    ],
    "with_temperature": [
        (_drawn(11, 6), 2.0),
        (_drawn(12, 6), 0.5),
        (_drawn(13, 4, 6), 0.7),
        (_drawn(14, 3, 3), 4.0),
        (_drawn(15, 2, 3).double(), 1.5),
        (_FAR, 1.25),
    ],
    "surprise": [
        (_drawn(21, 4, 6), _words(21, 6, 4)),
        (_drawn(22, 6, 6), _words(22, 6, 6)),
        (_drawn(23, 2, 3, 5), _words(23, 5, 2, 3)),
        (_drawn(24, 6), torch.tensor(2)),
        (_drawn(25, 3, 4).double(), _words(25, 4, 3)),
        # The probability of these words is 0 in float32.
        (torch.tensor([[0.0, -200.0, -1.0], [150.0, 3.0, 0.0]]), torch.tensor([1, 2])),
    ],
    "next_word": [
        (_drawn(31, 6),),
        # Large and negative, and nothing else is as far from 0.
        (torch.tensor([0.5, 1.0, -3.0, 0.2]),),
        (_drawn(33, 4, 6),),
        (_drawn(34, 5, 5),),
        (_drawn(35, 2, 3, 4),),
        (torch.tensor([[0.0, 2.0, 1.0, 2.0], [1.0, 1.0, 1.0, 0.0]]),),
    ],
}
