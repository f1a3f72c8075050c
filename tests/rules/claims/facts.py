"""How the tests of this folder ask: the states a statement's hard facts have on some texts."""

from rostra.rules.claims import Doubt, Passage, hard_facts


def doubts(said: str, *texts: str, date: str = "", publisher: str = "") -> list[Doubt]:
    passages = [
        Passage(str(n), one, one, date=date, publisher=publisher) for n, one in enumerate(texts)
    ]
    return hard_facts(said, passages)


def vetoes(said: str, *texts: str, date: str = "", publisher: str = "") -> list[str]:
    """The checks that veto a statement."""
    found = doubts(said, *texts, date=date, publisher=publisher)
    return [one.check for one in found if one.state == "conflict"]
