"""A lesson in another language: one set of cells, cases and numbers, and catalogues beside them."""
