"""A gradebook's database, opened for reading or writing; nbgrader is not imported for it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, TableClause, create_engine, event, inspect, make_url
from sqlalchemy.exc import DatabaseError

from autograder.course.tables import READ
from autograder.errors import AuthoringError

__all__ = ["open_gradebook"]

_READER_WAITS_MS = 5000
_WRITER_WAITS_MS = 250
"""How long SQLite itself waits for a lock, where Ctrl-C is not heard; a writer tries again."""


def _must_exist(db_url: str, assignment: str) -> None:
    """nbgrader makes a gradebook where there is none, and an empty one is of no use here."""
    url = make_url(db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise AuthoringError(
            f"there is no gradebook {url.database}. Run this in the course's folder, after "
            f"`nbgrader generate_assignment {assignment}`"
        )


def open_gradebook(db_url: str, assignment: str, tables: Iterable[TableClause] = READ) -> Engine:
    """The gradebook `db_url`, checked to have `tables` with all of their columns.

    Connections with the option `writes` begin with its lock. Raises `AuthoringError` where there is
    none or another version of nbgrader made it.
    """
    _must_exist(db_url, assignment)
    engine = _engine(db_url)
    try:
        _check_version(engine, db_url, tables)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _engine(db_url: str) -> Engine:
    if make_url(db_url).get_backend_name() != "sqlite":
        return create_engine(db_url)
    engine = create_engine(db_url)

    @event.listens_for(engine, "connect")
    def _begin_ourselves(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # else sqlite3 begins a transaction that reads

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        busy = _WRITER_WAITS_MS if writes else _READER_WAITS_MS
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {busy}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _check_version(engine: Engine, db_url: str, tables: Iterable[TableClause]) -> None:
    """Whether the gradebook's tables have the columns that this version of nbgrader writes."""
    place = make_url(db_url).database
    try:
        found = inspect(engine)
        there = set(found.get_table_names())
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
        raise AuthoringError(
            f"{place} can't be read as a gradebook ({error.orig}). Put the right file there, or "
            "name it with --db"
        ) from error
