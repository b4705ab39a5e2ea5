"""Pages of HTML from templates: one file each, which needs no network and no script.

Templates lie in `templates/` and escape every value. They know nothing of what they show; whoever
renders gives them plain values, or Markup of the modules here: `safe` (strangers' HTML),
`markdown`, `formulas`, `code`, `shown` (outputs of code), `plots`.
"""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes

__all__ = ["render", "texts_put"]


def render(template: str, **values: Any) -> str:
    """The text of the page that `templates/<template>` makes of `values`."""
    return _environment().get_template(template).render(**values)


def texts_put(template: str) -> list[str]:
    """The English patterns that a template has put into the reader's language: `put("…")`."""
    environment = _environment()
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, template)
    return [
        call.args[0].as_const()
        for call in environment.parse(source).find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name == "put"
    ]


@cache
def _environment() -> Environment:
    """One for a process: it keeps the compiled templates."""
    return Environment(
        loader=PackageLoader("autograder.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
