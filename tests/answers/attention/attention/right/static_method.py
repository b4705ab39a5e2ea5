# A staticmethod of a class, bound to the name afterwards.
import torch


class Lesson:
    @staticmethod
    def scores(q, k):
        return q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5

    @staticmethod
    def attend(q, k, v):
        s = Lesson.scores(q, k)
        w = torch.softmax(s, dim=-1)
        return w @ v, s, w


attention = Lesson.attend
