"""Reads archives that strangers made: zip, tar, tar.gz, tar.bz2 and single gz files.

Theory of operation. Nothing is extracted: `members` gives one member after the other, each
with a reader or with the reason why there is none, and the caller copies bytes where it wants
them. What a member claims is checked before a byte of it is read, and what it turns out to be
while it is read:

- names: no `..`, no absolute path, drive or server (`names.parts_of`);
- kinds: regular files only; links, devices, pipes and sparse files are refused;
- sizes: a member, a member's ratio, an archive's members together, their number;
- memory: every read of the file below, the list of contents too, is bounded, so that a zip's
  directory or a tar's header of gigabytes ends in a message. Of compressions only those are
  read that give out bounded pieces: deflate, and bzip2 in a tar. LZMA may ask for gigabytes at
  once and zip's bzip2 unpacks whole blocks; both are refused by name.

Formats: zip as in PKWARE's APPNOTE 6.3 (bit 0 of the flags: encrypted; bit 11: UTF-8 names),
tar as in POSIX pax, both by way of Python's zipfile and tarfile.
"""

import bz2
import gzip
import io
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from autograder.intake.names import BadName, archive_stem, parts_of

__all__ = ["BROKEN", "Bounds", "Member", "Reader", "TooMuch", "members"]

BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, EOFError, OSError,
    ValueError, NotImplementedError, RuntimeError, OverflowError, LookupError, RecursionError,
)  # fmt: skip
"""What zipfile, tarfile and the decompressors raise for damaged bytes."""
_ZIP_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_METHOD_NAMES = {9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "zstandard", 95: "xz", 99: "AES"}
_LARGEST_READ = 2 << 20
"""Bytes of one read below zipfile and tarfile; 2 MiB hold a zip's list of 20,000 names."""


class Reader(Protocol):
    """What gives a file's bytes piece by piece."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; none at the end."""


class TooMuch(ValueError):
    """An archive that wants more than is allowed; the text says of what."""


@dataclass(frozen=True)
class Bounds:
    """What one archive may hold. Bytes are unpacked ones."""

    member_bytes: int = 100 * 1000 * 1000
    """nbgrader leaves larger files out, too (`CourseDirectory.max_file_size`)."""
    total_bytes: int = 8 << 30
    members: int = 20_000
    ratio: int = 250
    """Unpacked to packed, where more than `ratio_from` bytes come out; notebooks reach 60."""
    ratio_from: int = 16 << 20


@dataclass(frozen=True)
class Member:
    """A file in an archive: where it lies, and a reader or why there is none."""

    name: str
    """As the archive has it."""
    parts: tuple[str, ...] = ()
    reader: Reader | None = None
    modified: datetime | None = None
    """The time in the archive; a zip's has no zone and is taken as UTC."""
    refused: str = ""


def members(path: Path, name: str, bounds: Bounds) -> Iterator[Member]:
    """Every file in the archive `path`, which is called `name`; folders are passed over.

    Raises `TooMuch` as soon as the archive wants more than `bounds`, one of `BROKEN` where it
    is damaged; what came before that is whole.
    """
    with path.open("rb") as file:
        start = file.read(4)
    lower = name.lower()
    if start[:2] == b"PK" or lower.endswith(".zip"):
        yield from _zip_members(path, bounds)
    elif lower.endswith(".gz") and not lower.endswith(".tar.gz"):
        with gzip.open(path) as reader:
            inner = archive_stem(name) or name
            yield _checked(Member(inner, reader=_Whole(reader, bounds)), inner)
    else:
        yield from _tar_members(path, start, bounds)


def _zip_members(path: Path, bounds: Bounds) -> Iterator[Member]:
    with _Bounded(path.open("rb", buffering=0)) as raw, zipfile.ZipFile(raw) as archive:
        infos = archive.infolist()
        if len(infos) > bounds.members:
            raise TooMuch(f"it holds {len(infos):,} files; {bounds.members:,} are allowed")
        total = 0
        folders: list[str] = []
        full: set[str] = set()
        for info in infos:
            name = _zip_name(info)
            if name.endswith("/"):  # ZipInfo.is_dir fails for a member without a name
                folders.append(name)
                continue
            full.add(name.rpartition("/")[0])
            refused = _zip_refused(info, bounds)
            if refused:
                yield _refused(name, refused)
                continue
            total += info.file_size
            if total > bounds.total_bytes:
                raise TooMuch(f"it unpacks to more than {bounds.total_bytes >> 20:,} MiB")
            try:
                reader = archive.open(info)
            except BROKEN as error:
                yield _refused(name, f"it is damaged in the archive ({error})")
                continue
            with reader:
                yield _checked(Member(name, reader=reader, modified=_zip_time(info)), name)
        # A folder that holds nothing may be all that a student handed in.
        full.update(folder.rstrip("/").rpartition("/")[0] for folder in folders)
        yield from (
            _refused(n, "the folder is empty") for n in folders if n.rstrip("/") not in full
        )


