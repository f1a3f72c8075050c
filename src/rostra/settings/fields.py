"""Every setting there is; the sentence that documents it is in `words/<language>/settings.toml`.

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

from rostra.settings import kinds, model_facts, places, services
from rostra.settings.kinds import Kind
from rostra.settings.language import AUTO
from rostra.settings.secret import Secret, SecretUrl, mask_secrets
from rostra.settings.trust import LEVELS, TrustLevel
from rostra.words import Language, Message, message

ROLES: Final = (
    "chairman",
    "debater",
    "analyst",
    "critic",
    "writer",
    "clarifier",
    "planner",
    "notes",
    "judge",
    "navigator",
    "crawler",
    "summariser",
    "condenser",
    "ranker",
)

MODEL: Final = kinds.Text(
    message("allowed.model"),
    pattern=rf"extractive|{model_facts.MODEL_NAME}",
)

EMBEDDER: Final = kinds.Text(
    message("allowed.embedder"),
    pattern=model_facts.MODEL_NAME,
)


@dataclass(frozen=True, slots=True)
class Declared:
    """What is known of one setting beside its value."""

    key: str
    kind: Kind
    variables: tuple[str, ...]
    default: object
    # What it was called before; still read.
    earlier: tuple[str, ...] = ()

    @property
    def meaning(self) -> Message:
        """The sentence that documents it, for whoever reads."""
        return message(f"settings.{self.key}")


_REQUIRED: Final = object()


def _setting(kind: Kind, default: object, *variables: str, earlier: tuple[str, ...] = ()) -> Any:
    """Declare a setting; without `variables` its variable is ROSTRA_ and the field's name.

    `earlier` are names that the field had before.
    """
    about = {"kind": kind, "variables": variables, "earlier": earlier}
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

    max_cost: float | None = _setting(_cost, 2.0)
    max_tokens: int | None = _setting(_count, 400_000)
    max_calls: int | None = _setting(_count, 200)
    max_seconds: float | None = _setting(
        kinds.Number(1, 604_800, fraction=True, or_none=True),
        1_800.0,
    )
    max_cost_per_day: float | None = _setting(_cost, 20.0)
    max_tokens_per_day: int | None = _setting(_count, 4_000_000)
    max_calls_per_day: int | None = _setting(_count, 4_000)


@dataclass(frozen=True, repr=False)
class Turns(_Quiet):
    """How long one agent may work before it must conclude."""

    max_tool_steps: int = _setting(kinds.Number(0, 100), 5)
    extension_steps: int = _setting(kinds.Number(0, 100), 3)
    max_extensions: int = _setting(kinds.Number(0, 100), 4)


@dataclass(frozen=True, repr=False)
class Concurrency(_Quiet):
    """How much happens at the same time."""

    collect: int = _setting(_at_once, 2, "ROSTRA_CONCURRENCY_COLLECT")
    summaries: int = _setting(_at_once, 3, "ROSTRA_CONCURRENCY_SUMMARIES")
    research: int = _setting(_at_once, 2, "ROSTRA_CONCURRENCY_RESEARCH")
    debate: int = _setting(_at_once, 1, "ROSTRA_CONCURRENCY_DEBATE")
    per_provider: int = _setting(
        _at_once,
        4,
        "ROSTRA_CONCURRENCY_PER_PROVIDER",
    )
    providers: Mapping[str, int] = _setting(
        kinds.Table(_at_once),
        {},
        "ROSTRA_CONCURRENCY_PROVIDERS",
    )


_domain = kinds.Text(message("allowed.domain"), pattern=r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_tool = kinds.Text(
    message("allowed.tool"),
    pattern=r"[a-z][\w-]*(\.[\w-]+)*",
)


@dataclass(frozen=True, repr=False)
class Governance(_Quiet):
    """What agents may call, and who is asked before a costly call."""

    chair: Literal["auto", "model", "rule", "person"] = _setting(
        kinds.Choice(("auto", "model", "rule", "person")),
        "auto",
    )
    chair_seconds: float = _setting(
        kinds.Number(1, 604_800, fraction=True),
        600.0,
    )
    browses_per_search: int = _setting(kinds.Number(0, 10), 1)
    levels: Mapping[str, str] = _setting(
        kinds.Table(kinds.Choice(LEVELS)),
        {},
    )
    approval: tuple[str, ...] = _setting(kinds.Many(_tool), ())
    withheld: tuple[str, ...] = _setting(kinds.Many(_tool), ())
    search_allow: tuple[str, ...] = _setting(kinds.Many(_domain), ())
    search_deny: tuple[str, ...] = _setting(kinds.Many(_domain), ())


def _service(address: str) -> Any:
    return _setting(kinds.Url(), SecretUrl(address))


@dataclass(frozen=True, repr=False)
class Markets(_Quiet):
    """Where market data comes from, and how quickly it may be asked for."""

    twse_url: SecretUrl = _service("https://www.twse.com.tw")
    twse_open_url: SecretUrl = _service("https://openapi.twse.com.tw")
    tpex_url: SecretUrl = _service("https://www.tpex.org.tw")
    mops_url: SecretUrl = _service("https://mopsov.twse.com.tw")
    stooq_url: SecretUrl = _service("https://stooq.com")
    tej_url: SecretUrl = _service("https://api.tej.com.tw")
    spacing: float = _setting(
        kinds.Number(0, 600, fraction=True),
        3.0,
        "ROSTRA_MARKETS_SPACING",
    )


def _key(*variables: str) -> Any:
    return _setting(kinds.SecretText(), Secret(), *variables)


@dataclass(frozen=True, repr=False)
class Keys(_Quiet):
    """Keys of model providers and data services, usually left in variables of these names."""

    openai: Secret = _key("OPENAI_API_KEY")
    anthropic: Secret = _key("ANTHROPIC_API_KEY")
    google: Secret = _key("GEMINI_API_KEY", "GOOGLE_API_KEY")
    alibaba: Secret = _key("DASHSCOPE_API_KEY", "ALIBABA_API_KEY")
    deepseek: Secret = _key("DEEPSEEK_API_KEY")
    stooq: Secret = _key("STOOQ_API_KEY")
    tej: Secret = _key("TEJ_API_KEY")


@dataclass(frozen=True, repr=False)
class Settings(_Quiet):
    """All settings, checked. `origins` says for each key where its value was given."""

    data: Path = _setting(
        kinds.FilePath(message("allowed.folder")),
        _REQUIRED,
    )
    database_url: SecretUrl = _setting(
        kinds.Url(("postgresql", "postgres"), host_needed=False),
        SecretUrl(),
    )
    redis_url: SecretUrl = _setting(
        kinds.Url(("redis", "rediss", "unix"), host_needed=False),
        SecretUrl(),
    )
    model: str = _setting(
        MODEL,
        "",
    )
    small_model: str = _setting(MODEL, "")
    fallback_models: tuple[str, ...] = _setting(kinds.Many(MODEL, most=10), ())
    model_url: SecretUrl = _setting(kinds.Url(), SecretUrl())
    model_key: Secret = _setting(kinds.SecretText(), Secret())
    embedder: str = _setting(
        EMBEDDER,
        "",
    )
    embedder_url: SecretUrl = _setting(
        kinds.Url(),
        SecretUrl(),
    )
    embedder_key: Secret = _setting(kinds.SecretText(), Secret())
    role_models: Mapping[str, str] = _setting(kinds.Table(MODEL, ROLES), {})
    effort: Mapping[str, str] = _setting(kinds.Table(kinds.Choice(model_facts.EFFORTS), ROLES), {})
    models: Mapping[str, model_facts.ModelFacts] = _setting(model_facts.MODELS, {})
    ollama_url: SecretUrl = _setting(kinds.Url(), SecretUrl("http://127.0.0.1:11434"))
    search_url: tuple[SecretUrl, ...] = _setting(kinds.Many(kinds.Url()), ())
    search: tuple[str, ...] = _setting(
        kinds.Many(kinds.Text(message("allowed.engine"), pattern=r"[a-z][a-z0-9_]{0,30}")),
        ("auto",),
        earlier=("search_engines",),
    )
    search_keyless: bool = _setting(kinds.Flag(), True)
    search_keys: Mapping[str, Secret] = _setting(kinds.Table(kinds.SecretText()), {})
    language: Language = _setting(kinds.Spoken(), AUTO)
    words: Path | None = _setting(kinds.FilePath(message("allowed.folder")), None)
    timezone: str = _setting(
        kinds.Zone(),
        "auto",
    )
    now: datetime | None = _setting(kinds.When(), None)
    allowed_addresses: tuple[str, ...] = _setting(
        kinds.Many(kinds.Address()),
        (),
    )
    host_map: Mapping[str, str] = _setting(
        kinds.Table(kinds.HostPort()),
        {},
    )
    source_book: Path | None = _setting(kinds.FilePath(message("allowed.toml_file")), None)
    browser: Path | None = _setting(
        kinds.FilePath(message("allowed.program")),
        None,
    )
    aliases: Path | None = _setting(kinds.FilePath(message("allowed.toml_file")), None)
    allow_library_to_remote_models: bool = _setting(kinds.Flag(), False)
    mcp: tuple[services.McpServer, ...] = _setting(services.MCP, ())
    rest: tuple[services.RestService, ...] = _setting(services.REST, ())
    plugins: Mapping[str, services.PluginLevel] = _setting(
        services.PLUGINS,
        {},
    )
    serve_tokens: Mapping[str, Secret] = _setting(
        kinds.Table(kinds.SecretText()),
        {},
    )
    serve_names: tuple[str, ...] = _setting(
        kinds.Many(kinds.Text(message("allowed.host_name"), pattern=r"[A-Za-z0-9.-]+")),
        (),
    )
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        kinds.Choice(("debug", "info", "warning", "error")), "warning"
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

    def plugins_on(self) -> dict[str, TrustLevel]:
        """The plugins to load: those that come with Rostra and those set, without what is off."""
        named = {**services.USUAL_PLUGINS, **self.plugins}
        return {name: level for name, level in named.items() if level != "off"}

    def get(self, key: str) -> object:
        value: object = self
        for name in key.split("."):
            value = getattr(value, name)
        return value

    def hosts(self) -> dict[str, tuple[str, int]]:
        """Where the names of `host_map` are answered."""
        places = {name: target.rpartition(":") for name, target in self.host_map.items()}
        return {name: (host, int(port)) for name, (host, _, port) in places.items()}

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
                elif isinstance(one, _HOLDS_SECRETS):
                    found |= one.secrets()
        return frozenset(found - {""})

    def mask(self, text: str) -> str:
        return mask_secrets(text, self.secrets())


_HOLDS_SECRETS: Final = (services.McpServer, services.RestService, model_facts.ModelFacts)
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
                variables=one.metadata["variables"]
                or tuple(f"ROSTRA_{name.upper()}" for name in (one.name, *one.metadata["earlier"])),
                default=_default(one),
                earlier=tuple(prefix + name for name in one.metadata["earlier"]),
            )
    return MappingProxyType(found)


@cache
def earlier_names() -> Mapping[str, str]:
    """Keys of settings by what they were called before."""
    return MappingProxyType({old: one.key for one in declared().values() for old in one.earlier})


def _default(one: dataclasses.Field[Any]) -> object:
    if one.default_factory is not dataclasses.MISSING:
        return one.default_factory()
    return None if one.default is dataclasses.MISSING else one.default
