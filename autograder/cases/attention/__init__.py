"""Hidden cases of the attention assignment."""
