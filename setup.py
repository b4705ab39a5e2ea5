"""What pyproject.toml can't say: a wheel brings the lessons, for `autograder init`."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_SOURCE = Path(__file__).parent / "source"
_LESSONS = ("*.po", "*/*.ipynb", "*/*.html", "*/figures/*")


class WithLessons(build_py):
    """Copies `source/` to `autograder/lessons`; an editable install reads it where it is."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        lessons = Path(self.build_lib, "autograder", "lessons")
        shutil.rmtree(lessons, ignore_errors=True)  # of an earlier build
        for pattern in _LESSONS:
            for path in sorted(_SOURCE.glob(pattern)):
                target = lessons / path.relative_to(_SOURCE)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)


setup(cmdclass={"build_py": WithLessons})
