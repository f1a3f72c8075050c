"""Which model each role uses, and why.

A model that is named is used, and what it lacks (a key, an address, a library) is said at once.
Nothing named: the first provider a key is there for, else a model server that answers on this
machine, else no model at all, which is an engine of its own and not a failure.
"""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rostra.errors import MissingExtra, SetupError
from rostra.models.endpoint import OFFERS, Endpoint, Offer
from rostra.models.served import served_models
from rostra.settings import ROLES, Secret, Settings, mask_url
from rostra.words import Message, message

EXTRACTIVE: Final = "extractive"
_BY_KEY: Final = ("openai-chat", "anthropic", "google", "alibaba", "deepseek")
# Who offers vectors in the way everybody speaks; others would need a client of their own.
_EMBEDDERS: Final = ("ollama", "openai-compatible", "openai-chat", "alibaba")
_NOT_FOR_TEXT: Final = ("embed", "rerank", "whisper", "tts", "bge-", "minilm")


@dataclass(frozen=True, slots=True)
class Choice:
    """A model and why it was taken; without an endpoint, the extractive engine."""

    endpoint: Endpoint | None
    reason: Message
    is_named: bool = False

    @property
    def model(self) -> str:
        return self.endpoint.spec if self.endpoint else EXTRACTIVE

    @property
    def how(self) -> Literal["named", "found", "none"]:
        """How it came about, in a word that a report has words for."""
        if self.is_named:
            return "named"
        return "found" if self.endpoint else "none"

    def describe(self) -> Message:
        return message("choice.chosen", model=self.model, reason=self.reason)


@dataclass(frozen=True, slots=True)
class Choices:
    """The model of every role; `usual` is the one of roles that have none of their own."""

    usual: Choice
    by_role: Mapping[str, Choice]

    def of(self, role: str) -> Choice:
        return self.by_role.get(role, self.usual)

    @property
    def endpoints(self) -> list[Endpoint]:
        """Every model in use, once."""
        found = [choice.endpoint for choice in (self.usual, *self.by_role.values())]
        return list(dict.fromkeys(endpoint for endpoint in found if endpoint is not None))


async def choose_models(settings: Settings, *, may_find: bool = True) -> Choices:
    """The models of all roles. Without `may_find` only a model that is named is used."""
    by_role = {
        role: Choice(
            _endpoint(spec, settings), message("choice.for_role", role=role), is_named=True
        )
        for role, spec in settings.role_models.items()
        if role in ROLES
    }
    if settings.model:
        where = settings.origins.get("model", "")
        named = Choice(
            _endpoint(settings.model, settings),
            message("choice.named_by", where=where) if where else message("choice.named"),
            is_named=True,
        )
        return Choices(named, by_role)
    if not may_find:
        return Choices(Choice(None, message("choice.none_sought")), by_role)
    return Choices(await _found(settings), by_role)


def choose_embedder(settings: Settings) -> Endpoint | None:
    """The embedding model that is named, or None; SetupError with what it lacks."""
    spec = settings.embedder
    if not spec:
        return None
    provider, _, name = spec.partition(":")
    if provider not in _EMBEDDERS:
        raise SetupError(
            message(
                "errors_models.embedder_offers_no_vectors",
                spec=spec,
                provider=repr(provider),
                embedders=", ".join(_EMBEDDERS),
            )
        )
    if provider == "openai-compatible" and settings.embedder_url:
        return Endpoint(provider, name, settings.embedder_url.reveal(), settings.embedder_key)
    if provider == "openai-compatible" and not settings.model_url:
        raise SetupError(message("errors_models.embedder_which_needs_address", spec=spec))
    return _endpoint(spec, settings)


async def _found(settings: Settings) -> Choice:
    if settings.model_url:
        return await _served(settings)
    for provider in _BY_KEY:
        offer = OFFERS[provider]
        if not getattr(settings.keys, offer.key_name):
            continue
        if offer.library and not _is_installed(offer.library):
            continue
        spec = f"{provider}:{offer.usual}"
        origin = settings.origins.get(f"keys.{offer.key_name}", offer.key_variable)
        return Choice(_endpoint(spec, settings), message("choice.by_key", origin=origin))
    address = ollama_address(settings)
    if name := _usable(await served_models(address)):
        reason = message("choice.ollama", address=mask_url(address))
        return Choice(_endpoint(f"ollama:{name}", settings), reason)
    return Choice(None, message("choice.nothing", address=mask_url(address)))


async def _served(settings: Settings) -> Choice:
    """A server that was set is asked for its models; nobody else is asked in its place."""
    address = settings.model_url.reveal()
    if name := _usable(await served_models(address, settings.model_key)):
        reason = message("choice.first_served", address=mask_url(address))
        return Choice(_endpoint(f"openai-compatible:{name}", settings), reason)
    return Choice(None, message("choice.none_served", address=mask_url(address)))


def _usable(names: list[str]) -> str:
    """The first model that writes text."""
    return next((n for n in names if not any(w in n.lower() for w in _NOT_FOR_TEXT)), "")


def ollama_address(settings: Settings) -> str:
    address = settings.ollama_url.reveal().rstrip("/")
    return address if address.endswith("/v1") else f"{address}/v1"


def _endpoint(spec: str, settings: Settings) -> Endpoint | None:
    """The endpoint that is meant, or SetupError with what it lacks."""
    if spec == EXTRACTIVE:
        return None
    provider, _, name = spec.partition(":")
    offer = OFFERS.get(provider)
    if offer is None or provider == "replay" or not name:
        known = ", ".join(one for one in OFFERS if one != "replay")
        raise SetupError(
            message("errors_models.no_model_provider", provider=repr(provider), known=known)
        )
    if offer.library and not _is_installed(offer.library):
        raise MissingExtra(
            message("errors_models.needs_library", spec=spec, label=offer.label, extra=offer.extra),
            offer.extra,
        )
    return Endpoint(provider, name, *_address_and_key(spec, provider, offer, settings))


def _address_and_key(
    spec: str, provider: str, offer: Offer, settings: Settings
) -> tuple[str, Secret]:
    if provider == "ollama":
        return ollama_address(settings), Secret()
    if provider == "openai-compatible" or (provider == "openai-chat" and settings.model_url):
        if not settings.model_url:
            raise SetupError(message("errors_models.needs_address_server_set", spec=spec))
        # Only the key meant for that server: a provider's own key is not sent to another.
        return settings.model_url.reveal(), settings.model_key
    key: Secret = getattr(settings.keys, offer.key_name)
    if not key:
        raise SetupError(
            message("errors_models.needs_key_set", spec=spec, key_variable=offer.key_variable)
        )
    return offer.address, key


def _is_installed(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ModuleNotFoundError:
        return False
