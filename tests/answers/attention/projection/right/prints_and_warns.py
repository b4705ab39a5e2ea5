# Right, with a print to stderr and a warning.
import sys
import warnings


def project(x, weight):
    print("project:", tuple(x.shape), tuple(weight.shape), file=sys.stderr)
    warnings.warn("remember the transpose")
    result = x @ weight.mT
    return result
