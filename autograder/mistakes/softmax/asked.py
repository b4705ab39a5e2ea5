"""What each graded cell asks for: functions and variables, the telling ones first."""

__all__ = ["ASKED"]

ASKED = {
    "softmax-test": ["softmax"],
    "temperature-test": ["with_temperature"],
    "surprise-test": ["surprise"],
    "next-word-test": ["next_word"],
    "exercise-test": ["exercise_probabilities", "exercise_cold"],
}
