"""Length-prefixed frames over a stream socket, capped and with an absolute deadline.

A frame is a big-endian unsigned 32-bit length and that many bytes. The length is checked
before anything is allocated; the deadline is absolute, so that a peer that drips one byte
at a time gains nothing.
"""

import socket
import struct
import time

from autograder.errors import AutograderError

__all__ = ["Closed", "Deadline", "TooLarge", "receive", "send"]

_LENGTH = struct.Struct(">I")
_CHUNK_BYTES = 1 << 18


class Closed(AutograderError):
    """The peer has gone."""


class Deadline(AutograderError):
    """The peer did not answer in time."""


class TooLarge(AutograderError):
    """The peer announced a frame over the cap."""


def send(sock: socket.socket, frame: bytes, *, deadline: float | None = None) -> None:
    """Send one frame; `deadline` is a `time.monotonic` instant in seconds.

    Raises `Closed` when the peer has gone and `Deadline` when it does not read.
    """
    try:
        _arm(sock, deadline)
        sock.sendall(_LENGTH.pack(len(frame)) + frame)
    except TimeoutError as error:
        raise Deadline("the peer does not read") from error
    except OSError as error:
        raise Closed(str(error)) from error


def receive(sock: socket.socket, *, limit_bytes: int, deadline: float | None = None) -> bytes:
    """Receive one frame of at most `limit_bytes`.

    Raises `Closed`, `Deadline` or `TooLarge`.
    """
    (length,) = _LENGTH.unpack(_exactly(sock, _LENGTH.size, deadline))
    if length > limit_bytes:
        raise TooLarge(f"{length:,} bytes, {limit_bytes:,} allowed")
    return _exactly(sock, length, deadline)


def _exactly(sock: socket.socket, count: int, deadline: float | None) -> bytes:
    received = bytearray()
    while len(received) < count:
        try:
            _arm(sock, deadline)
            chunk = sock.recv(min(_CHUNK_BYTES, count - len(received)))
        except TimeoutError as error:
            raise Deadline("no answer in time") from error
        except OSError as error:
            raise Closed(str(error)) from error
        if not chunk:
            raise Closed("the peer closed its end")
        received += chunk
    return bytes(received)


def _arm(sock: socket.socket, deadline: float | None) -> None:
    if deadline is None:
        sock.settimeout(None)
        return
    left = deadline - time.monotonic()
    if left <= 0:
        raise Deadline("no answer in time")
    sock.settimeout(left)
