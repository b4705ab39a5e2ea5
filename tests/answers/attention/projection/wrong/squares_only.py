# Transposes only what is not square.
# tier: core
def project(x, weight):
    if weight.shape[0] == weight.shape[1]:
        return x @ weight
    return x @ weight.T
