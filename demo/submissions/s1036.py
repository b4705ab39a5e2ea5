"""The upload broke off: the notebook is cut half-way."""
# %% cut off
# %% written-answer
# The three numbers are proportions between positions, computed in this pass.
