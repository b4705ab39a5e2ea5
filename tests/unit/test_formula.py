"""The cases' formula for gradients, against PyTorch's own differentiation."""

import pytest
import torch

from autograder.cases.attention.formula import gradients, reference
from tests.answers.reference import drawn


@pytest.mark.parametrize("through", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
@pytest.mark.parametrize("lead", [(), (2,), (2, 3)], ids=str)
def test_gradients_by_hand_are_those_of_differentiation(
    lead: tuple[int, ...], through: tuple[int, ...]
) -> None:
    leaves = [t.requires_grad_() for t in drawn(*lead, nq=4, nk=5, d=3, dv=2, dtype=torch.float64)]
    results = reference(*leaves)
    generator = torch.Generator().manual_seed(7)
    drawn_alike = [torch.randn(r.shape, generator=generator, dtype=r.dtype) for r in results]
    cotangents = tuple(c if i in through else None for i, c in enumerate(drawn_alike))
    loss = sum((r * c).sum() for r, c in zip(results, cotangents, strict=True) if c is not None)
    expected = torch.autograd.grad(loss, leaves, materialize_grads=True, allow_unused=True)

    got = gradients(*(leaf.detach() for leaf in leaves), cotangents)

    for right, found in zip(expected, got, strict=True):
        assert torch.allclose(right, found, rtol=0, atol=1e-12)
