# Ignores SIGINT and SIGTERM, swallows every exception, and loops.
# tier: cheat
import signal


def attention(q, k, v):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
