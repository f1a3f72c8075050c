"""Which model each role uses, why, and who is asked when it cannot answer.

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
# Roles that copy, sort and shorten: `small_model` is enough for them.
SMALL_ROLES: Final = frozenset({"condenser", "notes", "summariser", "navigator", "ranker"})
# Only a model that passed the exam judges: nobody takes its place.
ALONE: Final = frozenset({"judge"})
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
    """The model of every role: its own, else the small one where that is enough, else the usual.

    `after` are asked in their order when a role's model is down, out of quota or refuses.
    """

    usual: Choice
    by_role: Mapping[str, Choice]
    small: Choice | None = None
    after: tuple[Choice, ...] = ()

    def of(self, role: str) -> Choice:
        fitting = self.small if role in SMALL_ROLES else None
        return self.by_role.get(role) or fitting or self.usual

    def chain(self, role: str) -> list[Endpoint]:
        """The models of a role, the first to be asked first; none where it does without."""
        found: list[Endpoint] = []
        for choice in (self.of(role), *(() if role in ALONE else self.after)):
            if choice.endpoint is None:  # extractive: who comes to it asks nobody further
                break
            found.append(choice.endpoint)
        return list(dict.fromkeys(found))

    @property
    def choices(self) -> list[Choice]:
        """Every choice that was made, the usual first."""
        small = [self.small] if self.small else []
        return [self.usual, *small, *self.by_role.values(), *self.after]

    @property
    def endpoints(self) -> list[Endpoint]:
        """Every model in use, once."""
        return list(dict.fromkeys(one.endpoint for one in self.choices if one.endpoint))


async def choose_models(settings: Settings, *, may_find: bool = True) -> Choices:
    """The models of all roles. Without `may_find` only a model that is named is used."""
    by_role = {
        role: _named(spec, settings, message("choice.for_role", role=role))
        for role, spec in settings.role_models.items()
        if role in ROLES
    }
    small = None
    if settings.small_model:
        small = _named(settings.small_model, settings, message("choice.for_small"))
    after = tuple(
        _named(spec, settings, message("choice.after", place=place))
        for place, spec in enumerate(settings.fallback_models, 1)
    )
    return Choices(await _usual(settings, may_find=may_find), by_role, small, after)


async def _usual(settings: Settings, *, may_find: bool) -> Choice:
    if settings.model:
        where = settings.origins.get("model", "")
        why = message("choice.named_by", where=where) if where else message("choice.named")
        return _named(settings.model, settings, why)
    if not may_find:
        return Choice(None, message("choice.none_sought"))
    return await _found(settings)


def _named(spec: str, settings: Settings, why: Message) -> Choice:
    return Choice(named_endpoint(spec, settings), why, is_named=True)


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
    return named_endpoint(spec, settings)


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
        return Choice(named_endpoint(spec, settings), message("choice.by_key", origin=origin))
    address = ollama_address(settings)
    if name := first_for_text(await served_models(address)):
        reason = message("choice.ollama", address=mask_url(address))
        return Choice(named_endpoint(f"ollama:{name}", settings), reason)
    return Choice(None, message("choice.nothing", address=mask_url(address)))


async def _served(settings: Settings) -> Choice:
    """A server that was set is asked for its models; nobody else is asked in its place."""
    address = settings.model_url.reveal()
    if name := first_for_text(await served_models(address, settings.model_key)):
        reason = message("choice.first_served", address=mask_url(address))
        return Choice(named_endpoint(f"openai-compatible:{name}", settings), reason)
    return Choice(None, message("choice.none_served", address=mask_url(address)))


def first_for_text(names: list[str]) -> str:
    """The first model that writes text."""
    return next((n for n in names if not any(w in n.lower() for w in _NOT_FOR_TEXT)), "")


def ollama_address(settings: Settings) -> str:
    address = settings.ollama_url.reveal().rstrip("/")
    return address if address.endswith("/v1") else f"{address}/v1"


def named_endpoint(spec: str, settings: Settings) -> Endpoint | None:
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
            message("errors_models.needs_library", spec=spec, label=offer.label),
            offer.extra,
        )
    return Endpoint(provider, name, *_address_and_key(spec, provider, offer, settings))


def _address_and_key(
    spec: str, provider: str, offer: Offer, settings: Settings
) -> tuple[str, Secret]:
    own = settings.models.get(spec)
    if own is not None and own.url:
        return own.url.reveal(), own.key_env.value
    if provider == "ollama":
        return ollama_address(settings), Secret()
    if provider in ("openai-compatible", "lettucedetect") or (
        provider == "openai-chat" and settings.model_url
    ):
        if not settings.model_url:
            raise SetupError(message("errors_models.needs_address_server_set", spec=spec))
        # Only the key meant for that server: a provider's own key is not sent to another.
        return settings.model_url.reveal(), settings.model_key
    own_key = own.key_env.value if own is not None else Secret()
    key: Secret = own_key or getattr(settings.keys, offer.key_name)
    if not key:
        raise SetupError(
            message("errors_models.needs_key_set", spec=spec, key_variable=offer.key_variable)
        )
    return offer.address, key


def missing_library(library: str) -> bool:
    return not _is_installed(library)


def _is_installed(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ModuleNotFoundError:
        return False
