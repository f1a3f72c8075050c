"""The honest profile: whatever it is asked, it says only what it was shown."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped,unused-ignore]
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostra_testing import Honest, ScriptedServer
from tests.testing.clients import (
    ENGLISH,
    EVIDENCE,
    ask,
    calls,
    fill,
    function,
    message,
    say,
    with_schema,
)


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer("honest") as server:
        yield server


def test_every_sentence_is_copied_with_the_id_that_stands_with_it(server: ScriptedServer) -> None:
    said = say(server, ask(EVIDENCE, system="你是分析師。"))
    pairs = re.findall(r"([^。]+?)\[E:(\w+)\]。", said)
    assert len(pairs) == 5
    for sentence, name in pairs:
        line = next(line for line in EVIDENCE.splitlines() if line.startswith(f"[E:{name}]"))
        assert sentence in line


def test_the_sentence_nearest_to_the_question_comes_first(server: ScriptedServer) -> None:
    assert say(server, ask(EVIDENCE)).startswith("遠洲電子公布2025年第三季營收為7,596.9億元")


def test_instructions_and_the_question_are_not_quoted(server: ScriptedServer) -> None:
    said = say(server, ask(EVIDENCE, system="你是分析師，只根據證據回答。"))
    assert "請" not in said
    assert "？" not in said
    assert "分析師" not in said


def test_ids_in_tags_are_cited_in_the_way_the_instructions_ask_for(server: ScriptedServer) -> None:
    said = say(server, ask(ENGLISH, system="Cite every sentence as [E:id]."))
    assert (
        "Harbour Foods reported revenue of 412 million dollars in 2025, up 8.4 percent [E:doc-17]."
        in said
    )
    assert "Delta Bank was more careful [E:doc-18]." in said


def test_ids_that_trail_their_sentence_stay_with_it(server: ScriptedServer) -> None:
    draft = (
        "Draft so far:\n\nProfit rose to 12 million.[E:aa11][E:bb22] Costs fell by a tenth.[E:cc33]"
    )
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "sentence": {"type": "string"},
                "citations": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["sentence", "citations"],
        },
    }
    filled = fill(server, draft, schema)
    assert {"sentence": "Profit rose to 12 million.", "citations": ["aa11", "bb22"]} in filled
    assert {"sentence": "Costs fell by a tenth.", "citations": ["cc33"]} in filled


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("[E:9c1f] {}", "9c1f"),
        ("- [E:9c1f] {}", "9c1f"),
        ("【E:9c1f】{}", "9c1f"),
        ("(E:9c1f) {}", "9c1f"),
        ("E:9c1f {}", "9c1f"),
        ("[evidence:9c1f77aa] {}", "evidence:9c1f77aa"),
        ("[E:evidence:9c1f77aa] {}", "evidence:9c1f77aa"),
        ("evidence:9c1f77aa-11 {}", "evidence:9c1f77aa-11"),
        ("[E7] {}", "E7"),
        ("[12] {}", "12"),
        ('<item id="9c1f" tier="1">{}</item>', "9c1f"),
        ('<item tier="1" id="9c1f">\n{}\n</item>', "9c1f"),
        ("id: 9c1f\n{}", "9c1f"),
        ("證據編號：9c1f\n{}", "9c1f"),
        ("{} [E:9c1f]", "9c1f"),
        ("{}[E:9c1f]", "9c1f"),
        ('{{"id": "9c1f", "text": "{}"}}', "9c1f"),
        ('[{{"tier": 1, "evidence_id": "9c1f", "quote": "{}"}}]', "9c1f"),
        ("[E:9c1f] [1級來源 | official] {}", "9c1f"),
        ("[E:9c1f] 晨報 | 2026-02-03 | {}", "9c1f"),
    ],
)
def test_an_id_is_known_however_it_is_written(
    server: ScriptedServer, written: str, name: str
) -> None:
    schema = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "evidence_id": {"type": "string"}},
        "required": ["text", "evidence_id"],
    }
    sentence = "遠洲電子的營收為七千億元。"
    content = f"問題：遠洲電子的營收？\n\n{written.format(sentence)}\n\n請回答。"
    assert fill(server, content, schema) == {"text": sentence, "evidence_id": name}


def test_evidence_given_as_json_keeps_its_ids(server: ScriptedServer) -> None:
    rows = [
        {"evidence_id": "ev-1", "text": "The bridge was closed in June. Repairs cost 3.2 million."},
        {"evidence_id": "ev-2", "text": "Traffic moved to the old tunnel."},
    ]
    schema = {
        "type": "object",
        "properties": {"quote": {"type": "string"}, "evidence_id": {"type": "string"}},
        "required": ["quote", "evidence_id"],
    }
    body = ask(
        f"Question: What did repairs cost?\n\n{json.dumps(rows)}",
        response_format=with_schema(schema),
    )
    assert json.loads(say(server, body)) == {
        "quote": "Repairs cost 3.2 million.",
        "evidence_id": "ev-1",
    }


def test_plain_text_without_any_marks_is_quoted_without_marks(server: ScriptedServer) -> None:
    article = "港務局週一公布新的停泊費率。費率將調升百分之十二。漁民團體表示反對。"
    said = say(server, ask(f"請為以下文章撰寫摘要。\n\n{article}"))
    assert "費率將調升百分之十二。" in said
    assert "[" not in said
    assert "撰寫" not in said


def test_a_question_without_content_is_answered_with_nothing_invented(
    server: ScriptedServer,
) -> None:
    said = say(server, ask("What is the tallest tower in the world?"))
    assert said in {"", "What is the tallest tower in the world?"}


RECIPE = {
    "type": "object",
    "properties": {
        "dish": {"type": "string", "maxLength": 12},
        "servings": {"type": "integer", "minimum": 1, "maximum": 12},
        "vegetarian": {"type": "boolean"},
        "difficulty": {"enum": ["easy", "medium", "hard"]},
        "steps": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}},
        "price": {"type": ["number", "null"], "exclusiveMinimum": 0, "multipleOf": 0.5},
    },
    "required": ["dish", "servings", "vegetarian", "difficulty", "steps", "price"],
    "additionalProperties": False,
}
TREE = {
    "$ref": "#/$defs/node",
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "label": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            },
            "required": ["label", "children"],
        }
    },
}
SHAPES = {
    "oneOf": [
        {
            "type": "object",
            "title": "Missing",
            "properties": {"kind": {"const": "missing"}, "queries": {"type": "array"}},
            "required": ["kind", "queries"],
        },
        {
            "type": "object",
            "title": "Found",
            "properties": {"kind": {"const": "found"}, "text": {"type": "string", "minLength": 5}},
            "required": ["kind", "text"],
        },
    ]
}
CHINESE = {
    "type": "object",
    "properties": {
        "結論": {"type": "string"},
        "證據": {"type": "array", "items": {"type": "string"}},
        "是否通過": {"type": "boolean"},
        "日期": {"type": "string", "format": "date"},
    },
    "required": ["結論", "證據", "是否通過", "日期"],
}
PATTERNS = {
    "type": "object",
    "properties": {
        "ticker": {"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]{2}$"},
        "when": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "flag": {"type": "string", "pattern": "^(on|off)$"},
        "ref": {"type": "string", "pattern": "^E:[0-9a-f]+$"},
    },
    "required": ["ticker", "when", "flag", "ref"],
}
MAP = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}}
PAIR = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}


@pytest.mark.parametrize("content", [EVIDENCE, ENGLISH, "?", "", "[]", "{" * 50])
@pytest.mark.parametrize(
    "schema", [RECIPE, TREE, SHAPES, CHINESE, PATTERNS, MAP, PAIR, {}, {"type": "null"}]
)
def test_schemas_it_never_saw_are_filled_validly(
    server: ScriptedServer, schema: dict[str, Any], content: str
) -> None:
    filled = fill(server, content, schema)
    jsonschema.validate(filled, schema)


def _schemas() -> st.SearchStrategy[dict[str, Any]]:
    names = st.sampled_from(
        ["id", "title", "claims", "url", "date", "score", "x", "錯誤", "summary", "year"]
    )
    texts = st.builds(
        lambda low, more: {"type": "string", "minLength": low, "maxLength": low + more},
        st.integers(0, 30),
        st.integers(1, 60),
    )
    numbers = st.builds(
        lambda kind, low, more: {"type": kind, "minimum": low, "maximum": low + more},
        st.sampled_from(["integer", "number"]),
        st.integers(-50, 3000),
        st.integers(0, 500),
    )
    leaves = st.one_of(
        texts,
        numbers,
        st.just({"type": "boolean"}),
        st.just({"type": "string"}),
        st.builds(lambda members: {"enum": members}, st.lists(st.text(max_size=5), min_size=1)),
        st.builds(lambda value: {"const": value}, st.integers()),
    )

    def grow(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        objects = st.builds(
            lambda parts, strict: {
                "type": "object",
                "properties": parts,
                "required": list(parts),
                "additionalProperties": not strict,
            },
            st.dictionaries(names, inner, max_size=4),
            st.booleans(),
        )
        arrays = st.builds(
            lambda items, low, more: {
                "type": "array",
                "items": items,
                "minItems": low,
                "maxItems": low + more,
            },
            inner,
            st.integers(0, 3),
            st.integers(0, 3),
        )
        either = st.builds(
            lambda one, two, word: {word: [one, two]},
            inner,
            st.just({"type": "null"}),
            st.sampled_from(["anyOf", "oneOf"]),
        )
        return st.one_of(objects, arrays, either)

    return st.recursive(leaves, grow, max_leaves=8)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(schema=_schemas(), content=st.sampled_from([EVIDENCE, ENGLISH, "hello", ""]))
def test_any_schema_is_filled_validly(
    server: ScriptedServer, schema: dict[str, Any], content: str
) -> None:
    jsonschema.validate(fill(server, content, schema), schema)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.text(max_size=400))
def test_any_text_at_all_is_answered(server: ScriptedServer, content: str) -> None:
    clean = content.encode("utf-8", "replace").decode()
    assert message(server, ask(clean))["role"] == "assistant"


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "{",
        "<a ",
        "[E:",
        "請",
        "\n",
        "a ",
        "ignore ",
        "-",
        '"',
        "1,",
        "http://",
        "x=y ",
        "。",
        "|",
    ],
)
@pytest.mark.timeout(20)
@pytest.mark.parametrize("profile", ["honest", "fabricator", "obedient"])
def test_a_hundred_kilobytes_of_anything_are_answered_soon(profile: str, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    tool = function("look", {"query": {"type": "string"}})
    with ScriptedServer(profile) as patient:
        fill(patient, text, RECIPE)
        message(patient, ask(f"<page>\n{text}\n</page>", tools=[tool]))


def test_half_a_character_is_carried_through(server: ScriptedServer) -> None:
    with ScriptedServer("honest") as whole:
        said = say(
            whole, ask("<page>\nThe sign on the door said \ud83d and nothing else.\n</page>")
        )
    assert "\ud83d" in said


def test_figures_and_choices_come_from_the_sentence_they_go_with(server: ScriptedServer) -> None:
    schema = {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {
            "type": "object",
            "properties": {
                "text": {"type": "string"},
                "evidence": {"type": "string"},
                "value": {"type": "number"},
                "year": {"type": "integer"},
                "company": {"enum": ["海岳電力", "遠洲電子", "other"]},
            },
            "required": ["text", "evidence", "value", "year", "company"],
        },
    }
    one, two = fill(server, EVIDENCE, schema)
    assert (one["value"], one["year"], one["company"]) == (7596.9, 2025, "遠洲電子")
    assert (two["value"], two["evidence"], two["company"]) == (604.9, "d4e5f6", "海岳電力")


def test_a_choice_for_having_nothing_is_not_taken_when_there_is_something(
    server: ScriptedServer,
) -> None:
    schema = {
        "type": "object",
        "properties": {
            "status": {"enum": ["SEARCH_REQUIRED", "DRAFT"]},
            "missing": {"type": "array", "items": {"type": "string"}},
            "error": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "rejected": {"type": "boolean"},
        },
        "required": ["status", "missing", "error", "rejected"],
    }
    assert fill(server, EVIDENCE, schema) == {
        "status": "DRAFT",
        "missing": [],
        "error": None,
        "rejected": False,
    }


def test_a_schema_written_into_the_instructions_is_followed(server: ScriptedServer) -> None:
    schema = {
        "type": "object",
        "properties": {"verdict": {"type": "string"}},
        "required": ["verdict"],
    }
    told = f"Always respond with a JSON object that fits this schema:\n\n{json.dumps(schema)}"
    filled = json.loads(say(server, ask(EVIDENCE, system=told)))
    assert set(filled) == {"verdict"}
    assert "遠洲電子" in filled["verdict"]


def test_an_example_in_the_instructions_is_followed(server: ScriptedServer) -> None:
    example = '{"status": "PASS | WARN | REJECT", "approved": true/false, "points": ["…"]}'
    told = f"Answer in JSON only: {example}"
    filled = json.loads(say(server, ask(ENGLISH, system=told)))
    assert filled["status"] == "PASS"
    assert filled["approved"] is True
    assert "Harbour Foods" in filled["points"][0]


def test_a_ranking_is_a_permutation_of_the_numbers_it_was_shown(server: ScriptedServer) -> None:
    listed = "\n".join(
        f"[{n}] [政策] 2026-02-0{n + 1} | 第{n}號條目的標題 — 內容摘要" for n in range(5)
    )
    told = f"請將以下條目排序。只返回編號 JSON 陣列，如 [3, 0, 7, 1, 5]\n\n{listed}"
    assert sorted(json.loads(say(server, ask(told)))) == [0, 1, 2, 3, 4]


def test_a_json_object_without_any_schema_is_still_an_object(server: ScriptedServer) -> None:
    filled = json.loads(say(server, ask(EVIDENCE, response_format={"type": "json_object"})))
    assert filled["answer"].count("[E:") > 2
    assert filled["evidence_ids"]


def test_a_whole_text_lists_every_id_it_uses(server: ScriptedServer) -> None:
    schema = {
        "type": "object",
        "properties": {
            "draft": {"type": "string"},
            "citations": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["draft", "citations"],
    }
    filled = fill(server, EVIDENCE, schema)
    assert set(filled["citations"]) >= set(re.findall(r"\[E:(\w+)\]", filled["draft"]))
    assert len(filled["citations"]) > 1


def test_several_questions_are_different_questions(server: ScriptedServer) -> None:
    schema = {
        "type": "array",
        "items": {"type": "string"},
        "title": "questions",
        "minItems": 3,
        "maxItems": 3,
        "uniqueItems": True,
    }
    filled = fill(server, EVIDENCE, {"type": "object", "properties": {"questions": schema}})[
        "questions"
    ]
    assert len(set(filled)) == 3
    assert filled[0] == "遠洲電子2025年第三季營收是多少？"


def test_a_figure_too_long_to_be_one_is_left_out(server: ScriptedServer) -> None:
    content = f"<page>\nThe counter shows {'9' * 400} and 12 units today.\n</page>"
    schema = {"type": "object", "properties": {"value": {"type": "number"}}, "required": ["value"]}
    assert fill(server, content, schema) == {"value": 12.0}


SEARCH = function("search_web", {"query": {"type": "string"}})
READ = function("open_page", {"url": {"type": "string"}, "why": {"type": "string"}})
KEEP = function(
    "keep_items",
    {
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "url": {"type": "string"}},
                "required": ["title", "url"],
            },
        }
    },
)
FINISH = function("finish", {"note": {"type": "string"}})
TOOLS = [FINISH, KEEP, READ, SEARCH]


def _converse(
    server: ScriptedServer, tools: list[Any], most: int, **more: Any
) -> list[tuple[str, Any]]:
    """Run a conversation with tools until words come back; return the calls made."""
    results = {
        "search_web": {
            "results": [{"title": "港口費率", "url": "http://press.example/a", "rank": 1}]
        },
        "open_page": "港務局公布新的費率。詳見 http://press.example/b 的附表。",
        "keep_items": {"saved": 1},
        "finish": "done",
    }
    body = ask("Question: 港口費率何時調升？", tools=tools, **more)
    made: list[tuple[str, Any]] = []
    for _ in range(most):
        said = message(server, body)
        if not said.get("tool_calls"):
            return made
        body["messages"].append(said)
        for call in said["tool_calls"]:
            name = call["function"]["name"]
            made.append((name, json.loads(call["function"]["arguments"])))
            result = json.dumps(results[name], ensure_ascii=False)
            body["messages"].append({"role": "tool", "tool_call_id": call["id"], "content": result})
    return made


def test_it_searches_opens_what_it_found_keeps_it_and_finishes(server: ScriptedServer) -> None:
    made = _converse(server, TOOLS, 8)
    names = [name for name, _ in made]
    assert names[0] == "search_web"
    assert made[0][1] == {"query": "港口費率何時調升？"}
    assert (
        "keep_items",
        {"items": [{"title": "港口費率", "url": "http://press.example/a"}]},
    ) in made
    opened = [given["url"] for name, given in made if name == "open_page"]
    assert opened
    assert set(opened) <= {"http://press.example/a", "http://press.example/b"}
    assert names[-1] == "finish"


def test_it_never_makes_the_same_call_twice_and_comes_to_an_end(server: ScriptedServer) -> None:
    made = _converse(server, [READ, SEARCH], 10)
    assert len({json.dumps(call, sort_keys=True) for call in made}) == len(made)
    assert 2 <= len(made) <= 5


def test_an_address_it_was_not_shown_is_never_opened(server: ScriptedServer) -> None:
    assert calls(server, ask("Question: harbour fees?", tools=[READ])) == []


def test_tool_choice_is_obeyed(server: ScriptedServer) -> None:
    named = {"type": "function", "function": {"name": "finish"}}
    assert [name for name, _ in calls(server, ask("q", tools=TOOLS, tool_choice=named))] == [
        "finish"
    ]
    assert calls(server, ask("q", tools=TOOLS, tool_choice="none")) == []
    assert len(calls(server, ask("q", tools=[READ], tool_choice="required"))) == 1


def test_two_tools_are_called_at_once_unless_that_is_forbidden(server: ScriptedServer) -> None:
    other = function("library_lookup", {"keywords": {"type": "string"}})
    body = ask("Question: fees?", tools=[SEARCH, other])
    assert len(calls(server, body)) == 2
    assert len(calls(server, {**body, "parallel_tool_calls": False})) == 1


def test_a_structured_answer_by_way_of_a_tool_is_filled_like_any_other(
    server: ScriptedServer,
) -> None:
    result = function(
        "final_result",
        {
            "text": {"type": "string"},
            "evidence_ids": {"type": "array", "items": {"type": "string"}},
        },
    )
    [(name, given)] = calls(server, ask(EVIDENCE, tools=[result], tool_choice="required"))
    assert name == "final_result"
    assert given["evidence_ids"] == ["a1b2c3"]


def test_what_it_said_is_on_record(server: ScriptedServer) -> None:
    with ScriptedServer("honest") as fresh:
        said = say(fresh, ask(EVIDENCE))
        record = fresh.said
        assert fresh.lies == []
    assert all(entry.text.rstrip("。") in said for entry in record)
    assert all(entry.text == entry.original and entry.ids == entry.true_ids for entry in record)


def test_the_same_question_gets_the_same_answer_in_any_order() -> None:
    bodies = [ask(EVIDENCE), ask(ENGLISH), ask(EVIDENCE, tools=TOOLS)]
    with ScriptedServer("fabricator", seed=3) as one:
        first = [message(one, body) for body in bodies]
    with ScriptedServer("fabricator", seed=3) as two:
        second = [message(two, body) for body in reversed(bodies)]
    assert first == list(reversed(second))


def test_the_number_of_tool_calls_can_be_set() -> None:
    with ScriptedServer(Honest(tool_calls=1)) as server:
        made = _converse(server, [READ, SEARCH], 10, parallel_tool_calls=False)
    assert [name for name, _ in made] == ["search_web"]
