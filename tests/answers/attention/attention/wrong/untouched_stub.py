# The stub as it was handed out.
# tier: core
def attention(q, k, v):
    raise NotImplementedError("not written yet")
