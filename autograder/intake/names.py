"""Names of files and folders as they come in, made fit for a file system.

An LMS renames, browsers number, systems add files of their own, and an archive's author may
write any bytes as a name. The rules here are stated in docs/intake.md.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence

__all__ = [
    "BadName", "archive_stem", "clean", "folded", "folder_id", "is_noise", "made_id",
    "notebook_stem", "parts_of", "without_copy_mark",
]  # fmt: skip

_LONGEST_BYTES = 200
"""Of one name; file systems allow 255, and `timestamp.txt.partial` and the like come on top."""
_DEEPEST = 16
_DRIVE = re.compile(r"[A-Za-z]:")
_NOISE_FOLDERS = {
    "__macosx", ".ipynb_checkpoints", ".git", ".github", "__pycache__", ".trash", ".trashes",
    ".spotlight-v100", ".fseventsd", ".vscode", ".idea", ".virtual_documents",
    ".manifests", ".superseded",
}  # fmt: skip
_NOISE_FILES = {
    ".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".gitignore", ".gitattributes",
    ".gitkeep", ".localized", "icon\r",
}  # fmt: skip
_NOISE = re.compile(r"\._.*|~\$.*|.*\.pyc|.*\.(part|partial|crdownload)", re.IGNORECASE)
_COPY_MARKS = (
    re.compile(r"\s*-copy(?P<number>\d{0,3})$", re.IGNORECASE),  # Jupyter: -Copy1
    # Windows and macOS in some of their languages: "x - Copy (2)", "x copy 2", "x – Kopie"
    re.compile(
        r"(\s+[-–]\s+|\s+|_)(copy|kopie|copia|copie|kópia|cópia)(\s+\(?(?P<number>\d{1,3})\)?)?$",
        re.IGNORECASE,
    ),
    re.compile(r"\s*\((?P<number>\d{1,3})\)$"),  # browsers
    re.compile(r"^(copy|kopie|copia|copie) (of|von|di|de) (?P<rest>.+)$", re.IGNORECASE),
    re.compile(r"-(?P<number>\d{1,2})$"),  # Canvas
)
_CANVAS_UUID = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", re.IGNORECASE)
"""What Canvas numbers with after the seventh file of a name (`Attachment.make_unique_filename`)."""
_NOTEBOOK = re.compile(r"(?P<stem>.*?)\.ipynb(?P<mark>\s*\(\d{1,3}\))?(\.(json|txt))*", re.I | re.S)
_ARCHIVE = re.compile(r"(?P<stem>.+?)\.(zip|tar|tgz|tbz2?|tar\.gz|tar\.bz2|gz)", re.I | re.S)


class BadName(ValueError):
    """A name that would lead out of its folder; the text says how."""


def clean(name: str) -> str:
    """One name without what can't or shouldn't stand in a file's: NFC, printable, not hidden off.

    Control and format characters (also those that turn the direction of writing) go; blanks and
    dots at the end go; what is too long keeps its start, its ending and a hash of the whole.
    """
    text = unicodedata.normalize("NFC", name)
    text = text.encode("utf-8", "replace").decode("utf-8")  # halves of surrogate pairs
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Cn"))
    text = " ".join(text.replace("/", "_").split()).rstrip(". ")
    if len(text.encode()) > _LONGEST_BYTES:
        text = _shortened(text)
    return text or "_"


def parts_of(name: str) -> tuple[str, ...]:
    """The folders and the name in a path of an archive, cleaned.

    Raises `BadName` for a path that is absolute, names a drive or a server, leads upwards, or
    is deeper than 16 folders.
    """
    if "\0" in name:
        raise BadName("its name holds a NUL character")
    path = name.replace("\\", "/")
    if path.startswith("//"):
        raise BadName("its name is a path on a server")
    if path.startswith("/"):
        raise BadName("its name is an absolute path")
    if _DRIVE.match(path):
        raise BadName("its name is a path on a drive")
    parts = [part for part in path.split("/") if part.strip() not in ("", ".")]
    # Cleaned first: a format character between two dots would hide them.
    cleaned = ["".join(c for c in part if unicodedata.category(c) != "Cf") for part in parts]
    if any(part.strip() == ".." for part in (*parts, *cleaned)):
        raise BadName("its name leads out of its folder (..)")
    if not parts:
        raise BadName("it has no name")
    if len(parts) > _DEEPEST:
        raise BadName(f"it lies more than {_DEEPEST} folders deep")
    return tuple(clean(part) for part in parts)


def is_noise(parts: Sequence[str]) -> bool:
    """Whether a system, a browser or an editor made the file, and no person handed it in."""
    *folders, name = parts
    return (
        any(folder.lower() in _NOISE_FOLDERS for folder in folders)
        or name.lower() in _NOISE_FILES
        or _NOISE.fullmatch(name) is not None
    )


def notebook_stem(name: str) -> str | None:
    """`attention` of `attention.ipynb`, `.IPYNB`, `.ipynb.json`, `.ipynb.txt`; else None."""
    found = _NOTEBOOK.fullmatch(name)
    return found["stem"] + (found["mark"] or "") if found else None


def archive_stem(name: str) -> str | None:
    """`work` of `work.zip` or `work.tar.gz`; None for what isn't named as an archive."""
    found = _ARCHIVE.fullmatch(name)
    return found["stem"] if found else None


def without_copy_mark(stem: str) -> tuple[str, int]:
    """A stem without the marks that copies get, and the copy's number: `a (2)` is `("a", 2)`.

    0 is no copy. Of several marks, as in `a-1 (2)`, all go and their numbers add up.
    """
    total = 0
    stem = _CANVAS_UUID.sub("", stem)
    for _ in range(4):
        for mark in _COPY_MARKS:
            found = mark.search(stem)
            rest = (found.groupdict().get("rest") or stem[: found.start()]) if found else ""
            if found and rest.strip():
                stem = rest.strip()
                total += int(found.groupdict().get("number") or 1)
                break
        else:
            break
    return stem, total


def folded(text: str) -> str:
    """A person's or a file's name for comparing: without case, accents, blanks and signs."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = decomposed.replace("ø", "o").replace("ł", "l").replace("đ", "d")
    return "".join(c for c in plain if c.isalnum())


def made_id(text: str) -> str:
    """A student id for nbgrader made of what an LMS gives: letters, digits, `.`, `_`, `-`.

    nbgrader matches ids by glob and joins them with `+`; a dot in front would hide the folder.
    """
    safe = "".join(c if c.isalnum() or c in "._-@" else "-" for c in clean(text))
    return re.sub(r"-{2,}", "-", safe).strip("-.") or "nameless"


def folder_id(text: str) -> str:
    """A student id as its folder is called; only what can't name a folder for nbgrader changes."""
    return "".join("-" if c in '*?"<>|/\\' else c for c in clean(text)).lstrip(". ") or "nameless"


def _shortened(text: str) -> str:
    stem, dot, ending = text.rpartition(".")
    if not dot or len(ending.encode()) > 16:
        stem, ending = text, ""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    tail = f"~{digest}" + (f".{ending}" if ending else "")
    room = _LONGEST_BYTES - len(tail.encode())
    return stem.encode()[:room].decode("utf-8", "ignore") + tail
