"""The worked lesson: `python -m solutions.attention` and `python -m solutions.exercises`."""
