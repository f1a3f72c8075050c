"""Vectors of texts from an embedding model, on the path of every model request.

What is sent is held against the budget, kept back where it may not leave this machine, and written
into the ledger like any request; the vectors themselves are kept by whoever asked. What a server
sends is checked: one vector for each text, all of one size, of numbers, and not nothing.
"""

import asyncio
import math
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from rostra.errors import ModelGarbled, ModelTimedOut
from rostra.models.call import ModelPath
from rostra.models.endpoint import Endpoint
from rostra.models.gateway import ModelGateway, Unknown
from rostra.models.messages import Message, ModelAnswer, ModelRequest, request_tokens
from rostra.words import message

if TYPE_CHECKING:
    from rostra.models.framework import EmbeddingLine

ROLE: Final = "embedder"
MOST_DIMENSIONS: Final = 8_192
# Shorter than this a vector points nowhere: it is nothing, whatever its numbers say.
_NOTHING: Final = 1e-12
_MANY: Final = 64
_FEW: Final = {"alibaba": 10}

Vector = tuple[float, ...]


class EmbeddingGateway:
    """Asks the embedding model at an endpoint, over the network."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._lines: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, EmbeddingLine] = (
            weakref.WeakKeyDictionary()
        )

    async def embed(self, request: ModelRequest) -> tuple[list[Vector], ModelAnswer]:
        """The vectors of a request's messages, and what the ledger is told of them."""
        texts = [message.text for message in request.messages]
        line = await self._line()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(request.timeout):
                sent, tokens = await line.embed(texts)
        except TimeoutError as error:
            raise ModelTimedOut(
                message("models.no_vectors", model=self.endpoint.spec, seconds=request.timeout),
                is_passing=True,
            ) from error
        vectors = checked(sent, len(texts), self.endpoint.spec)
        told = ModelAnswer(
            f"{len(vectors)} vectors of {len(vectors[0])} numbers",
            model=self.endpoint.name,
            tokens_in=tokens or request_tokens(request),
            is_counted=not tokens,
            latency_ms=round((time.perf_counter() - began) * 1000, 1),
        )
        return vectors, told

    async def close(self) -> None:
        line = self._lines.pop(asyncio.get_running_loop(), None)
        if line is not None:
            await line.close()

    async def _line(self) -> "EmbeddingLine":
        loop = asyncio.get_running_loop()
        if loop not in self._lines:
            framework = await asyncio.to_thread(import_module, "rostra.models.framework")
            if loop not in self._lines:
                self._lines[loop] = framework.EmbeddingLine(self.endpoint)
        return self._lines[loop]


class _Once(Unknown):
    """One request through the path of all: its vectors stay here, its account goes on."""

    def __init__(self, gateway: EmbeddingGateway) -> None:
        self.endpoint = gateway.endpoint
        self.vectors: list[Vector] = []
        self._gateway = gateway

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        self.vectors, told = await self._gateway.embed(request)
        return told


@dataclass(frozen=True, slots=True)
class Embedder:
    """An embedding model and the path to it."""

    gateway: EmbeddingGateway
    path_through: Callable[[ModelGateway], ModelPath]
    # Whether the user's own documents may be sent to it.
    may_read_library: bool = False

    @property
    def name(self) -> str:
        """What its vectors are kept under: those of another model cannot be compared with them."""
        return self.gateway.endpoint.spec

    @property
    def most_texts(self) -> int:
        """How many texts it takes in one request."""
        return _FEW.get(self.gateway.endpoint.provider, _MANY)

    async def embed(self, texts: Sequence[str], *, seconds: float) -> list[Vector]:
        """A vector of length one for each text; ModelFailed or SpendingStopped like any request."""
        if not texts:
            return []
        once = _Once(self.gateway)
        messages = tuple(Message("user", text) for text in texts)
        request = ModelRequest(messages, role=ROLE, max_tokens=0, timeout=seconds)
        # A place of its own for each try: what is known already is known by its vector.
        part = f"embed:{uuid4().hex[:12]}"
        await self.path_through(once).ask(request, part=part)
        return once.vectors


def checked(sent: Sequence[Sequence[float]], wanted: int, model: str) -> list[Vector]:
    """The vectors, each scaled to length one, or ModelGarbled."""
    sizes = {len(one) for one in sent}
    if len(sent) != wanted or len(sizes) != 1:
        odd = str(sorted(sizes)[:3])
        raise ModelGarbled(
            message("models.odd_vectors", model=model, sent=len(sent), sizes=odd, wanted=wanted)
        )
    if not 0 < max(sizes) <= MOST_DIMENSIONS:
        raise ModelGarbled(message("models.vector_size", model=model, size=max(sizes)))
    return [_scaled(one, model) for one in sent]


def _scaled(vector: Sequence[float], model: str) -> Vector:
    try:
        length = math.hypot(*vector)
    except (TypeError, OverflowError):
        length = math.nan
    if not (math.isfinite(length) and length > _NOTHING):
        raise ModelGarbled(message("models.no_numbers", model=model))
    return tuple(value / length for value in vector)
