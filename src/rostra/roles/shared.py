"""The roles every desk uses: condense, summarise, rank, rule at a gate. Each in both engines."""

import re
from collections.abc import Sequence
from functools import partial

from rostra.models.choice import EXTRACTIVE
from rostra.records import Item, JsonValue, Ruling, Statement, anchored, record
from rostra.roles.play import Role, Stage, play, play_told
from rostra.roles.summarising import fault_in_summary, summarise
from rostra.roles.weighing import rank
from rostra.rules import condense, repair_ranking
from rostra.steps import Step
from rostra.text import count_tokens, quantities, sentences
from rostra.text.script import language_of
from rostra.words import Message, joined, message

DIGEST_LIMIT = 800
ARTICLE_LIMIT = 6_000
_LINE_SUMMARY = 80
_LINE_TITLE = 60
_SHORTEST_LINE = 24
_LINE_FRAME = 14
_RANKING_TOLD = 450
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@record
class Condensed:
    """Numbers of a text's own sentences, the weightiest first."""

    sentences: tuple[int, ...]


@record
class Summarised:
    summary: str


@record
class Ranked:
    """Numbers as the model said them; one that is none is left out and its item follows."""

    order: tuple[JsonValue, ...]


@record
class ChairSays:
    approved: bool
    reason: str
    guidance: str = ""


# Stands for a chairman who said nothing that can be read.
_SILENT = ChairSays(approved=False, reason="")

CONDENSER = Role("condenser", "shared/condenser_condense", Condensed, ceiling=6_000, max_tokens=200)
SUMMARISER = Role(
    # Room for being asked again, with the last answer quoted, below three thousand.
    "summariser",
    "shared/summariser_summarise",
    Summarised,
    ceiling=2_900,
    max_tokens=320,
    could_read=2_900,
)
RANKER = Role(
    "ranker", "shared/ranker_rank", Ranked, ceiling=6_000, max_tokens=800, could_read=6_000
)
CHAIR_AT_GATE = Role("chairman", "shared/chairman_rule", ChairSays, ceiling=6_000, max_tokens=400)
CHAIR_ON_PLEA = Role("chairman", "shared/chairman_extend", ChairSays, ceiling=6_000, max_tokens=400)


async def condense_text(text: str, stage: Stage, step: Step, limit: int = DIGEST_LIMIT) -> str:
    """The short form of a long text: its own sentences, word for word, that a model chose."""
    told = list(dict.fromkeys(one.text for one in sentences(text)))
    by_code = condense(text, limit)

    def fault(answer: Condensed) -> Message | None:
        good = any(1 <= n <= len(told) for n in answer.sentences)
        return None if good else message("faults.no_sentence", count=len(told))

    chosen = await play(
        CONDENSER,
        {"text": "\n".join(f"{n}. {one}" for n, one in enumerate(told, 1))},
        stage,
        step,
        fallback=lambda: Condensed(()),
        fault=fault,
        limit=limit,
    )
    kept: list[int] = []
    # What a page is about stands first in it, and stays.
    for n in dict.fromkeys((1, *chosen.sentences) if chosen.sentences else ()):
        taken = sum(len(told[one - 1]) + 1 for one in kept)
        if 1 <= n <= len(told) and taken + len(told[n - 1]) <= limit:
            kept.append(n)
    return "\n".join(told[n - 1] for n in sorted(kept)) or by_code


async def summarise_article(title: str, text: str, stage: Stage, step: Step) -> str:
    """Two or three sentences on an article, or nothing: never a wrong summary."""
    article = text[:ARTICLE_LIMIT]

    async def fault(answer: Summarised) -> Message | None:
        wrong = fault_in_summary(answer.summary, title)
        wrong = wrong or _other_language(answer.summary, article)
        wrong = wrong or _invented_number(answer.summary, f"{title}\n{article}")
        return wrong or await _unsupported(answer.summary, f"{article}\n{title}", stage, step)

    said = await play(
        SUMMARISER,
        {"title": title, "text": article},
        stage,
        step,
        fallback=lambda: Summarised(summarise(title, article)),
        fault=fault,
    )
    return said.summary.strip()


