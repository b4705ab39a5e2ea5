"""Libraries of named mistakes, a folder for each assignment."""
