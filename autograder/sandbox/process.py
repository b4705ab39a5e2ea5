"""The zygote and its forks as the host holds them: started, handed over, bounded, killed."""

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from autograder.errors import SandboxError
from autograder.sandbox import seccomp
from autograder.sandbox.memory import MemoryWatch
from autograder.sandbox.policy import Bait, Limits, Settings, Tier
from autograder.wire import frames
from autograder.wire.messages import Confined, MalformedReply, SetupFailed, decode

__all__ = ["StudentProcess", "Zygote", "start"]

_SETUP_SECONDS = 60.0
"""How long a fork may take to confine itself; beyond it the machine is at fault."""
_KILL_SECONDS = 20.0


def start(
    settings: Settings, complaints: IO[bytes]
) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Start `autograder.sandbox` with these settings; what it says on stderr is kept."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-I", "-m", "autograder.sandbox", str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        env=_environment(settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=complaints,
        cwd="/",
        start_new_session=True,  # Ctrl-C in a terminal is for the grader and not for students
    )
    theirs.close()
    with contextlib.suppress(OSError):  # if it is gone already, the reader will find out
        ours.send(msgspec.msgpack.encode(settings))
    return ours, process


class Zygote:
    """The process that forks student processes."""

    def __init__(
        self,
        limits: Limits,
        tier: Tier,
        *,
        hidden: Sequence[Path] = (),
        without: Sequence[str] = (),
        canary: Bait | None = None,
    ) -> None:
        self.layers: tuple[str, ...] = ()
        self._limits = limits
        self._tier = tier
        self._home = tempfile.mkdtemp(prefix="autograder-")
        settings = Settings(
            tier=tier,
            limits=limits,
            home=self._home,
            hidden=tuple(str(path) for path in hidden),
            program=b"" if tier is Tier.NONE else program_for(tier),
            without=tuple(without),
            canary=canary,
        )
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (see close)
        self._settings = settings
        self._owner, self._process = start(settings, self._complaints)
        self._ready = False

    def close(self) -> None:
        """End the zygote; as pid 1 of its namespace it takes every student process along."""
        self._owner.close()
        if not self._ready:  # it is importing, and would look at the socket only after that
            self._process.kill()
        try:
            self._process.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._complaints.close()
        shutil.rmtree(self._home, ignore_errors=True)

    def fork(self) -> "StudentProcess":
        """A fresh student process, confined and waiting for its job.

        A zygote that has worked and is gone, killed by the machine say, is started again.
        Raises `SandboxError` where it does not start or its fork can't be confined.
        """
        worked = self._ready
        try:
            return self._fork()
        except SandboxError:
            if not worked or not self._has_ended():
                raise
        self._owner.close()
        shutil.rmtree(self._home, ignore_errors=True)
        os.makedirs(self._home, mode=0o700)
        self._owner, self._process = start(self._settings, self._complaints)
        self._ready = False
        return self._fork()

    @property
    def owner(self) -> socket.socket:
        """The socket on which forks are asked for; whoever has it may, in any order."""
        return self._owner

    @property
    def home(self) -> str:
        """The folder outside the sandbox that is the zygote's own."""
        return self._home

    def wait_until_ready(self) -> None:
        """Return when it can fork; raises `SandboxError` where it does not start."""
        try:
            self._wait_until_ready()
        except OSError as error:
            raise SandboxError(self._why_not(error)) from error

    def _has_ended(self) -> bool:
        try:
            self._process.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _fork(self) -> "StudentProcess":
        ours, theirs = socket.socketpair()
        try:
            self._wait_until_ready()
            socket.send_fds(self._owner, [b"f"], [theirs.fileno()])
        except OSError as error:
            ours.close()
            raise SandboxError(self._why_not(error)) from error
        finally:
            theirs.close()
        try:
            process = StudentProcess(ours, self._limits, self._tier, self._home)
        except (OSError, frames.Closed, frames.Deadline, MalformedReply) as error:
            ours.close()
            raise SandboxError(self._why_not(error)) from error
        self.layers = process.layers
        return process

    def _wait_until_ready(self) -> None:
        if not self._ready:
            self._owner.settimeout(self._limits.start_seconds)
            if self._owner.recv(16) != b"ready":
                raise OSError("it ended while it started")
            self._ready = True

    def _why_not(self, error: Exception) -> str:
        self._complaints.seek(0)
        said = self._complaints.read()[-2000:].decode("utf-8", "replace").strip()
        return (
            f"the sandbox does not work ({error}). Nothing was graded by it; "
            f"`autograder doctor` says what this machine can do. It said: {said or 'nothing'}"
        )


class StudentProcess:
    """One student process: its control socket, and the right to kill all that it started."""

    def __init__(self, control: socket.socket, limits: Limits, tier: Tier, home: str) -> None:
        self.control = control
        control.settimeout(_SETUP_SECONDS)
        said, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:  # the zygote says why it can't fork
            said += control.recv(1000) if said else b"it was not handed over"
            raise OSError(said.decode("utf-8", "replace"))
        self._pidfd = descriptors[0]
        try:
            said = frames.receive(
                control, limit_bytes=1 << 16, deadline=time.monotonic() + _SETUP_SECONDS
            )
            message = decode(said, Confined, SetupFailed)
            if isinstance(message, SetupFailed):
                raise OSError(message.text)
            assert isinstance(message, Confined)
        except BaseException:
            self._kill()
            raise
        self.layers = message.layers
        self._group = message.pid if tier is not Tier.STRICT else None
        self._folder = f"{home}/{message.pid}" if tier is not Tier.STRICT else None
        self.pid = _pid_of(self._pidfd)
        self._watch = MemoryWatch(self.pid, limits.memory_mib, self._signal)

    def __enter__(self) -> "StudentProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.control.close()
        self._watch.stop()
        self._kill()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def killed(self) -> bool:
        """Whether it was killed for what it took, and so is to blame for its end."""
        return self._watch.exceeded

    def how_it_ended(self) -> tuple[str, str]:
        """A name and a sentence for a process that has gone by itself."""
        if self._watch.exceeded:
            return "OutOfMemory", self._watch.sentence
        return "ProcessEnded", "this cell ended the process in which it ran"

    def _kill(self) -> None:
        """Kill the process and all that it started, and wait until it has gone."""
        self._signal()
        select.select([self._pidfd], [], [], _KILL_SECONDS)
        os.close(self._pidfd)

    def _signal(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        group = getattr(self, "_group", None)
        if group:  # no pid namespace: what it started is in its group, which it can't leave
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)


def program_for(tier: Tier) -> bytes:
    """The seccomp filter of a tier, compiled on the trusted side."""
    rules = seccomp.RULES if tier is Tier.STRICT else seccomp.WITHOUT_NAMESPACES
    return seccomp.compile_filter(rules)


def _pid_of(pidfd: int) -> int:
    """The pid, as this process sees it, of the process that `pidfd` refers to."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    return -1


def _environment(settings: Settings) -> dict[str, str]:
    """The whole environment of student code: nothing of the grader's."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": settings.home,
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
    }
