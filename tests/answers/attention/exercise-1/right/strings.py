# Both as strings.
def output_growth(weights, reader, changed, old_row, new_row):
    one_hot = torch.nn.functional.one_hot(torch.tensor(changed), weights.shape[1]).float()
    return torch.outer(weights @ one_hot, new_row - old_row)[reader]


exercise_1_increase = "0.8022"
exercise_1_weights_change = "no"
