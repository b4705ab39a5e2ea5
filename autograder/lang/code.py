"""Texts in Python code: comments, docstrings, and strings that people read.

A string is such a text where it has a space and a letter, or is a word that is no name in the
notebook (`"first"`, and not `"scores"`). An f-string is a template (`autograder.lang.catalogue`)
whose fields are its expressions.
"""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograder.lang.catalogue import Catalogue, Template

__all__ = ["Text", "names_in", "texts_in", "translated"]

_LETTER = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"[A-Za-z]{3,}")
_NOT_PROSE = re.compile(r"###|hidden cases:|noqa|fmt:|type:|\s*$")
_QUOTED = re.compile(r"'([^'\\]* [^'\\]*)'")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(frozen=True)
class Text:
    """A text at source[start:end]: its key in a catalogue, and what it takes to write another."""

    key: str
    start: int
    end: int
    kind: str
    """comment, docstring, string or template."""
    prefix: str = ""
    """What stands before a docstring's quotes: white space."""
    fields: Mapping[str, str] | None = None
    """Of a template: the code of each field, as it stands between braces."""


def texts_in(source: str, names: frozenset[str] | None = None) -> list[Text]:
    """The texts in a cell's or a module's code, in order; none where it is not Python.

    `names` are the names in all of the code that it belongs to; without, every word counts.
    """
    try:
        tree = ast.parse(source)
        comments = list(_comments(source))
    except (SyntaxError, tokenize.TokenError):
        return []
    starts = _line_starts(source)
    found = [*comments, *_strings(tree, source, starts, names)]
    return sorted(found, key=lambda text: text.start)


def translated(source: str, catalogue: Catalogue) -> str:
    """The code with its texts in the catalogue's language; nothing else is changed."""
    for text in reversed(texts_in(source)):
        written = _written(text, catalogue)
        if written is not None:
            source = source[: text.start] + written + source[text.end :]
    return source


def names_in(source: str) -> set[str]:
    """The names that code uses: functions, arguments, variables, attributes."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        for attribute in ("id", "attr", "arg", "name"):
            names.add(getattr(node, attribute, None) or "")
    return names


def _comments(source: str) -> Iterator[Text]:
    starts = _line_starts(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        said = token.string.lstrip("#").strip()
        prose = token.type == tokenize.COMMENT and not _NOT_PROSE.match(token.string[1:].strip())
        if prose and not token.string.startswith("##") and _LETTER.search(said):
            start = starts[token.start[0] - 1] + token.start[1]
            yield Text(said, start, start + len(token.string), "comment")


def _strings(
    tree: ast.AST, source: str, starts: list[int], names: frozenset[str] | None
) -> Iterator[Text]:
    docstrings = {id(_docstring(node)) for node in ast.walk(tree)}
    inside = {id(part) for node in ast.walk(tree) for part in _parts(node)}
    for node in ast.walk(tree):
        if id(node) in inside or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        start, end = _span(node, source, starts)
        if isinstance(node, ast.JoinedStr):
            key, fields = _template(node)
            if _reads(" ".join(Template.of(key).texts), None):
                yield Text(key, start, end, "template", fields=fields)
        elif isinstance(node.value, str) and id(node) in docstrings:
            line = source[source.rfind("\n", 0, start) + 1 : start]
            indent = line[: len(line) - len(line.lstrip())]
            yield Text(inspect.cleandoc(node.value), start, end, "docstring", indent)
        elif isinstance(node.value, str) and _reads(node.value, names):
            yield Text(node.value, start, end, "string")


def _docstring(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return None
    first = node.body[0] if node.body else None
    return first.value if isinstance(first, ast.Expr) else None


def _parts(node: ast.AST) -> list[ast.AST]:
    """Whatever is inside an f-string, which is written as a whole."""
    return [part for part in ast.walk(node) if part is not node] if _is_joined(node) else []


def _is_joined(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr)


def _reads(text: str, names: frozenset[str] | None) -> bool:
    """Whether a person is meant to read a string."""
    if any(space in text.strip() for space in " \n") and _LETTER.search(text):
        return True
    if text != text.strip() and _LETTER.search(text):
        return True
    return bool(_WORD.fullmatch(text)) and (names is None or text not in names)


def _template(node: ast.JoinedStr) -> tuple[str, dict[str, str]]:
    key, fields = "", {}
    for part in node.values:
        if isinstance(part, ast.Constant):
            key += str(part.value).replace("{", "{{").replace("}", "}}")
        elif isinstance(part, ast.FormattedValue):
            code = ast.unparse(part.value)
            name = code + _how(part)
            fields[name] = name
            key += f"{{{name}}}"
    return key, fields


def _how(part: ast.FormattedValue) -> str:
    """Conversion and format of a field, as they are written."""
    conversion = f"!{chr(part.conversion)}" if part.conversion >= 0 else ""
    spec = part.format_spec
    plain = "".join(str(getattr(p, "value", "")) for p in getattr(spec, "values", []))
    return conversion + (f":{plain}" if plain else "")


def _written(text: Text, catalogue: Catalogue) -> str | None:
    """The text's translation as it stands in code; None where there is none."""
    if text.kind == "template":
        said = catalogue.templates.get(text.key)
        if said is None:
            return None
        fields = {name: _field_in(code, catalogue) for name, code in (text.fields or {}).items()}
        return _formatted(Template.of(said), fields)
    said = catalogue.texts.get(text.key)
    if said is None:
        return None
    if text.kind == "comment":
        return f"# {said}"
    if text.kind == "docstring":
        lines = said.replace("\\", "\\\\").splitlines()
        if len(lines) == 1:
            return f'"""{lines[0]}"""'
        return (
            '"""'
            + "\n".join((text.prefix + line).rstrip() for line in lines).lstrip()
            + (f'\n{text.prefix}"""')
        )
    return f'"{_escaped(said)}"'


def _field_in(code: str, catalogue: Catalogue) -> str:
    """A field's code with its own strings in the catalogue's language: `' and '.join(names)`."""
    return _QUOTED.sub(lambda found: f"'{catalogue.texts.get(found[1], found[1])}'", code)


def _formatted(template: Template, fields: Mapping[str, str]) -> str | None:
    """An f-string; None where a field is not one of the code's, or can't stand in quotes."""
    if any(set(fields.get(name, '"')) & set('"\\\n') for name in template.fields):
        return None
    texts = [_escaped(text).replace("{", "{{").replace("}", "}}") for text in template.texts]
    parts = [texts[0]]
    for name, text in zip(template.fields, texts[1:], strict=True):
        parts += [f"{{{fields[name]}}}", text]
    return 'f"' + "".join(parts) + '"'


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _span(node: ast.expr, source: str, starts: list[int]) -> tuple[int, int]:
    """Where a node stands; ast counts columns in bytes of UTF-8."""

    def place(line: int, column: int) -> int:
        text = source[starts[line - 1] :].partition("\n")[0]
        return starts[line - 1] + len(text.encode()[:column].decode())

    return place(node.lineno, node.col_offset), place(
        node.end_lineno or 0, node.end_col_offset or 0
    )
