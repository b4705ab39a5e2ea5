"""`autograder replay` in a course folder."""

from pathlib import Path

from autograder.course.cases import find_cases
from autograder.course.settings import load_config, settings_in
from autograder.grading.replay import graded_notebook, replay
from autograder.judge.run import Judge
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.host import Sandbox

__all__ = ["replay_submission"]


def replay_submission(assignment: str, student: str, confinement: str = "") -> int:
    """Judge a submission in `autograded/` again and print its failures; returns how many."""
    settings = settings_in(load_config(Path().absolute()))
    notebook = graded_notebook(Path(), assignment, student, settings.reports_directory)
    tier = best_tier(confinement)
    with (
        Judge(find_cases(assignment)) as judge,
        Sandbox(tier=tier, hidden=[Path.cwd()]) as sandbox,
    ):
        return replay(judge, sandbox, notebook, assignment, student)
