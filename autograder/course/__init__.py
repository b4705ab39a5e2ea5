"""The nbgrader adapter: what `nbgrader_config.py` plugs into nbgrader's own commands.

`configure(c)` is all that a course needs::

    from autograder.course import configure

    c = get_config()
    configure(c)
"""

from autograder.course.config import configure

__all__ = ["configure"]
