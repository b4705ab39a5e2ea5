"""Markdown as nbconvert reads it, formulas included, as HTML that runs and loads nothing."""

import re
from functools import lru_cache
from html import unescape
from typing import Any

from markupsafe import Markup, escape

from autograder.lean import without_iri_grammar
from autograder.pages.code import coloured
from autograder.pages.formulas import as_mathml
from autograder.pages.safe import BLOCK_TEX, INLINE_TEX, sanitised

with without_iri_grammar():
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

__all__ = ["as_html"]

_LONGEST = 30_000
"""Characters; a parser's worst case is quadratic, and no page of prose is longer."""
_TEX = re.compile(rf'<span class="({INLINE_TEX}|{BLOCK_TEX})">([^<]*)</span>')


@lru_cache(maxsize=1024)
def as_html(source: str) -> Markup:
    """The text as HTML. Headings are one level lower: the page has the first.

    Images keep their addresses; `safe.embedded` is for them.
    """
    try:
        if len(source) > _LONGEST:
            raise ValueError("too long")
        text = MarkdownWithMath(renderer=_Renderer(escape=False)).render(source)
        return Markup(_TEX.sub(_formula, str(sanitised(text))))
    except Exception:  # a parser of strangers' text
        return Markup("<pre>{}</pre>").format(source)


def _formula(match: re.Match[str]) -> str:
    return str(as_mathml(unescape(match[2]).strip(), block=match[1] == BLOCK_TEX))


class _Renderer(IPythonRenderer):  # type: ignore[misc]  # nbconvert has no types
    """Leaves formulas in spans, and images to whoever knows where they lie."""

    def heading(self, text: str, level: int, **_more: Any) -> str:
        level = min(level + 1, 6)
        return f"<h{level}>{text}</h{level}>\n"

    def block_code(self, code: str, info: str | None = None) -> str:
        language = (info or "").split(maxsplit=1)[:1]
        return f"<pre>{coloured(code, language[0]) if language else escape(code)}</pre>\n"

    def inline_math(self, body: str) -> str:
        return f'<span class="{INLINE_TEX}">{escape(body)}</span>'

    def block_math(self, body: str) -> str:
        return f'<span class="{BLOCK_TEX}">{escape(body)}</span>'

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return f'<img src="{escape(url)}" alt="{escape(text)}">'
