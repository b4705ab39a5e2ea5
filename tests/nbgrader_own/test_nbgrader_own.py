"""nbgrader's own tests, from its wheel, through our doors: which agree, and which differ why.

A test that is not listed in `agreed.py` has to end as it does with nbgrader; one that is listed
as different has to differ, or else it comes off the list.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.nbgrader_own.agreed import GROUPS, Group

pytestmark = pytest.mark.course

REPOSITORY = Path(__file__).parents[2]
EVERYTHING = os.environ.get("NBGRADER_OWN") == "all"


def outcomes(group: Group, folder: Path) -> dict[str, str]:
    """What became of each of the tests: passed, failed or skipped."""
    wanted = (*group.only, *(group.more if EVERYTHING else ()))
    here = Path(sys.executable).parent
    result = folder / "result.xml"
    ran = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider",
            "-p", "tests.nbgrader_own.doors", "--door", group.door, f"--junitxml={result}",
            "-n", "0", "-W", "ignore", f"--basetemp={folder / 'temporary'}",
            "--pyargs", *(f"nbgrader.tests.{name}" for name in group.modules), "--only", *wanted,
        ],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', '')}",
            "PYTHONPATH": str(REPOSITORY),
            "JUPYTER_CONFIG_DIR": str(folder / "no"),
            "OMP_NUM_THREADS": "1",
            "TMPDIR": str(folder),
        },
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert result.is_file(), ran.stdout + ran.stderr
    found = {}
    for case in ElementTree.parse(result).iter("testcase"):
        kinds = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        if kinds != ["skipped"]:
            found[case.attrib["name"]] = "failed" if kinds else "passed"
    return found


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group.door}, {group.modules[0]}")
def test_nbgrader_s_own_tests_agree_but_for_those_that_are_listed(
    group: Group, tmp_path: Path
) -> None:
    found = outcomes(group, tmp_path)
    named = {name.partition("[")[0] for name in found}
    failed = {name.partition("[")[0] for name, outcome in found.items() if outcome == "failed"}
    not_run = set() if EVERYTHING else set(group.more)

    assert set(group.only) <= named
    assert set(group.differs) - not_run == failed
