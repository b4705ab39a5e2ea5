# Refuses two batch axes.
# tier: general
def project(x, weight):
    if x.dim() > 3 and x.shape[-1] > 1:
        raise ValueError('too many axes')
    return x @ weight.T
