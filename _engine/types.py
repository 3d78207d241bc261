"""Motorun tür adları: bütün modüller dizileri bu birkaç adla yazar."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["ArrayLike", "Bools", "Floats", "Ints"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
