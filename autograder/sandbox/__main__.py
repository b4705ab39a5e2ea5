"""`python -I -m autograder.sandbox FD`: what the trusted process starts.

It receives its settings on the socket FD, goes to jail, and becomes the zygote or, for the
doctor, tries the bars. Both are imported from inside.
"""

import shutil
import socket
import sys

import msgspec

from autograder.sandbox.jail import imprison
from autograder.sandbox.policy import Settings, Tier

_SETTINGS_BYTES = 1 << 20


def main(descriptor: int) -> None:
    """Serve on the socket `descriptor` until its other end closes."""
    owner = socket.socket(fileno=descriptor)
    settings = imprison(msgspec.msgpack.decode(owner.recv(_SETTINGS_BYTES), type=Settings))
    if settings.canary:
        from autograder.sandbox.canary import serve_canary

        serve_canary(owner, settings)
    else:
        from autograder.sandbox.zygote import serve

        serve(owner, settings)
    if settings.tier is not Tier.STRICT:  # there, the starter does it
        shutil.rmtree(settings.home, ignore_errors=True)


main(int(sys.argv[1]))
