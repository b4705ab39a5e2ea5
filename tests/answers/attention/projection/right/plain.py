# x times the transposed weight.
def project(x, weight):
    return x @ weight.T
