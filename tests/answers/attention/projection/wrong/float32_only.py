# float64 comes back as float32.
# tier: numeric
def project(x, weight):
    return x.float() @ weight.float().T