async def rank_items(items: Sequence[Item], stage: Stage, step: Step) -> tuple[list[int], str]:
    """Every item's place, heaviest first, and who ranked; code puts right what a model drops.

    Without a model, or where it gives no answer, the kinds of news decide. What does not fit into
    one request is the lightest by kind, and follows in that order.
    """
    by_weight = [one.index for one in rank(items)]
    engine = stage.engine(RANKER.name)
    if engine == EXTRACTIVE or len(items) < 2:
        return by_weight, engine
    shown, lines = _lines_within(items, by_weight)
    ranked, code = await play_told(
        RANKER,
        {"items": "\n".join(lines)},
        stage,
        step,
        fallback=lambda: Ranked(()),
        fault=partial(_unranked, count=len(shown)),
        count=len(shown),
    )
    if code or not ranked.order:
        return by_weight, EXTRACTIVE
    order = [shown[place] for place in repair_ranking(list(ranked.order), len(shown))]
    return order + [n for n in by_weight if n not in set(shown)], engine


def _unranked(answer: Ranked, count: int) -> Message | None:
    """An order of which less than half can be used is nobody's."""
    usable = {n for n in answer.order if type(n) is int and 0 <= n < count}
    return None if 2 * len(usable) >= count else message("faults.unranked", most=count - 1)


def _lines_within(items: Sequence[Item], by_weight: Sequence[int]) -> tuple[list[int], list[str]]:
    """Which items one request can hold, and a line for each: snippets give way to items."""
    room = RANKER.ceiling - RANKER.max_tokens - _RANKING_TOLD
    most = room // _SHORTEST_LINE
    shown = sorted(by_weight[:most])
    for snippet, title in ((_LINE_SUMMARY, _LINE_TITLE), (40, _LINE_TITLE), (16, 48), (0, 40)):
        lines = [_line(n, items[at], snippet, title) for n, at in enumerate(shown)]
        if sum(count_tokens(line) + 1 for line in lines) <= room:
            return shown, lines
    each = room // len(shown) - _LINE_FRAME
    return shown, [_line(n, items[at], 0, max(6, each)) for n, at in enumerate(shown)]


async def rule_on_call(
    tool: str,
    subject: str,
    justification: str,
    evidence: str,
    handcard: str,
    stage: Stage,
    step: Step,
) -> Ruling | None:
    """The chairman's answer at a gate, or None where no answer could be read."""
    said = await play(
        CHAIR_AT_GATE,
        {
            "justification": justification,
            "subject": subject,
            "evidence": evidence,
            "handcard": handcard,
        },
        stage,
        step,
        fallback=lambda: _SILENT,
        tool=tool,
    )
    return _ruled(said)


async def rule_on_plea(
    reason: str, nth: int, evidence: str, handcard: str, stage: Stage, step: Step
) -> Ruling | None:
    """The chairman's answer to a plea for more calls, or None where none could be read."""
    said = await play(
        CHAIR_ON_PLEA,
        {"reason": reason, "evidence": evidence, "handcard": handcard},
        stage,
        step,
        fallback=lambda: _SILENT,
        nth=nth,
    )
    return _ruled(said)


def _ruled(said: ChairSays) -> Ruling | None:
    if said is _SILENT:
        return None
    decide = Ruling.approve if said.approved else Ruling.refuse
    return decide("chairman", said.reason, said.guidance)


def _line(n: int, item: Item, snippet: int, title: int) -> str:
    published = item.published.isoformat() if item.published else ""
    summary = f" — {item.summary[:snippet]}" if item.summary and snippet else ""
    return f"[{n}] [{item.type}] {published} | {item.title[:title]}{summary}"


def _other_language(text: str, source: str) -> Message | None:
    """Chinese for English or the other way round; the two Chinese scripts count as one."""
    if (language_of(text) == "en") != (language_of(source) == "en"):
        return message("faults.other_language")
    return None


async def _unsupported(text: str, source: str, stage: Stage, step: Step) -> Message | None:
    """The first sentence of a text that nothing in its source supports."""
    said = [
        Statement(f"S{n}", "reported", one.text, anchored(("article",)))
        for n, one in enumerate(sentences(text), 1)
    ]
    checked = await stage.support.check(said, {"article": source}, step)
    for one, found in zip(said, checked, strict=True):
        if not found.ok:
            said_so, why = repr(one.text[:80]), joined(found.reasons)
            return message("faults.unsupported", sentence=said_so, why=why)
    return None


def _invented_number(text: str, source: str) -> Message | None:
    """A figure in the text that stands nowhere in its source, however either is written."""
    written = set(_NUMBER.findall(source))
    known = {quantity.value for quantity in quantities(source)}
    for quantity in quantities(text):
        shown = text[quantity.start : quantity.end]
        if quantity.value not in known and not set(_NUMBER.findall(shown)) <= written:
            return message("faults.invented", figure=repr(shown))
    return None
