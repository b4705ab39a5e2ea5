# Unusual variable names, the parameters renamed and reused.
import torch as t
from math import sqrt as wurzel


def attention(Frage, Schlüssel, Wert):
    Frage = Frage @ Schlüssel.transpose(-1, -2) / wurzel(Schlüssel.shape[-1])
    Schlüssel = t.softmax(Frage, -1)
    Wert = Schlüssel @ Wert
    return Wert, Frage, Schlüssel
