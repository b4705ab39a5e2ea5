# Adds the difference to v and lets the proportions meet the difference.
import torch

difference = torch.zeros_like(v)
difference[-1, 0] = 2
changed_v = v + difference
changed_weights = attention(q, k, changed_v)[2]
output_change = changed_weights @ difference
