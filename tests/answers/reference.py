"""What the tests of the answers share: a cell's namespace, inputs, the formula in float64.

It stands by itself: nothing of the autograder is imported, and nothing of the solution.
"""

from __future__ import annotations

import linecache
import math
from typing import Any

import numpy as np
import torch

from tests.answers import Answer

__all__ = ["TOLERANCE", "Tensors", "drawn", "formula", "near", "run_cell"]

Tensors = tuple[torch.Tensor, torch.Tensor, torch.Tensor]

# Right answers stay this near to float64, relative to the size of the values (or to 1).
TOLERANCE = 2e-6


def run_cell(answer: Answer, **notebook: Any) -> dict[str, Any]:
    """What the notebook's namespace holds after the answer's code has run in it."""
    file = f"<{answer}>"
    # torch.jit.script reads the source of what it compiles; a notebook has it there, too.
    linecache.cache[file] = (len(answer.code), None, answer.code.splitlines(True), file)
    names: dict[str, Any] = {"__name__": "__main__", "torch": torch, **notebook}
    exec(compile(answer.code, file, "exec"), names)
    return names


def drawn(
    *batch: int,
    nq: int,
    nk: int,
    d: int,
    dv: int,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
) -> Tensors:
    """Signed inputs from a generator of their own."""
    generator = torch.Generator().manual_seed(seed)
    shapes = (*batch, nq, d), (*batch, nk, d), (*batch, nk, dv)
    q, k, v = (torch.randn(shape, generator=generator, dtype=dtype) for shape in shapes)
    return q, k, v


def formula(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Tensors:
    """The lesson's formula in float64; keeps the graph."""
    q, k, v = q.double(), k.double(), v.double()
    scores = torch.einsum("...id,...jd->...ij", q, k) / math.sqrt(q.shape[-1])
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    return torch.einsum("...ij,...jf->...if", weights, v), scores, weights


def near(right: torch.Tensor, result: torch.Tensor, tolerance: float, name: str) -> None:
    """No entry is off by more than the tolerance, relative to the largest (or to 1); NaN is."""
    a = right.detach().double().numpy()
    b = np.array(result.detach().tolist(), dtype=np.float64).reshape(a.shape)
    size = max(1.0, float(np.abs(a).max()))
    error = float(np.abs(a - b).max())
    assert error <= tolerance * size, f"{name}: off by {error:.2e} of {size:.2e}"
