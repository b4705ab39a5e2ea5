"""Right, as a class with __call__, with annotations."""
# %% attention-solution
from torch import Tensor


class Attention:
    """softmax(QK^T / sqrt d) V"""

    def __init__(self, dim: int = -1) -> None:
        self.dim = dim

    def __call__(self, q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        scores = q @ k.mT * q.shape[-1] ** -0.5
        weights = scores.softmax(dim=self.dim)
        return weights @ v, scores, weights


attention = Attention()
attention
# %% exercise-2-solution
from fractions import Fraction


def row_with_query(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> tuple[Tensor, Tensor]:
    replaced = q.clone()
    replaced[position] = query
    output, _, weights = attention(replaced, k, v)
    return weights[position], output[position]


third = Fraction(1, 3)
exercise_2_weights = [float(third)] * 3
exercise_2_output = [float(2 * third), float(4 * third)]
# %% written-answer
# The attention row is data, not a parameter: it exists for this input and is thrown away after
# the pass. Parameters are the projection matrices. It's a distribution over the positions that
# can be read. To get the contribution of position 2 you have to multiply with v_2 = [1, 2], which
# gives [0.4011, 0.8022].
