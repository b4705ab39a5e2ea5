# The result is always float64.
# tier: contract
def project(x, weight):
    return x.double() @ weight.double().T
