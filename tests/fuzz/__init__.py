"""Fuzzing of what reads strangers' bytes: `make fuzz`, or `python -m tests.fuzz TARGET`."""
