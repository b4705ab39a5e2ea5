"""Run one target for some seconds: by coverage with atheris, else with a plain mutator.

::

    python -m tests.fuzz notebook 60

Exits with 0 when nothing was found. What breaks is printed, and kept in `.fuzz/<target>/`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import random
import sys
import time
import traceback
from pathlib import Path


def main(target: str, seconds: int) -> None:
    """Fuzz the target; does not return under atheris, whose driver ends the process."""
    corpus = Path(".fuzz", target)
    corpus.mkdir(parents=True, exist_ok=True)
    if importlib.util.find_spec("atheris"):
        _by_coverage(target, seconds, corpus)
    else:
        _by_chance(target, seconds, corpus)


def _by_coverage(target: str, seconds: int, corpus: Path) -> None:
    import atheris

    with atheris.instrument_imports(include=["autograder", "zipfile", "tarfile"]):
        from tests.fuzz import targets
    _sow(corpus, targets.SEEDS[target]())
    options = [
        f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=4096", "-max_len=8192",
        f"-artifact_prefix={corpus}/found-", "-print_final_stats=1", "-verbosity=1",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(corpus)], targets.TARGETS[target])
    atheris.Fuzz()


def _by_chance(target: str, seconds: int, corpus: Path) -> None:
    from tests.fuzz import targets

    seed = time.time_ns()
    draw, seeds, runs = random.Random(seed), targets.SEEDS[target](), 0
    print(f"{target}: atheris is not installed; mutating by chance (seed {seed})")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutated(draw, draw.choice(seeds))
        runs += 1
        try:
            targets.TARGETS[target](data)
        except Exception:
            path = corpus / f"found-{hashlib.sha256(data).hexdigest()[:16]}"
            path.write_bytes(data)
            traceback.print_exc()
            sys.exit(f"{target}: found after {runs:,} runs, kept in {path}")
    print(f"{target}: {runs:,} runs, nothing found")


def mutated(draw: random.Random, data: bytes) -> bytes:
    """The data with a few bytes changed, cut out, doubled or put in."""
    content = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        place = draw.randrange(len(content) + 1)
        length = draw.randint(1, 16)
        match draw.randrange(4):
            case 0:
                content[place : place + 1] = draw.randbytes(1)
            case 1:
                del content[place : place + length]
            case 2:
                content[place:place] = content[place : place + length]
            case _:
                content[place:place] = draw.randbytes(length)
    return bytes(content)


def _sow(corpus: Path, seeds: list[bytes]) -> None:
    for seed in seeds:
        (corpus / f"seed-{hashlib.sha256(seed).hexdigest()[:16]}").write_bytes(seed)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
