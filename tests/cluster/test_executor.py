"""Replies of workers, losses among them, and what becomes of each job."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from distributed import KilledWorker

from autograder.cluster.executor import Workers, on_a_worker
from autograder.cluster.words import Done, Faulty, Reply, encode
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.job import Job, Result
from autograder.grading.pool import JobLost
from autograder.verdict import Report

FULL = Faulty(message="/scratch: No space left on device")


def graded(job: Job) -> Done:
    return Done(result=Result(report=Report(assignment="a", student=job.student)))


def ungraded(job: Job, lasting: bool = False) -> Done:
    report = Report(assignment="a", student=job.student, reason="why")
    return Done(result=Result(report=report, lasting=lasting))


class Remote:
    """A future of Dask's that is there at once."""

    def __init__(self, status: str, end: Callable[[], tuple[str, bytes]]) -> None:
        self.status, self.result = status, end

    def add_done_callback(self, callback: Callable[[Remote], None]) -> None:
        if self.status != "pending":
            callback(self)

    def release(self) -> None:
        pass


class Cluster:
    """Two workers; `replies` says what each makes of a job. A client, as far as it is used."""

    def __init__(self, **replies: Callable[[Job], Reply]) -> None:
        self.replies = replies
        self.status = "running"
        self.asked: list[str] = []
        self.cancelled = 0
        self.ends_as = "finished"
        self.raises: Exception | None = None

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.replies, 1)

    def run(self, *_arguments: Any) -> dict[str, bytes]:
        return dict.fromkeys(self.replies, b"")

    def submit(self, _fn: Any, _name: str, job: bytes, **options: Any) -> Remote:
        worker = (options["workers"] or list(self.replies))[0]
        self.asked.append(worker)

        def end() -> tuple[str, bytes]:
            if self.raises:
                raise self.raises
            return worker, encode(self.replies[worker](msgspec.msgpack.decode(job, type=Job)))

        return Remote(self.ends_as, end)

    def cancel(self, futures: list[Any], force: bool) -> None:
        self.cancelled += len(futures)


def workers(cluster: Cluster) -> Workers:
    made = Workers(cluster, "run")  # type: ignore[arg-type]
    made.look_over()
    return made


def submit(made: Workers) -> Future[Result]:
    return made.submit(on_a_worker, Job(student="s1", notebooks={}))


def test_a_job_comes_back_as_its_result() -> None:
    assert "s1" == submit(workers(Cluster(a=graded, b=graded))).result(0).report.student


def test_a_worker_that_cannot_grade_is_left_out_and_its_job_goes_to_another() -> None:
    cluster = Cluster(a=lambda _: FULL, b=graded)
    made = workers(cluster)

    assert [submit(made).result(0).report.reason for _ in range(3)] == ["", "", ""]
    assert ["a", "b", "b", "b"] == cluster.asked
    assert [("a", FULL.message)] == made.news()
    assert [] == made.news()
    assert ["b"] == made.fit()


def test_where_nobody_is_left_the_run_ends_with_each_ones_reason() -> None:
    made = workers(Cluster(a=lambda _: FULL, b=lambda _: Faulty(message="it has 4 threads")))

    with pytest.raises(SandboxError, match=r"a: /scratch: No space.*; b: it has 4 threads"):
        submit(made).result(0)


def test_a_machines_fault_is_tried_on_another_worker_once() -> None:
    helped = Cluster(a=ungraded, b=graded)
    assert submit(workers(helped)).result(0).report.graded
    assert ["a", "b"] == helped.asked

    not_helped = Cluster(a=ungraded, b=ungraded)
    assert "why" == submit(workers(not_helped)).result(0).report.reason
    assert ["a", "b"] == not_helped.asked


def test_a_submission_that_will_stay_ungraded_is_not_tried_again() -> None:
    cluster = Cluster(a=lambda job: ungraded(job, lasting=True), b=graded)

    assert "why" == submit(workers(cluster)).result(0).report.reason
    assert ["a"] == cluster.asked


def test_an_authors_fault_ends_the_run() -> None:
    made = workers(Cluster(a=lambda _: Faulty(message="test_x.py: no Python", authors=True)))

    with pytest.raises(AuthoringError, match=r"test_x.py: no Python"):
        submit(made).result(0)


def test_a_job_whose_workers_were_killed_is_lost_and_no_other() -> None:
    cluster = Cluster(a=graded)
    made = workers(cluster)
    cluster.raises = KilledWorker("key", SimpleNamespace(address="a"), 3)  # type: ignore[arg-type]
    assert isinstance(submit(made).exception(0), JobLost)

    cluster.raises = None
    assert submit(made).result(0).report.graded


def test_a_lost_scheduler_is_told_in_a_sentence() -> None:
    cluster = Cluster(a=graded)
    cluster.ends_as = "cancelled"

    with pytest.raises(SandboxError, match=r"scheduler was lost.*run the command again"):
        submit(workers(cluster)).result(0)


def test_what_is_no_reply_is_told_and_not_believed() -> None:
    class Odd(Cluster):
        def submit(self, *arguments: Any, **options: Any) -> Remote:
            return Remote("finished", lambda: ("a", b"\xc1nonsense"))

    with pytest.raises(SandboxError, match="the cluster: DecodeError"):
        submit(workers(Odd(a=graded))).result(0)


def test_what_is_under_way_can_be_dropped() -> None:
    cluster = Cluster(a=graded)
    cluster.ends_as = "pending"
    made = workers(cluster)
    submit(made)
    submit(made)

    made.forget()
    made.forget()

    assert 2 == cluster.cancelled
