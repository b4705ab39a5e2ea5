"""A real server for the tests of gradebooks on PostgreSQL, one for each pytest process."""

import itertools
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import create_engine, text

from tests.postgresql.gradebooks import with_assignments
from tests.postgresql.server import Server, a_server

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def _server() -> Iterator[Server]:
    with a_server() as started:
        yield started


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
