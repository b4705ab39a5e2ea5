"""Marks as other systems want them: pure writers of one value, `Mark`, a module for each format."""
