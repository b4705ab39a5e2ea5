"""The lesson's example, as a fixture of the attention cases."""

from typing import NamedTuple

import pytest
import torch


class Example(NamedTuple):
    """The lesson's three positions and what attention makes of them."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    output: torch.Tensor
    scores: torch.Tensor
    weights: torch.Tensor


def _example():
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    v = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]])
    s = 0.7071067812
    scores = [[s, 0.0, s], [0.0, s, s], [s, s, 2 * s]]
    a, b, c, d = 0.4011120927, 0.1977758146, 0.2482550783, 0.5034898435
    weights = [[a, b, a], [b, a, a], [c, c, d]]
    output = [
        [0.8022241854, 1.1977758146],
        [0.5988879073, 1.6044483707],
        [0.7517449217, 1.5034898435],
    ]
    return Example(x, x.clone(), v, *(torch.tensor(t) for t in (output, scores, weights)))


_EXAMPLE = _example()


@pytest.fixture
def lesson():
    """The lesson's example; its numbers are the lesson's, to ten digits."""
    return _EXAMPLE
