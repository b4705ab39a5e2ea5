"""Code with colours, as HTML: a few classes for what the eye looks for, and plain text else."""

import re
from functools import lru_cache

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token
from pygments.util import ClassNotFound

__all__ = ["CLASSES", "coloured", "without_colours"]

_KINDS = (
    (Comment, "cm"),
    (String, "st"),
    (Number, "nu"),
    (Keyword, "kw"),
    (Operator.Word, "kw"),
    (Name.Decorator, "de"),
    (Name.Function, "nm"),
    (Name.Class, "nm"),
)
CLASSES = frozenset(name for _, name in _KINDS)
_LONGEST = 8_000
"""Characters; a lexer is made for what people type, and what is longer is shown plain."""
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)?", re.DOTALL)


@lru_cache(maxsize=2048)
def coloured(source: str, language: str = "python") -> Markup:
    """The code as the inside of a `<pre>`."""
    if len(source) > _LONGEST:
        return escape(source)
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(source)
    return Markup("").join(_part(kind, text) for kind, text in lexer.get_tokens(source))


def without_colours(text: str) -> str:
    """What a program wrote for a terminal, without the codes that would drive it."""
    return _ESCAPES.sub("", text) if "\x1b" in text else text


def _part(kind: object, text: str) -> Markup:
    for family, name in _KINDS:
        if kind in family and kind is not Token.Text:
            return Markup('<span class="{}">{}</span>').format(name, text)
    return escape(text)
