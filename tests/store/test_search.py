"""Full text: the right document first, and no query that can do harm."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostra.store import Document, Store
from tests.store.samples import NASTY, evidence

PAGES = [
    Document("tsmc", "evidence", "台積電第三季營收", "台積電公布2024年第三季營收7,596.9億元。"),
    Document("umc", "evidence", "聯電第三季營收", "聯電公布第三季營收604.8億元，年增5.9%。"),
    Document("rate", "evidence", "央行利率決議", "央行理事會決議利率不變，強調通膨仍在可控範圍。"),
    Document("note", "library", "Q3 notes", "TSMC revenue beat guidance; UMC was flat."),
]


@pytest.fixture
async def library(store: Store) -> Store:
    await store.index_documents(PAGES)
    return store


async def ids(store: Store, query: str, **options: object) -> list[str]:
    return [hit.id for hit in await store.search(query, **options)]  # type: ignore[arg-type]


async def test_two_characters_find_their_document(library: Store) -> None:
    assert await ids(library, "聯電") == ["umc"]
    assert await ids(library, "央行") == ["rate"]


async def test_one_character_finds_its_document(library: Store) -> None:
    assert await ids(library, "膨") == ["rate"]


async def test_either_script_finds_the_other(library: Store) -> None:
    assert await ids(library, "联电") == ["umc"]
    assert (await ids(library, "台积电第三季营收"))[0] == "tsmc"


async def test_case_and_width_do_not_matter(library: Store) -> None:
    assert await ids(library, "ｔｓｍｃ REVENUE") == ["note"]


async def test_documents_with_all_the_words_come_before_those_with_some(library: Store) -> None:
    hits = await library.search("聯電第三季營收")

    assert [hit.id for hit in hits][:2] == ["umc", "tsmc"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_a_word_nobody_wrote_does_not_hide_the_rest(library: Store) -> None:
    assert (await ids(library, "聯電 unheardof"))[0] == "umc"
    assert await ids(library, "unheardof") == []


async def test_a_search_may_be_kept_to_some_kinds(library: Store) -> None:
    assert await ids(library, "umc flat", kinds=["library"]) == ["note"]
    assert await ids(library, "umc flat", kinds=["evidence"]) == []
    assert await ids(library, "umc flat", kinds=["evidence", "library", "unknown"]) == ["note"]
    found = await library.search("第三季營收 umc", kinds=["evidence", "library"])
    assert {(hit.kind, hit.id) for hit in found} == {
        ("evidence", "tsmc"),
        ("evidence", "umc"),
        ("library", "note"),
    }


async def test_no_more_than_the_limit_is_given(library: Store) -> None:
    assert len(await library.search("第三季營收", limit=1)) == 1
    assert await library.search("第三季營收", limit=0) == []


async def test_a_title_weighs_more_than_the_text(store: Store) -> None:
    filler = "本頁面列出各項統計資料與說明，供讀者參考。"
    await store.index_documents(
        [
            Document("body", "k", filler, f"{filler}出口{filler}"),
            Document("title", "k", f"出口{filler}", filler * 2),
            *(Document(f"other{at}", "k", filler, filler) for at in range(5)),
        ]
    )

    assert await ids(store, "出口") == ["title", "body"]


async def test_indexing_again_replaces_the_text(library: Store) -> None:
    await library.index_documents([Document("umc", "evidence", "訂正", "內容已經撤回")])

    assert await ids(library, "撤回") == ["umc"]
    assert "umc" not in await ids(library, "聯電")
    await library.index_documents([Document("umc", "evidence", "訂正", "內容已經撤回")])
    assert await ids(library, "撤回") == ["umc"]


async def test_a_removed_document_is_not_found(library: Store) -> None:
    await library.remove_documents("evidence", ["umc", "never-there"])
    await library.remove_documents("library", [])
    await library.remove_documents("nothing", ["note"])

    assert await ids(library, "聯電") == []
    assert await ids(library, "umc") == ["note"]
    await library.index_documents([PAGES[1]])
    assert await ids(library, "聯電") == ["umc"]


async def test_evidence_with_text_is_found_under_the_id_that_was_kept(store: Store) -> None:
    await store.put_evidence(evidence("a"))
    await store.put_evidence(evidence("a", id="evidence:again"), searchable_text="晶圓代工龍頭")
    await store.put_evidence(evidence("b"), searchable_text="航運指數下跌")

    assert [(hit.kind, hit.id) for hit in await store.search("晶圓")] == [
        ("evidence", "evidence:a")
    ]


QUERIES = [
    '"聯電', '聯電"', "聯電*", "^聯電", "title:聯電", "{title body} : 聯電", "- 聯電",
    "聯電 AND", "NOT 聯電", "NEAR(聯電 營收, 3)", "聯電 OR OR", "(((聯電", "聯電) OR (1=1",
    "聯電'; DROP TABLE documents; --", "documents_text MATCH '聯電'", "聯電\x00營收", "\x00聯電",
    "聯電 \ud800", "聯電:*", "聯電 & | ! <-> 營收", "聯電:A", "rowid:1 聯電", "聯\u200b電",
    "﹫聯電", "聯電" + '"' * 100_000, "(" * 50_000 + "聯電" + ")" * 50_000, "聯電 " * 25_000,
    "+" * 100_000 + "聯電",
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: repr(query[:24]))
async def test_no_sign_in_a_query_means_anything(library: Store, query: str) -> None:
    found = await library.search(query)

    assert found[0].id == "umc"
    assert await ids(library, "央行") == ["rate"]


@pytest.mark.parametrize(
    "query", ["", " ", '"', "'", "，。！", "\x00", "\ud800", '""', "*", "()", "😀", "-"]
)
async def test_a_query_without_a_word_finds_nothing(library: Store, query: str) -> None:
    assert await library.search(query) == []


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_text_may_be_searched_for(library: Store, query: str) -> None:
    hits = await library.search(query)

    assert {hit.id for hit in hits} <= {page.id for page in PAGES}


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_what_is_indexed_is_found_by_its_own_words(store: Store, text: str) -> None:
    await store.index_documents([Document("it", "k", "", text)])

    from rostra.text import query_tokens

    expected = ["it"] if query_tokens(text) else []
    assert await ids(store, text) == expected


@pytest.mark.slow
async def test_a_document_of_many_megabytes_can_be_indexed_and_taken_out(store: Store) -> None:
    huge = "開頭有聯電。" + " ".join(f"字{at:x}詞{at * 7919:x}" for at in range(150_000))
    await store.index_documents([Document("huge", "k", NASTY, huge)])

    assert await ids(store, "聯電") == ["huge"]
    await store.remove_documents("k", ["huge"])
    assert await ids(store, "聯電") == []
