# The answer to the first task, with divided logits.
def with_temperature(logits, temperature):
    return softmax(logits / temperature)
