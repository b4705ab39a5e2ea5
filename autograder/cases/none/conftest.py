"""An assignment without hidden cases: its graded cells are judged by their own asserts."""
