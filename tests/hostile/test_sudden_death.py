"""The trusted process is killed outright at any moment; nothing of it may be left behind.

`python -m tests.hostile.test_sudden_death 50` does it fifty times.
"""

import os
import random
import select
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from autograder.sandbox.policy import Tier

pytestmark = pytest.mark.sandbox

OWNER = textwrap.dedent(
    """
    import sys
    from autograder.judge.student import Student
    from autograder.sandbox.host import Sandbox
    from autograder.sandbox.policy import Tier
    from autograder.wire.messages import Cell

    cells = [
        Cell("import subprocess, threading, time\\nsubprocess.Popen(['sleep', '600'])"),
        Cell("answer = 42\\nopen('file', 'w').write('x')", graded=True),
        Cell("def slow(): time.sleep(0.05)\\nslow()", graded=True),
    ]
    sandbox = Sandbox(tier=Tier(sys.argv[1]))
    while True:
        sandbox.run(cells, lambda index, channel: Student(channel)["answer"])
        print("again", flush=True)
    """
)


def die_once(tier, chance):
    """Kill an owner at a random moment of its work; returns what was left behind."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        process = subprocess.Popen(
            [sys.executable, "-c", OWNER, tier],
            env={**os.environ, "TMPDIR": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        if chance.random() < 0.8:  # else while it starts
            for _ in range(chance.randrange(1, 5)):
                process.stdout.readline()
        select.select([], [], [], chance.random() * 0.3)
        watched = [os.pidfd_open(pid) for pid in below(process.pid)]
        process.kill()
        process.wait()
        process.stdout.close()
        alive = [pidfd for pidfd in watched if not select.select([pidfd], [], [], 20)[0]]
        for pidfd in watched:
            os.close(pidfd)
        left = [path for path in Path(folder).rglob("*") if not _is_being_removed(path)]
        mounts = [line for line in Path("/proc/mounts").read_text().splitlines() if folder in line]
    return {"processes": len(alive), "files": left, "mounts": mounts}


def _is_being_removed(path):
    """The starter removes its folder after the zygote's end, which was just waited for."""
    for _ in range(100):
        if not path.exists():
            return True
        select.select([], [], [], 0.05)
    return False


def below(pid):
    """The processes below `pid`; those that end meanwhile are passed over."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    found = [d for child in map(int, children) for d in (child, *below(child))]
    return [pid for pid in found if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("tier", [Tier.STRICT, Tier.BASIC])
@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_left_behind(tier, seed):
    assert {"processes": 0, "files": [], "mounts": []} == die_once(tier, random.Random(seed))


if __name__ == "__main__":
    chance = random.Random(1)
    for number in range(int(sys.argv[1])):
        left = die_once(Tier.STRICT if number % 5 else Tier.BASIC, chance)
        print(number + 1, left, flush=True)
        if left != {"processes": 0, "files": [], "mounts": []}:
            sys.exit(1)
