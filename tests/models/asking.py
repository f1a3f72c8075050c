"""What the tests of this room ask, and whom."""

from rostra.models import Endpoint, Message, ModelRequest, ProviderGateway, Shape, ToolSpec
from rostra.models.abilities import AbilityBook
from rostra.settings import Secret
from rostra.testing import ScriptedServer

KEY = "sk-test-4f9a8b7c6d5e"
DECISION = Shape(
    "Decision",
    {
        "type": "object",
        "properties": {"approved": {"type": "boolean"}, "reason": {"type": "string"}},
        "required": ["approved", "reason"],
    },
)
SEARCH = ToolSpec(
    "search.web",
    "Search the web.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


def question(
    text: str = "Did revenue rise? [E:1] Revenue rose 10%.", **more: object
) -> ModelRequest:
    asked = {"timeout": 10.0, "max_tokens": 200, **more}
    return ModelRequest((Message("system", "You decide."), Message("user", text)), **asked)  # type: ignore[arg-type]


def gateway(
    server: ScriptedServer, provider: str = "openai-compatible", book: AbilityBook | None = None
) -> ProviderGateway:
    return ProviderGateway(Endpoint(provider, server.model, server.base_url, Secret(KEY)), book)