def _zip_refused(info: zipfile.ZipInfo, bounds: Bounds) -> str:
    """Why a zip's member isn't opened, by what the list of contents says of it."""
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return "it is a link, and links are not followed"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "it is not a regular file"
    if info.flag_bits & 0x1:
        return "it is encrypted; ask for it without a password"
    if info.compress_type not in _ZIP_METHODS:
        method = _METHOD_NAMES.get(info.compress_type, f"method {info.compress_type}")
        return f"it is compressed as {method}, which isn't read here; ask for an ordinary zip"
    if info.file_size > bounds.member_bytes:
        return f"it unpacks to {info.file_size:,} bytes; {bounds.member_bytes:,} are allowed"
    if info.file_size > max(bounds.ratio_from, bounds.ratio * info.compress_size):
        return f"it unpacks to more than {bounds.ratio} times its size, as only a zip bomb does"
    return ""


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The member's name; without the flag for UTF-8 it may be UTF-8 all the same (macOS)."""
    name = info.orig_filename
    if info.flag_bits & 0x800:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _zip_time(info: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*info.date_time, tzinfo=UTC)
    except ValueError:
        return None


def _tar_members(path: Path, start: bytes, bounds: Bounds) -> Iterator[Member]:
    below: Any = path.open("rb", buffering=0)
    with below:
        if start[:2] == b"\x1f\x8b":
            below = gzip.GzipFile(fileobj=below)
        elif start[:3] == b"BZh":
            below = bz2.BZ2File(below)
        with (
            _Bounded(below, bounds.total_bytes) as raw,
            tarfile.open(fileobj=raw, mode="r:") as archive,
        ):
            for count, info in enumerate(iter(archive.next, None)):
                vars(archive)["members"] = []  # tarfile keeps every one
                if count >= bounds.members:
                    raise TooMuch(f"it holds more than {bounds.members:,} files")
                if not info.isdir():
                    yield _tar_member(archive, info, bounds)


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, bounds: Bounds) -> Member:
    if info.issym() or info.islnk():
        return _refused(info.name, "it is a link, and links are not followed")
    if not info.isreg() or info.issparse():
        return _refused(info.name, "it is not a regular file")
    if info.size > bounds.member_bytes:
        claim = f"it has {info.size:,} bytes; {bounds.member_bytes:,} are allowed"
        return _refused(info.name, claim)
    try:
        modified = datetime.fromtimestamp(info.mtime, UTC)
    except (ValueError, OverflowError, OSError):
        modified = None
    reader = archive.extractfile(info)
    return _checked(Member(info.name, reader=reader, modified=modified), info.name)


def _checked(member: Member, name: str) -> Member:
    """The member with its path; refused, and not read, where the path leads elsewhere."""
    try:
        parts = parts_of(name)
    except BadName as error:
        return Member(member.name, refused=str(error))
    return Member(member.name, parts, member.reader, member.modified)


def _refused(name: str, why: str) -> Member:
    """A member that isn't read; its path still tells whose it is."""
    member = _checked(Member(name), name)
    return member if member.refused else Member(name, member.parts, refused=why)


class _Bounded(io.RawIOBase):
    """A file whose single reads are small and that ends in `TooMuch` beyond `most` bytes."""

    def __init__(self, below: Any, most: int | None = None) -> None:
        self._below = below
        self._most = most

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return int(self._below.tell())

    def seek(self, offset: int, whence: int = 0) -> int:
        if self._most is not None and whence == 0 and offset > self._most:
            raise TooMuch(f"it unpacks to more than {self._most >> 20:,} MiB")
        return int(self._below.seek(offset, whence))

    def read(self, size: int | None = -1) -> bytes:
        """At most `_LARGEST_READ` bytes; who asks for more has been told a lie."""
        if size is None or size < 0:
            data: bytes = self._below.read(_LARGEST_READ + 1) or b""
        else:
            if size > _LARGEST_READ:
                raise TooMuch("its list of contents is larger than that of any class")
            data = self._below.read(size) or b""
        if len(data) > _LARGEST_READ:
            raise TooMuch("its list of contents is larger than that of any class")
        if self._most is not None and self._below.tell() > self._most:
            raise TooMuch(f"it unpacks to more than {self._most >> 20:,} MiB")
        return data

    def close(self) -> None:
        self._below.close()
        super().close()


class _Whole:
    """The one file in a gz: its size is known only when it is read."""

    def __init__(self, below: Reader, bounds: Bounds) -> None:
        self._below = below
        self._left = self._most = bounds.member_bytes

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; raises `TooMuch` beyond what a file may have."""
        data = self._below.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise TooMuch(f"it unpacks to more than {self._most:,} bytes")
        return data
