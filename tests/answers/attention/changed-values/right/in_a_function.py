# Does the experiment in a function with deepcopy.
import copy


def experiment():
    other = copy.deepcopy(v)
    other[2, 0] = 3.0
    output, _, _ = attention(q, k, v)
    output_2, _, weights_2 = attention(q, k, other)
    return other, weights_2, output_2 - output


changed_v, changed_weights, output_change = experiment()
