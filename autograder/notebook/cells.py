"""Cells, nbgrader's metadata in them, and their outputs."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from autograder.lean import without_iri_grammar
from autograder.wire.messages import Output

with without_iri_grammar():
    import nbformat
    from nbformat import NotebookNode

__all__ = [
    "Notebook", "NotebookNode", "add_display", "clear_outputs", "grade_id", "is_graded",
    "is_manual", "is_solution", "is_task", "max_points", "nbformat", "new_cell", "new_notebook",
    "retype", "set_outputs",
]  # fmt: skip

Notebook: TypeAlias = NotebookNode


def grade_id(cell: Mapping[str, Any]) -> str:
    """The cell's grade_id, or an empty string."""
    return str(_nbgrader(cell).get("grade_id") or "")


def is_graded(cell: Mapping[str, Any]) -> bool:
    """Whether the cell has points."""
    return bool(_nbgrader(cell).get("grade"))


def is_solution(cell: Mapping[str, Any]) -> bool:
    """Whether the cell is the student's to fill in."""
    return bool(_nbgrader(cell).get("solution"))


def is_manual(cell: NotebookNode) -> bool:
    """Whether a person gives the cell's points: a written answer or a manually graded one."""
    return is_graded(cell) and (is_solution(cell) or cell.cell_type != "code")


def is_task(cell: Mapping[str, Any]) -> bool:
    """Whether the cell sets a task that is answered in cells of the student's own."""
    return bool(_nbgrader(cell).get("task"))


def max_points(cell: NotebookNode) -> float:
    """The points that the cell's author gives at most."""
    return float(_nbgrader(cell).get("points") or 0)


def set_outputs(cell: NotebookNode, outputs: Iterable[Output], count: int | None) -> None:
    """Give a code cell outputs and an execution count."""
    cell.outputs = [_node(output, count) for output in outputs]
    cell.execution_count = count


def add_display(cell: NotebookNode, data: Mapping[str, str]) -> None:
    """Show `data`, texts by MIME type, below a code cell's other outputs."""
    cell.outputs.append(_display(data))


def clear_outputs(notebook: Notebook) -> None:
    """Take outputs, and the metadata that is about them, from every code cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            for key in ("collapsed", "scrolled"):
                cell.metadata.pop(key, None)


def new_cell(
    cell_type: str, source: str, identity: str, metadata: Mapping[str, Any]
) -> NotebookNode:
    """A code or markdown cell with this text, id and metadata, and nothing else."""
    cell: dict[str, Any] = {
        "id": identity,
        "cell_type": cell_type,
        "source": source,
        "metadata": dict(metadata),
    }
    if cell_type == "code":
        cell |= {"outputs": [], "execution_count": None}
    return nbformat.from_dict(cell)  # without a check of its format, which takes 2 ms


def retype(cell: NotebookNode, cell_type: str) -> None:
    """Make a cell a code or markdown cell, without what the other has: outputs or attachments."""
    cell["cell_type"] = cell_type
    if cell_type == "code":
        cell.pop("attachments", None)
        cell["outputs"], cell["execution_count"] = [], None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def new_notebook(cells: Iterable[NotebookNode]) -> Notebook:
    """A notebook of these cells."""
    return nbformat.v4.new_notebook(cells=list(cells))


def _nbgrader(cell: Mapping[str, Any]) -> Any:
    metadata = cell.get("metadata", {})
    found = metadata.get("nbgrader", {}) if isinstance(metadata, dict) else {}
    return found if isinstance(found, dict) else {}


def _node(output: Output, count: int | None) -> NotebookNode:
    """An output as the format has it; made without nbformat's check of each, which takes 1 ms."""
    kind = output.output_type
    if kind == "stream":
        return NotebookNode(output_type=kind, name=output.name or "stdout", text=output.text)
    if kind == "error":
        return NotebookNode(
            output_type=kind,
            ename=output.ename,
            evalue=output.evalue,
            traceback=list(output.traceback),
        )
    shown = _display(output.data)
    if kind == "execute_result":
        shown |= {"output_type": kind, "execution_count": count}
    return shown


def _display(data: Mapping[str, str]) -> NotebookNode:
    return NotebookNode(
        output_type="display_data", metadata=NotebookNode(), data=NotebookNode(data)
    )
