"""Words in quotation marks: where they stand in a passage as written they are proved."""

from collections.abc import Iterable, Sequence

from rostra.rules.claims.marks import Marks
from rostra.rules.claims.quoting import plain
from rostra.rules.claims.records import Doubt
from rostra.text.patterns import Pattern

_QUOTED = Pattern('「([^「」]{2,200})」|“([^“”]{2,200})”|『([^『』]{2,200})』|"([^"]{2,200})"')
_STOPS = "。.．｡,，;；"


def quote_doubts(said: Marks, sources: Sequence[Marks]) -> Iterable[Doubt]:
    """One doubt for each passage in quotation marks; a translation is for a reader to judge."""
    for match in _QUOTED.finditer(said.view.original):
        words = next(one for one in match.groups() if one)
        wanted = plain(words).strip(_STOPS)
        stands = any(wanted in plain(marks.view.original) for marks in sources)
        yield Doubt("quotes", "proved" if stands else "open", words)
