"""What runs in a Dask worker: it keeps a station, and hands it jobs."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from distributed import Worker, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from autograder.cluster.parcel import digest_of
from autograder.cluster.versions import versions
from autograder.cluster.words import (
    LARGEST_FRAME_BYTES,
    Begin,
    Done,
    Faulty,
    decode,
    encode,
)
from autograder.grading.job import Job
from autograder.grading.pool import lost
from autograder.wire import frames

__all__ = ["Grading", "fault", "grade"]

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Grading(WorkerPlugin):
    """A run on a worker, from its registration to its end."""

    def __init__(self, name: str, assignment: str, parcel: bytes) -> None:
        self.name = name
        self.fault: Faulty | None = None
        self._assignment = assignment
        self._parcel = parcel
        self._digest = digest_of(parcel)
        self._versions = versions()
        self._unfit = False
        self._room = ""
        self._station: _Station | None = None

    async def setup(self, worker: Worker) -> None:
        """Have a station ready; what keeps it from that is in `fault`."""
        self._room = worker.local_directory
        here, threads = versions(), worker.state.nthreads
        if here != self._versions:
            self.fault = Faulty(message=f"it has {here}, and the coordinator {self._versions}")
        elif digest_of(self._parcel) != self._digest:
            self.fault = Faulty(message="what it was sent has another digest than it should")
        elif threads != 1:
            self.fault = Faulty(
                message=f"it has {threads} threads, and a worker grades one submission at a time: "
                "start as many workers as there are cores, each with `--nthreads 1`"
            )
        self._unfit = self.fault is not None
        if not self._unfit:
            self.fault = await asyncio.to_thread(self._begin)

    async def teardown(self, worker: Worker) -> None:
        """End the station, whatever it is doing."""
        await asyncio.to_thread(self._let_go)

    def grade(self, job: bytes) -> Done | Faulty:
        """Have a job graded; a station that ends in the middle of it is replaced once."""
        for _ in range(2):
            if not self._unfit and (self._station is None or self._station.has_ended):
                self._let_go()
                self.fault = self._begin()
            if self._station is None:
                assert self.fault is not None
                return self.fault
            try:
                return self._station.grade(job)
            except frames.Closed:
                self._let_go()
        student = msgspec.msgpack.decode(job, type=Job).student
        return Done(result=lost(self._assignment, student))

    def _begin(self) -> Faulty | None:
        try:
            station = _Station(self._parcel, self._room, (self._room, os.getcwd()))
        except OSError as error:
            return Faulty(message=f"{self._room}: {error.strerror or error}")
        try:
            reply = station.first_word()
        except frames.Closed:
            reply = Faulty(message="its station ended while it started; the worker's log says why")
        if reply is None:
            self._station = station
        else:
            station.close()
        return reply

    def _let_go(self) -> None:
        station, self._station = self._station, None
        if station is not None:
            station.close()


class _Station:
    """The process, as the Dask worker holds it."""

    def __init__(self, parcel: bytes, room: str, hidden: tuple[str, ...]) -> None:
        """Start it; raises `OSError` where there is no room for its folder."""
        self._folder = Path(tempfile.mkdtemp(prefix="autograder-", dir=room))
        self._sock, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-m", "autograder.cluster.station", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, **dict.fromkeys(_ONE_THREAD, "1")},
                stdin=subprocess.DEVNULL,
            )
        begin = Begin(parcel=parcel, folder=str(self._folder), hidden=hidden)
        with contextlib.suppress(frames.Closed):  # `first_word` finds out
            frames.send(self._sock, msgspec.msgpack.encode(begin))

    def first_word(self) -> Faulty | None:
        """What keeps it from grading, if anything; raises `Closed` where it has ended."""
        reply = decode(frames.receive(self._sock, limit_bytes=LARGEST_FRAME_BYTES))
        return reply if isinstance(reply, Faulty) else None

    def grade(self, job: bytes) -> Done:
        """Raises `Closed` where it ends in the middle."""
        frames.send(self._sock, job)
        reply = decode(frames.receive(self._sock, limit_bytes=LARGEST_FRAME_BYTES))
        assert isinstance(reply, Done)
        return reply

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone: it ends by itself when it has had nothing to do."""
        return self._process.poll() is not None

    def close(self) -> None:
        """End it, and take its folder away."""
        self._sock.close()
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def fault(name: str, dask_worker: Worker) -> bytes:
    """On a worker: what keeps it from grading for the run `name`; empty for nothing."""
    plugin = dask_worker.plugins[name]
    assert isinstance(plugin, Grading)
    return encode(plugin.fault) if plugin.fault else b""


def grade(name: str, job: bytes) -> tuple[str, bytes]:
    """On a worker: a job of the run `name`; the worker's address and its reply."""
    worker = get_worker()
    plugin = worker.plugins[name]
    assert isinstance(plugin, Grading)
    return worker.address, encode(plugin.grade(job))
