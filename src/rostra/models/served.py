"""What a model server says of itself: which models it offers, how large they are, what they hold.

Servers that people run themselves tell it in their list of models (llama.cpp, vLLM) or beside it
(Ollama). Nothing that a server says is needed: one that says nothing, or nonsense, is taken for an
ordinary one.
"""

import asyncio
import json
import re
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from rostra.models.abilities import Abilities
from rostra.models.endpoint import SELF_RUN, Endpoint
from rostra.settings import Secret

PROBE_SECONDS: Final = 0.6
# Asked once for a run, of a server that is there: it may be busy with somebody else's answer.
MEANS_SECONDS: Final = 3.0
_LARGEST_LIST: Final = 1_000_000
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([MB])", re.IGNORECASE)
_SIZES: Final = {"M": 1_000_000, "B": 1_000_000_000}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def direct() -> urllib.request.OpenerDirector:
    """Straight to a server and nowhere else.

    A proxy would be asked about this machine's own servers, and a redirect would take the key
    along.
    """
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())


async def served_models(
    address: str, key: Secret | None = None, seconds: float = PROBE_SECONDS
) -> list[str]:
    """The names of the models a server offers; none when nothing answers in time."""
    said = await _said(f"{address.rstrip('/')}/models", key, seconds)
    try:
        return [str(card["id"]) for card in said["data"]]
    except (KeyError, TypeError):
        return []


async def reported(endpoint: Endpoint, seconds: float = MEANS_SECONDS) -> Abilities:
    """What the server of a model says of it. Providers sell no model that is small in our sense."""
    if endpoint.provider not in SELF_RUN:
        return Abilities()
    address = endpoint.address.rstrip("/")
    listed = _card(await _said(f"{address}/models", endpoint.key, seconds), "data", endpoint.name)
    means = _means(listed)
    if endpoint.provider == "ollama" and not means.parameters:
        tags = await _said(f"{address.removesuffix('/v1')}/api/tags", endpoint.key, seconds)
        details = _card(tags, "models", endpoint.name).get("details")
        size = details.get("parameter_size") if isinstance(details, Mapping) else ""
        return replace(means, parameters=_size(size))
    return means


async def _said(url: str, key: Secret | None, seconds: float) -> Any:
    """The JSON at an address, or an empty object."""

    def ask() -> bytes:
        headers = {"Authorization": f"Bearer {key.reveal()}"} if key else {}
        request = urllib.request.Request(url, headers=headers)  # noqa: S310
        with direct().open(request, timeout=seconds) as reply:
            body: bytes = reply.read(_LARGEST_LIST)
            return body

    if urlsplit(url).scheme not in {"http", "https"}:
        return {}
    try:
        async with asyncio.timeout(seconds * 2):
            return json.loads(await asyncio.to_thread(ask))
    except (OSError, ValueError, RecursionError):
        return {}


def _card(said: Any, under: str, name: str) -> Mapping[str, Any]:
    """What is said of one model; of a server with a single one, whatever that is called."""
    rows = said.get(under) if isinstance(said, Mapping) else None
    if not isinstance(rows, Sequence):
        return {}
    cards = [row for row in rows if isinstance(row, Mapping)]
    named = [row for row in cards if name in (row.get("id"), row.get("name"), row.get("model"))]
    return next(iter(named or (cards if len(cards) == 1 else ())), {})


def _means(card: Mapping[str, Any]) -> Abilities:
    told = card.get("meta")
    meta = told if isinstance(told, Mapping) else {}
    context = _count(meta.get("n_ctx")) or _count(card.get("max_model_len"))
    return Abilities(context, parameters=_count(meta.get("n_params")))


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _size(told: object) -> int:
    found = _SIZE.fullmatch(told.strip()) if isinstance(told, str) else None
    return int(float(found[1]) * _SIZES[found[2].upper()]) if found else 0
