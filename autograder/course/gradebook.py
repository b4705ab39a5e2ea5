"""What is read from nbgrader's gradebook, and written to it besides points."""

import json
from pathlib import Path
from typing import Any

from nbgrader.api import Base, Gradebook, MissingEntry, Notebook
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import DatabaseError

from autograder.errors import AuthoringError
from autograder.restore import AuthoredCell, AuthoredNotebook

__all__ = ["authored_notebook", "open_gradebook", "withdraw_points"]

_READER_WAITS_MS = 5000
_WRITER_WAITS_MS = 250
"""How long SQLite itself waits for a lock, where Ctrl-C is not heard; a writer tries again."""


def authored_notebook(found: Notebook) -> AuthoredNotebook:
    """The author's cells of a gradebook's notebook, as `generate_assignment` recorded them."""
    points = {cell.name: float(cell.max_score) for cell in (*found.grade_cells, *found.task_cells)}
    tasks = {cell.name for cell in found.task_cells}
    solutions = {cell.name for cell in found.solution_cells}
    return AuthoredNotebook(
        name=found.name,
        kernelspec=json.loads(found.kernelspec or "null"),
        cells=tuple(
            AuthoredCell(
                name=cell.name,
                cell_type=cell.cell_type,
                source=cell.source,
                locked=cell.locked,
                checksum=cell.checksum,
                points=points.get(cell.name),
                solution=cell.name in solutions,
                task=cell.name in tasks,
            )
            for cell in found.source_cells
        ),
    )


def withdraw_points(db_url: str, assignment: str, student: str) -> None:
    """Take back the automatic points of a submission that could not be graded.

    A file that was handed in again and can't be read must not keep the old file's points.
    Points that a person gave stay, and every task is marked as waiting for a person.
    """
    with Gradebook(db_url) as gradebook:
        try:
            submission = gradebook.find_submission(assignment, student)
        except MissingEntry:
            return
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                grade.auto_score = None
                grade.needs_manual_grade = True
        gradebook.db.commit()


def _must_exist(db_url: str, assignment: str) -> None:
    """nbgrader makes a gradebook where there is none, and an empty one is of no use here."""
    url = make_url(db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise AuthoringError(
            f"there is no gradebook {url.database}. Run this in the course's folder, after "
            f"`nbgrader generate_assignment {assignment}`"
        )


def open_gradebook(db_url: str, assignment: str) -> Engine:
    """The gradebook `db_url`, checked; connections with the option `writes` begin with its lock.

    Raises `AuthoringError` where there is none or another version of nbgrader made it.
    """
    _must_exist(db_url, assignment)
    engine = _engine(db_url)
    try:
        _check_version(engine, db_url)
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


def _check_version(engine: Engine, db_url: str) -> None:
    """Whether the gradebook's tables have the columns that this version of nbgrader writes."""
    place = make_url(db_url).database
    try:
        found = inspect(engine)
        tables = set(found.get_table_names())
        for table in Base.metadata.sorted_tables:
            columns = (
                {c["name"] for c in found.get_columns(table.name)}
                if table.name in tables
                else set()
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
