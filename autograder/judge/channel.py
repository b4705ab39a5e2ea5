"""The one seam between cases and student code, and a fake of it that needs no process.

Whatever performs a `Request` is a channel: a fork in the sandbox, or a namespace in this
process (`InProcessChannel`), which passes everything through the same schema and bytes.
Cases can't tell the two apart, except by what only a process can survive.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from autograder.wire.messages import Reply, Request, decode, encode
from autograder.wire.perform import perform

__all__ = ["Channel", "InProcessChannel"]


class Channel(Protocol):
    """Performs requests on a student's state."""

    def perform(self, request: Request) -> Reply:
        """The reply; raises `StudentError` when the student's code gives none."""
        ...


class InProcessChannel:
    """Performs requests on a namespace in this process: for solutions and tests, not students."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self.namespace = namespace

    def perform(self, request: Request) -> Reply:
        """The reply, after a round trip of both messages through their bytes."""
        received = decode(encode(request), Request)
        return decode(encode(perform(received, self.namespace)), Reply)
