"""A real server for the tests of gradebooks on PostgreSQL, one for each pytest process.

Where there is none (Debian: `apt-get install postgresql`) the tests are skipped with the reason;
in CI (CI=true) that is a failure.
"""

import itertools
import os
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import create_engine, text

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


@pytest.fixture
def new_database(server: Server) -> Callable[[], str]:
    """`new_database()`: the address of an empty database."""

    def make() -> str:
        name = f"course{next(_numbers)}"
        engine = create_engine(server.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return server.url(name)

    return make
