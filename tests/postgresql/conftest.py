"""A real server for the tests of gradebooks on PostgreSQL, one for each pytest process.

Where there is none (Debian: `apt-get install postgresql`) the tests are skipped with the reason;
in CI (CI=true) that is a failure.
"""

import itertools
import os
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import create_engine, text

from tests.postgresql.gradebooks import with_assignments
from tests.postgresql.server import Server, programs

_numbers = itertools.count(1)


def unavailable(reason: str) -> None:
    """Fail in CI, skip elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; in CI the tests of PostgreSQL have to run")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def _server() -> Iterator[Server]:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        unavailable("psycopg is not installed: pip install '.[postgresql]'")
    found = programs()
    if found is None:
        unavailable("there is no PostgreSQL server here: apt-get install postgresql")
    started = Server(found)
    yield started
    started.close()


@pytest.fixture
def server(_server: Server) -> Server:
    """The server, running."""
    if not _server.running():
        _server.start()
    return _server


def _make(server: Server, template: str = "template1") -> str:
    """The address of a new database."""
    name = f"course{next(_numbers)}"
    engine = create_engine(server.url("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    engine.dispose()
    return name


@pytest.fixture
def new_database(server: Server) -> Callable[[], str]:
    """`new_database()`: the address of an empty database."""
    return lambda: server.url(_make(server))


@pytest.fixture(scope="session")
def _made_by_nbgrader(_server: Server) -> str:
    """nbgrader needs seconds for a gradebook, so it makes one, and tests get copies."""
    name = _make(_server)
    with_assignments(_server.url(name))
    return name


@pytest.fixture
def url(server: Server, _made_by_nbgrader: str) -> str:
    """The address of a gradebook with the assignments `one` and `two`."""
    return server.url(_make(server, _made_by_nbgrader))
