"""One request to a language model, budgeted and priced."""

from rostra.models.abilities import Abilities, AbilityBook
from rostra.models.accounts import Account, accounts
from rostra.models.budget import DayCaps, Spending
from rostra.models.call import ModelPath
from rostra.models.cards import Card, Fact, card_of
from rostra.models.choice import (
    EXTRACTIVE,
    Choice,
    Choices,
    choose_embedder,
    choose_models,
    named_endpoint,
)
from rostra.models.embedding import Embedder, EmbeddingGateway
from rostra.models.endpoint import Endpoint
from rostra.models.gateway import ModelGateway, ProviderGateway
from rostra.models.limits import Lanes
from rostra.models.messages import (
    CallAsked,
    Message,
    ModelAnswer,
    ModelRequest,
    OutputMode,
    Shape,
    ToolSpec,
    call_arguments,
    request_tokens,
)
from rostra.models.prices import Price, PriceBook
from rostra.models.replay import ReplayGateway
from rostra.models.schema import shape_of
from rostra.models.typed import typed

__all__ = [
    "EXTRACTIVE",
    "Abilities",
    "AbilityBook",
    "Account",
    "CallAsked",
    "Card",
    "Choice",
    "Choices",
    "DayCaps",
    "Embedder",
    "EmbeddingGateway",
    "Endpoint",
    "Fact",
    "Lanes",
    "Message",
    "ModelAnswer",
    "ModelGateway",
    "ModelPath",
    "ModelRequest",
    "OutputMode",
    "Price",
    "PriceBook",
    "ProviderGateway",
    "ReplayGateway",
    "Shape",
    "Spending",
    "ToolSpec",
    "accounts",
    "call_arguments",
    "card_of",
    "choose_embedder",
    "choose_models",
    "named_endpoint",
    "request_tokens",
    "shape_of",
    "typed",
]
