"""What crosses the line between the judge and the student's process, and how.

`frames` moves length-prefixed bytes, `messages` says which messages exist, `values` turns
Python objects into the closed set of values that may travel, and `perform` is the one
meaning of a request: both the sandbox and the in-process fake answer with it.
"""
