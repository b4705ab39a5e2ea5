# An instance of torch.nn.Softmax.
softmax = torch.nn.Softmax(dim=-1)
