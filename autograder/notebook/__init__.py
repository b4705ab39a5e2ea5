"""The only reader and writer of notebooks and of nbgrader's metadata in them."""

from autograder.notebook.cells import (
    Notebook,
    NotebookNode,
    add_display,
    clear_outputs,
    grade_id,
    is_graded,
    is_manual,
    is_solution,
    is_task,
    max_points,
    new_cell,
    new_notebook,
    retype,
    set_outputs,
)  # fmt: skip
from autograder.notebook.files import find_source, namespace_at, to_text, write
from autograder.notebook.reading import (
    is_made_up,
    outline,
    parse,
    plain_cells,
    read,
    read_bytes,
)

__all__ = [
    "Notebook", "NotebookNode", "add_display", "clear_outputs", "find_source", "grade_id",
    "is_graded", "is_made_up", "is_manual", "is_solution", "is_task", "max_points", "namespace_at",
    "new_cell", "new_notebook", "outline", "parse", "plain_cells", "read", "read_bytes", "retype",
    "set_outputs", "to_text", "write",
]  # fmt: skip
