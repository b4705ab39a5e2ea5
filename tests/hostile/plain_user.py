"""Runs a Python module as a plain user, from a test that runs as root.

Python may lie in a folder that only root may enter, such as a home. A private mount namespace
makes the folders on the way to it enterable, and nothing else in them visible.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from autograder.sandbox import view
from autograder.sandbox.kernel import MS_BIND, MS_PRIVATE, MS_REC, NAMESPACES, mount, unshare

USER = 4321
REPOSITORY = Path(__file__).parents[2]


def run_as_plain_user(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m module arguments`, as a user without any privilege."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        preexec_fn=_leave_root,
        cwd=REPOSITORY,
        env={**os.environ, "HOME": "/tmp", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )


def _leave_root() -> None:
    unshare(NAMESPACES["mount"])
    mount("", "/", "", MS_REC | MS_PRIVATE)
    for path in (*view.python_paths(), str(REPOSITORY)):
        _open_the_way_to(path)
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)


def _open_the_way_to(path: str) -> None:
    """Put an empty folder that anyone may enter over the first one on the way that is closed."""
    for parent in reversed(Path(path).parents):
        if parent.stat().st_mode & 0o005 != 0o005:
            with tempfile.TemporaryDirectory() as aside:
                mount(path, aside, "", MS_BIND | MS_REC)
                mount("tmpfs", str(parent), "tmpfs", 0, "mode=755")
                os.makedirs(path, mode=0o755)
                mount(aside, path, "", MS_BIND | MS_REC)
                subprocess.run(["umount", aside], check=True)
            return
