"""Many plants in a few processes of our own, each with a workshop."""

import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait

from autograder.authoring.planting import Plant, Plot, Workshop
from autograder.errors import AutograderError, SandboxError
from autograder.verdict import TaskResult

__all__ = ["Judgement", "judge_plants"]

Judgement = tuple[Plant, tuple[TaskResult, ...]]
_WORTH_A_PROCESS = 60
"""Plants: starting a process with torch takes about as long as judging these."""


def judge_plants(
    plants: Sequence[Plant], workshop: Workshop, plot: Plot, workers: int
) -> Iterator[Judgement]:
    """Each plant with what its graded cells' cases made of it, in the order of completion.

    In `workshop`, here, or where there are many in up to `workers` processes. Raises
    `AuthoringError` or `SandboxError` as judging does.
    """
    workers = min(workers, len(plants) // _WORTH_A_PROCESS)
    if workers < 2:
        for plant in plants:
            yield plant, workshop.judged(plant)
        return
    yield from _in_processes(plants, plot, workers)


def _in_processes(plants: Sequence[Plant], plot: Plot, workers: int) -> Iterator[Judgement]:
    # Spawned, not forked: this process has threads of torch's and pytest's session open.
    context = multiprocessing.get_context("spawn")
    waiting = list(reversed(plants))
    at_work: dict[Connection, Plant | None] = {}
    processes = []
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, plot), daemon=True)
            process.start()
            theirs.close()
            processes.append(process)
            at_work[ours] = None  # until it says that it is ready
        while at_work:
            for ready in wait(list(at_work)):
                assert isinstance(ready, Connection)
                plant, answer = at_work[ready], _received(ready)
                if plant is not None:
                    yield plant, answer
                if waiting:
                    at_work[ready] = waiting.pop()
                    ready.send(at_work[ready])
                else:
                    ready.send(None)
                    del at_work[ready]
        for process in processes:
            process.join()
    finally:
        for process in processes:
            process.kill()


def _received(connection: Connection) -> tuple[TaskResult, ...]:
    try:
        answer = connection.recv()
    except EOFError as error:
        raise SandboxError(
            "a process that judges plants ended; run again with --workers 1 to see why"
        ) from error
    if isinstance(answer, Exception):
        raise answer
    results: tuple[TaskResult, ...] = answer
    return results


def _serve(connection: Connection, plot: Plot) -> None:
    """A worker: says that it is ready, then answers each plant until there are no more."""
    try:
        with Workshop(plot) as workshop:
            connection.send(())
            while (plant := connection.recv()) is not None:
                connection.send(workshop.judged(plant))
    except AutograderError as error:
        connection.send(error)
