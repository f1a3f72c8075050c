"""Vectors without a model: texts that share words lie near each other, and always in one place."""

import base64
import hashlib
import math
import struct
from collections.abc import Sequence

from rostra.text import index_tokens

DIMENSIONS = 256


def embed(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Hash every token to one signed place, and scale to length one."""
    vector = [0.0] * dimensions
    for token in index_tokens(text) or [text]:
        mark = hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        place, sign = int.from_bytes(mark[:4], "big") % dimensions, mark[4] & 1
        vector[place] += 1.0 if sign else -1.0
    length = math.sqrt(math.fsum(value * value for value in vector))
    if not length:  # the signs of all tokens may cancel out
        vector[0] = length = 1.0
    return [value / length for value in vector]


def as_base64(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii")
