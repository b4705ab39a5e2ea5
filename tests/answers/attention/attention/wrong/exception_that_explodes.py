# An exception whose text raises again.
# tier: cheat


class Nasty(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")

    __repr__ = __str__


def attention(q, k, v):
    raise Nasty
