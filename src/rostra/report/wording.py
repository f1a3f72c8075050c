"""Reasons, warnings, counts and sums of a report, as its reader is told them."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from rostra.records.debate import CheckedClaim
from rostra.records.report import Hands
from rostra.words import Language, Message, Phrases, Said, has, joined, message, say, tell

_CHINESE = re.compile(r"[\u3400-\u9fff]")


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


def written(hands: Hands, language: Language) -> str:
    """How much a model wrote and how much code did, where a model was to write."""
    if not hands.model:
        return ""
    return tell(
        "report.written_line",
        language,
        {"model": hands.model, "by_model": hands.by_model, "by_code": hands.by_code},
    )


def unheard(hands: Hands, language: Language) -> tuple[str, ...]:
    """What to say first where a model was to write and nothing of it could be used."""
    if not hands.model or hands.by_model or not hands.by_code:
        return ()
    return (tell("report.fell_back", language, {"model": hands.model}),)


def mode_in(language: str, mode: str) -> str:
    """A mode of research as a report names it."""
    code = f"modes.{mode}.name"
    return tell(code, language) if has(code) else mode


def searched_in(language: Language, names: Sequence[str], failed: Sequence[Said]) -> str:
    """Through whom was searched, and who of them did not answer."""
    through = tell("report.comma", language).join(names)
    if not through or not failed:
        return through
    return through + tell("report.unsearched", language, {"why": list(failed)})


def warning_in(language: str, tiers: Iterable[int]) -> str:
    """The warning that the weakest source of a sentence calls for."""
    worst = max(tiers, default=1)
    if worst == 5:
        return tell("report.warning_social", language)
    return tell("report.warning_tier", language, {"tier": worst}) if worst >= 3 else ""


def day_in(language: Language, when: date | None) -> str:
    """A day as readers write it: 10 November 2026."""
    words = Phrases("report", language)
    if when is None:
        return words["unknown_date"]
    month = words["months"].split()[when.month - 1]
    return words.say("day", day=when.day, month=month, year=when.year)


def bracketed(text: str) -> str:
    """In brackets as wide as what stands in them: Chinese is not put between narrow ones."""
    return f"（{text}）" if _CHINESE.search(text) else f"({text})"


def counted(heading: str, number: int) -> str:
    """A heading and how many stand under it."""
    return f"{heading}（{number}）" if _CHINESE.search(heading) else f"{heading} ({number})"


def dollars(amount: float) -> str:
    """As money is written; only what is less than a cent needs more places."""
    return f"US${amount:,.2f}" if amount == 0 or amount >= 0.01 else f"US${amount:.4f}"
