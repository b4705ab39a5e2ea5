"""The student's process.

Theory of operation
-------------------
A confined fork of the zygote calls `live` with a socket to the host. It receives one `Job`, runs
the cells in order and tells the host when each has ended. At a graded cell it stops and does
what the host says: `Fork` makes a child that holds the student's state of this moment and
answers requests on a socket of its own; the next `Fork` or `Proceed` kills that child. So a
crash, a loop or a side effect inside a hidden case costs that case alone, the next case is
answered by a fresh fork of the same state, and later cells go on from the untouched parent.

Everything here can be tampered with by the student's code, which runs in the same process.
That is why it knows nothing worth knowing: no case, no expected value, no path of the course.
"""

import contextlib
import ctypes
import os
import random
import signal
import socket
import sys
import tempfile

import numpy as np
import torch

from autograder.sandbox.kernel import prctl
from autograder.sandbox.shell import CellShell
from autograder.wire import frames
from autograder.wire.messages import (
    CellEnded,
    Fork,
    Forked,
    Job,
    Proceed,
    Request,
    decode,
    encode,
)
from autograder.wire.perform import perform

__all__ = ["live"]

_REQUEST_BYTES = 256 << 20
_PR_SET_PDEATHSIG = 1
_OMP_PAUSE_HARD = 2


def live(control: socket.socket, shell: CellShell) -> None:
    """Run the job that arrives on `control` to its end."""
    job = decode(frames.receive(control, limit_bytes=_REQUEST_BYTES), Job)
    for path, data in job.files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    sys.path.insert(0, "")  # modules beside the notebook, as in a kernel
    printed = _capture()
    torch.manual_seed(job.seed)
    random.seed(job.seed)
    np.random.seed(job.seed % (1 << 32))
    for index, cell in enumerate(job.cells):
        if not cell.skipped:
            outputs, seconds = shell.run(
                cell.source, job.output_bytes, job.figure_bytes, printed=printed
            )
            frames.send(control, encode(CellEnded(index, outputs, seconds)))
        if cell.graded:
            _stand_still(control, shell)


def _capture() -> int:
    """Point descriptors 1 and 2 at a file without a name; what C code and programs print there.

    Python's own streams do not come by here.
    """
    with tempfile.TemporaryFile(dir=".", buffering=0) as file:
        descriptor = os.open(f"/proc/self/fd/{file.fileno()}", os.O_RDWR | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    return descriptor


def _die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when `parent`, its parent, ends."""
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the line above
        os._exit(1)


def _stand_still(control: socket.socket, shell: CellShell) -> None:
    """Fork as often as the host asks, until it says to go on."""
    child: int | None = None
    while True:
        message = decode(frames.receive(control, limit_bytes=1024), Fork, Proceed)
        if child is not None:
            _end(child)
        if isinstance(message, Proceed):
            return
        _, (descriptor,), _, _ = socket.recv_fds(control, 1, 1)
        me = os.getpid()
        _end_pool_of_threads()
        child = os.fork()
        if child == 0:
            _die_with_parent(me)
            control.close()
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            _answer(socket.socket(fileno=descriptor), shell)
            os._exit(0)
        os.close(descriptor)


def _answer(requests: socket.socket, shell: CellShell) -> None:
    frames.send(requests, encode(Forked()))
    while True:
        try:
            data = frames.receive(requests, limit_bytes=_REQUEST_BYTES)
            reply = perform(decode(data, Request), shell.user_ns)
            frames.send(requests, encode(reply))
        except frames.Closed:
            return


def _end_pool_of_threads() -> None:
    """End OpenMP's threads, which a fork would wait for without having them.

    A notebook that says `torch.set_num_threads(2)` starts them; they start again when needed.
    """
    if len(os.listdir("/proc/self/task")) == 1:
        return
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        paths = {line.split()[-1] for line in maps if "libgomp" in line}
    for path in paths:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(path).omp_pause_resource_all(_OMP_PAUSE_HARD)


def _end(child: int) -> None:
    try:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):  # the student's code reaped it
        return
