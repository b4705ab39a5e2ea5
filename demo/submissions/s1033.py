"""Changes v itself instead of a copy, so the output's change is zero."""
# %% changed-values-solution
changed_v = v
changed_v[2] = torch.tensor([3.0, 2.0])
output_old, _, _ = attention(q, k, v)
output_new, _, changed_weights = attention(q, k, changed_v)
output_change = output_new - output_old
print(output_change)  # all zeros?? I guess V has no influence
# %% exercise-1-solution
def output_growth(weights, reader, changed, old_row, new_row):
    # same as above, no influence
    return torch.zeros_like(new_row)


exercise_1_increase = 0
exercise_1_weights_change = False
# %% written-answer
# A is the attention matrix, its rows sum to 1. It's computed by Q and K only, V plays no part in
# it. Q and K come from the trained projections. So the model does learn, but not these numbers.
# They're for positions, the characters come at the end.
