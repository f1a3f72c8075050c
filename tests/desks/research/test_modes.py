"""A mode is a row: one registered from outside is offered by every door and runs to its report."""

import re
from pathlib import Path

import pytest

import rostra
from rostra.assembly import DESKS
from rostra.desks.research.mode import MODES, Mode, choice_of
from rostra.desks.research.order import ResearchOrder
from rostra.errors import UsageError
from rostra.words import add_words, languages
from tests import contributing
from tests.desks.research.house import sample_house

QUESTION = "澄嶼市2026年10月的擁擠費上路後，市中心車流有什麼變化？"
COMPARED = re.compile(r'\bmode (?:==|!=|in|not in) |[=!]= "(?:strict|discovery|monitor)"')


@pytest.fixture
def briefing(monkeypatch: pytest.MonkeyPatch, brought_words: None) -> Mode:
    """What a stranger would write: two tiers, few pages, words of its own in one file."""
    monkeypatch.setattr(MODES, "_added", {})
    mode: Mode = contributing.module("A research mode").MODE
    MODES.add(mode)
    add_words("modes.briefing", contributing.words("A research mode"))
    return mode


async def test_a_mode_from_outside_runs_to_its_report(tmp_path: Path, briefing: Mode) -> None:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask(QUESTION, briefing.name)

    document = ended.document
    assert ended.run.status == "done", ended.run.error
    assert document.mode == "briefing"
    assert [one.heading for one in document.sections] == ["要點", "其他"]
    assert {row.tier for row in document.sources} <= {1, 3}
    assert len(document.sources) <= 5
    left_out = {one.tier for one in document.dropped if one.reason == "other_tier"}
    assert left_out, "why a tier was not read is said"
    assert left_out.isdisjoint({1, 3})
    assert "簡報" in ended.markdown


DISPUTE, FORUM = "擁擠費重複扣款", "haibang.example"


@pytest.mark.slow
async def test_without_a_mode_what_tiers_1_and_2_leave_open_is_discovery_and_says_so(
    tmp_path: Path,
) -> None:
    async with sample_house(tmp_path) as desk:
        wide = await desk.ask(DISPUTE, None, only_domains=[FORUM])
        named = await desk.ask(DISPUTE, "strict", only_domains=[FORUM])
        usual = await desk.ask(QUESTION, None)

    head = wide.markdown.split("> ")[2]
    assert wide.document.mode == "discovery"
    assert wide.document.notes[0] in head
    assert "探索" in head
    assert wide.facts
    assert named.run.exit_code == 3
    assert usual.document.mode == "strict", "what tiers 1 and 2 carry is not diluted"
    assert not any("探索" in note for note in usual.document.notes)


def test_every_door_offers_what_is_registered(briefing: Mode) -> None:
    (field,) = [one for one in ResearchOrder.fields() if one.name == "mode"]

    assert field.hint.choices is not None
    assert {"strict", "discovery", "monitor", briefing.name} <= {*field.hint.choices()}
    assert choice_of(briefing.name, "en") == "Briefing: officials and trade press"
    assert choice_of(briefing.name, "zh-Hans") == "简报：官方与行业媒体"
    assert DESKS, "the order stands in a row of the desks"


def test_a_mode_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=r"choose one of strict, .*monitor"):
        MODES["lenient"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", MODES)
def test_a_mode_has_its_words_in_every_language(name: str, language: str) -> None:
    keys = ("name", "choice", "brief", "review", "first", "second", "third")

    assert all(MODES[name].say(key, language) for key in keys)


def test_no_file_compares_the_name_of_a_mode() -> None:
    source = Path(rostra.__file__).parent
    found = [
        f"{path.relative_to(source)}: {line.strip()}"
        for folder in ("desks/research", "assembly", "web", "mcp", "report", "cli")
        for path in (source / folder).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if COMPARED.search(line)
    ]

    assert not [one for one in found if "one.mode == mode" not in one]
    assert COMPARED.search('if job.mode == "strict":'), "the rule can be broken"
