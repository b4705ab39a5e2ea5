"""The tests that nbgrader ships in its wheel, run against our doors."""
