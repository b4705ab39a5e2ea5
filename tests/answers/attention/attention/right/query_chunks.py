# Two queries at a time, joined by cat.
import torch


def attention(q, k, v):
    outs, ss, ws = [], [], []
    for part in torch.split(q, 2, dim=-2):
        s = part @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        w = torch.softmax(s, dim=-1)
        outs.append(w @ v)
        ss.append(s)
        ws.append(w)
    return torch.cat(outs, dim=-2), torch.cat(ss, dim=-2), torch.cat(ws, dim=-2)
