"""The plan of a report: which sections answer the question, and what is searched for each.

A model plans from the question and from the titles of a first search. Code holds it to the
question: what is asked between its marks has a section, and one that nobody planned is added.
Without a model every part of the question is a section.
"""

import re
from collections.abc import Sequence

from rostra.desks.research.depth import Depth
from rostra.desks.research.planning import LONGEST_QUERY
from rostra.records import SourceText, record
from rostra.roles import Role, Stage
from rostra.roles.play import play_told
from rostra.steps import Step
from rostra.text import index_tokens
from rostra.words import Message, message

_SHORTEST_PART, _LONGEST_HEADING = 4, 60
_MOST_TITLES, _MOST_QUERIES = 40, 6
_A_CLAUSE, _OF_LEAD = 6, 80
_MARKS = " ，。？！；：,;?!:\n"
_ENDS = re.compile(r"[。？！；?!;\n]+|(?<!\d)\.(?!\d)")
_COMMAS = re.compile(r"[，,：:（）()]+")
_CLAUSES = re.compile(r"[，、,；;：:（）()]+")
_NUMBERED = re.compile(
    r"(?:^|(?<=[：:；;。，,.?？\s]))"
    r"(?:[一二三四五六七八九十]{1,2}、|[（(]\d{1,2}[)）]|\d{1,2}[.)、]\s)"
)
# Of the words that a part has for itself: so many make a section speak of it.
_OF_A_PART = 0.3


@record
class SectionPlan:
    """`questions` are what the section answers, `queries` what is searched for it."""

    heading: str
    questions: tuple[str, ...]
    queries: tuple[str, ...] = ()
    about: str = ""

    @property
    def text(self) -> str:
        return " ".join(self.questions)


@record
class Outline:
    sections: tuple[SectionPlan, ...]


PLANNER = Role(
    "planner",
    "research/planner_outline",
    Outline,
    ceiling=12_000,
    max_tokens=1_500,
    could_read=12_000,
)


async def outline(
    question: str, depth: Depth, sources: Sequence[SourceText], stage: Stage, step: Step
) -> tuple[tuple[SectionPlan, ...], bool]:
    """Plan the sections of a report, each with its own questions and searches.

    Also said is whether a model that was to plan stayed silent.
    """
    plain = by_parts(question, depth.sections[1])
    if stage.path_of(PLANNER.name) is None or stage.abilities_of(PLANNER.name).is_small:
        return plain, False
    known = "\n".join(f"- {one.title} ({one.source.name})" for one in sources[:_MOST_TITLES])
    planned, silence = await play_told(
        PLANNER,
        {"question": question, "titles": known or "-"},
        stage,
        step,
        fallback=lambda: Outline(plain),
        fault=_fault,
        fewest=depth.sections[0],
        most=depth.sections[1],
    )
    sections = tuple(map(_tidy, planned.sections))[: depth.sections[1]]
    return held_to(question, sections, depth), bool(silence)


def by_parts(question: str, most: int = 10) -> tuple[SectionPlan, ...]:
    """One section for each part of the question, with what the question says it is about."""
    lead, parts = _parts(question)
    kept = (*parts[: most - 1], " ".join(parts[most - 1 :])) if len(parts) > most else parts
    return tuple(_plain(one, "" if one.startswith(lead) else lead) for one in kept)


def _parts(question: str) -> tuple[str, tuple[str, ...]]:
    """What stands before the parts and is about all of them, and the parts.

    Numbers tell the parts apart; without any it is the marks that end a question, and those
    between clauses where each is long enough to ask something.
    """
    lead, *numbered = [one.strip(_MARKS) for one in _NUMBERED.split(question)]
    if len(numbered) > 1:
        return lead, tuple(one for one in numbered if len(one) >= _SHORTEST_PART)
    whole = [one.strip(_MARKS) for one in _ENDS.split(question)]
    found: list[str] = []
    for one in whole:
        clauses = one.split("、")
        is_list = all(len(clause) >= _A_CLAUSE for clause in clauses)
        found += [part for part in (clauses if is_list else [one]) if len(part) >= _SHORTEST_PART]
    first = (found or [question])[0]
    return _clauses(first)[0], tuple(found or [question])


def _clauses(part: str) -> list[str]:
    """What stands between its commas; a list is one of them."""
    found = [one.strip(_MARKS) for one in _COMMAS.split(part)]
    return [one for one in found if len(one) >= _SHORTEST_PART] or [part]


def _plain(part: str, lead: str) -> SectionPlan:
    about = lead[:_OF_LEAD]
    clauses = [one.strip(_MARKS) for one in _CLAUSES.split(part)]
    clauses = [one for one in clauses if len(one) >= _SHORTEST_PART]
    asked = (f"{about} {part}".strip(), part, *(f"{about} {one}".strip() for one in clauses))
    queries = tuple(dict.fromkeys(one[:LONGEST_QUERY] for one in asked))
    return SectionPlan(part[:_LONGEST_HEADING], (part,), queries[:_MOST_QUERIES], about)


def held_to(
    question: str, planned: tuple[SectionPlan, ...], depth: Depth
) -> tuple[SectionPlan, ...]:
    """The plan, and a section for every part of the question that no section speaks of."""
    parts = by_parts(question, depth.sections[1])
    told = [frozenset(index_tokens(f"{one.heading} {one.text}")) for one in planned]
    lacking = []
    for part in parts:
        words = frozenset(one for one in index_tokens(part.heading) if len(one) > 1)
        common = frozenset.intersection(*(frozenset(index_tokens(p.heading)) for p in parts))
        own = words - common if len(parts) > 1 else words
        if own and not any(len(own & one) >= _OF_A_PART * len(own) for one in told):
            lacking.append(part)
    return (*planned[: depth.sections[1] - len(lacking)], *lacking)


def _tidy(plan: SectionPlan) -> SectionPlan:
    return SectionPlan(
        " ".join(plan.heading.split())[:_LONGEST_HEADING],
        tuple(" ".join(one.split()) for one in plan.questions if one.strip()) or (plan.heading,),
        tuple(" ".join(one.split())[:LONGEST_QUERY] for one in plan.queries if one.strip())[
            :_MOST_QUERIES
        ],
    )


def _fault(planned: Outline) -> Message | None:
    if not any(one.heading.strip() for one in planned.sections):
        return message("faults.no_sections")
    return None
