# The weight times x transposed, transposed back.
def project(x, weight):
    return (weight @ x.transpose(-2, -1)).transpose(-2, -1)
