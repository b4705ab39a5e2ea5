"""The process-wide settings that student code may change, kept for the next test."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch

__all__ = ["settings_kept"]


@contextmanager
def settings_kept() -> Iterator[None]:
    """Put the generators back as they were, and every other setting to torch's and numpy's own."""
    states = torch.get_rng_state(), np.random.get_state(), random.getstate()
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_default_device(None)
        torch.set_grad_enabled(True)
        torch.use_deterministic_algorithms(False)
        torch.autograd.set_detect_anomaly(False)
        torch.set_flush_denormal(False)
        torch.set_float32_matmul_precision("highest")
        torch.set_printoptions(profile="default")
        np.seterr(divide="warn", over="warn", under="ignore", invalid="warn")
        np.set_printoptions(edgeitems=3, threshold=1000, precision=8, linewidth=75, suppress=False)
        torch.set_rng_state(states[0])
        np.random.set_state(states[1])
        random.setstate(states[2])
