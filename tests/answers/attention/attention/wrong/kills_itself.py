# Sends itself SIGKILL.
# tier: cheat
import os
import signal


def attention(q, k, v):
    os.kill(os.getpid(), signal.SIGKILL)
