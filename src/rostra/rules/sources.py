"""Who published it, and how far that publisher is believed.

A publisher is known by its domains or by one of its names, never by what a page says of itself. A
host belongs to a domain when it is that domain or ends with a dot and that domain, so
`cna.com.tw.example.net` and `cna-com.tw` are strangers. Who is not listed may still stand below a
suffix that a state, a treaty or a university gives out. Pages made for investors by nobody we know
are a company's by form alone, which anybody can copy: tier 3. Anybody else is a stranger, tier 4.
Every tier has a reason (`why`), a code of `words/<language>/publishers.toml`.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import cast, get_args
from urllib.parse import urlsplit

from rostra.errors import SetupError
from rostra.records import Source, SourceTier, SourceType, record
from rostra.text import fold, to_simplified
from rostra.words import Language, Said, message

_SECOND_LEVEL = frozenset(
    ("com", "org", "net", "edu", "gov", "mil", "co", "ac", "or", "ne", "go", "idv", "gob", "gouv",
     "govt", "lg", "gc", "gv", "re", "nic")
)  # fmt: skip
# A host as a browser would ask for it. Anything else (other letters, escapes, two dots) may look
# like a publisher and is none.
_LABELS = r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+\.?"
_HOST = re.compile(_LABELS)
_BARE = re.compile(rf"(?P<host>{_LABELS})(?::\d{{1,5}})?(?:[/?#].*)?", re.DOTALL)
_LONGEST_HOST = 254
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
UNKNOWN_TIER: SourceTier = 4
_HAN = re.compile(r"[\u3400-\u9fff]")
_READERS = re.compile(r"(?:blogs?|bbs|forums?|albums?|club|user|users|community|tieba)\d?")
_TYPES: tuple[str, ...] = get_args(SourceType)
# How companies name the part of their site that the law makes them keep for their owners.
_FOR_INVESTORS = frozenset(
    {"ir", "investor", "investors", "investor-relations", "investorrelations"}
)
_DEEP = 4
_MEMBER = re.compile(r"/(?:~|%7e)[a-z0-9]", re.IGNORECASE)
OWN, STRANGER, READERS, UNLIKE = "own", "stranger", "readers", "unlike"
INVESTORS, MEMBER = "investors", "member"


@record
class Publisher:
    """One row of the source book."""

    name: str
    tier: SourceTier
    type: SourceType
    owner: str
    aliases: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    why: str = OWN

    def name_in(self, language: Language) -> str:
        """Its name as a reader of the language knows it, where it has one."""
        names = (self.name, *self.aliases)
        fitting = [one for one in names if bool(_HAN.search(one)) != (language == "en")]
        name = (fitting or names)[0]
        return to_simplified(name) if language == "zh-Hans" else name


@dataclass(frozen=True, slots=True)
class Suffix:
    """Hosts below these domains, whoever they are; `labels` say by its name what an office is."""

    domains: frozenset[str]
    tier: SourceTier
    type: SourceType
    why: str
    labels: Mapping[str, frozenset[str]]

    def reason(self, host: str) -> str | None:
        """Why a host below one of them is believed; None for a host that is not."""
        labels = host.split(".")
        ends = {".".join(labels[at:]): at for at in range(1, len(labels))}
        if not (held := ends.keys() & self.domains):
            return None
        own = set(labels[: ends[max(held, key=len)]])
        named = (why for why, names in self.labels.items() if not own.isdisjoint(names))
        return next(named, self.why)


@dataclass(frozen=True, slots=True)
class SourceBook:
    """Publishers by domain and by name; a later row replaces an earlier one of the same name."""

    publishers: Mapping[str, Publisher]
    _by_domain: Mapping[str, Publisher]
    _by_name: Mapping[str, Publisher]

    def name_in(self, name: str, language: Language) -> str:
        """A publisher's name for a reader; a name of nobody we know stays as it is."""
        row = self.publishers.get(name)
        return row.name_in(language) if row is not None else name

    @classmethod
    def of(cls, publishers: Iterable[Publisher]) -> "SourceBook":
        rows = {publisher.name: publisher for publisher in publishers}
        by_domain = {d.lower(): row for row in rows.values() for d in row.domains}
        named = [(name, row) for row in rows.values() for name in (row.name, *row.aliases)]
        keys = _name_keys([name for name, _ in named])
        return cls(rows, by_domain, dict(zip(keys, (row for _, row in named), strict=bool(named))))

    def extended(self, publishers: Iterable[Publisher]) -> "SourceBook":
        return SourceBook.of([*self.publishers.values(), *publishers])

    def of_host(self, host: str) -> Publisher | None:
        labels = host.lower().rstrip(".").split(".")
        for start in range(len(labels) - 1):
            if (row := self._by_domain.get(".".join(labels[start:]))) is not None:
                return row
        return None

    def of_name(self, name: str) -> Publisher | None:
        return self._by_name.get(_name_key(name))


