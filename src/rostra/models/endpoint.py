"""A model at an address, and what we know beforehand about those who offer models."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from rostra.models.messages import OutputMode
from rostra.settings import Secret, mask_url


@dataclass(frozen=True, slots=True)
class Offer:
    """What is known of a provider: `modes` are ways to ask for a shape, best first.

    `library` is the SDK it needs beyond what every install has, `extra` how to get it; `price_name`
    its name in the price table; `usual` the model taken when only a key is given.
    """

    label: str
    address: str = ""
    key_name: str = ""
    key_variable: str = ""
    usual: str = ""
    # A cheaper one of the same provider, for roles that copy, sort and shorten.
    small: str = ""
    price_name: str = ""
    library: str = ""
    extra: str = ""
    modes: tuple[OutputMode, ...] = ("native", "object", "prompted")


OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        "openai-chat": Offer(
            "OpenAI",
            address="https://api.openai.com/v1",
            key_name="openai",
            key_variable="OPENAI_API_KEY",
            usual="gpt-5-mini",
            small="gpt-5-nano",
            price_name="openai",
        ),
        "openai-responses": Offer(
            "OpenAI",
            address="https://api.openai.com/v1",
            key_name="openai",
            key_variable="OPENAI_API_KEY",
            usual="gpt-5-mini",
            small="gpt-5-nano",
            price_name="openai",
        ),
        "anthropic": Offer(
            "Anthropic",
            address="https://api.anthropic.com",
            key_name="anthropic",
            key_variable="ANTHROPIC_API_KEY",
            usual="claude-haiku-4-5",
            price_name="anthropic",
            library="anthropic",
            extra="anthropic",
            modes=("tool", "prompted"),
        ),
        "google": Offer(
            "Gemini",
            address="https://generativelanguage.googleapis.com",
            key_name="google",
            key_variable="GEMINI_API_KEY",
            usual="gemini-2.5-flash",
            small="gemini-2.5-flash-lite",
            price_name="google",
            library="google.genai",
            extra="google",
            modes=("native", "prompted"),
        ),
        "alibaba": Offer(
            "Qwen (DashScope)",
            address="https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
            key_name="alibaba",
            key_variable="DASHSCOPE_API_KEY",
            usual="qwen-plus",
            small="qwen-flash",
            price_name="alibaba",
            modes=("object", "prompted"),
        ),
        "deepseek": Offer(
            "DeepSeek",
            address="https://api.deepseek.com",
            key_name="deepseek",
            key_variable="DEEPSEEK_API_KEY",
            usual="deepseek-chat",
            price_name="deepseek",
            modes=("object", "prompted"),
        ),
        "ollama": Offer("Ollama"),
        "openai-compatible": Offer("the server at model_url"),
        # Marks what of a claim its text does not carry: it judges, and does nothing else.
        "lettucedetect": Offer("LettuceDetect"),
        "replay": Offer("a recorded run"),
    }
)
FREE: Final = frozenset({"ollama", "lettucedetect", "replay"})
# Servers that people run themselves: they tell what they have, and may be told who asks.
SELF_RUN: Final = frozenset({"ollama", "openai-compatible"})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model of one provider at one address. The key is used and never shown."""

    provider: str
    name: str
    address: str
    key: Secret = field(default_factory=Secret, repr=False)

    @property
    def spec(self) -> str:
        return f"{self.provider}:{self.name}"

    @property
    def offer(self) -> Offer:
        return OFFERS[self.provider]

    @property
    def shown_address(self) -> str:
        return mask_url(self.address)

    @property
    def at(self) -> str:
        """The model at its address: what was learned of it is kept under this name."""
        return f"{self.spec}@{self.shown_address}"

    @property
    def place(self) -> str:
        """What shares one rate limit: the provider at its host."""
        return f"{self.provider}@{urlsplit(self.address).netloc.rpartition('@')[2]}"

    @property
    def is_remote(self) -> bool:
        """Whether what is sent leaves this machine."""
        host = urlsplit(self.address).hostname or ""
        if host == "localhost" or host.endswith(".localhost"):
            return False
        try:
            return not ip_address(host).is_loopback
        except ValueError:
            return True
