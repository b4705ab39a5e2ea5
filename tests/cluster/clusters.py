"""Dask clusters of this machine: a scheduler and workers, each in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Cluster", "authority", "cluster"]

_PATIENCE_SECONDS = 60


@dataclass
class Cluster:
    """A running scheduler and what was started beside it."""

    folder: Path
    address: str
    scheduler: subprocess.Popen[bytes]
    tls: Sequence[str] = ()
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_worker(self, *options: str, nanny: bool = True) -> subprocess.Popen[bytes]:
        """A worker with one thread, in a fresh folder; with a nanny it comes back when killed."""
        folder = self.folder / f"worker {len(self.workers)}"
        folder.mkdir()
        more = ["--nthreads", "1", *options, *([] if nanny else ["--no-nanny"])]
        worker = _start(
            folder, "dask_worker", self.address, "--no-dashboard", "--local-directory", str(folder),
            *more, *self.tls,
        )  # fmt: skip
        self.workers.append(worker)
        return worker


@contextlib.contextmanager
def cluster(
    folder: Path, workers: int = 0, tls: Sequence[str] = (), protocol: str = "tcp"
) -> Iterator[Cluster]:
    """A scheduler on a free port, with so many workers; all ends with the context."""
    folder.mkdir()
    scheduler = _start(
        folder, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
        "--protocol", protocol, *tls,
    )  # fmt: skip
    made = Cluster(folder, _address(folder, scheduler, protocol), scheduler, tls)
    try:
        for _ in range(workers):
            made.start_worker()
        yield made
    finally:
        for process in (*made.workers, scheduler):
            process.terminate()
        for process in (*made.workers, scheduler):
            try:
                process.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _start(folder: Path, program: str, *arguments: str) -> subprocess.Popen[bytes]:
    with (folder / f"{program}.log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            cwd=folder,
            env={**os.environ, "OMP_NUM_THREADS": "1", "DASK_CONFIG": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def _address(folder: Path, scheduler: subprocess.Popen[bytes], protocol: str) -> str:
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until and scheduler.poll() is None:
        log = (folder / "dask_scheduler.log").read_text(encoding="utf-8", errors="replace")
        if found := re.search(rf"Scheduler at:\s+({protocol}://\S+)", log):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the scheduler did not start:\n{log}")


def authority(folder: Path) -> list[str]:
    """An authority and a certificate by it, as docs/scaling.md makes them: Dask's options."""
    folder.mkdir()
    commands = [
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=course -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=grading -keyout key.pem -out request.pem",
        "x509 -req -days 2 -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem",
    ]
    for command in commands:
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    files = {"--tls-ca-file": "ca.pem", "--tls-cert": "cert.pem", "--tls-key": "key.pem"}
    return [part for option, name in files.items() for part in (option, str(folder / name))]
