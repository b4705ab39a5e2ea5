"""A made-up class to try the kit on."""
