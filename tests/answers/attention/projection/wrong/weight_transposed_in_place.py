# Leaves the caller's weight transposed.
# tier: contract
def project(x, weight):
    weight.t_()
    return x @ weight
