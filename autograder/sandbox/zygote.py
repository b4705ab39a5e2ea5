"""The zygote: a process that has torch, numpy, IPython and matplotlib loaded, and forks.

Theory of operation
-------------------
`python -I -m autograder.sandbox.zygote FD` imports and warms the libraries, says `ready` on
the socket FD and then waits. Each message on it brings one end of a socket pair; the zygote
forks a child that lives on that socket (`inside.live`) and answers with the child's pid.

It keeps one thread (large operations with OpenMP threads before a fork hang the children)
and freezes what it has allocated, so that children share its pages. It never sees the
course, the cases, the gradebook or the grader's environment: what it imports is readable in
every fork. When its owner goes, the socket closes, the zygote returns and its children die
with it; there is no pid file, no polling and no orphan.
"""

import gc
import os
import signal
import socket
import sys

import matplotlib.pyplot  # noqa: F401  (for the children)
import numpy as np
import torch

from autograder.sandbox.inside import die_with_parent, live
from autograder.sandbox.shell import CellShell
from autograder.wire.perform import set_up

__all__ = ["main"]

_WARM_CELLS = (
    "import torch, math\nw = torch.nn.Linear(4, 4)\no = torch.optim.Adam(w.parameters())\n"
    "w(torch.randn(3, 4)).softmax(1).log().mean().backward()\no.step()",
    "torch.ones(2)",
    "1 / 0",
    "raise NotImplementedError('warm')",
)


def main(descriptor: int) -> None:
    """Serve forks on the socket `descriptor` until the other end closes."""
    owner = socket.socket(fileno=descriptor)
    shell = _warm_shell()
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise SystemExit(f"the zygote has {threads} threads; a fork would lose all but one")
    owner.send(b"ready")
    me = os.getpid()
    while True:
        _reap()
        message, descriptors, _, _ = socket.recv_fds(owner, 1, 1)
        if not message:
            return
        child = os.fork()
        if child == 0:
            die_with_parent(me)
            owner.close()
            os.setsid()
            live(socket.socket(fileno=descriptors[0]), shell)
            os._exit(0)
        os.close(descriptors[0])
        owner.send(str(child).encode())


def _warm_shell() -> CellShell:
    torch.set_num_threads(1)
    np.random.seed(0)
    shell = CellShell.make()
    for cell in _WARM_CELLS:  # lazy imports happen here, not in every child
        shell.run(cell, 10_000)
    set_up()
    shell.reset(new_session=True)
    shell.execution_count = 1
    gc.collect()
    gc.freeze()
    return shell


def _reap() -> None:
    """Collect the children that have ended; their pids are not used again before this."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's to handle
    main(int(sys.argv[1]))
