"""A notebook as other editors save it: the same cells in files of another shape.

Seen in files that Colab and VS Code wrote: which keys they add and drop, at the notebook, at a cell
and at an output. Both keep what nbgrader notes in a cell nowadays; VS Code's extension of 2020
dropped it when a cell ran, and copying cells into a new notebook drops it anywhere.
"""

from __future__ import annotations

import copy
import json
from typing import Any

__all__ = ["SHAPES", "without_notes"]

BADGE = (
    '<a href="https://colab.research.google.com/github/a-student/lessons/blob/main/attention.ipynb"'
    ' target="_parent"><img src="https://colab.research.google.com/assets/colab-badge.svg"'
    ' alt="Open In Colab"/></a>'
)
PRINTED = {"output_type": "stream", "name": "stdout", "text": ["project: fine\n", "√d\n"]}


def colab(notebook: Any) -> bytes:
    """As Colab saves a copy that was opened from GitHub and run."""
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {"id": "view-in-github", "colab_type": "text"},
            "source": [BADGE],
        }
    ]
    for place, cell in enumerate(_plain(notebook)["cells"]):
        metadata = {"id": f"aB3-{place:08}", **cell["metadata"]}
        metadata.pop("jupyter", None)
        if cell["cell_type"] == "code":
            metadata["colab"] = {"base_uri": "https://localhost:8080/", "height": 34}
            metadata["outputId"] = f"c471d6bb-292f-4ce3-b914-{place:012}"
            failed = {"output_type": "error", "ename": "NotYet", "evalue": "ignored"}
            cell["outputs"] = [PRINTED, {**failed, "traceback": ["\x1b[0;31mNotYet\x1b[0m"]}]
            cell["execution_count"] = place
        cell.pop("id", None)
        cells.append({**cell, "metadata": metadata})
    metadata = {
        "colab": {"provenance": [], "include_colab_link": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
    }
    saved = {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}
    return json.dumps(saved, indent=2, ensure_ascii=False).encode()


def vscode(notebook: Any) -> bytes:
    """As VS Code saves it: an environment of the student's, no ids of cells, an empty cell last."""
    saved = _plain(notebook)
    for place, cell in enumerate(saved["cells"]):
        cell.pop("id", None)
        if cell["cell_type"] == "code":
            cell["metadata"]["vscode"] = {"languageId": "python"}
            cell["outputs"] = [PRINTED]
            cell["execution_count"] = place
    saved["cells"].append({"cell_type": "markdown", "metadata": {}, "source": []})
    saved["metadata"] = {
        "kernelspec": {"display_name": ".venv (3.11.9)", "language": "python", "name": "python3"},
        "language_info": {
            "codemirror_mode": {"name": "ipython", "version": 3},
            "file_extension": ".py",
            "mimetype": "text/x-python",
            "name": "python",
            "nbconvert_exporter": "python",
            "pygments_lexer": "ipython3",
            "version": 3,
        },
        "orig_nbformat": 4,
        "vscode": {"interpreter": {"hash": "e0c64f3bcdec0072c9c7dd86851c5f64"}},
    }
    saved["nbformat_minor"] = 2
    return json.dumps(saved, indent=1, ensure_ascii=False).replace("\n", "\r\n").encode()


SHAPES = {"colab": colab, "vscode": vscode}


def without_notes(notebook: Any) -> Any:
    """The notebook after something dropped what is noted in its cells."""
    bare = copy.deepcopy(notebook)
    for cell in bare["cells"]:
        cell["metadata"] = type(cell["metadata"])()
    return bare


def _plain(notebook: Any) -> Any:
    """A copy as JSON has it, with texts as lists of lines."""
    plain = json.loads(json.dumps(notebook))
    for cell in plain["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    return plain
