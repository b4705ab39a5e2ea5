"""A gradebook's database, opened for reading or writing; nbgrader is not imported for it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, TableClause, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError

from autograder.course.tables import READ
from autograder.errors import AuthoringError

__all__ = ["address_of", "is_away", "is_locked", "open_gradebook", "place_of", "said_by"]

_READER_WAITS_MS = 5000
_WRITER_WAITS_MS = 250
"""How long the database waits for a lock, where Ctrl-C is not heard; a writer tries again."""

_CONNECT_SECONDS = 10
"""How long a server that does not answer is waited for, once."""

_LOCKED = {"40001", "40P01", "55P03"}
"""PostgreSQL's codes: could not serialize, deadlock, lock not available."""

_AWAY = ("08", "53300", "57P")
"""PostgreSQL's codes begin so: no connection, too many of them, shutting down or starting."""

_SECRETS = ("password", "sslpassword")
"""What an address may say after its question mark that nobody should read."""


def place_of(db_url: str) -> str:
    """Where a gradebook is, for a message: a file, or an address without its password."""
    url = make_url(db_url)
    if url.get_backend_name() == "sqlite":
        return str(url.database or "in memory")
    return str(url.difference_update_query(_SECRETS).render_as_string(hide_password=True))


def is_locked(error: DatabaseError) -> bool:
    """Whether somebody else was at the same rows, so that trying again helps."""
    return getattr(error.orig, "sqlstate", None) in _LOCKED or "locked" in str(error.orig)


def is_away(error: DatabaseError) -> bool:
    """Whether the database's server was not there, so that trying again may help."""
    if not hasattr(error.orig, "sqlstate"):
        return bool(error.connection_invalidated)
    code = error.orig.sqlstate
    if code is None:  # psycopg's own: it could not connect, or lost the connection
        return isinstance(error, OperationalError)
    return bool(error.connection_invalidated) or str(code).startswith(_AWAY)


def said_by(error: DatabaseError) -> str:
    """What the database said, in one line."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    return lines[0] if lines else type(error.orig).__name__


def address_of(db_url: str) -> URL:
    """The parts of a gradebook's address. Raises `AuthoringError` where it is none."""
    try:
        return make_url(db_url)
    except ArgumentError as error:
        # The text may hold a password, so it is not shown.
        raise AuthoringError(
            "the gradebook's address is not an address of a database. Write it like "
            "sqlite:///gradebook.db or postgresql+psycopg://user@host/database, in "
            "c.CourseDirectory.db_url or with --db"
        ) from error


def _must_exist(db_url: str, assignment: str) -> None:
    """nbgrader makes a gradebook where there is none, and an empty one is of no use here."""
    url = address_of(db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise AuthoringError(
            f"there is no gradebook {url.database}. Run this in the course's folder, after "
            f"`nbgrader generate_assignment {assignment}`"
        )


def open_gradebook(db_url: str, assignment: str, tables: Iterable[TableClause] = READ) -> Engine:
    """The gradebook `db_url`, checked to have `tables` with all of their columns.

    Connections with the option `writes` begin with its lock (SQLite) or wait for rows' locks only
    for a moment (PostgreSQL). Raises `AuthoringError` where there is none, where it can't be
    connected to, or where another version of nbgrader made it.
    """
    _must_exist(db_url, assignment)
    engine = _engine(db_url)
    try:
        _check_version(engine, db_url, assignment, tables)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _engine(db_url: str) -> Engine:
    backend = make_url(db_url).get_backend_name()
    try:
        if backend == "postgresql":
            return _postgresql(db_url)
        engine = create_engine(db_url)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise AuthoringError(
            f"the gradebook {place_of(db_url)} can't be opened, its driver is not here ({error}). "
            "For PostgreSQL run `pip install 'attention-grading-kit[postgresql]'`, and begin the "
            "address with postgresql+psycopg://"
        ) from error
    if backend == "sqlite":
        _begin_with_the_lock(engine)
    return engine


def _postgresql(db_url: str) -> Engine:
    """Each statement sees what was committed before it; a lost connection is made anew."""
    waits = {"connect_timeout": _CONNECT_SECONDS}
    if "connect_timeout" in make_url(db_url).query:
        waits = {}
    engine = create_engine(
        db_url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=waits
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writes", False):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {_WRITER_WAITS_MS}")

    return engine


def _begin_with_the_lock(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _begin_ourselves(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # else sqlite3 begins a transaction that reads

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        busy = _WRITER_WAITS_MS if writes else _READER_WAITS_MS
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {busy}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_version(
    engine: Engine, db_url: str, assignment: str, tables: Iterable[TableClause]
) -> None:
    """Whether the gradebook's tables have the columns that this version of nbgrader writes."""
    place = place_of(db_url)
    try:
        found = inspect(engine)
        there = set(found.get_table_names())
        if not there and engine.dialect.name != "sqlite":
            raise AuthoringError(
                f"the database {place} is empty. Run `nbgrader generate_assignment {assignment}`, "
                "which makes a gradebook in it, or mend the address"
            )
        for table in tables:
            columns = (
                {c["name"] for c in found.get_columns(table.name)} if table.name in there else set()
            )
            missing = sorted({column.name for column in table.columns} - columns)
            if missing:
                raise AuthoringError(
                    f"the gradebook {place} is of another version of nbgrader: its table "
                    f"{table.name} has no {missing[0]}. Make a copy of it, then run "
                    "`nbgrader db upgrade`"
                )
    except DatabaseError as error:
        if engine.dialect.name == "postgresql":
            raise AuthoringError(
                f"the gradebook {place} can't be opened ({said_by(error)}). See that the server "
                "runs and that the user, the password and the database are right, then run this "
                "again; the address is c.CourseDirectory.db_url's or that of --db"
            ) from error
        raise AuthoringError(
            f"{place} can't be read as a gradebook ({error.orig}). Put the right file there, or "
            "name it with --db"
        ) from error
