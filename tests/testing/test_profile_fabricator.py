"""The fabricator: three sentences in ten lie, each in a known way, and every lie is on record."""

import json
import re
from collections import Counter

import pytest

from rostra_testing import Fabricator, ScriptedServer
from tests.testing.clients import ENGLISH, EVIDENCE, ask, fill, say

COMPANIES = [
    "遠洲電子",
    "海岳電力",
    "晨星航運",
    "北嶺銀行",
    "青禾食品",
    "Harbour Foods",
    "Quay Steel",
]


def page(n: int) -> str:
    """Evidence about some companies, in Chinese and English, different for every n."""
    lines = [f"問題：{COMPANIES[n % 5]}的營收？ 引用寫成 [E:id]。", "", f"<<<DATA n{n}x"]
    for k, company in enumerate(COMPANIES):
        name = f"{n:02x}{k:02x}ab"
        if company[0].isascii():
            sales = f"sales rose to {n + k + 11}.4 million dollars"
            text = f"{company} was growing in {2020 + k}: {sales}."
        else:
            sales = f"營收為{n * 7 + k * 13 + 120}.5億元，較上季成長{k + 3}%"
            text = f"{company}2025年第{'一二三四'[k % 4]}季{sales}。"
        lines.append(f"[E:{name}] {text}")
    return "\n".join([*lines, f"n{n}x DATA>>>"])


@pytest.fixture(scope="module")
def fabricator() -> ScriptedServer:
    with ScriptedServer("fabricator", seed=11) as server:
        for n in range(80):
            say(server, ask(page(n)))
    return server


def test_three_sentences_in_ten_are_lies(fabricator: ScriptedServer) -> None:
    share = len(fabricator.lies) / len(fabricator.said)
    assert len(fabricator.said) == 80 * 5
    assert 0.24 < share < 0.36


def test_every_kind_of_lie_is_told(fabricator: ScriptedServer) -> None:
    kinds = Counter(lie.kind for lie in fabricator.lies)
    assert set(kinds) == {"citation", "number", "entity", "period", "negation", "attribution"}
    assert min(kinds.values()) >= 5


def test_an_honest_sentence_is_word_for_word_what_was_seen(fabricator: ScriptedServer) -> None:
    seen = {number: "".join(r.texts("user")) for number, r in enumerate(fabricator.requests, 1)}
    honest = [said for said in fabricator.said if said.lie is None]
    assert honest
    for said in honest:
        assert said.text == said.original
        assert said.text in seen[said.request]
        assert said.ids == said.true_ids


def test_a_lie_is_not_what_was_seen(fabricator: ScriptedServer) -> None:
    for lie in fabricator.lies:
        seen = "".join(fabricator.requests[lie.request - 1].texts("user"))
        assert lie.original in seen
        if lie.kind in {"citation", "attribution"}:
            assert lie.altered == lie.original
            assert lie.ids != lie.true_ids
        else:
            assert lie.altered not in seen
            assert lie.ids == lie.true_ids


def test_an_invented_citation_looks_real_and_exists_nowhere(fabricator: ScriptedServer) -> None:
    for lie in (lie for lie in fabricator.lies if lie.kind == "citation"):
        seen = "".join(fabricator.requests[lie.request - 1].texts("user"))
        assert lie.ids[0] not in seen
        assert re.fullmatch(r"[0-9a-f]{6}", lie.ids[0])


def test_a_misattribution_cites_other_evidence_that_exists(fabricator: ScriptedServer) -> None:
    for lie in (lie for lie in fabricator.lies if lie.kind == "attribution"):
        seen = "".join(fabricator.requests[lie.request - 1].texts("user"))
        cited = next(line for line in seen.splitlines() if f"[E:{lie.ids[0]}]" in line)
        assert lie.original not in cited


def test_an_altered_number_leaves_the_rest_of_the_sentence(fabricator: ScriptedServer) -> None:
    for lie in (lie for lie in fabricator.lies if lie.kind == "number"):
        assert re.sub(r"\d", "", lie.altered) == re.sub(r"\d", "", lie.original)
        years = re.compile(r"20\d\d(?=年|:)")
        assert years.findall(lie.altered) == years.findall(lie.original)


def test_swapped_names_were_seen_elsewhere(fabricator: ScriptedServer) -> None:
    for lie in (lie for lie in fabricator.lies if lie.kind == "entity"):
        before = [name for name in COMPANIES if name in lie.original]
        after = [name for name in COMPANIES if name in lie.altered]
        assert before != after
        assert after


def test_the_lies_stand_in_the_answer() -> None:
    with ScriptedServer(Fabricator(seed=2, rate=1.0)) as server:
        said = say(server, ask(EVIDENCE))
        lies = server.lies
    assert len(lies) == 5
    for lie in lies:
        assert lie.altered.rstrip("。") in said
        assert all(f"[E:{name}]" in said for name in lie.ids)


def test_structured_answers_lie_in_text_and_ids_alike() -> None:
    schema = {
        "type": "array",
        "maxItems": 3,
        "items": {
            "type": "object",
            "properties": {
                "point": {"type": "string"},
                "refs": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["point", "refs"],
        },
    }
    with ScriptedServer(Fabricator(rate=1.0)) as server:
        filled = fill(server, ENGLISH, schema)
        told = [(lie.altered, list(lie.ids)) for lie in server.lies]
    assert [(item["point"], item["refs"]) for item in filled] == told
    assert len(told) == 3


@pytest.mark.parametrize(("rate", "share"), [(0.0, 0.0), (1.0, 1.0)])
def test_the_share_of_lies_can_be_set(rate: float, share: float) -> None:
    with ScriptedServer(Fabricator(rate=rate)) as server:
        for n in range(10):
            say(server, ask(page(n)))
        assert len(server.lies) / len(server.said) == share


def test_another_seed_tells_other_lies() -> None:
    told = []
    for seed in (1, 2):
        with ScriptedServer("fabricator", seed=seed) as server:
            for n in range(10):
                say(server, ask(page(n)))
            told.append(json.dumps([lie.altered for lie in server.lies]))
    assert told[0] != told[1]
