"""Pages of HTML from templates: one file each, which needs no network and no script.

Templates lie in `templates/` and escape every value. They know nothing of what they show; whoever
renders gives them plain values, or Markup of the modules here: `safe` (strangers' HTML),
`markdown`, `formulas`, `code`, `shown` (outputs of code), `plots`.
"""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

__all__ = ["render"]


def render(template: str, **values: Any) -> str:
    """The text of the page that `templates/<template>` makes of `values`."""
    return _environment().get_template(template).render(**values)


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
