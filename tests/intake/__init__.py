"""Downloads and archives for tests of intake, built from their documented formats."""
