# Logs to its own logger at info and warning level.
import logging

import torch

log = logging.getLogger("my attention")


def attention(q, k, v):
    log.info("called with %s", tuple(q.shape))
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    if scores.abs().max() > 100:
        log.warning("these scores are large: %s", scores.abs().max().item())
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
