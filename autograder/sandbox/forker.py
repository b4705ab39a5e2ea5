"""Many workers, one zygote: each asks for forks on a duplicate of its owner's socket.

A request is one message with one descriptor, and the fork answers on that descriptor: so
requests of several processes don't mix, and no one has to pass them on. A zygote costs seconds
of CPU and a hundred MiB, a worker that shares one nothing.
"""

import select
import socket

from autograder.errors import SandboxError
from autograder.sandbox.policy import Limits, Tier
from autograder.sandbox.process import StudentProcess
from autograder.wire import frames
from autograder.wire.messages import MalformedReply

__all__ = ["Forker", "ZygoteLost"]

_CLOSING_MS = 1000
"""The starter of a zygote that has been killed holds the socket a little longer."""


class ZygoteLost(SandboxError):
    """The zygote has gone, and the one who started it has to start another."""


class Forker:
    """Asks a zygote for forks; the zygote is this process's own or, for a worker, another's."""

    def __init__(self, owner: socket.socket, limits: Limits, tier: Tier, home: str) -> None:
        """`owner` is a duplicate of `Zygote.owner`, and the zygote has said that it is ready."""
        self.layers: tuple[str, ...] = ()
        self._owner, self._limits, self._tier, self._home = owner, limits, tier, home

    def close(self) -> None:
        """Let go of the zygote, which lives as long as its starter."""
        self._owner.close()

    def fork(self) -> "StudentProcess":
        """A fresh student process, confined and waiting for its job.

        Raises `ZygoteLost` where the zygote has gone, and `SandboxError` where its fork can't
        be confined.
        """
        ours, theirs = socket.socketpair()
        try:
            socket.send_fds(self._owner, [b"f"], [theirs.fileno()])
            theirs.close()
            process = StudentProcess(ours, self._limits, self._tier, self._home)
        except (OSError, frames.Closed, frames.Deadline, MalformedReply) as error:
            theirs.close()
            ours.close()
            lost = _hung_up(self._owner)
            raise (ZygoteLost if lost else SandboxError)(
                f"the sandbox does not work ({error}). `autograder doctor` says what this "
                "machine can do"
            ) from error
        self.layers = process.layers
        return process


def _hung_up(peer: socket.socket) -> bool:
    """Whether the other end of a socket has been closed, or is closed in this moment."""
    poll = select.poll()
    poll.register(peer, select.POLLIN | select.POLLRDHUP)
    return any(event & (select.POLLHUP | select.POLLRDHUP) for _, event in poll.poll(_CLOSING_MS))
