"""A PostgreSQL server of the tests' own: Debian's programs, a data folder that is thrown away.

Where they are not (`apt-get install postgresql`) a test is skipped with the reason; in CI (CI=true)
that is a failure.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import pytest

PASSWORD = "s3cret-of-the-tests"
USER = "grader"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl: Debian's newest, or that of PATH; None where none is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])
    )
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextlib.contextmanager
def a_server() -> Iterator[Server]:
    """A server that runs while the context lasts, or a reason to skip the test."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        _unavailable("psycopg is not installed: pip install '.[postgresql]'")
    found = programs()
    if found is None:
        _unavailable("there is no PostgreSQL server here: apt-get install postgresql")
    started = Server(found)
    try:
        yield started
    finally:
        started.close()


def _unavailable(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; in CI the tests of PostgreSQL have to run")
    pytest.skip(reason)


class Server:
    """A server that listens on a socket in a folder of its own, and asks for a password."""

    def __init__(self, bin_folder: Path) -> None:
        self._bin = bin_folder
        # Not pytest's folder: a socket's path has room for some hundred letters, and the server's
        # user has to get there.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._as: list[str] = []
        if os.getuid() == 0:  # the server refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}"]
            self._as = ["setpriv", *ids, "--clear-groups"]
        password = self.folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        password.chmod(0o644)
        self._run(
            "initdb", "-U", USER, "-A", "scram-sha-256", f"--pwfile={password}", "--no-sync",
            "-E", "UTF8", "--locale=C",
        )  # fmt: skip
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(
                f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nfsync = off\n"
            )
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """Stop as a machine does that loses its power: clients are cut off."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def running(self) -> bool:
        """Whether it runs."""
        return (self.folder / "data" / "postmaster.pid").exists()

    def url(self, database: str, *, user: str = USER, password: str = PASSWORD) -> str:
        """The address of a database."""
        host = quote(str(self.folder), safe="")
        return f"postgresql+psycopg://{user}:{password}@/{database}?host={host}"

    def close(self) -> None:
        """Stop it and remove everything."""
        if self.running():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._as, self._bin / program, "-D", self.folder / "data", *arguments],
            check=True,
            cwd="/",
            stdout=subprocess.DEVNULL,
        )
