# Multiplies entry by entry.
# tier: core
def project(x, weight):
    return x * weight
