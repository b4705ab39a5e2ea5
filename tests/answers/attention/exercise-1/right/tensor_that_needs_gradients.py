# A tensor with one entry that requires a gradient.
import torch

exercise_1_increase = torch.tensor([0.8022], requires_grad=True)
exercise_1_weights_change = False
