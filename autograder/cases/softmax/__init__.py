"""Hidden cases of the softmax assignment."""
