"""Archives: what is read of them, what is refused, and in how much memory."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.intake.archive import Bounds, TooMuch, members
from autograder.intake.arrivals import Arrival, gather
from tests.intake import archives

REPOSITORY = Path(__file__).parents[2]
GATHER = """
import resource, sys, tempfile
from pathlib import Path
from autograder.intake.arrivals import gather

pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + (64 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
with tempfile.TemporaryDirectory(dir=sys.argv[2]) as spool:
    for one in gather([Path(sys.argv[1])], Path(spool)):
        print(one.refused)
"""


def gathered(path: Path) -> dict[str, Arrival]:
    """What came in, by where it lay."""
    spool = path.parent / "spool"
    spool.mkdir(exist_ok=True)
    return {one.shown: one for one in gather([path], spool)}


def names_in(path: Path) -> dict[str, str]:
    """The paths of an archive's members, and why they were refused."""
    return {
        "/".join(member.parts) or member.name: member.refused
        for member in members(path, path.name, Bounds())
    }


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../../etc/passwd", "leads out of its folder"),
        ("a/../../b", "leads out of its folder"),
        ("..\\..\\b", "leads out of its folder"),
        (".\u200b./b", "leads out of its folder"),
        ("/etc/passwd", "absolute path"),
        ("\\\\server\\share\\x", "path on a server"),
        ("C:\\x", "path on a drive"),
        ("c:x", "path on a drive"),
        ("/".join("abcdefghijklmnopqrs"), "more than 16 folders deep"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str, why: str) -> None:
    path = archives.zip_of(tmp_path / "a.zip", (name, b"x"), ("s1/ok.txt", b"y"))
    refused = names_in(path)

    assert "" == refused.pop("s1/ok.txt")
    assert why in refused.popitem()[1]


def test_the_same_slip_in_a_tar_is_refused(tmp_path: Path) -> None:
    path = archives.tar_of(
        tmp_path / "a.tar.gz",
        (tarfile.TarInfo("../x"), b"x"),
        (tarfile.TarInfo("ok"), b"y"),
        mode="w:gz",
    )

    assert {"../x": "its name leads out of its folder (..)", "ok": ""} == names_in(path)


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    found = names_in(archives.zip_link(tmp_path / "a.zip"))

    assert "it is a link, and links are not followed" == found["s1000/lesson.ipynb"]
    assert "" == found["s1001/lesson.ipynb"]


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (tarfile.SYMTYPE, "it is a link, and links are not followed"),
        (tarfile.LNKTYPE, "it is a link, and links are not followed"),
        (tarfile.CHRTYPE, "it is not a regular file"),
        (tarfile.BLKTYPE, "it is not a regular file"),
        (tarfile.FIFOTYPE, "it is not a regular file"),
    ],
)
def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path, kind: bytes, why: str) -> None:
    info = tarfile.TarInfo("s1/x")
    info.type, info.linkname = kind, "/etc/passwd"

    assert {"s1/x": why} == names_in(archives.tar_of(tmp_path / "a.tar", (info, b"")))


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    (why,) = names_in(archives.encrypted(tmp_path / "a.zip")).values()

    assert "it is encrypted; ask for it without a password" == why


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_without_bounds_is_refused(tmp_path: Path, method: int) -> None:
    info = zipfile.ZipInfo("x")
    info.compress_type = method
    (why,) = names_in(archives.zip_of(tmp_path / "a.zip", (info, b"x" * 999))).values()

    assert "isn't read here; ask for an ordinary zip" in why


def test_a_damaged_member_costs_itself_alone(tmp_path: Path) -> None:
    path = archives.zip_of(tmp_path / "a.zip", ("s1/x", b"one" * 99), ("s2/x", b"two"))
    data = bytearray(path.read_bytes())
    data[40] ^= 0xFF
    path.write_bytes(data)
    found = gathered(path)

    assert found["a.zip/s1/x"].refused
    assert not found["a.zip/s2/x"].refused


def test_names_are_read_as_utf8_where_the_flag_is_missing(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("Müller/x")
    path = archives.zip_of(tmp_path / "a.zip", (info, b"x"))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\3\4", 7), (b"PK\1\2", 9)):
        data[data.index(signature) + offset] &= ~0x08
    path.write_bytes(data)

    assert {"Müller/x": ""} == names_in(path)


def test_two_members_of_one_name_both_come_in(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with pytest.warns(UserWarning, match="Duplicate name"):
        archives.zip_of(path, ("s1/x", b"one"), ("s1/x", b"two"))
    spool = tmp_path / "spool"
    spool.mkdir()
    sizes = [one.sha256 for one in gather([path], spool) if one.parts]

    assert 2 == len(set(sizes))


def test_a_member_without_a_name_costs_itself_alone(tmp_path: Path) -> None:
    """Found by search: ZipInfo.is_dir raises for it, and the rest was not read."""
    path = archives.zip_of(tmp_path / "a.zip", (zipfile.ZipInfo(""), b"x"), ("s1/x", b"y"))

    assert {"": "it has no name", "s1/x": ""} == names_in(path)


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    path = archives.zip_of(tmp_path / "a.zip", ("s1/", b""), ("s2/", b""), ("s2/x", b""))

    assert {"s2/x": "", "s1": "the folder is empty"} == names_in(path)


def test_archives_in_archives_are_opened_to_a_depth(tmp_path: Path) -> None:
    path = archives.zip_of(tmp_path / "0.zip", ("x", b"x"))
    for depth in range(1, 5):
        inner = path.read_bytes()
        path = archives.zip_of(tmp_path / f"{depth}.zip", (f"{depth - 1}.zip", inner))
    found = gathered(path)

    assert "archives lie more than 3 deep in it" == found["4.zip/3.zip/2.zip/1.zip"].refused


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    path = archives.zip_of_many(tmp_path / "a.zip", 21)

    with pytest.raises(TooMuch, match="it holds 21 files; 20 are allowed"):
        list(members(path, "a.zip", Bounds(members=20)))


BOMBS: dict[str, Callable[[Path], Path]] = {
    "bomb.zip": archives.zip_bomb,
    "lying.zip": archives.lying_zip_bomb,
    "bomb.gz": archives.gzip_bomb,
    "header.tar.gz": archives.tar_of_a_long_header,
    "many.zip": lambda path: archives.zip_of_many(path, 60_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_of_two_gigabytes_is_refused_within_64_mib(tmp_path: Path, name: str) -> None:
    path = BOMBS[name](tmp_path / name)
    asked = [sys.executable, "-c", GATHER, str(path), str(tmp_path)]
    run = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=False)

    assert "" == run.stderr
    assert run.stdout.strip()
