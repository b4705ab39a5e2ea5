# Tensors that require gradients, in float64.
import torch

scores = torch.zeros(3, dtype=torch.float64, requires_grad=True)
exercise_2_weights = torch.softmax(scores, dim=0)
exercise_2_output = exercise_2_weights @ v.double()
