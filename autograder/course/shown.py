"""What feedback pages show: two preprocessors of `nbgrader generate_feedback`."""

import re
from typing import Any

from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Any as AnyTrait
from traitlets import Bool, List, Unicode

__all__ = ["HideRegions", "ShowSafely"]

_TAGS = (
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "div", "dl", "dt", "em", "h1", "h2", "h3",
    "h4", "h5", "h6", "hr", "i", "img", "li", "ol", "p", "pre", "small", "span", "strong", "sub",
    "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
)  # fmt: skip
_HTML = re.compile(r"<[A-Za-z!/?]")


class HideRegions(NbGraderPreprocessor):
    """Leaves the lines that name hidden cases out of a student's feedback."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """The cell without hidden regions in its source."""
        kept, hidden = [], False
        for line in cell.source.splitlines():
            if "BEGIN HIDDEN TESTS" in line:
                hidden = True
            elif "END HIDDEN TESTS" in line:
                hidden = False
            elif not hidden:
                kept.append(line)
        cell.source = "\n".join(kept).rstrip()
        return cell, resources


class ShowSafely(SanitizeHTML):
    """Leaves out of cells and outputs whatever runs or loads by itself, such as scripts.

    nbconvert's sanitiser, for the outputs of code and for text that holds HTML at all: text
    without any, formulas above all, stays as it was written.
    """

    enabled = Bool(True).tag(config=True)
    tags = List(Unicode(), list(_TAGS)).tag(config=True)
    attributes = AnyTrait({"a": ["href", "title"], "img": ["src", "alt"], "*": ["class"]}).tag(
        config=True
    )

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """The cell as it may be shown."""
        if cell.cell_type != "code" and not _HTML.search(cell.source):
            return cell, resources
        for output in cell.get("outputs", []):
            _without_frames(output)
        shown: tuple[Any, Any] = super().preprocess_cell(cell, resources, cell_index)
        return shown


def _without_frames(output: Any) -> None:
    """A page in a frame, such as the walkthrough, would be escaped: screenfuls of source."""
    if "<iframe" in str(output.get("data", {}).get("text/html", "")).lower():
        output.data = {"text/plain": "(a page in a frame; the notebook shows it)"}
