# log_softmax, and one entry of each row.
def surprise(logits, words):
    table = torch.log_softmax(logits, dim=-1)
    return -torch.gather(table, -1, words.unsqueeze(-1)).squeeze(-1)
