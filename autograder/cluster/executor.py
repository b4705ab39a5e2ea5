"""Jobs to Dask workers and their replies back, as an executor.

A job goes out as bytes, and what comes back is a reply as bytes (`words`). A worker that can't
grade, for want of disk say, is left out from then on, and its job goes to another one; so does a
job that a worker could not grade by its machine's fault, once.
"""

import time
import uuid
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, TypeVar

import distributed
import msgspec
from distributed import Client, KilledWorker

from autograder.cluster import plugin
from autograder.cluster.words import Done, Faulty, Reply, decode
from autograder.errors import AuthoringError, AutograderError, SandboxError
from autograder.grading.job import Job, Result
from autograder.grading.pool import JobLost

__all__ = ["Workers", "on_a_worker"]

Kind = TypeVar("Kind", Done, Faulty)

_LOOK_EVERY_SECONDS = 1.0
"""How old the list of workers may be; asking for it is a question to the scheduler."""


def on_a_worker(_job: Job) -> Result:
    """What `Workers` does with a job; it is a name for it, and nothing runs here."""
    raise NotImplementedError("a cluster's executor alone can grade for a cluster")


class Workers(Executor):
    """The workers of a cluster that have the plugin called `name`."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name
        self._faulty: dict[str, str] = {}
        self._news: deque[tuple[str, str]] = deque()
        self._under_way: dict[Future[Result], distributed.Future] = {}
        self._seen: tuple[str, ...] = ()
        self._seen_at = -_LOOK_EVERY_SECONDS

    def look_over(self) -> None:
        """Leave out who can't grade. Raises where nobody can, or the author has to mend it."""
        for address, said in self._client.run(plugin.fault, self._name).items():
            if said:
                self._leave_out(address, _only(decode(said), Faulty))
        if not self.fit():
            raise SandboxError(
                f"no worker of the cluster can grade. {_listed(self._faulty)}. Mend that, and run "
                "the command again"
            )

    def fit(self) -> list[str]:
        """The addresses of the workers that can grade."""
        if time.monotonic() - self._seen_at >= _LOOK_EVERY_SECONDS:
            self._seen = tuple(self._client.nthreads()) if self._is_there else ()
            self._seen_at = time.monotonic()
        return [address for address in self._seen if address not in self._faulty]

    def news(self) -> list[tuple[str, str]]:
        """The workers left out since the last call, and why."""
        return [self._news.popleft() for _ in range(len(self._news))]

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_options: Any) -> Future[Any]:
        """Have a job graded by some worker; `fn` is `on_a_worker`."""
        assert fn is on_a_worker
        (job,) = arguments
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        self._send(future, msgspec.msgpack.encode(job))
        return future

    def forget(self) -> None:
        """Have the scheduler drop what is under way."""
        dropped = [self._under_way.pop(future) for future in list(self._under_way)]
        if dropped and self._is_there:
            self._client.cancel(dropped, force=True)

    @property
    def _is_there(self) -> bool:
        return bool(self._client.status == "running")

    def _send(self, future: Future[Result], job: bytes, tried: str = "") -> None:
        """To any fit worker, rather not to the one that has tried it."""
        chosen = [address for address in self._seen if address not in (*self._faulty, tried)]
        restricted = bool(self._faulty or tried) and bool(chosen)
        remote = self._client.submit(
            plugin.grade,
            self._name,
            job,
            key=f"{self._name}-{uuid.uuid4().hex}",
            pure=False,
            workers=chosen if restricted else None,
            # Workers come and go, and a job must not wait for one that has gone.
            allow_other_workers=restricted,
        )
        self._under_way[future] = remote
        remote.add_done_callback(partial(self._came, future, job, tried))

    def _came(
        self, future: Future[Result], job: bytes, tried: str, remote: distributed.Future
    ) -> None:
        """A reply, or a loss; in a thread of Dask's."""
        if self._under_way.pop(future, None) is None:
            return  # forgotten
        try:
            result = self._result(future, job, tried, remote)
        except AutograderError as error:
            future.set_exception(error)
        except Exception as error:
            future.set_exception(SandboxError(f"the cluster: {type(error).__name__}: {error}"))
        else:
            if result is not None:
                future.set_result(result)
        finally:
            remote.release()

    def _result(
        self, future: Future[Result], job: bytes, tried: str, remote: distributed.Future
    ) -> Result | None:
        """The job's result; None where it was sent to another worker."""
        if remote.status in ("cancelled", "lost"):
            raise SandboxError(
                "the scheduler was lost, and with it what was under way. What is graded is kept: "
                "see that the scheduler runs, and run the command again"
            )
        try:
            address, data = remote.result()
        except KilledWorker as error:
            raise JobLost(str(error)) from error
        reply = decode(data)
        if isinstance(reply, Faulty):
            self._leave_out(address, reply)
            if not self.fit():
                raise SandboxError(
                    f"no worker is left that can grade. {_listed(self._faulty)}. What is graded "
                    "is kept; mend that, and run the command again"
                )
            self._send(future, job, tried=address)
            return None
        result = _only(reply, Done).result
        by_the_machine = not result.report.graded and not result.lasting
        if by_the_machine and not tried and len(self._seen) > 1:
            self._send(future, job, tried=address)
            return None
        return result

    def _leave_out(self, address: str, fault: Faulty) -> None:
        if fault.authors:
            raise AuthoringError(fault.message)
        if address not in self._faulty:
            self._faulty[address] = fault.message
            self._news.append((address, fault.message))


def _only(reply: Reply, kind: type[Kind]) -> Kind:
    if not isinstance(reply, kind):
        raise SandboxError(f"a worker answered {type(reply).__name__} out of turn")
    return reply


def _listed(faults: dict[str, str]) -> str:
    return "; ".join(f"{address}: {why}" for address, why in faults.items())
