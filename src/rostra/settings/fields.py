"""Every setting there is, each with the sentence that documents it.

A setting is one field here and nothing else: its key in `rostra.toml`, its variable and its row in
`docs/settings.md` follow from it.
"""
# ruff: noqa: RUF009  (`_setting` makes a dataclass field, as `field` does)

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from rostra.settings import kinds, places, services
from rostra.settings.kinds import Kind
from rostra.settings.secret import Secret, SecretUrl, mask_secrets

Language = Literal["zh-Hant", "zh-Hans", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("zh-Hant", "zh-Hans", "en")

ROLES: Final = (
    "chairman",
    "debater",
    "analyst",
    "critic",
    "writer",
    "clarifier",
    "navigator",
    "crawler",
    "summariser",
    "condenser",
    "ranker",
)

MODEL: Final = kinds.Text(
    'provider:model like "ollama:qwen3" or "openai-chat:gpt-5-mini", or "extractive" for no model',
    pattern=r"extractive|[a-z][a-z0-9-]{0,40}:[^\s:][^\s]{0,200}",
)

EMBEDDER: Final = kinds.Text(
    'provider:model like "ollama:bge-m3" or "openai-compatible:bge-m3"',
    pattern=r"[a-z][a-z0-9-]{0,40}:[^\s:][^\s]{0,200}",
)


@dataclass(frozen=True, slots=True)
class Declared:
    """What is known of one setting beside its value."""

    key: str
    kind: Kind
    doc: str
    variables: tuple[str, ...]
    default: object


_REQUIRED: Final = object()


def _setting(kind: Kind, default: object, doc: str, *variables: str) -> Any:
    """Declare a setting; without `variables` its variable is ROSTRA_ and the field's name."""
    about = {"kind": kind, "doc": doc, "variables": variables}
    if default is _REQUIRED:
        return field(metadata=about)
    if isinstance(default, Mapping):
        return field(default_factory=lambda: MappingProxyType(dict(default)), metadata=about)
    return field(default=default, metadata=about)


class _Quiet:
    """Settings show themselves without what is secret in them."""

    def __repr__(self) -> str:
        shown = (
            f"{one.name}={getattr(self, one.name)!r}"
            for one in dataclasses.fields(self)  # type: ignore[arg-type]
            if one.repr
        )
        return f"{type(self).__name__}({', '.join(shown)})"


_cost = kinds.Number(0, 1_000_000, fraction=True, or_none=True)
_count = kinds.Number(0, 1_000_000_000, or_none=True)
_at_once = kinds.Number(1, 1_000)


@dataclass(frozen=True, repr=False)
class Budgets(_Quiet):
    """The most a run, and all runs of a day together, may spend. "none" lifts a cap."""

    max_cost: float | None = _setting(_cost, 2.0, "US dollars one run may spend on models.")
    max_tokens: int | None = _setting(_count, 400_000, "Tokens one run may send and receive.")
    max_calls: int | None = _setting(_count, 200, "Outside calls (models and tools) of one run.")
    max_seconds: float | None = _setting(
        kinds.Number(1, 604_800, fraction=True, or_none=True),
        1_800.0,
        "Seconds one run may take; then it ends with a report from what it has.",
    )
    max_cost_per_day: float | None = _setting(_cost, 20.0, "US dollars of all runs in one day.")
    max_tokens_per_day: int | None = _setting(_count, 4_000_000, "Tokens of all runs in one day.")
    max_calls_per_day: int | None = _setting(_count, 4_000, "Outside calls of all runs in one day.")


@dataclass(frozen=True, repr=False)
class Turns(_Quiet):
    """How long one agent may work before it must conclude."""

    max_tool_steps: int = _setting(
        kinds.Number(0, 100), 5, "Outside calls of one turn before it must conclude or ask."
    )
    extension_steps: int = _setting(
        kinds.Number(0, 100), 3, "Further calls that one granted extension brings."
    )
    max_extensions: int = _setting(
        kinds.Number(0, 100), 4, "Extensions one turn may be granted, whoever grants them."
    )


@dataclass(frozen=True, repr=False)
class Concurrency(_Quiet):
    """How much happens at the same time."""

    collect: int = _setting(
        _at_once, 2, "Collections that run at once.", "ROSTRA_CONCURRENCY_COLLECT"
    )
    summaries: int = _setting(
        _at_once, 3, "Items read and summarised at once.", "ROSTRA_CONCURRENCY_SUMMARIES"
    )
    research: int = _setting(
        _at_once, 2, "Research runs that run at once.", "ROSTRA_CONCURRENCY_RESEARCH"
    )
    debate: int = _setting(_at_once, 1, "Debates that run at once.", "ROSTRA_CONCURRENCY_DEBATE")
    per_provider: int = _setting(
        _at_once,
        4,
        "Requests open at once to any one model provider.",
        "ROSTRA_CONCURRENCY_PER_PROVIDER",
    )
    providers: Mapping[str, int] = _setting(
        kinds.Table(_at_once),
        {},
        "The same for single providers, by name.",
        "ROSTRA_CONCURRENCY_PROVIDERS",
    )


_domain = kinds.Text("a domain like gov.tw", pattern=r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_tool = kinds.Text(
    "a tool like browser.browse, or the part of its name before a dot",
    pattern=r"[a-z][\w-]*(\.[\w-]+)*",
)


@dataclass(frozen=True, repr=False)
class Governance(_Quiet):
    """What agents may call, and who is asked before a costly call."""

    chair: Literal["auto", "model", "rule", "person"] = _setting(
        kinds.Choice(("auto", "model", "rule", "person")),
        "auto",
        "Who approves costly calls; auto: the chairman's model, or a rule where there is none.",
    )
    chair_seconds: float = _setting(
        kinds.Number(1, 604_800, fraction=True),
        600.0,
        "How long a person in the chair is waited for; no answer means no.",
    )
    browses_per_search: int = _setting(
        kinds.Number(0, 10), 1, "Pages that one search with results lets agents open."
    )
    levels: Mapping[str, str] = _setting(
        kinds.Table(kinds.Choice(("L1", "L2", "L3", "L4"))),
        {},
        "Another trust level for single tools, by name, or by the part before the dot.",
    )
    approval: tuple[str, ...] = _setting(
        kinds.Many(_tool), (), "Tools that need approval beside those that say so themselves."
    )
    withheld: tuple[str, ...] = _setting(
        kinds.Many(_tool), (), "Tools that nobody may call on this desk."
    )
    search_allow: tuple[str, ...] = _setting(
        kinds.Many(_domain), (), "Domains that search results must be of; empty means any."
    )
    search_deny: tuple[str, ...] = _setting(
        kinds.Many(_domain), (), "Domains whose search results are left out."
    )


def _service(name: str, address: str) -> Any:
    doc = f"Where {name} is asked; another address for a mirror of your own."
    return _setting(kinds.Url(), SecretUrl(address), doc)


@dataclass(frozen=True, repr=False)
class Markets(_Quiet):
    """Where market data comes from, and how quickly it may be asked for."""

    twse_url: SecretUrl = _service("the Taiwan Stock Exchange", "https://www.twse.com.tw")
    twse_open_url: SecretUrl = _service("its open data", "https://openapi.twse.com.tw")
    tpex_url: SecretUrl = _service("the Taipei Exchange", "https://www.tpex.org.tw")
    mops_url: SecretUrl = _service("the archive of revenues", "https://mopsov.twse.com.tw")
    stooq_url: SecretUrl = _service("Stooq", "https://stooq.com")
    tej_url: SecretUrl = _service("TEJ", "https://api.tej.com.tw")
    spacing: float = _setting(
        kinds.Number(0, 600, fraction=True),
        3.0,
        "Seconds between two requests to one service; exchanges ban who asks faster.",
        "ROSTRA_MARKETS_SPACING",
    )


def _key(provider: str, *variables: str) -> Any:
    doc = f"Key for {provider}; a configuration file that holds keys should be yours alone."
    return _setting(kinds.SecretText(), Secret(), doc, *variables)


@dataclass(frozen=True, repr=False)
class Keys(_Quiet):
    """Keys of model providers and data services, usually left in variables of these names."""

    openai: Secret = _key("OpenAI", "OPENAI_API_KEY")
    anthropic: Secret = _key("Anthropic", "ANTHROPIC_API_KEY")
    google: Secret = _key("Gemini", "GEMINI_API_KEY", "GOOGLE_API_KEY")
    alibaba: Secret = _key("Qwen (DashScope)", "DASHSCOPE_API_KEY", "ALIBABA_API_KEY")
    deepseek: Secret = _key("DeepSeek", "DEEPSEEK_API_KEY")
    stooq: Secret = _key("Stooq (prices)", "STOOQ_API_KEY")
    tej: Secret = _key("TEJ (backup market data)", "TEJ_API_KEY")


@dataclass(frozen=True, repr=False)
class Settings(_Quiet):
    """All settings, checked. `origins` says for each key where its value was given."""

    data: Path = _setting(
        kinds.FilePath("a folder"),
        _REQUIRED,
        "Where runs, evidence and reports are kept; empty means the user's data folder.",
    )
    database_url: SecretUrl = _setting(
        kinds.Url(("postgresql", "postgres"), host_needed=False),
        SecretUrl(),
        "PostgreSQL to use instead of the SQLite file in the data folder.",
    )
    redis_url: SecretUrl = _setting(
        kinds.Url(("redis", "rediss", "unix"), host_needed=False),
        SecretUrl(),
        "Redis that several desks share as a cache; empty means none.",
    )
    model: str = _setting(
        MODEL,
        "",
        "The language model of every role; empty means: one that is found, else no model.",
    )
    model_url: SecretUrl = _setting(
        kinds.Url(), SecretUrl(), "Base address of an OpenAI-compatible model server."
    )
    model_key: Secret = _setting(
        kinds.SecretText(), Secret(), "Key for the server at `model_url`, if it wants one."
    )
    embedder: str = _setting(
        EMBEDDER,
        "",
        "An embedding model that helps memory find what is told in other words; empty means none.",
    )
    embedder_url: SecretUrl = _setting(
        kinds.Url(),
        SecretUrl(),
        "Base address of the embedder's OpenAI-compatible server; empty means that of `model_url`.",
    )
    embedder_key: Secret = _setting(
        kinds.SecretText(), Secret(), "Key for the server at `embedder_url`, if it wants one."
    )
    role_models: Mapping[str, str] = _setting(
        kinds.Table(MODEL, ROLES), {}, "Another model for single roles, by role."
    )
    prices: Mapping[str, str] = _setting(
        kinds.Table(
            kinds.Text(
                'US dollars for a million tokens, sent/received, like "0.25/2"',
                pattern=r"\d{1,6}(\.\d{1,6})?/\d{1,6}(\.\d{1,6})?",
            )
        ),
        {},
        'Prices of your own, by "provider:model" or model; ours have a date and may be old.',
    )
    ollama_url: SecretUrl = _setting(
        kinds.Url(), SecretUrl("http://127.0.0.1:11434"), "Where a local Ollama would answer."
    )
    search_url: tuple[SecretUrl, ...] = _setting(
        kinds.Many(kinds.Url()), (), "SearXNG servers to search with, in order of preference."
    )
    language: Literal["auto", "zh-Hant", "zh-Hans", "en"] = _setting(
        kinds.Choice(("auto", *LANGUAGES)),
        "auto",
        "Language of screens and messages; reports follow their question. auto: by locale.",
    )
    timezone: str = _setting(
        kinds.Zone(),
        "auto",
        "Zone in which 'today' is meant; auto: Asia/Taipei for zh-Hant, else the system's.",
    )
    now: datetime | None = _setting(
        kinds.When(), None, "A fixed moment taken as the present, for runs that can be repeated."
    )
    allowed_addresses: tuple[str, ...] = _setting(
        kinds.Many(kinds.Address()),
        (),
        "Private addresses that may be fetched although the guard refuses private ones.",
    )
    host_map: Mapping[str, str] = _setting(
        kinds.Table(kinds.HostPort()),
        {},
        "Host names that are answered by the given host and port; for samples and tests.",
    )
    source_book: Path | None = _setting(
        kinds.FilePath("a TOML file"), None, "Publishers and tiers of your own, before ours."
    )
    browser: Path | None = _setting(
        kinds.FilePath("a program"),
        None,
        "The Chromium or Chrome that shows pages made by scripts; empty means one on the path.",
    )
    aliases: Path | None = _setting(
        kinds.FilePath("a TOML file"), None, "Names that mean the same company, person or thing."
    )
    allow_library_to_remote_models: bool = _setting(
        kinds.Flag(), False, "Whether text of your own documents may be sent to a remote model."
    )
    mcp: tuple[services.McpServer, ...] = _setting(
        services.MCP, (), "MCP servers whose tools agents may call; see docs/adapters.md."
    )
    rest: tuple[services.RestService, ...] = _setting(
        services.REST, (), "REST services that become tools by an OpenAPI file; docs/adapters.md."
    )
    plugins: Mapping[str, services.Level] = _setting(
        services.PLUGINS,
        {},
        "Installed plugins to load, each with the most its tools may be trusted; docs/plugins.md.",
    )
    serve_tokens: Mapping[str, Secret] = _setting(
        kinds.Table(kinds.SecretText()),
        {},
        "Who may use `rostra serve`, each by name with a token; needed beyond this machine.",
    )
    serve_names: tuple[str, ...] = _setting(
        kinds.Many(kinds.Text("a host name like desk.example.org", pattern=r"[A-Za-z0-9.-]+")),
        (),
        "Host names under which `rostra serve` may be asked for, beside the machine's own.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        kinds.Choice(("debug", "info", "warning", "error")), "warning", "Least log level shown."
    )
    budget: Budgets = field(default_factory=Budgets)
    turns: Turns = field(default_factory=Turns)
    concurrency: Concurrency = field(default_factory=Concurrency)
    governance: Governance = field(default_factory=Governance)
    markets: Markets = field(default_factory=Markets)
    keys: Keys = field(default_factory=Keys)

    ui_language: Language = "en"
    allow_colour: bool = True
    system_zone: tzinfo = field(default_factory=places.utc, repr=False)
    origins: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), repr=False, compare=False
    )

    def zone(self, language: str = "") -> tzinfo:
        """Return the zone in which a reader of this language means "today"."""
        if self.timezone != "auto":
            return places.named_zone(self.timezone)
        if (language or self.ui_language) == "zh-Hant":
            return places.named_zone("Asia/Taipei")
        return self.system_zone

    def get(self, key: str) -> object:
        value: object = self
        for name in key.split("."):
            value = getattr(value, name)
        return value

    def secrets(self) -> frozenset[str]:
        """Return every text that must not appear in a log, an error or a report."""
        found: set[str] = set()
        for key in declared():
            value = self.get(key)
            if isinstance(value, Mapping):
                value = tuple(value.values())
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Secret):
                    found |= one.parts()
                elif isinstance(one, services.McpServer | services.RestService):
                    found |= one.secrets()
        return frozenset(found - {""})

    def mask(self, text: str) -> str:
        return mask_secrets(text, self.secrets())


GROUPS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "budget": Budgets,
        "turns": Turns,
        "concurrency": Concurrency,
        "governance": Governance,
        "markets": Markets,
        "keys": Keys,
    }
)


@cache
def declared() -> Mapping[str, Declared]:
    """Return every setting by its key, in the order of this file."""
    found: dict[str, Declared] = {}
    for prefix, owner in [("", Settings), *((f"{name}.", cls) for name, cls in GROUPS.items())]:
        for one in dataclasses.fields(owner):
            if "kind" not in one.metadata:
                continue
            found[prefix + one.name] = Declared(
                key=prefix + one.name,
                kind=one.metadata["kind"],
                doc=one.metadata["doc"],
                variables=one.metadata["variables"] or (f"ROSTRA_{one.name.upper()}",),
                default=_default(one),
            )
    return MappingProxyType(found)


def _default(one: dataclasses.Field[Any]) -> object:
    if one.default_factory is not dataclasses.MISSING:
        return one.default_factory()
    return None if one.default is dataclasses.MISSING else one.default
