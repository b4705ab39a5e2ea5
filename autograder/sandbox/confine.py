"""What a student's process does to itself before the first byte of student code.

Theory of operation
-------------------
In tier strict a fork begins in namespaces of its own, as pid 1 of its pid namespace: when it
is killed, so is all that the student's code has started. It hands a descriptor of itself (a
pidfd) to the host, goes through the checklist in `confine`, tells the host and runs the cells.
In tier basic and none there is no pid namespace, and a process group in its stead.

A step that fails ends the process before student code starts: it fails closed, as our fault.
"""

import os
import resource
import signal
import socket
from collections.abc import Callable
from typing import NoReturn

from autograder.sandbox import landlock, seccomp, view
from autograder.sandbox.jail import map_ids, readable_here
from autograder.sandbox.kernel import (
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_REC,
    NAMESPACES,
    drop_capabilities,
    fork_apart,
    mount,
    prctl,
)
from autograder.sandbox.policy import BOX, ZYGOTE_HOME, Limits, Settings, Tier
from autograder.wire import frames
from autograder.wire.messages import Confined, SetupFailed, encode

__all__ = ["fork_confined"]

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_WRITABLE = (BOX, "/tmp", "/dev/shm", ZYGOTE_HOME, *view.DEVICES)
_MIB = 1 << 20


def fork_confined(control: socket.socket, settings: Settings, body: Callable[[], None]) -> int:
    """Fork a process that runs `body` confined; returns its pid.

    Raises `OSError` where there are no namespaces; what else fails, `control` is told.
    """
    ids = os.getuid(), os.getgid()  # in a new user namespace it is nobody, until they are mapped
    kinds = [kind for kind in NAMESPACES if kind not in settings.without]
    strict = settings.tier is Tier.STRICT
    child = fork_apart(sum(NAMESPACES[kind] for kind in kinds)) if strict else os.fork()
    if child == 0:
        _confined(control, settings, body, ids)
    return child


def _confined(
    control: socket.socket, settings: Settings, body: Callable[[], None], ids: tuple[int, int]
) -> NoReturn:
    try:
        _hand_over(control)
        if settings.tier is Tier.STRICT:
            map_ids(*ids)
        else:
            prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        layers = confine(settings)
        frames.send(control, encode(Confined(os.getpid(), layers)))
    except BaseException as error:  # fail closed, whatever it is
        frames.send(control, encode(SetupFailed(f"{type(error).__name__}: {error}")))
        os._exit(125)
    body()
    os._exit(0)


def confine(settings: Settings) -> tuple[str, ...]:
    """The checklist; returns the layers that hold."""
    limits, left_out = settings.limits, settings.without
    layers = []
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")  # when the machine runs out of memory, this goes first
    if settings.tier is not Tier.STRICT:
        _own_folder(settings)
    else:
        layers += ["namespaces", "private root"]
        if "mounts" not in left_out:
            _own_scratch(limits)
            layers.append("capped scratch")
        prctl(_PR_SET_NO_NEW_PRIVS, 1)
        if "capabilities" not in left_out:
            drop_capabilities()
            layers.append("no capabilities")
    if settings.tier is not Tier.NONE:
        if "rlimits" not in left_out:
            _rlimits(limits)
            layers.append("rlimits")
        if "landlock" not in left_out and _landlock(settings):
            layers.append("landlock")
        if "seccomp" not in left_out:
            seccomp.load(settings.program)
            layers.append("seccomp")
    return tuple(layers)


def _hand_over(control: socket.socket) -> None:
    """Give the host the means to kill this process, which nothing inside can take away again."""
    descriptor = os.pidfd_open(os.getpid())
    socket.send_fds(control, [b"P"], [descriptor])
    os.close(descriptor)


def _own_scratch(limits: Limits) -> None:
    """One tmpfs, and so one cap, for the working folder, /tmp and /dev/shm; a /proc of its own."""
    size = f"size={limits.scratch_mib}m,nr_inodes={limits.scratch_files},mode=700"
    mount("tmpfs", "/scratch", "tmpfs", MS_NOSUID | MS_NODEV, size)
    for target in (BOX, "/tmp", "/dev/shm", ZYGOTE_HOME):
        source = f"/scratch/{os.path.basename(target)}"
        os.mkdir(source, 0o700)
        for path in (*view.python_paths(), *view.kit_paths()):
            if path.startswith(f"{target}/"):  # an environment made in /tmp stays visible
                _bind_again(path, source + path.removeprefix(target))
        mount(source, target, "", MS_BIND | MS_REC)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    os.chdir(BOX)
    os.environ["HOME"] = BOX


def _bind_again(path: str, target: str) -> None:
    if os.path.isdir(path):
        os.makedirs(target)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        open(target, "w").close()
    mount(path, target, "", MS_BIND | MS_REC)


def _rlimits(limits: Limits) -> None:
    # After unshare: NPROC then counts what runs in this user namespace. Set before, it would
    # also bound what the user runs outside, so that one notebook's processes starved another's.
    for name, most in (
        ("NPROC", limits.processes),
        ("AS", limits.address_space_mib * _MIB),
        ("CPU", limits.cpu_seconds),
        ("FSIZE", limits.file_mib * _MIB),
        ("NOFILE", limits.open_files),
        ("CORE", 0),
        ("MEMLOCK", 0),
        ("MSGQUEUE", 0),
        ("SIGPENDING", 256),
    ):
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _landlock(settings: Settings) -> int:
    """Tier strict has a root of its own; tier basic has only this, and a folder of its own."""
    if settings.tier is Tier.STRICT:
        return landlock.restrict(["/"], _WRITABLE)
    return landlock.restrict(readable_here(), (os.getcwd(), *view.DEVICES))


def _own_folder(settings: Settings) -> None:
    """A working folder, where there is no private root; the host removes it."""
    folder = f"{settings.home}/{os.getpid()}"
    os.makedirs(folder, mode=0o700, exist_ok=True)
    os.chdir(folder)
    os.environ["HOME"] = os.environ["TMPDIR"] = folder
