"""What still waits for a person's points, for `status` and `report`."""

from pathlib import Path

from autograder.course.database import address_of
from autograder.course.folders import folders_in
from autograder.course.given_marks import read_marks
from autograder.course.settings import load_config
from autograder.errors import AuthoringError
from autograder.grading.given import Hands, hands_of

__all__ = ["read_hands"]


def read_hands(assignment: str) -> tuple[tuple[Hands, ...] | None, str]:
    """The tasks that wait in the working folder's course, and what there is to tell of it.

    None where no gradebook is there to ask: reports say enough without one.
    """
    url = folders_in(load_config(Path.cwd())).db_url
    try:
        place = address_of(url)
        if place.get_backend_name() == "sqlite" and not Path(place.database or "").is_file():
            return None, ""
        return hands_of(read_marks(url, assignment)), ""
    except AuthoringError as error:
        return None, f"what waits for a hand is not known: {error}"
