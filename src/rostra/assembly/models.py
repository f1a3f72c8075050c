"""Which model plays which role, and the one path every request to one takes."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import cast

from rostra.errors import SetupError
from rostra.events import EventLog
from rostra.governance.privacy import LibraryKeeper
from rostra.governance.support import ExamBook, WatchedSupport
from rostra.memory import (
    Meter,
)
from rostra.models import (
    Abilities,
    AbilityBook,
    Card,
    Choices,
    DayCaps,
    Embedder,
    EmbeddingGateway,
    Endpoint,
    Lanes,
    ModelGateway,
    ModelPath,
    PriceBook,
    ProviderGateway,
    Spending,
    card_of,
    choose_embedder,
    choose_models,
    named_endpoint,
)
from rostra.models.grounding import LETTUCE, LettuceGateway
from rostra.models.messages import Effort
from rostra.models.numbering import Numbering
from rostra.roles import Stage
from rostra.roles.judge import JUDGE_ROLE, judge_on
from rostra.settings import ROLES, Settings
from rostra.store import Store
from rostra.words import message


class ModelRoom:
    """The models of a house: chosen by settings, with one account and one set of lanes."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        events: EventLog,
        meter: Meter,
        clock: Callable[[], datetime],
        stack: contextlib.AsyncExitStack,
    ) -> None:
        self.settings = settings
        self.store = store
        self.events = events
        self.meter = meter
        self.clock = clock
        self._stack = stack
        self._abilities = AbilityBook(settings.data, _said(settings))
        self._prices = PriceBook.of(
            {n: one.price for n, one in settings.models.items() if one.price}
        )
        self._numbering = Numbering(store)
        self._embedder: Embedder | None = None
        self._lanes = Lanes(settings.concurrency.per_provider, settings.concurrency.providers)

    async def choices(self, *, is_sample: bool) -> Choices:
        """The models of all roles; a sample never uses one that was not named."""
        return await choose_models(self.settings, may_find=not is_sample)

    def stage(self, chosen: Choices) -> Stage:
        """Where roles are played: each with the models chosen for it in their order, or none."""
        paths = {endpoint: self._model_path(endpoint) for endpoint in chosen.endpoints}

        @cache
        def path_of(role: str) -> ModelPath | None:
            path: ModelPath | None = None
            for endpoint in reversed(chosen.chain(role)):
                path = replace(paths[endpoint], after=path)
            return path

        efforts = cast("Mapping[str, Effort]", self.settings.effort)
        language = self.settings.ui_language
        stage = Stage(path_of, language, self.events, WatchedSupport(), efforts=efforts)
        judge = path_of(JUDGE_ROLE)
        if judge is None or not ExamBook(self.settings.data).may_judge(judge.model):
            return stage
        support = WatchedSupport(judge_on(stage), self.events)
        return replace(stage, support=support, judge=judge.model)

    async def card(self, model: str) -> Card:
        """What is known of a model, used or not; SetupError with what it lacks."""
        endpoint = self._named(model)
        chosen = await self.choices(is_sample=False)
        roles = tuple(role for role in ROLES if endpoint in chosen.chain(role))
        return await card_of(endpoint, self._abilities, self._prices, roles)

    def path_to(self, model: str) -> ModelPath:
        """The way to one model by its name, without anybody after it."""
        return self._model_path(self._named(model))

    def _named(self, model: str) -> Endpoint:
        endpoint = named_endpoint(model, self.settings)
        if endpoint is None:
            raise SetupError(message("errors_models.extractive_is_no_model"))
        return endpoint

    def embedder(self) -> Embedder | None:
        """The embedding model that is set; its lanes are its own: it fails for itself alone."""
        endpoint = choose_embedder(self.settings)
        if self._embedder is None and endpoint is not None:
            gateway = EmbeddingGateway(endpoint)
            self._stack.push_async_callback(gateway.close)
            is_allowed = self.settings.allow_library_to_remote_models
            lanes = Lanes(self.settings.concurrency.per_provider)
            keeper = LibraryKeeper(self.store, is_allowed)

            def through(once: ModelGateway) -> ModelPath:
                return replace(self.path_through(once), lanes=lanes, keeper=keeper)

            self._embedder = Embedder(gateway, through, is_allowed or not endpoint.is_remote)
        return self._embedder

    def warm(self, stage: Stage, roles: Sequence[str]) -> None:
        """Open the lines of these roles beside whatever is done before they are asked."""
        paths = [path for role in roles if (path := stage.path_of(role)) is not None]
        gateways = {id(path.gateway): path.gateway for path in paths}.values()
        for gateway in gateways:
            if isinstance(gateway, ProviderGateway):
                opening = asyncio.create_task(gateway.warm())
                self._stack.push_async_callback(_let_end, opening)

    def _model_path(self, endpoint: Endpoint) -> ModelPath:
        gateway: ModelGateway
        if endpoint.provider == LETTUCE:
            gateway = LettuceGateway(endpoint)
        else:
            gateway = ProviderGateway(endpoint, self._abilities)
            self._stack.push_async_callback(gateway.close)
        keeper = LibraryKeeper(self.store, self.settings.allow_library_to_remote_models)
        return replace(self.path_through(gateway), keeper=keeper)

    def path_through(self, gateway: ModelGateway) -> ModelPath:
        settings = self.settings
        caps = settings.budget
        day = DayCaps(caps.max_cost_per_day, caps.max_tokens_per_day, caps.max_calls_per_day)
        return ModelPath(
            gateway=gateway,
            lanes=self._lanes,
            prices=self._prices,
            spending=Spending(self.store, day, self.clock, settings.zone()),
            store=self.store,
            events=self.events,
            clock=self.clock,
            meter=self.meter,
            numbering=self._numbering,
        )


def _said(settings: Settings) -> dict[str, Abilities]:
    """What the operator says of models, by their names."""
    return {
        name: Abilities(one.context, one.output, reasons=one.reasons, wait=one.wait)
        for name, one in settings.models.items()
    }


async def _let_end(opening: "asyncio.Task[None]") -> None:
    """What could not be opened ahead fails where it is needed, with its reason."""
    await asyncio.gather(opening, return_exceptions=True)
