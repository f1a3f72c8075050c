"""One request to a language model, budgeted and priced."""

from rostra.models.abilities import AbilityBook
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

__all__ = [
    "AbilityBook",
    "CallAsked",
    "Endpoint",
    "Lanes",
    "Message",
    "ModelAnswer",
    "ModelGateway",
    "ModelRequest",
    "OutputMode",
    "Price",
    "PriceBook",
    "ProviderGateway",
    "Shape",
    "ToolSpec",
    "call_arguments",
    "request_tokens",
]