@dataclass(frozen=True, slots=True)
class Address:
    """The host a text names; `is_plain` is false for one that only looks like a host we know."""

    host: str
    is_plain: bool = True


def classify_source(name_or_url: str, *, book: SourceBook | None = None) -> Source:
    """Look a publisher up by address or by name; unknown ones are tier 4."""
    return explain_source(name_or_url, book=book)[0]


def explain_source(name_or_url: str, *, book: SourceBook | None = None) -> tuple[Source, str]:
    """Who it is and why that tier: the code of a reason."""
    book = book or shipped_book()
    text = name_or_url.strip()
    address = address_in(text)
    if address is None:
        row = book.of_name(text)
        return (_known(row, ""), row.why) if row else (_stranger(text, ""), STRANGER)
    if not address.is_plain:
        return _stranger(address.host or text, address.host), UNLIKE
    host = address.host
    if (row := book.of_host(host)) is not None:
        readers = _readers_own(row, host)
        return (readers, READERS) if readers else (_known(row, host), row.why)
    owner = _registrable(host)
    for suffix in suffixes():
        if why := suffix.reason(host):
            if suffix.type == "university" and _MEMBER.match(urlsplit(text).path):
                return Source(host, UNKNOWN_TIER, "unknown", owner=owner, domain=host), MEMBER
            return Source(host, suffix.tier, suffix.type, owner=owner, domain=host), why
    if _is_for_investors(host, text):
        return Source(host, tier=3, type="company", owner=owner, domain=host), INVESTORS
    return _stranger(host, host), STRANGER


def _is_for_investors(host: str, text: str) -> bool:
    below = host.removesuffix(_registrable(host)).split(".")
    path = urlsplit(text if "://" in text else f"//{text}").path.lower().split("/")
    parts = {one.partition(".")[0] for one in path[1 : _DEEP + 1]} - {"ir"}
    named = {*below, *parts}
    return not _FOR_INVESTORS.isdisjoint(named)


def _known(row: Publisher, host: str) -> Source:
    return Source(name=row.name, tier=row.tier, type=row.type, owner=row.owner, domain=host)


def _readers_own(row: Publisher, host: str) -> Source | None:
    """Blogs and boards that a medium gives its readers: its house, and not its word."""
    if row.type not in ("news", "digital", "state_media") or host in row.domains:
        return None
    below = host.split(".")[:-2]
    if not any(_READERS.fullmatch(label) for label in below):
        return None
    return Source(name=host, tier=5, type="social", owner=row.owner, domain=host)


def _stranger(name: str, host: str) -> Source:
    owner = _registrable(host) if host else name
    return Source(name=name, tier=UNKNOWN_TIER, type="unknown", owner=owner, domain=host)


def address_in(text: str) -> Address | None:
    """The host of an address or a bare domain; None when the text is a name."""
    if text.startswith("//"):
        text = "https:" + text
    if _SCHEME.match(text) and not _BARE.fullmatch(text.lower()):
        return _host_of_url(text)
    bare = _BARE.fullmatch(text.lower())
    return _checked(bare["host"]) if bare else None


def _host_of_url(text: str) -> Address:
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return Address("", is_plain=False)
    # Browsers take a backslash for a slash, other readers do not: nobody honest writes one.
    is_web = parts.scheme in ("http", "https") and "\\" not in text
    return _checked(host) if is_web else Address(host, is_plain=False)


def _checked(host: str) -> Address:
    if len(host) > _LONGEST_HOST or not _HOST.fullmatch(host):
        return Address(host, is_plain=False)
    return Address(host.rstrip("."))


def _registrable(host: str) -> str:
    """The part of a host one owner registers; a guess by shape, used only to tell owners apart."""
    labels = host.lower().rstrip(".").split(".")
    is_deep = len(labels) >= 3 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if is_deep else labels[-2:])


def _name_key(name: str) -> str:
    return _name_keys([name])[0]


def _name_keys(names: Sequence[str]) -> list[str]:
    """What names are compared by. All at once: the script converter is slow to call."""
    lines = [" ".join(fold(name).split()) for name in names]
    return to_simplified("\n".join(lines)).lower().replace(" ", "").split("\n")


