"""The canary: tries, from where student code would run, what student code must not reach.

Settings of a kernel say little about what it enforces in a container, so the doctor looks at
what happens. Each attempt is harmless where it succeeds.
"""

import os
import resource
import socket
from collections.abc import Callable
from pathlib import Path

from autograder.sandbox.confine import fork_confined
from autograder.sandbox.kernel import NAMESPACES, call, unshare
from autograder.sandbox.policy import Bait, Limits, Settings
from autograder.sandbox.seccomp import number_of
from autograder.wire import frames
from autograder.wire.messages import Tried, encode

__all__ = ["serve_canary"]

_SOMEONE = 12345
"""A user that is neither root nor this one."""


def serve_canary(owner: socket.socket, settings: Settings) -> None:
    """Answer one fork request with what a canary found."""
    owner.send(b"ready")
    _, (descriptor,), _, _ = socket.recv_fds(owner, 1, 1)
    control = socket.socket(fileno=descriptor)
    bait = settings.canary
    assert bait is not None
    try:
        fork_confined(control, settings, lambda: _tell(control, bait, settings.limits))
    except OSError as error:
        control.send(str(error).encode())
    control.close()
    owner.recv(1)  # until the host hangs up


def _tell(control: socket.socket, bait: Bait, limits: Limits) -> None:
    frames.send(control, encode(Tried(_try(bait, limits))))


def _try(bait: Bait, limits: Limits) -> dict[str, bool]:
    """Each attempt's name, and whether it was refused."""
    attempts: dict[str, Callable[[], object]] = {
        "files": lambda: Path(bait.file).read_bytes(),
        "writing": lambda: Path(bait.folder, "written").touch(),
        "network": lambda: socket.create_connection(("127.0.0.1", bait.port), timeout=5),
        "processes": lambda: os.kill(bait.pid, 0),
        "environment": lambda: Path(f"/proc/{bait.pid}/environ").read_bytes(),
        "privileges": lambda: os.setuid(_SOMEONE),
        "namespaces": lambda: unshare(NAMESPACES["user"]),
        "kernel": lambda: call(number_of("io_uring_setup"), 1, bytes(120)),
        "memory": lambda: bytearray((limits.address_space_mib + 64) << 20),
        "many processes": lambda: _within("NPROC", limits.processes),
        "disk": lambda: _fill(limits.scratch_mib + 1),
    }
    return {name: _refused(attempt) for name, attempt in attempts.items()}


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return True
    return False


def _within(name: str, most: int) -> None:
    """Raise `OSError` where the limit is at most `most`, as the kernel would at its end."""
    soft, _ = resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))
    if 0 <= soft <= most:
        raise OSError(f"{name} is limited")


def _fill(mib: int) -> None:
    """Write so much in files that are small enough each; raises where the folder is full."""
    block = bytes(1 << 20)
    names = []
    try:
        for number in range(mib):
            names.append(f"fill-{number}")
            with open(names[-1], "wb") as file:
                file.write(block)
    finally:
        for name in names:
            if os.path.exists(name):
                os.unlink(name)
