"""What this machine has for a desk: models, search, a browser. Each is tried with a real request.

A key or a server that is there proves nothing: a key may be spent, a server may hold no model. So
everything found is asked once, and what it answered, or why it did not, is what people are told.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Literal

from rostra.assembly import House, open_house
from rostra.assembly.trying import try_once
from rostra.doctor.checks import check_browser, try_engines
from rostra.errors import RostraError, adding
from rostra.models.choice import first_for_text, missing_library, ollama_address
from rostra.models.endpoint import OFFERS
from rostra.models.served import served_models
from rostra.settings import Secret, SecretUrl, Settings
from rostra.settings.around import search_keys_around
from rostra.words import Message, message

Kind = Literal["model", "small_model", "search", "browser"]

# Where programs that serve models answer when nobody has told them otherwise.
SERVERS: Final[Mapping[str, str]] = {
    "LM Studio": "http://127.0.0.1:1234/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
    "vLLM": "http://127.0.0.1:8000/v1",
}
SEARXNG: Final = ("http://127.0.0.1:8888", "http://127.0.0.1:8080")
# A server here answers at once, unless its machine has much to do.
_SOON: Final = 3.0
# A model that is loaded for its first answer takes a while.
_PATIENCE: Final = 90.0
_BY_KEY: Final = tuple(
    name for name, one in OFFERS.items() if one.usual and name != "openai-responses"
)


@dataclass(frozen=True, slots=True)
class Tried:
    """One thing that was found and asked: its name, what it answered, what it needs to be used.

    `sets` are the settings that use it; `cost` is US dollars, None where nobody knows the price.
    """

    kind: Kind
    name: str
    works: bool
    told: Message | str
    sets: Mapping[str, object]
    cost: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    tried: tuple[Tried, ...]

    def working(self, kind: Kind) -> list[Tried]:
        return [one for one in self.tried if one.kind == kind and one.works]


async def look(
    settings: Settings,
    environ: Mapping[str, str] | None = None,
    *,
    servers: Mapping[str, str] = SERVERS,
    searxng: Iterable[str] = SEARXNG,
) -> Found:
    """Look everywhere at once; what one of them does keeps no other waiting."""
    models, engines, browser = await asyncio.gather(
        _models(settings, servers),
        _engines(settings, environ, searxng),
        asyncio.to_thread(check_browser, settings),
    )
    status, told, fix = browser
    chromium = Tried("browser", "Chromium", status == "ok", fix or told, {})
    return Found((*models, *engines, chromium))


async def _models(settings: Settings, servers: Mapping[str, str]) -> list[Tried]:
    """Every model that could be used, in the order in which it would be: named, by key, local."""
    candidates: list[tuple[str, dict[str, object]]] = []
    if settings.model and settings.model != "extractive":
        candidates.append((settings.model, {"model": settings.model}))
    refused: list[Tried] = []
    for provider in _BY_KEY:
        offer = OFFERS[provider]
        if not getattr(settings.keys, offer.key_name):
            continue
        spec = f"{provider}:{offer.usual}"
        if offer.library and missing_library(offer.library):
            told = adding(message("setup.no_library", label=offer.label), offer.extra)
            refused.append(Tried("model", spec, works=False, told=told, sets={}))
        else:
            candidates.append((spec, {"model": spec}))
    candidates += await _local(settings, servers)
    answers = await asyncio.gather(*(_model(settings, *one) for one in candidates))
    tried = list({one.name: one for one in reversed(answers)}.values())[::-1]
    small = await _small(settings, next((one for one in tried if one.works), None))
    return [*tried, *refused, *([small] if small else [])]


async def _local(
    settings: Settings, servers: Mapping[str, str]
) -> list[tuple[str, dict[str, object]]]:
    """The first model that writes of each server that answers on this machine."""
    found: list[tuple[str, dict[str, object]]] = []
    if name := first_for_text(await served_models(ollama_address(settings), seconds=_SOON)):
        found.append((f"ollama:{name}", {"model": f"ollama:{name}"}))
    named = {"": settings.model_url.reveal()} if settings.model_url else servers
    listed = await asyncio.gather(
        *(served_models(one, settings.model_key, _SOON) for one in named.values())
    )
    for address, names in zip(named.values(), listed, strict=True):
        if name := first_for_text(names):
            spec = f"openai-compatible:{name}"
            found.append((spec, {"model": spec, "model_url": address}))
    return found


async def _model(
    settings: Settings, spec: str, sets: Mapping[str, object], kind: Kind = "model"
) -> Tried:
    """Ask a model one thing, held to the desk's caps and noted like every other request."""
    url = sets.get("model_url")
    used = replace(settings, model=spec)
    if isinstance(url, str):
        used = replace(used, model_url=SecretUrl(url))
    try:
        async with open_house(used) as house:
            return await _asked(house, spec, sets, kind)
    except RostraError as error:
        return Tried(kind, spec, works=False, told=error.message, sets=sets)


async def _asked(house: House, spec: str, sets: Mapping[str, object], kind: Kind) -> Tried:
    try:
        async with asyncio.timeout(_PATIENCE):
            answer = await try_once(house, spec)
    except TimeoutError:
        told = message("setup.late", name=spec, seconds=_PATIENCE)
        return Tried(kind, spec, works=False, told=told, sets=sets)
    seconds = answer.latency_ms / 1_000
    told = message("setup.model_answered", seconds=seconds)
    return Tried(kind, spec, works=True, told=told, sets=sets, cost=answer.cost)


async def _small(settings: Settings, usual: Tried | None) -> Tried | None:
    """The same provider's smaller model, where it has one that answers."""
    provider, _, name = (usual.name if usual else "").partition(":")
    small = OFFERS[provider].small if provider in OFFERS else ""
    if not small or small == name or settings.small_model:
        return None
    spec = f"{provider}:{small}"
    return await _model(settings, spec, {"small_model": spec}, "small_model")


async def _engines(
    settings: Settings, environ: Mapping[str, str] | None, searxng: Iterable[str]
) -> list[Tried]:
    """Every search engine that can be asked from here, asked once."""
    around = search_keys_around(environ)
    keys: dict[str, Secret] = {name: key for name, (_, key) in around.items()}
    used = replace(settings, search_keys={**keys, **settings.search_keys})
    asked = [try_engines(used)]
    if not settings.search_url:
        urls = tuple(SecretUrl(one) for one in searxng)
        asked.append(try_engines(replace(settings, search=("searxng",), search_url=urls)))
    found: list[Tried] = []
    for name, server, told, works in chain(*await asyncio.gather(*asked)):
        if name == "searxng" and not works and not settings.search_url:
            continue  # nobody has one unless he says so: its absence is no news
        sets: dict[str, object] = {"search_keys": {name: keys[name]}} if name in keys else {}
        if name == "searxng":
            sets = {"search_url": [server]}
        found.append(Tried("search", name, works, told, sets))
    return found
