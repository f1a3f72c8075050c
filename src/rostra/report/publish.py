"""Give a draft its numbers: sources in the order they are first cited, each counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rostra.records import Evidence
from rostra.records.report import CitedSentence, Section, SourceRow


def assemble(
    sections: Sequence[Section],
    evidence: Mapping[str, Evidence],
    beside: Sequence[CitedSentence] = (),
) -> tuple[tuple[Section, ...], tuple[SourceRow, ...]]:
    """Return sections whose every citation is known, and the table of what they cite.

    `beside` are sentences that stand in tables of their own; what they cite is numbered last.
    """
    kept = tuple(
        Section(section.heading, tuple(_known(s, evidence) for s in section.sentences))
        for section in sections
    )
    cited = Counter(e for section in kept for s in section.sentences for e in s.evidence)
    cited.update(e for s in beside for e in s.evidence if e in evidence)
    rows = [
        _row(number, evidence[evidence_id], times)
        for number, (evidence_id, times) in enumerate(cited.items(), 1)
    ]
    return kept, tuple(rows)


def _known(sentence: CitedSentence, evidence: Mapping[str, Evidence]) -> CitedSentence:
    known = tuple(e for e in sentence.evidence if e in evidence)
    return replace(sentence, evidence=known)


def _row(number: int, item: Evidence, times: int) -> SourceRow:
    return SourceRow(
        number=number,
        evidence=item.id,
        title=item.title,
        url=item.url,
        publisher=item.source.name,
        tier=item.source.tier,
        type=item.source.type,
        published=item.published,
        fetched_at=item.fetched_at,
        expires_at=item.expires_at,
        cited=times,
    )
