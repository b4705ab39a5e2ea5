"""Handed in the notebook as it was given out."""
# %% untouched
