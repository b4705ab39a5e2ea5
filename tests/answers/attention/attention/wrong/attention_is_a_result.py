# attention is a tensor, not a function.
# tier: core
import torch

x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
attention = torch.softmax(x @ x.T / 2**0.5, dim=-1)
