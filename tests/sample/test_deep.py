"""The deep part of the world: its facts stand on its pages, and the rest knows none of them."""

from collections import Counter

import pypdfium2  # type: ignore[import-untyped]
import pytest

from rostra_sample import DEEP, LATER, SAMPLE_NOW, Page, SampleServer, World, load
from rostra_sample.replies import page_bytes, respond
from tests import deep_world
from tests.deep_world import Gold, gold, holds, lines, meets, page_source, plain, score

FACTS = {fact.id: fact for fact in gold()}
QUESTIONS = {question["id"]: question for question in deep_world.questions()}


def new_pages() -> dict[str, Page]:
    known = load().pages
    return {name: page for name, page in load(DEEP).pages.items() if name not in known}


def passages(fact: Gold) -> list[str]:
    """Lines of its pages that state a fact, with what they stand under."""
    texts = (text for name in fact.pages for _, text in lines(page_source(name)))
    return [text for text in texts if meets(text, fact.groups)]


def test_sixty_pages_of_which_twenty_distract_hold_eighty_facts_in_eight_facets() -> None:
    pages = new_pages()
    assert len(pages) == 60
    assert len(deep_world.distractors()) == 20
    assert set(deep_world.distractors()) <= set(pages)
    assert len(FACTS) == len(gold()) == 80
    facets = Counter(fact.facet for fact in gold())
    assert len(facets) == 8
    assert min(facets.values()) >= 9
    assert len({name for fact in gold() for name in fact.pages}) >= 38


def test_the_world_without_it_is_the_same_world() -> None:
    small, deep = load(), load(DEEP)
    assert {name: deep.pages[name] for name in small.pages} == small.pages
    assert list(small.hosts) == list(deep.hosts)
    assert all("deep" not in str(page.extra) for page in small.pages.values())


def test_four_questions_of_three_to_five_parts_ask_for_every_facet() -> None:
    assert [question["language"] for question in QUESTIONS.values()].count("zh-Hant") == 2
    assert len(QUESTIONS) == 4
    for question in QUESTIONS.values():
        assert 3 <= len(question["parts"]) <= 5, question["id"]
    asked = {facet: name for name, row in QUESTIONS.items() for facet in row["facets"]}
    assert {fact.facet: fact.question for fact in gold()} == asked


@pytest.mark.slow
def test_a_fact_stands_on_each_of_its_pages_and_nowhere_else() -> None:
    stated = {name: score(page_source(name)).stated for name in load(DEEP).pages}
    for fact in gold():
        found = {name for name, facts in stated.items() if fact.id in facts}
        assert found == set(fact.pages), fact.id
        assert found <= set(new_pages()), fact.id
        assert not found & set(deep_world.distractors()), fact.id


def test_a_fact_told_in_the_words_of_its_gold_is_counted_and_a_stale_one_is_seen() -> None:
    for fact in gold():
        assert fact.id in score(fact.statement).stated, fact.id
        assert fact.id not in score(fact.statement).stale, fact.id
        for wrong in fact.stale:
            bare = "；".join(group[0] for group in wrong) + "。"
            assert fact.id in score(bare).stale, bare
            assert fact.id not in score(f"先前公布的{bare}").stale, bare


def test_a_longer_number_or_another_line_does_not_state_a_fact() -> None:
    assert score("環港路東段傍晚10月平均114.3分鐘").stated == frozenset()
    assert score("環港路東段傍晚10月\n\n平均14.3分鐘").stated == frozenset()
    table = "| 環港路 | 東段傍晚（分鐘） |\n|---|---|\n| 10月 | 14.3 |"
    assert score(table).stated == {"travel-01"}
    assert score(f"# {FACTS['travel-01'].statement}").stated == frozenset()
    assert score(f"## 來源\n\n{FACTS['travel-01'].statement}").stated == frozenset()
    assert score("北灣區第三季；evidence:c5120").stated == frozenset()


