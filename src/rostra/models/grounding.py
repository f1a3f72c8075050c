"""Models made for one question: does this text carry this claim? Each is asked in its own form.

Bespoke-MiniCheck and Granite Guardian answer yes or no where any model is served; a LettuceDetect
server marks the words of a claim that its text does not carry.
"""

import asyncio
import json
import re
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rostra.errors import ModelGarbled, ModelUnreachable
from rostra.models.endpoint import Endpoint
from rostra.models.gateway import Unknown
from rostra.models.messages import Message, ModelAnswer, ModelRequest, request_tokens
from rostra.models.served import direct
from rostra.words import message

LETTUCE: Final = "lettucedetect"
_YES_OR_NO: Final = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
_SPANS: Final = "/v1/lettucedetect/spans"
_SECONDS: Final = 60.0
_LARGEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Grounding:
    """How one of them is asked, and which word of its says that the text carries the claim."""

    asked: Callable[[str, str], tuple[Message, ...]]
    carried: str = "yes"

    def request(self, claim: str, text: str, role: str) -> ModelRequest:
        messages = self.asked(claim, text)
        return ModelRequest(messages, role=role, max_tokens=16, temperature=0.0, effort="none")

    def carries(self, answer: str) -> bool:
        """Whether it says so; an answer with neither word says nothing."""
        words = _YES_OR_NO.findall(answer.rpartition("</think>")[2])
        return bool(words) and words[-1].lower() == self.carried


def _document_and_claim(claim: str, text: str) -> tuple[Message, ...]:
    return (Message("user", f"Document: {text}\nClaim: {claim}"),)


def _guarded(claim: str, text: str) -> tuple[Message, ...]:
    """The system message names the risk; a context and an answer to it are what is looked at."""
    return Message("system", "groundedness"), Message("user", text), Message("assistant", claim)


def _context_and_answer(claim: str, text: str) -> tuple[Message, ...]:
    return Message("user", text), Message("assistant", claim)


# By what is in the name of the model, whoever serves it.
_FAMILIES: Final = {
    "minicheck": Grounding(_document_and_claim),
    "guardian": Grounding(_guarded, carried="no"),  # yes: the answer is at risk
}
_MARKED: Final = Grounding(_context_and_answer)


def grounding_of(endpoint: Endpoint) -> Grounding | None:
    """How a model made for this one question is asked; None for a model that reads anything."""
    if endpoint.provider == LETTUCE:
        return _MARKED
    name = endpoint.name.lower()
    return next((way for family, way in _FAMILIES.items() if family in name), None)


class LettuceGateway(Unknown):
    """Asks a LettuceDetect server; nothing marked is a yes."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        text, claim = (one.text for one in request.messages)
        began = time.perf_counter()
        body = {"contexts": [text], "question": "", "answer": claim}
        said = await asyncio.to_thread(self._post, json.dumps(body).encode())
        marked = said.get("predictions") if isinstance(said, dict) else None
        if not isinstance(marked, list):
            raise ModelGarbled(message("models.no_marks", model=self.endpoint.spec))
        return ModelAnswer(
            "No" if marked else "Yes",
            model=self.endpoint.name,
            tokens_in=request_tokens(request),
            is_counted=True,
            latency_ms=round((time.perf_counter() - began) * 1000, 1),
            cost=0.0,
        )

    def _post(self, body: bytes) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.endpoint.key:
            headers["Authorization"] = f"Bearer {self.endpoint.key.reveal()}"
        url = self.endpoint.address.rstrip("/") + _SPANS
        try:
            with direct().open(
                urllib.request.Request(url, body, headers),  # noqa: S310 - its address is a setting
                timeout=_SECONDS,
            ) as reply:
                return json.loads(reply.read(_LARGEST))
        except OSError as error:
            told = message("models.no_marks", model=self.endpoint.spec)
            raise ModelUnreachable(told, is_passing=True) from error
        except ValueError:
            return None
