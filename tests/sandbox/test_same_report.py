"""The in-process fake and the sandbox give the same report, and neither knows the answers."""

import copy
import os
from pathlib import Path

import msgspec
import pytest

import autograder
from autograder.grading.engine import Engine
from autograder.grading.inprocess import InProcessRunner
from autograder.judge.run import Judge
from autograder.judge.student import Student
from autograder.sandbox.host import Sandbox
from autograder.wire.messages import Cell
from tests.answers import answers

pytestmark = pytest.mark.sandbox

CASES = Path(autograder.__file__).parent / "cases" / "attention"
MISTAKES = CASES.parents[1] / "mistakes" / "attention"


def chosen():
    """The solution, and one wrong answer of each tier that is safe to run in this process."""
    by_tier = {}
    for answer in answers("attention", "wrong"):
        if answer.tier != "cheat":
            by_tier.setdefault(answer.tier, answer)
    return [*by_tier.values(), answers("attention", "right")[0]]


def comparable(report):
    """The report without what says where and how fast it was made."""
    return msgspec.structs.replace(report, seconds=0, confinement="")


@pytest.mark.parametrize("answer", chosen(), ids=str)
def test_the_fake_and_the_sandbox_give_the_same_report(engine, handed_in, answer):
    notebook = handed_in({"attention-solution": answer.code})
    with Engine("attention", Judge(CASES, MISTAKES), InProcessRunner()) as fake:
        expected = fake.grade(copy.deepcopy(notebook), "s1")
    got = engine.grade(notebook, "s1")

    assert comparable(expected) == comparable(got)


# Two lines of the hidden cases, and an expected value as text and as the bytes of a float64.
SECRETS = (
    b"test_rows_far_from_one_another",
    b"Scores are the dot products divided by",
    b"0.4011120927",
)


def test_no_case_and_no_expected_value_is_in_the_student_s_memory():
    """Read the student's whole process, and the zygote's, while a case is being answered."""
    found = {}

    def look(index, channel):
        Student(channel)["answer"]
        for pid in descendants(os.getpid()):
            try:
                memory = memory_of(pid)
            except ProcessLookupError:  # it handed over to its child and has ended
                continue
            found[pid] = [secret for secret in SECRETS if secret in memory]
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
            found[pid] += [s for s in (b"cases", b"attention-test") if s in arguments]

    with Judge(CASES) as judge, Sandbox() as sandbox:
        assert judge.cases["attention-test"]
        sandbox.run([Cell("answer = 1", graded=True)], look)
        mine = memory_of(os.getpid())

    assert all(secret in mine for secret in SECRETS[:2]), "the same look at the judge finds them"
    assert len(found) >= 4, "the starter, the zygote, the student's process and its fork"
    assert all(secrets == [] for secrets in found.values())


def descendants(pid):
    """The processes below `pid`."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [d for child in map(int, children) for d in (child, *descendants(child))]


def memory_of(pid):
    """The readable memory of a process that is not backed by files."""
    parts = []
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            fields = line.split()
            if "r" not in fields[1] or (len(fields) > 5 and fields[5].startswith(("/", "[v"))):
                continue
            start, end = (int(edge, 16) for edge in fields[0].split("-"))
            try:
                memory.seek(start)
                parts.append(memory.read(end - start))
            except OSError:
                continue
    return b"".join(parts)
