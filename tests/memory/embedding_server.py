"""An embedding server of our own: what means the same in two languages lies in one direction."""

import json
from typing import Self

from rostra.models import Embedder, EmbeddingGateway, Endpoint, ModelGateway, ModelPath
from rostra_testing.loopback import Exchange, Loopback
from tests.models.asking import Desk

# One direction for each meaning, whatever it is called.
MEANINGS = (
    ("台積電", "tsmc"), ("聯電", "umc"), ("第三季", "q3"), ("第二季", "q2"), ("營收", "revenue"),
    ("毛利率", "gross margin"), ("港口", "harbour"), ("天氣", "weather"),
)  # fmt: skip


def meaning(text: str) -> list[float]:
    said = text.lower()
    return [0.1, *(float(any(word in said for word in words)) for words in MEANINGS)]


class EmbeddingServer:
    """Counts what it is asked; `refuses` texts with a word, `garbles` answers, or is `down`."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.refuses = ""
        self.longest = 10_000
        self.garbled: object = None
        self.is_down = False
        self._server = Loopback(self._answer)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    @property
    def base_url(self) -> str:
        return f"{self._server.origin}/v1"

    @property
    def texts(self) -> list[str]:
        return [text for request in self.asked for text in request]

    def _answer(self, exchange: Exchange) -> None:
        texts = json.loads(exchange.request.body)["input"]
        self.asked.append(texts)
        if self.is_down:
            exchange.send(500, {"Content-Type": "application/json"}, b'{"error": "gone"}')
        elif self.refuses and any(self.refuses in text for text in texts):
            self._refuse(exchange, "data_inspection_failed: inappropriate content")
        elif any(len(text) > self.longest for text in texts):
            self._refuse(exchange, "This model's maximum context length is 8 tokens")
        else:
            data = [{"index": n, "embedding": meaning(text)} for n, text in enumerate(texts)]
            data.reverse()  # the protocol numbers them, so their order is nobody's promise
            answer = {"object": "list", "model": "meaning", "data": self.garbled or data}
            answer["usage"] = {"prompt_tokens": 7, "total_tokens": 7}
            exchange.send(200, {"Content-Type": "application/json"}, json.dumps(answer).encode())

    def _refuse(self, exchange: Exchange, why: str) -> None:
        body = json.dumps({"error": {"message": why, "type": "invalid_request_error"}})
        exchange.send(400, {"Content-Type": "application/json"}, body.encode())


def embedder(
    desk: Desk, server: EmbeddingServer, name: str = "meaning", *, may_read_library: bool = True
) -> Embedder:
    gateway = EmbeddingGateway(Endpoint("openai-compatible", name, server.base_url))

    def through(once: ModelGateway) -> ModelPath:
        return desk.path(once)

    return Embedder(gateway, through, may_read_library)
