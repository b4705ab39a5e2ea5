"""The zygote: a process that has torch, numpy, IPython and matplotlib loaded, and forks.

Theory of operation
-------------------
`__main__` calls `serve` once it is in jail. The zygote imports and warms the libraries, says
`ready` to its owner and then waits. Each message brings one end of a socket pair; the zygote
forks, and the fork confines itself (`confine`) and lives on that socket (`inside.live`).

It keeps one thread (large operations with OpenMP threads before a fork hang the children)
and freezes what it has allocated, so that children share its pages. A fork copies one entry
for each page and notebooks fork again at each graded cell, so the pages are made huge, and
what few notebooks use (torch's optimisers, which load its compiler) is not loaded in advance.
It never sees the course, the cases, the gradebook or the grader's environment: what it imports
is readable in every fork. When its owner goes, the socket closes, the zygote returns, and as
pid 1 of its namespace it takes everything with it; there is no pid file, no polling, no orphan.
"""

import contextlib
import functools
import gc
import os
import signal
import socket
import tempfile
from typing import NoReturn

import matplotlib.pyplot  # noqa: F401  (for the children)
import numpy as np
import torch

from autograder.sandbox.confine import fork_confined
from autograder.sandbox.inside import live
from autograder.sandbox.kernel import collapse_pages
from autograder.sandbox.policy import Settings
from autograder.sandbox.shell import CellShell
from autograder.wire.perform import set_up

__all__ = ["serve"]

# Lazy imports happen in these, once, and not in every child.
_WARM_CELLS = (
    "import torch, math\nw = torch.nn.Linear(4, 4)\n"
    "w(torch.randn(3, 4)).softmax(1).log().mean().backward()",
    "torch.ones(2)",
    "print('warm')",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);",
)
_WARM_ERRORS = ("1 / 0", "raise NotImplementedError('warm')")


def serve(owner: socket.socket, settings: Settings) -> None:
    """Serve forks on the socket `owner` until its other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's to handle
    shell = _warm_shell()
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise SystemExit(f"the zygote has {threads} threads; a fork would lose all but one")
    owner.send(b"ready")
    children: set[int] = set()
    while True:
        _reap(children)
        message, descriptors, _, _ = socket.recv_fds(owner, 1, 1)
        if not message:
            _end(children)
            return
        control = socket.socket(fileno=descriptors[0])
        body = functools.partial(_be_a_student, owner, control, shell)
        try:
            children.add(fork_confined(control, settings, body))
        except OSError as error:
            control.send(str(error).encode())
        control.close()


def _be_a_student(owner: socket.socket, control: socket.socket, shell: CellShell) -> None:
    owner.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    live(control, shell)


def _warm_shell() -> CellShell:
    torch.set_num_threads(1)
    np.random.seed(0)
    shell = CellShell.make()
    for cell in _WARM_CELLS:
        outputs, _ = shell.run(cell, 10_000)
        failed = [output for output in outputs if output.output_type == "error"]
        if failed:  # a library that is half imported would fail in every child
            raise SystemExit(f"the zygote can't warm up: {failed[0].ename}: {failed[0].evalue}")
    for cell in _WARM_ERRORS:
        shell.run(cell, 10_000)
    set_up()
    torch.compile = _no_compile
    tempfile.tempdir = None
    os.environ.pop("TMPDIR", None)
    shell.reset(new_session=True)
    shell.execution_count = 1
    gc.collect()
    gc.freeze()
    collapse_pages()
    return shell


def _no_compile(*_arguments: object, **_options: object) -> NoReturn:
    raise RuntimeError(
        "torch.compile is not available while grading, since it starts compilers and threads; "
        "call the function as it is"
    )


def _reap(children: set[int]) -> None:
    """Collect the children that have ended, and what is left of their process groups.

    Without a pid namespace, a program that a notebook has started outlives it otherwise.
    """
    while True:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if ended is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(ended.si_pid, signal.SIGKILL)
        os.waitpid(ended.si_pid, 0)
        children.discard(ended.si_pid)


def _end(children: set[int]) -> None:
    for child in children:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
