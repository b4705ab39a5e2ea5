# The plain average of the value rows.
import torch

exercise_2_weights = torch.ones(3) / 3
exercise_2_output = v.mean(dim=0)
