"""What a report about the deep part of the sample world states, held against its gold facts.

A fact is stated where one line of the report, with the headings above it and the head of its table,
holds a spelling from each of its groups. A stale value counts where a line gives it as if it were
current: without the true value and without a word that says it is an older or another one.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import rostra_sample
from rostra_sample.facts import ROOM

FOLDER = ROOM / "deep"

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Otherwise:
    """The question's word for a thing and the page's."""

    asked: str
    said: str


@dataclass(frozen=True)
class Gold:
    """One fact. The first group holds the figure, name or date that says it."""

    id: str
    facet: str
    question: str
    statement: str
    groups: Groups
    pages: tuple[str, ...]
    stale: tuple[Groups, ...]
    otherwise: Otherwise | None
    form: str


@dataclass(frozen=True)
class Scored:
    """Ids of the facts that a report states, and of those whose stale value it gives as current."""

    stated: frozenset[str]
    stale: frozenset[str]


@cache
def data() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / "gold.json").read_text("utf-8"))
    return read


@cache
def questions() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((FOLDER / "questions.json").read_text("utf-8")))


def _groups(rows: list[list[str]]) -> Groups:
    return tuple(tuple(row) for row in rows)


@cache
def gold() -> tuple[Gold, ...]:
    return tuple(
        Gold(
            id=row["id"],
            facet=row["facet"],
            question=row["question"],
            statement=row["statement"],
            groups=_groups(row["groups"]),
            pages=tuple(row["pages"]),
            stale=tuple(_groups(one) for one in row.get("stale", ())),
            otherwise=Otherwise(**row["otherwise"]) if "otherwise" in row else None,
            form=row["form"],
        )
        for row in data()["facts"]
    )


def distractors() -> tuple[str, ...]:
    return tuple(data()["distractors"])


def page_source(page_id: str, *layers: str) -> str:
    """A page of the deep world as lines that `score` can read: its title is its heading."""
    page = rostra_sample.load(*(layers or (rostra_sample.DEEP,))).pages[page_id]
    return f"## {page.title}\n\n{page.body}"


def plain(text: str) -> str:
    """One way of writing widths, spaces and thousands for reports, pages and spellings alike."""
    even = unicodedata.normalize("NFKC", text).casefold().replace("臺", "台").replace("−", "-")
    even = re.sub(r"(?<=\d)[,\u2009\u202f](?=\d{3})", "", even)
    even = re.sub(r"[*_`]", "", even)
    even = re.sub(r"\s+", " ", even)
    return re.sub(r"(?<=[^\sa-z0-9.%]) | (?=[^\sa-z0-9.%$-])", "", even)


@cache
def _pattern(spelling: str) -> re.Pattern[str]:
    wanted = plain(spelling)
    before = r"(?<![\da-z.])" if wanted[0].isdigit() else ""
    after = r"(?!\d|\.\d)" if wanted[-1].isdigit() else ""
    return re.compile(before + re.escape(wanted) + after)


def holds(text: str, spelling: str) -> bool:
    """Whether a plain text holds a spelling, not as a part of a longer number."""
    return _pattern(spelling).search(text) is not None


def lines(report: str) -> Iterator[tuple[str, str]]:
    """Each line that says something, and the headings and table head that it stands under.

    The title repeats the question, and what follows the sources is no statement: both are left out.
    """
    headings: dict[int, str] = {}
    head = ""
    for line in report.splitlines():
        if match := re.match(r"(#+)\s+(.*)", line):
            depth = len(match[1])
            if depth == 1:
                continue
            if depth == 2 and plain(match[2]) in data()["sources"]:
                return
            headings = {level: text for level, text in headings.items() if level < depth}
            headings[depth] = match[2]
        head = (head or line) if line.startswith("|") else ""
        if line.strip():
            yield plain(line), plain(" ".join([*headings.values(), head, line]))


def meets(text: str, groups: Groups) -> bool:
    return all(any(holds(text, spelling) for spelling in group) for group in groups)


def _as_current(fact: Gold, wrong: Groups, line: str, text: str) -> bool:
    if not meets(line, wrong[:1]) or not meets(text, wrong):
        return False
    told = any(plain(word) in line for word in data()["told_as_other"])
    return not told and not meets(line, fact.groups[:1])


def score(report: str, question: str = "") -> Scored:
    """What a report states of the facts of a question, or of all."""
    read = list(lines(report))
    asked = [fact for fact in gold() if question in ("", fact.question)]
    return Scored(
        stated=frozenset(
            fact.id for fact in asked if any(meets(text, fact.groups) for _, text in read)
        ),
        stale=frozenset(
            fact.id
            for fact in asked
            if any(_as_current(fact, wrong, *one) for wrong in fact.stale for one in read)
        ),
    )
