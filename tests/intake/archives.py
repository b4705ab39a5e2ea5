"""Archives that mean harm, or were packed carelessly."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

GIB = 1 << 30
_GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\x03"


def zip_of(path: Path, *members: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    """A zip of these members; a name may stand in for its ZipInfo."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, data in members:
            archive.writestr(info, data)
    return path


def tar_of(path: Path, *members: tuple[tarfile.TarInfo, bytes], mode: str = "w") -> Path:
    """A tar of these members; mode `w:gz` compresses."""
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(data))
    return path


def zip_link(path: Path) -> Path:
    """A zip that holds a symbolic link to /etc/passwd."""
    link = zipfile.ZipInfo("s1000/lesson.ipynb")
    link.external_attr = 0o120777 << 16
    return zip_of(path, (link, b"/etc/passwd"), ("s1001/lesson.ipynb", b"{}"))


def encrypted(path: Path) -> Path:
    """A zip whose only member claims to be encrypted."""
    zip_of(path, ("s1000/lesson.ipynb", b"{}"))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(bytes(data))
    return path


def zip_bomb(path: Path, unpacked: int = 2 * GIB) -> Path:
    """A zip of some megabytes whose one member unpacks to `unpacked` zeros, as it says."""
    return _zip_of_zeros(path, unpacked, unpacked)


def lying_zip_bomb(path: Path, unpacked: int = 2 * GIB) -> Path:
    """The same, but the list of contents says that it has a thousand bytes."""
    return _zip_of_zeros(path, unpacked, 1000)


def gzip_bomb(path: Path, unpacked: int = 2 * GIB) -> Path:
    """A gz of zeros: as `.tar.gz` it is a tar of nothing, as `.gz` a file."""
    path.write_bytes(_GZIP + _deflated_zeros(unpacked))
    return path


def tar_of_a_long_header(path: Path, claimed: int = 2 * GIB) -> Path:
    """A tar.gz whose pax header has `claimed` bytes, which tarfile would read at once."""
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, claimed
    path.write_bytes(_GZIP + _deflated_zeros(claimed, info.tobuf(tarfile.USTAR_FORMAT)))
    return path


def zip_of_many(path: Path, count: int) -> Path:
    """A zip with `count` empty members."""
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(count):
            archive.writestr(zipfile.ZipInfo(f"{i}"), b"")
    return path


def _deflated_zeros(unpacked: int, before: bytes = b"") -> bytes:
    """Deflate's bytes for so many zeros, made from those for a MiB; no end and no checksum."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    start = compressor.compress(before) + compressor.flush(zlib.Z_FULL_FLUSH)
    mebibyte = compressor.compress(b"\0" * (1 << 20)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return start + mebibyte * (unpacked >> 20) + compressor.flush()


def _zip_of_zeros(path: Path, unpacked: int, claimed: int) -> Path:
    body = _deflated_zeros(unpacked)
    name = b"s1000/lesson.ipynb"
    sizes = struct.pack("<III", 0, len(body), claimed)
    head = struct.pack("<HHHHH", 20, 0, 8, 0, 0x5C21) + sizes
    local = b"PK\3\4" + head + struct.pack("<HH", len(name), 0) + name + body
    central = (
        b"PK\1\2"
        + struct.pack("<H", 20)
        + head
        + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0)
    )
    central += name
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    path.write_bytes(local + central + end)
    return path
