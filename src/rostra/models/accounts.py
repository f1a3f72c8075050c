"""What a run's ledger says it cost, by role and model."""

from collections.abc import Iterable
from dataclasses import dataclass

from rostra.errors import UnreadableRecord
from rostra.models.messages import ModelRequest
from rostra.records import LedgerEntry, loads


@dataclass(frozen=True, slots=True)
class Account:
    """`cost` is what is known; `unpriced` calls come on top of it at a price nobody knows."""

    role: str
    model: str
    calls: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    unpriced: int = 0
    latency_ms: float = 0.0
    thinking: int = 0
    cached: int = 0
    # The section, side or item that asked; empty where all of a run is one account.
    part: str = ""

    def plus(self, entry: LedgerEntry) -> "Account":
        return Account(
            self.role,
            self.model,
            self.calls + 1,
            self.failures + (entry.outcome != "ok"),
            self.tokens_in + entry.tokens_in,
            self.tokens_out + entry.tokens_out,
            self.cost + (entry.cost or 0.0),
            self.unpriced + (entry.cost is None),
            self.latency_ms + entry.latency_ms,
            self.thinking + entry.thinking,
            self.cached + entry.cached,
            self.part,
        )


def accounts(entries: Iterable[LedgerEntry]) -> list[Account]:
    """One account for each role and model, the dearest first."""
    found: dict[tuple[str, str], Account] = {}
    for entry in entries:
        if entry.kind == "model":
            key = (role_of(entry), entry.name)
            found[key] = found.get(key, Account(*key)).plus(entry)
    return sorted(found.values(), key=lambda one: (-one.cost, -one.tokens_in - one.tokens_out))


def accounts_by_part(entries: Iterable[LedgerEntry]) -> list[Account]:
    """One account for each role in each part of a run, part by part."""
    found: dict[tuple[str, str], Account] = {}
    for entry in entries:
        if entry.kind == "model":
            key = (entry.part, role_of(entry))
            begun = Account(key[1], entry.name, part=entry.part)
            found[key] = found.get(key, begun).plus(entry)
    return [found[key] for key in sorted(found)]


def answered_by(entries: Iterable[LedgerEntry]) -> dict[str, dict[str, int]]:
    """Which model answered how often for which role, in the order in which they came in."""
    found: dict[str, dict[str, int]] = {}
    for entry in entries:
        if entry.kind == "model" and entry.outcome == "ok":
            roles = found.setdefault(entry.name, {})
            role = role_of(entry)
            roles[role] = roles.get(role, 0) + 1
    return found


def role_of(entry: LedgerEntry) -> str:
    """Who asked; rows of older versions say it in their request, if that can still be read."""
    if entry.role:
        return entry.role
    try:
        request = loads(entry.request)
    except UnreadableRecord:
        return ""
    return request.role if isinstance(request, ModelRequest) else ""
