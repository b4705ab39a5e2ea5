"""This repository is a course folder of nbgrader's; the kit is plugged in by one call."""

from autograder.course import configure

c = get_config()  # noqa: F821  (nbgrader defines it)
configure(c)

c.CourseDirectory.course_id = "attention"
c.CourseDirectory.solution_directory = "solutions"
c.Execute.record_timing = False  # so that a solution built again is the same file

# Limits on student code; the defaults are in autograder/sandbox/policy.py.
# c.SubmissionExporter.cell_seconds = 30
# c.SubmissionExporter.call_seconds = 10
