"""Strangers' HTML, made harmless: what is left can't run, load, restyle or pass for ours.

Styles, ids and classes go, too, save for the classes that our own modules give: nothing in an
output looks like a part of the page. Links lead to http(s), mail or a place in the page. Images
stay as their addresses until `embedded` has put the ones in that it can vouch for.
"""

import base64
import binascii
import html
import re
from collections.abc import Callable

from bleach.sanitizer import Cleaner
from markupsafe import Markup

from autograder.pages.code import CLASSES

__all__ = [
    "BLOCK_TEX", "INLINE_TEX", "LONGEST", "data_address", "data_image", "embedded", "sanitised",
]  # fmt: skip

INLINE_TEX, BLOCK_TEX = "tex", "btex"
"""Classes of spans whose text is a formula."""
LONGEST = 100_000
"""Characters of HTML that are worth the work; whoever calls shows a sentence instead."""
_TAGS = {
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del",
    "details", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5",
    "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "s", "samp", "small", "span",
    "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "u", "ul", "var",
}  # fmt: skip
_PLAIN = {
    "a": {"title"}, "abbr": {"title"}, "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"}, "ol": {"start"}, "img": {"src", "alt"},
}  # fmt: skip
_OUR_CLASSES = CLASSES | {INLINE_TEX, BLOCK_TEX}
_LINK = re.compile(r"(?:https?://|mailto:|#)", re.IGNORECASE)
_IMAGE = re.compile(r"<img\b[^>]*>")
_ATTRIBUTE = re.compile(r'\b(src|alt)="([^"]*)"')
_DATA = re.compile(r"data:(image/(?:png|jpeg|gif|webp|svg\+xml));base64,(.*)", re.DOTALL)


def _allowed(tag: str, name: str, value: str) -> bool:
    if name == "class":
        return tag == "span" and value in _OUR_CLASSES
    if (tag, name) == ("a", "href"):
        return _LINK.match(value) is not None
    return name in _PLAIN.get(tag, ())


def _cleaner() -> Cleaner:
    return Cleaner(
        tags=_TAGS,
        attributes=_allowed,
        protocols=["http", "https", "mailto", "data", "attachment"],
        strip=True,
    )


_CLEANER = _cleaner()
_DEEPEST = 100
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
_FLAT = {
    "br", "col", "dd", "dt", "hr", "img", "input", "li", "link", "meta", "p", "td", "th", "tr",
    "wbr",
}  # fmt: skip
"""Elements that hold nothing, or that the next of their kind ends."""
_UNSEEN = re.compile(
    r"<(script|style|title|template|noscript|iframe|object|svg|math)\b.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
"""What the cleaner would leave the text of: pages of source that nobody wants to read."""


def sanitised(text: str) -> Markup:
    """The HTML that may be shown; raises `ValueError` where it is too long or can't be parsed."""
    if len(text) > LONGEST:
        raise ValueError("too long")
    seen = _UNSEEN.sub("", text)
    if _depth(seen) > _DEEPEST:  # the parser's time grows with its square
        raise ValueError("not to be parsed: too deep")
    try:
        return Markup(_CLEANER.clean(seen))
    except Exception as error:  # a parser of strangers' text; RecursionError among others
        raise ValueError(f"not to be parsed: {type(error).__name__}") from error


def _depth(text: str) -> int:
    """Levels of elements at most, as far as tags alone tell."""
    depth = deepest = 0
    for closing, name in _TAG.findall(text):
        if name.lower() not in _FLAT:
            depth = max(0, depth - 1) if closing else depth + 1
            deepest = max(deepest, depth)
    return deepest


def embedded(markup: Markup, find: Callable[[str], str | None]) -> Markup:
    """The sanitised HTML with each image as what `find(src)` gives: a data: address, or None.

    Without one the image's text stands in its place: nothing is loaded from anywhere.
    """

    def image(match: re.Match[str]) -> str:
        said = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(match[0])}
        found, alt = find(said.get("src", "")), said.get("alt", "")
        if found is None:
            return str(Markup('<span class="absent">[image: {}]</span>').format(alt or "no text"))
        return str(Markup('<img src="{}" alt="{}">').format(found, alt))

    return Markup(_IMAGE.sub(image, str(markup)))


def data_image(kind: str, encoded: str) -> str | None:
    """The data: address of an image in base64, or None for what is none.

    An SVG in an `<img>` runs no scripts and loads nothing.
    """
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    address = f"data:{kind};base64,{base64.b64encode(data).decode()}"
    return address if data and _DATA.fullmatch(address) else None


def data_address(address: str) -> str | None:
    """The address, if it is an image's own data."""
    match = _DATA.fullmatch(address.strip())
    return data_image(match[1], match[2]) if match else None
