# A classmethod that keeps the axis as a class attribute.
import torch


class Attend:
    KEYS = -1

    @classmethod
    def run(cls, q, k, v):
        s = q @ k.mT / k.shape[-1] ** 0.5
        w = s.softmax(dim=cls.KEYS)
        return w @ v, s, w


attention = Attend.run