def test_many_facts_are_worded_otherwise_than_their_question() -> None:
    otherwise = [fact for fact in gold() if fact.otherwise]
    assert len(otherwise) >= 25
    for fact in otherwise:
        assert fact.otherwise
        asked, said = fact.otherwise.asked, plain(fact.otherwise.said)
        assert asked in QUESTIONS[fact.question]["text"], fact.id
        told = passages(fact)
        assert any(said in text and plain(asked) not in text for text in told), fact.id


def test_some_facts_stand_only_in_tables_or_pdf_and_some_only_in_the_other_language() -> None:
    world = load(DEEP)

    def is_apart(fact: Gold) -> bool:
        """In rows of tables and in PDF files alone."""
        rows = [
            line.startswith("|") or "pdf" in world.pages[name].extra
            for name in fact.pages
            for line, text in lines(page_source(name))
            if any(holds(line, spelling) for spelling in fact.groups[0])
        ]
        return bool(rows) and all(rows)

    def is_foreign(fact: Gold) -> bool:
        asked = QUESTIONS[fact.question]["language"][:2]
        return all(world.pages[name].language[:2] != asked for name in fact.pages)

    assert sum(fact.form != "prose" for fact in gold()) >= 10
    assert sum(map(is_apart, gold())) >= 10
    assert sum(map(is_foreign, gold())) >= 10


def test_pages_are_as_long_as_real_ones_and_none_is_from_the_future() -> None:
    world = load(DEEP)
    long = 0
    for name, page in new_pages().items():
        length = len(page.title + world.text(page))
        assert length >= 280, name
        long += length >= 6_000
        assert page.published
        assert page.published <= SAMPLE_NOW, name
        assert "pdf" in page.extra or "fictional" in page_bytes(world, page).decode(page.charset)
    assert long >= 2


def pdf_text(world: World, page: Page) -> str:
    document = pypdfium2.PdfDocument(page_bytes(world, page))
    return plain("\n".join(sheet.get_textpage().get_text_range() for sheet in document))


def test_two_pages_are_real_pdf_that_say_what_is_searched_for() -> None:
    world = load(DEEP)
    files = [page for page in new_pages().values() if "pdf" in page.extra]
    assert len(files) == 2
    for page in files:
        reply = respond(world, page.site.host, page.path)
        assert (reply.status, reply.content_type) == (200, "application/pdf")
        read = pdf_text(world, page)
        assert "fictional" in read
        for fact in gold():
            if page.id in fact.pages:
                assert any(holds(read, spelling) for spelling in fact.groups[0]), fact.id


def test_a_second_visit_finds_pages_edited_corrected_and_withdrawn() -> None:
    first, second = load(DEEP), load(DEEP, LATER)
    changes = deep_world.data()["changes"]
    assert {change["kind"] for change in changes} == {"edited", "corrected", "withdrawn"}
    differ = {name for name in first.pages if first.pages[name] != second.pages[name]}
    assert {change["page"] for change in changes} == differ
    for change in changes:
        old, new = (world.pages[change["page"]] for world in (first, second))
        assert old.url == new.url
        assert change["before"] in old.body
        assert change["after"] in new.body
        assert (new.status == 410) == (change["kind"] == "withdrawn")
        assert not change["before"] or change["before"] not in new.body


def test_a_server_turns_to_the_second_visit_while_it_runs() -> None:
    page = load(DEEP).pages["gov/ring-road-preliminary"]
    with SampleServer(layers=(DEEP,)) as server:
        router = server._server.router
        assert router.reply(page.site.host, page.path, "").status == 200
        server.turn(DEEP, LATER)
        assert server._server.router.reply(page.site.host, page.path, "").status == 410
        assert (
            b"fund-2026"
            in server._server.router.reply(
                "search.rostra-sample.example", "/search?format=json&q=公車增班基金收支", ""
            ).body
        )
    with SampleServer() as plain_server:
        assert plain_server._server.router.reply(page.site.host, page.path, "").status == 404
