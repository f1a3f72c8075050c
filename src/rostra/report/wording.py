"""Reasons and warnings of a report, as its reader is told them."""

from collections.abc import Iterable, Sequence

from rostra.records.debate import CheckedClaim
from rostra.words import Language, Message, Said, has, joined, message, say, tell


def left_out(reason: Said) -> Said:
    """The message behind a stored reason; those of our own sieves are stored as short codes."""
    if isinstance(reason, Message):
        return reason
    key, _, name = reason.partition(":")  # `reprint:` carries the name of the first publisher
    if not has(f"dropped.{key}"):
        return reason
    return message(f"dropped.{key}", name=name) if name else message(f"dropped.{key}")


def left_out_in(language: Language, reason: Said) -> str:
    return say(left_out(reason), language)


def why_unread(reason: Said) -> Said:
    """Why a page could not be read, without the tool and the address that its row names anyway."""
    facts = reason.facts if isinstance(reason, Message) else {}
    inner = facts.get("fault") or facts.get("kind")
    return inner if isinstance(inner, Message) else reason


def why_failed(claim: CheckedClaim, reasons: Sequence[Said]) -> Said:
    """Reasons why a claim is not verified, one after the other; what it lacks is said as a need."""
    lacks = set(claim.missing)
    return joined(message("claims.needs", what=one) if one in lacks else one for one in reasons)


def mode_in(language: str, mode: str) -> str:
    """A mode of research as a report names it."""
    code = f"modes.{mode}.name"
    return tell(code, language) if has(code) else mode


def warning_in(language: str, tiers: Iterable[int]) -> str:
    """The warning that the weakest source of a sentence calls for."""
    worst = max(tiers, default=1)
    if worst == 5:
        return tell("report.warning_social", language)
    return tell("report.warning_tier", language, {"tier": worst}) if worst >= 3 else ""
