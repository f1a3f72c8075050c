"""Each sample question can be answered from the pages it names."""

import re

import pytest

from rostra_sample import (
    SampleMotion,
    SampleQuestion,
    default_motion,
    default_question,
    load,
    motions,
    questions,
)
from rostra_sample.questions import ExpectedFact, Trap
from rostra_sample.search import SearchIndex

MODES = {"strict", "discovery", "monitor"}


def stated_on(fact: ExpectedFact, url: str) -> bool:
    page = load().find(url)
    assert page
    whole = re.compile(rf"(?<![\d.,]){re.escape(fact.figure)}")
    return bool(whole.search(page.title + "\n" + load().text(page)))


def all_facts() -> list[tuple[str, ExpectedFact]]:
    asked: list[SampleQuestion | SampleMotion] = [*questions(), *motions()]
    return [(item.id, fact) for item in asked for fact in item.facts]


def all_traps() -> list[tuple[str, Trap]]:
    asked: list[SampleQuestion | SampleMotion] = [*questions(), *motions()]
    return [(item.id, trap) for item in asked for trap in item.traps]


def test_every_expected_fact_is_on_each_page_named_for_it() -> None:
    missing = [
        (name, fact.figure, url)
        for name, fact in all_facts()
        for url in fact.pages
        if not stated_on(fact, url)
    ]
    assert missing == []
    assert all(fact.pages and fact.figure for _, fact in all_facts())


def test_every_trap_is_set_on_a_page_that_is_known_to_be_unsafe() -> None:
    unsafe = {"contradiction", "error", "expired", "claim", "rumour", "lookalike"}
    unsafe |= {"similar_name", "forecast"}
    for name, trap in all_traps():
        assert trap.pages, name
        for url in trap.pages:
            page = load().find(url)
            assert page
            assert page.traits & unsafe, (name, page.id)


def test_there_are_twenty_questions_and_ten_motions_in_three_languages_and_modes() -> None:
    assert len(questions()) >= 20
    assert len(motions()) >= 10
    languages = {"zh-Hant", "zh-Hans", "en"}
    assert {question.language for question in questions()} == languages
    assert {motion.language for motion in motions()} == languages
    assert {question.mode for question in questions()} == MODES
    assert all(item.facts for item in questions())
    assert all(item.facts and len(item.clashes) >= 2 for item in motions())


def test_ids_modes_and_defaults_are_in_order() -> None:
    ids = [question.id for question in questions()] + [motion.id for motion in motions()]
    assert len(ids) == len(set(ids))
    assert {question.mode for question in questions()} <= MODES
    assert sum(question.default for question in questions()) == 1
    assert sum(motion.default for motion in motions()) == 1


def test_strict_questions_can_be_answered_from_tiers_one_and_two() -> None:
    world = load()
    for question in questions():
        if question.mode == "strict":
            for fact in question.facts:
                hosts = [url.split("/")[2] for url in fact.pages]
                tiers = [owner.tier for host in hosts if (owner := world.publisher(host))]
                assert min(tiers, default=4) <= 2, (question.id, fact.statement)


def citable(text: str) -> list[str]:
    """Sentences with a figure that a strict report may quote, each once however often reprinted."""
    world = load()
    found: list[str] = []
    for page in SearchIndex(world).search(text)[:20]:
        owner = world.publisher(page.site.host)
        if owner and owner.tier <= 2 and not page.reprint_of and not page.raw:
            true = [stated.text for stated in page.stated if stated.kind == "true"]
            found += [
                sentence
                for sentence in re.split(r"(?<=[。\n])", world.text(page))
                if "擁擠費" in sentence and any(figure in sentence for figure in true)
            ]
    return found


@pytest.mark.parametrize("text", [default_question().text, default_motion().text])
def test_the_defaults_find_many_quotable_sentences_of_good_sources(text: str) -> None:
    assert len(citable(text)) >= 8


def test_the_default_question_and_motion_are_rich() -> None:
    world = load()
    facts = (*default_question().facts, *default_motion().facts)
    pages = {url for fact in facts for url in fact.pages}
    owners = {owner.owner for url in pages if (owner := world.publisher(url.split("/")[2]))}
    assert len(owners) >= 4
    assert len(default_question().facts) >= 5
    assert len(default_motion().clashes) >= 2
    assert default_motion().traps
