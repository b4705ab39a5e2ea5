"""What a code cell showed, as HTML that runs and loads nothing."""

import base64
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from autograder.pages import markdown
from autograder.pages.code import without_colours
from autograder.pages.formulas import as_mathml
from autograder.pages.safe import data_image, embedded, sanitised

__all__ = ["as_html", "text_of"]

_IMAGES = ("image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp")
_LARGEST_IMAGE = 150_000
"""Characters in base64."""
_LONGEST = 20_000
"""Characters of text; a page is to be read."""
_FRAME = Markup('<p class="absent">(a page in a frame; the notebook shows it)</p>')


def as_html(output: Mapping[str, Any], find_image: Callable[[str], str | None]) -> Markup:
    """One output, in the richest form that is safe to show; `find_image` as in `safe.embedded`."""
    kind = output.get("output_type")
    if kind == "stream":
        return _text(
            text_of(output.get("text")), "stderr" if output.get("name") == "stderr" else ""
        )
    if kind == "error":
        traceback = output.get("traceback")
        lines = [text_of(line) for line in traceback] if isinstance(traceback, list) else []
        named = f"{text_of(output.get('ename'))}: {text_of(output.get('evalue'))}"
        return _text("\n".join(lines) or named, "error")
    data = output.get("data")
    return _bundle(data, find_image) if isinstance(data, Mapping) else Markup("")


def text_of(value: object) -> str:
    """A notebook's text: a string, or a list of lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


def _bundle(data: Mapping[str, Any], find_image: Callable[[str], str | None]) -> Markup:
    plain = text_of(data.get("text/plain"))
    html = text_of(data.get("text/html"))
    if "<iframe" in html.lower():
        return _FRAME
    if html:
        try:
            return Markup('<div class="rich" tabindex="0">{}</div>').format(
                embedded(sanitised(html), find_image)
            )
        except ValueError:
            pass
    for kind in _IMAGES:
        if kind in data:
            image = _image(kind, text_of(data[kind]), plain)
            if image:
                return image
    if "text/markdown" in data:
        said = markdown.as_html(text_of(data["text/markdown"]))
        return Markup('<div class="rich" tabindex="0">{}</div>').format(embedded(said, find_image))
    if "text/latex" in data:
        tex = text_of(data["text/latex"]).strip()
        return Markup("<p>{}</p>").format(as_mathml(tex.strip("$ \n"), block=True))
    return _text(plain) if plain else Markup("")


def _image(kind: str, data: str, alt: str) -> Markup | None:
    if kind == "image/svg+xml":
        data = base64.b64encode(data.encode("utf-8", "replace")).decode()
    if len(data) > _LARGEST_IMAGE:
        return Markup('<p class="absent">(a picture of {:,} KB; the notebook shows it)</p>').format(
            len(data) * 3 // 4000
        )
    address = data_image(kind, data)
    if address is None:
        return None
    return Markup('<img src="{}" alt="{}">').format(address, alt or "a picture")


def _text(text: str, kind: str = "") -> Markup:
    text = without_colours(text)
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        left = len(text) - 2 * half
        gap = f"\n… {left:,} characters are left out here; the notebook has them …\n"
        text = text[:half] + gap + text[-half:]
    return Markup('<pre class="printed {}" tabindex="0">{}</pre>').format(kind, text.rstrip("\n"))
