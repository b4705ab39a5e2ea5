# The function, and the two experiments typed in as worked out by hand.
import torch


def pair_scores(x, wq, wk):
    return (x @ wq.T).matmul((x @ wk.T).mT)


# by hand: K = X, so Q K^T = [[1, 0], [0, 1]]
shared_scores = torch.eye(2)
# by hand: K = [[0, 0], [2, 0]]
separate_scores = torch.tensor([[0.0, 2.0], [0.0, 0.0]])
