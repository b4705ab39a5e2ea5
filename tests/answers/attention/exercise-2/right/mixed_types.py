# A string, a float and a tensor side by side.
import torch

exercise_2_weights = ["1/3", 0.33333, torch.tensor(1 / 3)]
exercise_2_output = [torch.tensor(2 / 3), "1.3333"]
