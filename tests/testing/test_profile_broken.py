"""The broken profile: it means well, and writes it down in every bad way there is."""

import ast
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from rostra_testing import Broken, ScriptedServer
from rostra_testing.scripted.garbling import FOR_JSON, FOR_TEXT
from tests.testing.clients import EVIDENCE, ask, function, message, say, with_schema

SCHEMA = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean"},
        "score": {"type": "integer", "minimum": 1, "maximum": 9},
        "reason": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "error": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["approved", "score", "reason", "tags", "error"],
}
WANTED = ask(EVIDENCE, response_format=with_schema(SCHEMA))


@pytest.fixture(scope="module")
def broken() -> ScriptedServer:
    with ScriptedServer("broken") as server:
        for _ in FOR_JSON:
            say(server, WANTED)
    return server


def _without_fence(text: str) -> str:
    return re.sub(r"^```\w*\n|\n```\s*$", "", text)


def _narrow(text: str) -> str:
    return text.translate(str.maketrans("：，｛｝［］", ":,{}[]"))


# How each recoverable way is undone, written here by hand and exact only for these answers.
UNDO: dict[str, Callable[[str], Any]] = {
    "fence": lambda text: json.loads(_without_fence(text)),
    "bare-fence": lambda text: json.loads(_without_fence(text)),
    "prose-around": lambda text: json.loads(text[text.index("{") : text.rindex("}") + 1]),
    "prose-around-zh": lambda text: json.loads(text[text.index("{") : text.rindex("}") + 1]),
    "thinking-first": lambda text: json.loads(text.split("</think>")[1]),
    "byte-order-mark": lambda text: json.loads(text.lstrip("\ufeff")),
    "trailing-commas": lambda text: json.loads(re.sub(r",(?=\s*[}\]])", "", text)),
    "full-width": lambda text: json.loads(_narrow(text)),
    "python-literals": ast.literal_eval,
    "single-quotes": ast.literal_eval,
    "comments": lambda text: json.loads(re.sub(r"//.*|/\*.*?\*/", "", text)),
    "odd-blanks": json.loads,
    "bare-keys": lambda text: json.loads(re.sub(r"(?<=[{ ])([a-z]+)(?=:)", r'"\1"', text)),
    "curly-quotes": lambda text: json.loads(text.replace("“", '"').replace("”", '"')),
    "one-bracket-more": lambda text: json.loads(text[:-1]),
}


def test_every_way_is_used_once_before_any_is_used_again(broken: ScriptedServer) -> None:
    assert sorted(garble.kind for garble in broken.garbles) == sorted(
        kind for kind, _, _ in FOR_JSON
    )


def test_what_was_meant_is_on_record_and_good(broken: ScriptedServer) -> None:
    for garble in broken.garbles:
        meant = json.loads(garble.meant)
        assert meant["approved"] is True
        assert "遠洲電子" in meant["reason"]


def test_what_is_called_recoverable_can_be_restored_exactly(broken: ScriptedServer) -> None:
    restored = {garble.kind: garble for garble in broken.garbles if garble.recovery == "yes"}
    assert set(restored) == set(UNDO)
    for kind, garble in restored.items():
        assert UNDO[kind](garble.sent) == (
            json.loads(_narrow(garble.meant)) if kind == "full-width" else json.loads(garble.meant)
        ), kind


def test_what_is_called_lost_does_not_read_as_what_was_meant(broken: ScriptedServer) -> None:
    for garble in (garble for garble in broken.garbles if garble.recovery == "no"):
        try:
            read = json.loads(garble.sent)
        except ValueError:
            continue
        assert read != json.loads(garble.meant)


def test_doubtful_answers_still_hold_what_was_meant(broken: ScriptedServer) -> None:
    doubtful = {g.kind: g for g in broken.garbles if g.recovery == "maybe"}
    early = doubtful["closed-too-early"]
    assert json.loads(early.sent + "}") == json.loads(early.meant)
    assert json.loads(json.loads(doubtful["as-a-string"].sent)) == json.loads(early.meant)
    assert json.loads(doubtful["in-a-list"].sent) == [json.loads(early.meant)]


def test_answers_in_words_are_spoiled_too() -> None:
    with ScriptedServer("broken") as server:
        said = [say(server, ask(EVIDENCE)) for _ in FOR_TEXT]
        kinds = sorted(garble.kind for garble in server.garbles)
    assert kinds == sorted(kind for kind, _, _ in FOR_TEXT)
    assert "" in said


def test_tool_arguments_are_spoiled_too() -> None:
    tool = function("search", {"query": {"type": "string"}})
    with ScriptedServer(Broken(only=("cut-in-half",))) as server:
        call = message(server, ask("Question: 費率?", tools=[tool]))["tool_calls"][0]
    assert call["function"]["name"] == "search"
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(call["function"]["arguments"])


def test_the_ways_can_be_chosen_and_good_answers_let_through() -> None:
    with ScriptedServer(Broken(only=("yes",), good_every=3)) as server:
        said = [say(server, WANTED) for _ in range(9)]
        assert {garble.recovery for garble in server.garbles} == {"yes"}
        assert len(server.garbles) == 6
    assert [json.loads(text)["approved"] for text in said[2::3]] == [True] * 3


def test_another_seed_goes_another_way() -> None:
    orders = []
    for seed in (1, 2):
        with ScriptedServer("broken", seed=seed) as server:
            for _ in range(10):
                say(server, WANTED)
            orders.append([garble.kind for garble in server.garbles])
    assert orders[0] != orders[1]
