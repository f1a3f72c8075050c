"""A report by analyst and critic, against one agent that holds everything in one context.

Both are answered by the same scripted model and read the same sample pages. The plain way is the
usual loop: search, read each page whole into the conversation, then write. Tokens are counted as
they are sent, request by request; the peak is the largest single request.
"""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import rostra_sample as sample
from rostra.assembly import open_house
from rostra.records import Budget, JsonValue, LedgerEntry, Run
from rostra.runs.lifecycle import carry_out
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra.text import count_tokens
from rostra_testing import ScriptedServer

Row = tuple[str, float, str]

QUESTIONS = ("q01", "q02", "q09", "q11", "q13")
PEAK = 20_000
SYSTEM = "You are a research analyst. Search, read what you find, and write a cited report."


async def _ours(data: Path) -> tuple[list[list[LedgerEntry]], list[list[str]]]:
    """The model calls of each report, and the texts of the pages that were read for it."""
    calls: list[list[LedgerEntry]] = []
    pages: list[list[str]] = []
    with ScriptedServer(profile="honest") as model:
        settings = load_settings(
            {
                "data": str(data),
                "model": "openai-compatible:scripted",
                "model_url": model.base_url,
                "model_key": "sk-x",
            }
        )
        async with open_house(settings) as house:
            for one in (q for q in sample.questions() if q.id in QUESTIONS):
                options: dict[str, JsonValue] = {"mode": one.mode, "sample": True}
                run = Run(one.id, "research", one.text, "queued", house.clock(), options, Budget())
                await house.store.create_run(run)
                step = InlineStep(run.id)
                await carry_out(run.id, house.flows()["research"], step, house.office, "bench")
                entries = await house.store.ledger_of_run(run.id)
                calls.append([entry for entry in entries if entry.kind == "model"])
                evidence = await house.store.evidence_of_run(run.id)
                texts = [await house.store.get_content(item.text) for item in evidence]
                pages.append([(text or b"").decode() for text in texts])
    return calls, pages


def _plain(question: str, pages: Sequence[str], answer: int) -> tuple[int, int, int]:
    """Tokens, requests and peak of an agent whose every request carries all it has seen."""
    context = count_tokens(SYSTEM) + count_tokens(question)
    sent = context
    for text in pages:
        context += 40 + count_tokens(text)  # the call, and its result
        sent += context
    sent += context  # written once it has read everything, with nothing left out
    return sent + answer, len(pages) + 2, context + answer


def run(data: Path) -> list[Row]:
    calls, pages = asyncio.run(_ours(data / "research"))
    asked = [one for one in sample.questions() if one.id in QUESTIONS]
    answers = [max((_written(entry) for entry in made), default=0) for made in calls]
    plain = [
        _plain(q.text, texts, answer)
        for q, texts, answer in zip(asked, pages, answers, strict=True)
    ]
    tokens = sum(entry.tokens_in + entry.tokens_out for made in calls for entry in made)
    peak = max(entry.tokens_in + entry.tokens_out for made in calls for entry in made)
    count = len(asked)
    theirs = sum(one[0] for one in plain)
    requests = sum(len(made) for made in calls)
    return [
        (
            "research: tokens per report against one context",
            tokens / theirs,
            f"<= 0.5; {tokens // count:,} against {theirs // count:,}",
        ),
        (
            "research: model calls per report against one context",
            requests / sum(one[1] for one in plain),
            f"{requests / count:.1f} against {sum(one[1] for one in plain) / count:.1f}",
        ),
        (
            "research: largest request against 20K tokens",
            peak / PEAK,
            f"<= 1; {peak:,}, one context {max(one[2] for one in plain):,}",
        ),
    ]


def _written(entry: LedgerEntry) -> int:
    return entry.tokens_out or count_tokens(json.dumps(entry.response))
