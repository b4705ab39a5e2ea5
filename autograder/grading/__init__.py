"""The pipeline from a notebook to a report."""
