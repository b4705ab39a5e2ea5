"""What judging costs when the student's code costs nothing: `make bench-judge`.

The answers of the solution, and of each named mistake in `attention`, are recorded once; then
the judge asks again and gets the recorded bytes. The unit is one warm run of the reference on
every input that the cases send: what the judge can't do without.
"""

import argparse
import contextlib
import io
import json
import os
import platform
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import autograder
from autograder.cases.attention.formula import reference
from autograder.judge.channel import InProcessChannel
from autograder.judge.mistakes import Mistake, load_mistakes
from autograder.judge.run import Judge
from autograder.notebook import find_source, namespace_at
from autograder.wire.messages import Call, Reply, Request, decode, encode
from autograder.wire.values import from_value

KIT = Path(autograder.__file__).parent
CASES, MISTAKES = KIT / "cases" / "attention", KIT / "mistakes" / "attention"
RESULTS = Path(__file__).parent / "results" / "judge.json"
ROUNDS = 30


class Recording:
    """A channel that keeps the requests and the bytes of the replies."""

    def __init__(self, channel: InProcessChannel) -> None:
        self._channel = channel
        self.requests: list[Request] = []
        self.replies: list[bytes] = []

    def perform(self, request: Request) -> Reply:
        reply = self._channel.perform(request)
        self.requests.append(request)
        self.replies.append(encode(reply))
        return reply


class Recorded:
    """A channel whose student takes no time: the bytes are there already."""

    def __init__(self, replies: list[bytes]) -> None:
        self._replies: Iterator[bytes] = iter(replies)

    def perform(self, request: Request) -> Reply:
        encode(request)
        return decode(next(self._replies), Reply)


def main() -> None:
    """Measure, print a table, write JSON."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with Judge(CASES, MISTAKES) as judge:
        source = find_source(CASES, "attention")
        with contextlib.redirect_stdout(io.StringIO()):
            namespaces = {name: namespace_at(source, name) for name in judge.cases}
        heard = {name: _hear(judge, name, namespaces[name]) for name in judge.cases}
        unit = _milliseconds(lambda: _reference_suite(heard["attention-test"].requests))
        cases = _milliseconds(
            lambda: [judge.judge(name, Recorded(heard[name].replies)) for name in heard]
        )
        diagnosis = _diagnosis(judge, namespaces["attention-test"])
    figures: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}",
        "python": platform.python_version(),
        "hidden cases": sum(len(found) for found in judge.cases.values()),
        "requests": sum(len(one.requests) for one in heard.values()),
        "calls and reads": sum(len(r.steps) for one in heard.values() for r in one.requests),
        "reference suite, CPU ms": round(unit, 2),
        "all cases of a submission, CPU ms": round(cases, 2),
        "all cases : reference suite": round(cases / unit, 1),
        "diagnosis of a failing task, CPU ms, median": round(statistics.median(diagnosis), 2),
        "diagnosis of a failing task, CPU ms, worst": round(max(diagnosis), 2),
        "diagnosis : reference suite": round(statistics.median(diagnosis) / unit, 1),
    }
    for name, value in figures.items():
        print(f"{name:50} {value}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _hear(judge: Judge, grade_id: str, namespace: dict[str, Any]) -> Recording:
    recording = Recording(InProcessChannel(namespace))
    judge.judge(grade_id, recording)
    return recording


def _reference_suite(requests: list[Request]) -> None:
    """The formula on each input of `attention`, and nothing else."""
    for request in requests:
        for step in request.steps:
            if isinstance(step, Call):
                reference(*(from_value(argument) for argument in step.arguments))


def _diagnosis(judge: Judge, namespace: dict[str, Any]) -> list[float]:
    """CPU milliseconds of telling what each mistake in `attention` is."""
    spent = []
    for one in _mistakes_in("attention"):
        recording = Recording(InProcessChannel({**namespace, "attention": one.answer}))
        judge.diagnose("attention-test", recording)
        spent.append(_diagnosing(judge, recording.replies))
    return spent


def _mistakes_in(asked: str) -> list[Mistake]:
    return [one for one in load_mistakes(MISTAKES) if one.asked == asked]


def _diagnosing(judge: Judge, replies: list[bytes]) -> float:
    return _milliseconds(lambda: judge.diagnose("attention-test", Recorded(replies)), rounds=3)


def _milliseconds(work: Any, *, rounds: int = ROUNDS) -> float:
    """The median CPU time of `work`, warm."""
    work()
    spent = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return statistics.median(spent) * 1000


if __name__ == "__main__":
    main()
