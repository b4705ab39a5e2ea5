"""What an author needs before a release: `autograder verify`.

Theory of operation
-------------------
Right answers, wrong answers, named mistakes and mutants of the solution are *planted*: each in
turn takes the place of the solution, and the cases judge it as they judge a student. A right one
has to get full marks, a wrong one must not pass, a mistake has to be told as itself. Which case
fails on which plant is the matrix, from which it follows what no case catches and which case
catches nothing that another does not. Everything that is wrong is collected; nothing stops at the
first.
"""
