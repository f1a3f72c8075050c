"""Which models took part in a report: told where more than one did."""

from collections.abc import Iterable

from rostra.models.accounts import answered_by
from rostra.records import LedgerEntry
from rostra.words import Language, Phrases


def author(entries: Iterable[LedgerEntry], role: str, usual: str) -> str:
    """Who answered for a role; the one it was meant for where nobody did."""
    models = [name for name, roles in answered_by(entries).items() if role in roles]
    return ", ".join(models) or usual


def authors(entries: Iterable[LedgerEntry], language: Language) -> tuple[str, ...]:
    """A line for each model and the roles it answered for; none where one model did it all."""
    found = answered_by(entries)
    if len(found) < 2:
        return ()
    words, roles = Phrases("report", language), Phrases("choice", language)
    return tuple(
        words.say(
            "answered",
            model=model,
            roles=words["between"].join(
                roles.get(f"role.{role}", role) for role in counted if role
            ),
            count=sum(counted.values()),
        )
        for model, counted in found.items()
    )
