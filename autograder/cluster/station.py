"""The process that grades for one Dask worker: torch, the judge and a zygote of its own.

It gets a socket, on it the run's parcel, and then jobs, one after another; it answers each with
a result, or says at first what keeps it from grading. It ends with whoever holds the other end,
and when it has had nothing to do for a while: a coordinator that was killed can't tell it to.
"""

import os
import select
import socket
import sys
import threading
import time
from pathlib import Path

import msgspec

from autograder.cluster.parcel import unpacked
from autograder.cluster.words import (
    LARGEST_FRAME_BYTES,
    Begin,
    Done,
    Faulty,
    Ready,
    Reply,
    encode,
)
from autograder.errors import AuthoringError, AutograderError
from autograder.grading import worker
from autograder.grading.job import Job
from autograder.sandbox.doctor import best_tier
from autograder.wire import frames

__all__ = ["serve"]

_IDLE_SECONDS = 900.0


def serve(sock: socket.socket) -> None:
    """Grade until the other end is gone or silent for long: `Closed`, `Deadline`."""
    begin = msgspec.msgpack.decode(_received(sock), type=Begin)
    try:
        hidden = [Path(path) for path in begin.hidden]
        context = unpacked(begin.parcel, Path(begin.folder), hidden)
        best_tier(context.tier)
        worker.prepare(context)
        worker.begin()
    except AutograderError as error:
        _answer(sock, Faulty(message=str(error), authors=isinstance(error, AuthoringError)))
        return
    except OSError as error:
        _answer(
            sock, Faulty(message=f"{error.filename or begin.folder}: {error.strerror or error}")
        )
        return
    _answer(sock, Ready())
    while True:
        job = msgspec.msgpack.decode(_received(sock), type=Job)
        _answer(sock, Done(result=worker.work(job)))


def _received(sock: socket.socket) -> bytes:
    deadline = time.monotonic() + _IDLE_SECONDS
    return frames.receive(sock, limit_bytes=LARGEST_FRAME_BYTES, deadline=deadline)


def _answer(sock: socket.socket, reply: Reply) -> None:
    frames.send(sock, encode(reply))


def _end_with(sock: socket.socket) -> None:
    """End this process when the other end is gone, whatever it is doing."""
    watched = select.poll()
    watched.register(sock, select.POLLRDHUP)
    watched.poll()
    os._exit(0)


def main() -> None:
    """`python -m autograder.cluster.station FD`, as `plugin.Grading` starts it."""
    sock = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=_end_with, args=(sock,), daemon=True).start()
    try:
        serve(sock)
    except (frames.Closed, frames.Deadline):
        return


if __name__ == "__main__":
    main()
