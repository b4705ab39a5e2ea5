"""The feedback page: nbgrader's template, readable for more people.

axe-core finds in it: no language, links that only their colour tells from text, pale text on blue
and on grey, and code that can only be scrolled with a mouse.
"""

from typing import Any

from nbconvert.exporters import HTMLExporter
from traitlets import Unicode

__all__ = ["FeedbackPage"]

_STYLE = """\
<style>
a { color: #1f5f99; text-decoration: underline; }
a.anchor-link { text-decoration: none; }
div.nbgrader_cell .panel-heading a { color: #fff; }
div.input_area, div.input_area .highlight, div.input_area pre { background: #fff; }
div.output_subarea { overflow: visible; }
div.output_subarea pre, div.input_area pre {
  overflow: visible; overflow-wrap: anywhere; white-space: pre-wrap;
}
</style>
"""


class FeedbackPage(HTMLExporter):
    """Writes what nbgrader's template makes, with a language and styles of our own at the end."""

    language = Unicode("en", help="Of the page, as HTML names it, such as zh.").tag(config=True)

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """The page, and the resources that nbconvert passes on."""
        page, resources = super().from_notebook_node(nb, resources=resources, **options)
        page = page.replace("<html>", f'<html lang="{self.language}">', 1)
        return page.replace("</head>", f"{_STYLE}</head>", 1), resources
