# No gradient reaches the weight.
# tier: contract
def project(x, weight):
    return x @ weight.detach().T
