"""How downloads of different systems say who handed in what: a small recogniser for each.

Which one made a download is told by its structure, or named. A recogniser has two functions:
`likeness` says how much of a download looks like its own (0 to 1), `claims` reads it.
"""

from autograder.intake.lms.claim import Claim, Context, Who
from autograder.intake.lms.detect import KINDS, claims_of, detected

__all__ = ["KINDS", "Claim", "Context", "Who", "claims_of", "detected"]
