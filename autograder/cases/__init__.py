"""Hidden cases, a folder an assignment; pytest collects them by path."""
