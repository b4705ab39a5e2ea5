"""Formulas as MathML, which browsers draw by themselves: no script, no network.

TeX may be a stranger's. What latex2mathml makes of it is parsed, and shown only if it consists of
elements and attributes that draw; else the TeX is shown as it was typed.
"""

import re
from functools import lru_cache
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markupsafe import Markup

__all__ = ["as_mathml"]

_LONGEST = 3_000
"""Characters."""
_ELEMENTS = {
    "math", "menclose", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover",
    "mpadded", "mphantom", "mroot", "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup",
    "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "mprescripts", "none",
}  # fmt: skip
_ATTRIBUTES = {
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "display",
    "displaystyle", "fence", "form", "linebreak", "linethickness", "lspace", "mathvariant",
    "maxsize", "minsize", "movablelimits", "notation", "rowlines", "rowspacing", "rspace",
    "scriptlevel", "separator", "stretchy", "symmetric", "width",
}  # fmt: skip
_ALIGNED = re.compile(r"\\(begin|end)\{(aligned|alignedat|gathered)\}")
"""Environments that latex2mathml doesn't know; `align*` is the one that it does."""


@lru_cache(maxsize=4096)
def as_mathml(tex: str, *, block: bool = False) -> Markup:
    """The formula; `block` puts it on a line of its own."""
    tree = _tree(tex, block) if len(tex) <= _LONGEST else None
    if tree is None:
        return Markup('<code class="formula">{}</code>').format(tex)
    return Markup(ElementTree.tostring(tree, encoding="unicode"))


def _tree(tex: str, block: bool) -> ElementTree.Element | None:
    """What the converter makes of it; None where that is not well-formed or more than drawing."""
    try:
        text = convert(_ALIGNED.sub(r"\\\1{align*}", tex), display="block" if block else "inline")
        tree = ElementTree.fromstring(text)
        for element in tree.iter():
            element.tag = element.tag.rpartition("}")[2]
            if element.tag not in _ELEMENTS or element.attrib.keys() - _ATTRIBUTES:
                return None
    except Exception:  # a converter of strangers' text raises whatever it likes
        return None
    return tree
