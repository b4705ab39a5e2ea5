"""Auto-grading for attention exercises: nbgrader courses judged outside the student's process."""

__all__ = ["__version__"]

__version__ = "0.1.0"
