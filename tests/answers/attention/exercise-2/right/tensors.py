# Computed by the student's own attention, the row taken out.
import torch

q0 = torch.tensor([[0.0, 0.0]])
out, _, w = attention(q0, k, v)
exercise_2_weights = w[0]
exercise_2_output = out[0]
