"""Right, in float64 inside, with assertions and experiments in the same cell; no written answer."""
# %% attention-solution
def attention(q, k, v):
    dtype = q.dtype
    q64, k64, v64 = q.double(), k.double(), v.double()
    assert q64.shape[-1] == k64.shape[-1]
    s = q64 @ k64.transpose(-2, -1) / math.sqrt(q64.shape[-1])
    s_max, _ = s.max(dim=-1, keepdim=True)
    e = torch.exp(s - s_max)
    w = e / e.sum(dim=-1, keepdim=True)
    return (w @ v64).to(dtype), s.to(dtype), w.to(dtype)


# trying it out
x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
out, sc, we = attention(x, x, x @ torch.tensor([[1.0, 0.0], [0.0, 2.0]]).T)
print(out)
print(we.sum(-1))
# %% changed-values-solution
import copy

changed_v = copy.deepcopy(v)
changed_v[2, 0] = 3
a_out, a_s, a_w = attention(q, k, v)
b_out, b_s, changed_weights = attention(q, k, changed_v)
output_change = b_out - a_out
print(torch.equal(a_w, changed_weights))
