# x times the weight itself.
# tier: core
def project(x, weight):
    return x @ weight
