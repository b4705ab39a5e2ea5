# The weight times x, without any transpose.
# tier: core
def project(x, weight):
    return weight @ x
