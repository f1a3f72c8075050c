"""Of which day a sentence speaks: for a report that is told in order of date."""

from datetime import date

from rostra.desks.research.material import Material
from rostra.records import Statement
from rostra.text import DateMention, dates


def when_told(sentence: Statement, material: Material) -> tuple[date, str]:
    """The day a sentence speaks of, as exactly as it says, or when its source was published."""
    days = [
        day
        for e in sentence.evidence
        if e in material.by_id and (day := material.by_id[e].published)
    ]
    published = min(days, default=None)
    told = [found for one in dates(sentence.text) if (found := _near(one, published))]
    if told:
        # The most exact comes first: a year in passing is not when it happened.
        return max(told, key=lambda one: (len(one[1]), -told.index(one)))
    if published is not None:
        return published, published.isoformat()
    return date.max, ""


def _near(mention: DateMention, published: date | None) -> tuple[date, str] | None:
    """A date down to its month; without a year it is the one nearest to the publication."""
    # A year that stands elsewhere in the sentence is not the year of this day.
    year = mention.year if str(mention.year) in mention.text or mention.calendar != "ce" else None
    if mention.month is None or (year is None and published is None):
        return None
    try:
        years = [year] if year else _years_around(published)
        found = [date(year, mention.month, mention.day or 1) for year in years]
    except ValueError:
        return None
    nearest = min(found, key=lambda day: abs((day - (published or day)).days))
    return nearest, nearest.isoformat() if mention.day else f"{nearest:%Y-%m}"


def _years_around(day: date | None) -> list[int]:
    return [day.year, day.year - 1, day.year + 1] if day else []
