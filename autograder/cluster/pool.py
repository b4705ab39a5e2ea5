"""The workers of a cluster as a pool of the scheduler in `grading.pool`."""

import contextlib
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Executor

from distributed import Client

from autograder.cluster.connecting import check_versions, connect
from autograder.cluster.executor import Workers, on_a_worker
from autograder.cluster.parcel import packed
from autograder.cluster.plugin import Grading
from autograder.cluster.scheduler import Scheduler
from autograder.errors import SandboxError
from autograder.grading.job import Context, Job, Result

__all__ = ["Cluster"]

_NO_WORKER_SECONDS = 120.0
"""How long a cluster may be without a worker: one that was killed comes back, or another does."""


class Cluster:
    """A `pool.Pool` of Dask workers; a context manager.

    `told(worker, why)` hears of a worker that can't grade and is left out.
    """

    def __init__(
        self, scheduler: Scheduler, context: Context, told: Callable[[str, str], None]
    ) -> None:
        self._scheduler = scheduler
        self._context = context
        self._told = told
        self._closing = contextlib.ExitStack()
        self._alone_since: float | None = None

    def __enter__(self) -> "Cluster":
        """Raises `SandboxError` where there is no cluster that grades."""
        with contextlib.ExitStack() as stack:
            client = stack.enter_context(connect(self._scheduler))
            check_versions(client, self._scheduler)
            name = f"autograder-{uuid.uuid4().hex}"
            stack.callback(_unregister, client, name)
            client.register_plugin(
                Grading(name, self._context.assignment, packed(self._context)), name=name
            )
            self._workers = Workers(client, name)
            self._workers.look_over()
            self._tell()
            self._closing = stack.pop_all()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.discard()
        self._closing.close()

    @property
    def workers(self) -> int:
        """How many workers there are now that grade; they may come and go."""
        return max(1, len(self._workers.fit()))

    @property
    def work(self) -> Callable[[Job], Result]:
        """The grading of one submission; `executor` alone can do it."""
        return on_a_worker

    def executor(self) -> Executor:
        """Hands jobs to the workers."""
        return self._workers

    def has_lost_a_worker(self) -> bool:
        """Never: the scheduler itself runs a lost worker's jobs again.

        Raises `SandboxError` where there has been no worker for long.
        """
        self._tell()
        now = time.monotonic()
        if self._workers.fit():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _NO_WORKER_SECONDS:
            raise SandboxError(
                f"no worker of {self._scheduler.address} is left that can grade, and none came for "
                f"{_NO_WORKER_SECONDS:.0f} s. What is graded is kept; start workers, and run the "
                "command again"
            )
        return False

    def discard(self) -> None:
        """Have the scheduler forget all that is under way."""
        self._workers.forget()

    def _tell(self) -> None:
        for address, why in self._workers.news():
            self._told(address, why)


def _unregister(client: Client, name: str) -> None:
    """End the stations, where there is still somebody to tell."""
    if client.status == "running":
        with contextlib.suppress(Exception):  # the run is over, whatever becomes of them
            client.unregister_worker_plugin(name)
