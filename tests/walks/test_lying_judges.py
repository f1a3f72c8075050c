"""A model that lies as writer and as judge gains nothing: what it turned is not published.

Every judge here is believed to have passed the exam. A lie is what the scripted writer noted when
it told it; a published one with a figure, a date or a Latin-script name is a defect.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

import rostra_sample as sample
from rostra.governance.support import ExamBook, Result
from rostra.records import Statement, loads
from rostra.records.debate import CheckedClaim, Speech
from rostra.store import open_store
from rostra.text import fold
from rostra_testing import ScriptedServer
from rostra_testing.scripted import Lie
from rostra_testing.scripted.judges import KINDS, Kind, judge
from tests.commanding import command

pytestmark = pytest.mark.slow

WRITERS = ("fabricator", "obedient", "subtle")
JUDGE = "openai-compatible:reader"
MOTION = sample.default_motion().text
QUESTIONS = [one.text for one in sample.questions()][:4]
HARD = frozenset({"number", "period"})
PUBLISHED = frozenset({"verified", "primary", "single_source"})
_LATIN = re.compile(r"[A-Z][A-Za-z]+")


@dataclass(frozen=True)
class Walked:
    """What was published, what was lied about, and what the log says of the judge.

    A writer that spoils every address it was given reads nothing, and no report is published.
    """

    published: tuple[str, ...]
    lies: tuple[Lie, ...]
    judged: int
    told: Counter[str]

    @property
    def passed(self) -> list[Lie]:
        """Lies that a reader would read as fact."""
        plain = [squeezed(one) for one in self.published]
        return [
            lie
            for lie in self.lies
            if lie.kind not in ("citation", "attribution") and squeezed(lie.altered) in plain
        ]

    @property
    def hard(self) -> list[str]:
        return [one.altered for one in self.passed if one.kind in HARD or is_latin(one)]


def is_latin(lie: Lie) -> bool:
    names = (set(_LATIN.findall(one)) for one in (lie.original, lie.altered))
    return lie.kind == "entity" and len(set(map(frozenset, names))) > 1


def last_run(folder: Path) -> str:
    environ = {"ROSTRA_DATA": str(folder / "data")}
    told = command("runs", "list", "--json", environ=environ, folder=folder).json
    return str(told["runs"][0]["id"])


def squeezed(text: str) -> str:
    return "".join(fold(text).split()).rstrip("。.")


def walk(folder: Path, writer: str, by: Kind, *order: str, seed: int = 7) -> Walked:
    data = folder / "data"
    ExamBook(data).keep(Result(JUDGE, datetime.now(UTC).isoformat(), 30, 0, 60, 60))
    with (
        ScriptedServer(profile=writer, seed=seed) as writes,
        ScriptedServer(script=judge(by), model="reader") as reads,
    ):
        settings = (
            'model = "openai-compatible:scripted"',
            f'model_url = "{writes.base_url}"',
            "[role_models]",
            f'judge = "{JUDGE}"',
            f'[models."{JUDGE}"]',
            f'url = "{reads.base_url}"',
        )
        (folder / "rostra.toml").write_text("\n".join(settings), "utf-8")
        environ = {"ROSTRA_DATA": str(data), "ROSTRA_LANGUAGE": "zh-Hant"}
        done = command(*order, "--sample", "--no-input", environ=environ, folder=folder)
        assert done.code in (0, 1, 3, 5, 6), done.err
        published, told = asyncio.run(_read(data))
        return Walked(published, tuple(writes.lies), reads.calls, told)


async def _read(data: Path) -> tuple[tuple[str, ...], Counter[str]]:
    store = open_store(data)
    try:
        run = (await store.list_runs(limit=1))[0]
        report = await store.get_report(run.id)
        events = await store.events_after(run.id)
        told = Counter(re.findall(r"claims\.judge_(\w+)", json.dumps([str(one) for one in events])))
        return tuple(_facts(loads(report.data))) if report else (), told
    finally:
        await store.close()


def _facts(of: object) -> Iterator[str]:
    """Every statement of a report that stands as fact."""
    if isinstance(of, CheckedClaim) and of.status not in PUBLISHED:
        return
    if isinstance(of, Statement):
        yield of.text
    if is_dataclass(of):
        for one in fields(of):
            # What a debater only said is judged as a claim of the document.
            only_said = isinstance(of, Speech) and one.name == "claims"
            if one.name not in ("rejected", "refused") and not only_said:
                yield from _facts(getattr(of, one.name))
    elif isinstance(of, Sequence) and not isinstance(of, str):
        for part in of:
            yield from _facts(part)


def settled(found: Sequence[Walked]) -> str:
    """What is told of many walks."""
    lies = sum(len(one.lies) for one in found)
    kinds = Counter(lie.kind for one in found for lie in one.passed)
    lost = sum(bool(one.told) for one in found if one.judged)
    asked = sum(bool(one.judged) for one in found)
    return f"{len(found)} runs, {lies} lies, published {dict(kinds)}; judge lost {lost} of {asked}"


@pytest.mark.parametrize(("writer", "by"), [("subtle", "colluding"), ("fabricator", "yes")])
def test_a_lie_that_a_judge_passes_is_not_published(tmp_path: Path, writer: str, by: Kind) -> None:
    found = walk(tmp_path, writer, by, "research")

    assert len(found.lies) >= 5
    assert found.published
    assert found.hard == []


@pytest.mark.proof
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("by", KINDS)
def test_of_sixty_researched_reports_none_holds_a_lie_with_a_figure_a_date_or_a_name(
    tmp_path: Path, writer: str, by: Kind
) -> None:
    found = []
    for n, question in enumerate(QUESTIONS):
        (folder := tmp_path / str(n)).mkdir()
        found.append(walk(folder, writer, by, "research", question, seed=n))

    print(writer, by, settled(found), [one.told for one in found])
    assert [text for one in found for text in one.hard] == []


@pytest.mark.proof
@pytest.mark.parametrize(
    ("writer", "by", "seed"),
    [
        (*pair, seed)
        for seed, pair in enumerate((*product(WRITERS, KINDS), *product(("subtle",), KINDS)))
    ],
)
def test_of_twenty_debates_none_holds_a_lie_with_a_figure_a_date_or_a_name(
    tmp_path: Path, writer: str, by: Kind, seed: int
) -> None:
    walk(tmp_path, writer, by, "research", seed=seed)  # what its debaters may cite
    found = walk(tmp_path, writer, by, "debate", MOTION, "--from-run", last_run(tmp_path))

    print(writer, by, settled([found]), found.told)
    assert found.hard == []
