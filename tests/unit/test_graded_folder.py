"""`autograded/<student>/<assignment>/`: whole or not at all."""

from pathlib import Path

import pytest

from autograder.course.graded_folder import remove_folder, write_folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


NEW = {"a.ipynb": b"new", "figures/b.svg": b"<svg>"}


def test_the_new_files_take_the_place_of_all_that_was_there(tmp_path: Path) -> None:
    target = tmp_path / "ann" / "a"
    write_folder(target, {"old.txt": b"old"}, 0o444, groupshared=False)
    write_folder(target, NEW, 0o444, groupshared=False)

    assert NEW == files(target)
    assert 0o444 == (target / "a.ipynb").stat().st_mode & 0o777
    assert ["a"] == [path.name for path in target.parent.iterdir()]


def test_a_write_that_fails_leaves_the_old_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "ann" / "a"
    write_folder(target, {"old.txt": b"old"}, 0o444, groupshared=False)

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space"):
            write_folder(target, NEW, 0o444, groupshared=False)

    assert {"old.txt": b"old"} == files(target)
    write_folder(target, NEW, 0o444, groupshared=False)
    assert NEW == files(target)


def test_a_course_that_is_shared_has_folders_that_its_group_may_write(tmp_path: Path) -> None:
    target = tmp_path / "ann" / "a"
    write_folder(target, NEW, 0o664, groupshared=True)

    assert 0o2770 == (target / "figures").stat().st_mode & 0o2770


def test_removing_takes_along_what_a_killed_run_left_half_way(tmp_path: Path) -> None:
    target = tmp_path / "ann" / "a"
    write_folder(target, NEW, 0o444, groupshared=False)
    (target.parent / ".a.new").mkdir()
    remove_folder(target)

    assert [] == list(target.parent.iterdir())
