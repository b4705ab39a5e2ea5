"""What passes between a Dask worker and its station: a closed set of messages.

The same replies go on to the coordinator, so that no exception and no object of ours is pickled.
"""

import msgspec

from autograder.grading.job import Result

__all__ = ["LARGEST_FRAME_BYTES", "Begin", "Done", "Faulty", "Ready", "Reply", "decode", "encode"]

LARGEST_FRAME_BYTES = 1 << 31
"""Both ends are ours; this keeps a torn length from being taken for one."""


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """What a station is told first: the run's parcel, where to unpack it, what else to hide."""

    parcel: bytes
    folder: str
    hidden: tuple[str, ...] = ()


class Ready(msgspec.Struct, frozen=True, tag=True):
    """It can grade."""


class Faulty(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """It can't grade: the author has to mend something, or this machine's administrator."""

    message: str
    authors: bool = False


class Done(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A job's result."""

    result: Result


Reply = Ready | Faulty | Done


def encode(reply: Reply) -> bytes:
    """As bytes."""
    return msgspec.msgpack.encode(reply)


def decode(data: bytes) -> Reply:
    """The reply again; raises `msgspec.DecodeError` for anything else."""
    return msgspec.msgpack.decode(data, type=Reply)
