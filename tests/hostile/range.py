"""Runs every attack in one notebook in the sandbox: `python -m tests.hostile.range TIER [LAYER…]`.

Prints one JSON object: for each attack `refused`, `got through`, or what else became of it.
With names of layers, these are left out, which shows what each of them stops.
"""

import json
import os
import socket
import sys
import tempfile
from pathlib import Path

import autograder
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits, Tier
from autograder.wire.messages import Cell
from tests.hostile.attacks import ATTACKS

SOURCE = Path(__file__).with_name("attacks.py")
LIMITS = Limits(
    cell_seconds=20, scratch_mib=32, file_mib=16, scratch_files=1024, processes=32, open_files=100
)
SMALL = ("scratch_mib", "file_mib", "scratch_files", "processes", "open_files")


def attack(tier: Tier, without: tuple[str, ...] = ()) -> dict[str, str]:
    """What became of each attack, by name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)  # the sandbox is to stop it, not the modes of files
        secret = folder / "secret"
        secret.write_text("not for students")
        secret.chmod(0o644)
        unix, abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        unix.bind(str(folder / "unix"))
        (folder / "unix").chmod(0o777)
        abstract.bind(f"\0autograder-test-{os.getpid()}")
        with socket.create_server(("127.0.0.1", 0)) as server, unix, abstract:
            unix.listen()
            abstract.listen()
            bait = {
                "secret": str(secret),
                "folder": str(folder),
                "case": str(
                    Path(autograder.__file__).parent / "cases" / "attention" / "formula.py"
                ),
                "pid": os.getpid(),
                "port": server.getsockname()[1],
                "unix": str(folder / "unix"),
                "abstract": f"autograder-test-{os.getpid()}",
                "can_be_killed": True,
                "address_space_mib": LIMITS.address_space_mib,
                **{limit: getattr(LIMITS, limit) for limit in SMALL},
            }
            return _run(tier, without, bait)


def _run(tier: Tier, without: tuple[str, ...], bait: dict[str, object]) -> dict[str, str]:
    set_up = f"{SOURCE.read_text()}\nBAIT = {bait!r}"
    cells = [Cell(set_up), *(Cell(_one(function.__name__)) for function in ATTACKS)]
    with Sandbox(LIMITS, tier, without=without) as sandbox:
        runs = sandbox.run(cells, lambda index, channel: None)
        again = sandbox.run(cells, lambda index, channel: None)
    outcomes = {}
    for function, first, second in zip(ATTACKS, runs[1:], again[1:], strict=True):
        texts = {_text(first), _text(second)}
        outcomes[function.__name__] = min(texts - {"refused"}, default="refused")
    for place in ("/dev/shm", "/tmp", "/var/tmp"):  # where a layer was left out
        Path(place, f"left-behind-by-a-student-{os.getpid()}").unlink(missing_ok=True)
    if survivors():
        outcomes["leave_the_process_group"] = "got through"
    return outcomes


def _one(name: str) -> str:
    return f"""
try:
    print("got through" if {name}() else "refused", end="")
except (OSError, MemoryError, ImportError) as error:
    print("refused", end="")
"""


def _text(run: object) -> str:
    parts = []
    for output in run.outputs or ():
        parts.append(output.text or f"{output.ename}: {output.evalue}")
    return "".join(parts) or "not reached"


def survivors() -> list[int]:
    """Processes that a notebook has left behind."""
    mark = f"-{os.getpid()}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"MARK=autograder-daemon-" in environment and mark in environment:
            found.append(int(folder.name))
    return found


if __name__ == "__main__":
    tier, *without = sys.argv[1:]
    print(json.dumps(attack(Tier(tier), tuple(without))))