def read_publishers(path: Path) -> list[Publisher]:
    """Read rows of a source book file; a wrong row names file and row."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("publisher", [])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(
            message("errors_rules.source_book_cannot_read", path=str(path), error=str(error))
        ) from error
    if not isinstance(rows, list):
        raise SetupError(message("errors_rules.source_book_no_list", path=str(path)))
    return [
        make_publisher(row, message("errors_rules.publisher", path=str(path), number=n))
        for n, row in enumerate(rows, 1)
    ]


def make_publisher(row: object, where: Said) -> Publisher:
    """A row as read from a file or typed, checked; `where` is told when it is wrong."""
    if not isinstance(row, Mapping):
        raise SetupError(message("errors_rules.not_table_name_tier", where=where))
    name, tier, kind = (row.get(key) for key in ("name", "tier", "type"))
    if not isinstance(name, str) or not name.strip():
        raise SetupError(message("errors_rules.name_missing", where=where))
    if not all(one.isprintable() for one in (name, str(row.get("owner", "")))):
        raise SetupError(message("errors_rules.name_owner_holds_characters", where=where))
    if type(tier) is not int or tier not in get_args(SourceTier) or kind not in _TYPES:
        raise SetupError(
            message("errors_rules.tier_type_one", where=where, name=name, types=", ".join(_TYPES))
        )
    domains = _texts(row, "domains", where)
    for domain in domains:
        if not _HOST.fullmatch(domain.lower()):
            raise SetupError(
                message(
                    "errors_rules.not_domain_like_example",
                    where=where,
                    name=name,
                    domain=repr(domain),
                )
            )
    return Publisher(
        name=name,
        tier=cast("SourceTier", tier),
        type=cast("SourceType", kind),
        owner=str(row.get("owner") or name),
        aliases=_texts(row, "aliases", where),
        domains=tuple(domain.lower().rstrip(".") for domain in domains),
        why=str(row.get("why") or OWN),
    )


def _texts(row: Mapping[str, object], key: str, where: Said) -> tuple[str, ...]:
    found = row.get(key, [])
    if not isinstance(found, list) or not all(
        isinstance(one, str) and one.isprintable() for one in found
    ):
        raise SetupError(message("errors_rules.list_texts", where=where, key=key))
    return tuple(found)


@cache
def shipped_book() -> SourceBook:
    with resources.as_file(resources.files("rostra.rules") / "sources.toml") as path:
        return SourceBook.of(read_publishers(path))


@cache
def suffixes() -> tuple[Suffix, ...]:
    text = (resources.files("rostra.rules") / "sources.toml").read_text("utf-8")
    return tuple(
        Suffix(
            frozenset([*row["domains"], *_kept_for(row.get("in", {}))]),
            row["tier"],
            row["type"],
            row["why"],
            {why: frozenset(names) for why, names in row.get("labels", {}).items()},
        )
        for row in tomllib.loads(text)["suffix"]
    )


def _kept_for(labels: Mapping[str, str]) -> Iterable[str]:
    return (f"{label}.{one}" for label, countries in labels.items() for one in countries.split())


def own_book_file(named: Path | None, data: Path) -> Path:
    """Where a desk keeps its own rows: the file its settings name, else one beside its data."""
    return named or data / "sources.toml"


def desk_book(named: Path | None, data: Path) -> SourceBook:
    """The shipped book with a desk's own rows before it; a file that was named must be there."""
    file = own_book_file(named, data)
    if named is None and not file.exists():
        return shipped_book()
    return shipped_book().extended(read_publishers(file))


def with_publisher(text: str, row: Publisher) -> str:
    """The text of a source book file with one row set; what else is written there stays."""
    head, *blocks = _BLOCK.split(text)
    others = [block for block in blocks if not _is_named(block, row.name)]
    parts = [head.rstrip(), *(f"[[publisher]]\n{block.strip()}" for block in others)]
    made = "\n\n".join(part for part in [*parts, _written(row)] if part) + "\n"
    if _rows_of(made) == [*(old for old in _rows_of(text) if old["name"] != row.name), _plain(row)]:
        return made
    # Rows written in another way (one list, odd quotes): say the same in ours.
    kept = [old for old in _rows_of(text) if old["name"] != row.name]
    rows = [make_publisher(old, "row") for old in kept]
    return "\n\n".join(_written(one) for one in [*rows, row]) + "\n"


_BLOCK = re.compile(r"^[ \t]*\[\[[ \t]*publisher[ \t]*\]\][^\n]*\n?", re.MULTILINE)


def _rows_of(text: str) -> list[dict[str, object]]:
    try:
        rows = tomllib.loads(text).get("publisher", [])
    except tomllib.TOMLDecodeError:
        return []
    return rows if isinstance(rows, list) else []


def _is_named(block: str, name: str) -> bool:
    return any(row.get("name") == name for row in _rows_of(f"[[publisher]]\n{block}"))


def _plain(row: Publisher) -> dict[str, object]:
    found: dict[str, object] = {"name": row.name}
    if row.aliases:
        found["aliases"] = list(row.aliases)
    if row.domains:
        found["domains"] = list(row.domains)
    return found | {"owner": row.owner, "tier": row.tier, "type": row.type}


def _written(row: Publisher) -> str:
    lines = (
        f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in _plain(row).items()
    )
    return "\n".join(["[[publisher]]", *lines])
