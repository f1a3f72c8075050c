"""A model's answer is read exactly, or asked for again; it is never guessed."""

import contextlib
import dataclasses
import json
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.errors import NeedsReask
from rostra.records import Ruling
from rostra.rules import parse_answer
from rostra.rules.answers import read_answer

TABLE = Path(__file__).parent / "tables" / "answers.jsonl"


@dataclasses.dataclass(frozen=True)
class Decision:
    approved: bool
    reason: str
    guidance: str = ""


@dataclasses.dataclass(frozen=True)
class Score:
    score: int
    weight: float


@dataclasses.dataclass(frozen=True)
class Claim:
    text: str
    evidence: tuple[str, ...]
    confidence: float
    stance: Literal["pro", "con"] | None = None


@dataclasses.dataclass(frozen=True)
class Draft:
    title: str
    claims: tuple[Claim, ...]
    tags: list[str]


@dataclasses.dataclass(frozen=True)
class Missing:
    query: str
    why: str


@dataclasses.dataclass(frozen=True)
class Hints:
    topics: list[str] = dataclasses.field(default_factory=list)
    limit: int = 3


@dataclasses.dataclass(frozen=True)
class Tier:
    tier: Literal[1, 2, 3]


@dataclasses.dataclass(frozen=True)
class Pair:
    pair: tuple[str, str]


@dataclasses.dataclass(frozen=True)
class Order:
    order: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Deep:
    inner: Decision


@dataclasses.dataclass(frozen=True)
class Review:
    verdict: Literal["pass", "warn", "reject"]
    score: int
    sure: bool
    notes: list[str] = dataclasses.field(default_factory=list)


TYPES: dict[str, Any] = {
    "Ruling": Ruling,
    "Literal": Literal["approve", "refuse"],
    "Draft|Missing": Draft | Missing,
    "Decision|None": Decision | None,
    "list[int]": list[int],
    "list[str]": list[str],
    "list[Claim]": list[Claim],
    "list[Review]": list[Review],
    "dict[str,int]": dict[str, int],
    **{
        cls.__name__: cls for cls in (Decision, Score, Claim, Draft, Hints, Tier, Pair, Order, Deep)
    },
    **{cls.__name__: cls for cls in (Review, int, str, bool, float)},
}


def rows() -> list[dict[str, Any]]:
    found = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]
    return [{**row, "text": row["text"] * row.get("times", 1)} for row in found]


ROWS = rows()
GOOD = [row for row in ROWS if "value" in row]
HOPELESS = [row for row in ROWS if "value" not in row]


def as_json(value: object) -> str:
    """The value written down, so that true, 1 and 1.0 differ."""

    def plain(part: object) -> Any:
        if dataclasses.is_dataclass(part) and not isinstance(part, type):
            return {f.name: plain(getattr(part, f.name)) for f in dataclasses.fields(part)}
        if isinstance(part, list | tuple):
            return [plain(one) for one in part]
        return {k: plain(v) for k, v in part.items()} if isinstance(part, dict) else part

    return json.dumps(plain(value), sort_keys=True)


def read(row: dict[str, Any]) -> str | None:
    try:
        return as_json(parse_answer(row["text"], TYPES[row["type"]]))
    except NeedsReask:
        return None


def test_the_table_is_large_and_speaks_chinese() -> None:
    assert len(ROWS) >= 200
    assert len({row["class"] for row in ROWS}) >= 15
    assert sum(any("一" <= char <= "鿿" for char in row["text"]) for row in ROWS) >= 30


def test_a_repairable_answer_gives_what_was_meant() -> None:
    wrong = []
    for row in GOOD:
        try:
            said = read(row)
        except NeedsReask as asked:
            said = str(asked.why)
        if said != json.dumps(row["value"], sort_keys=True):
            wrong.append((row["class"], row["text"][:80], said))
    assert wrong == []


def test_an_answer_with_two_readings_is_asked_again() -> None:
    taken = []
    for row in HOPELESS:
        try:
            value = parse_answer(row["text"], TYPES[row["type"]])
        except NeedsReask as asked:
            if not 0 < len(str(asked.why)) < 600:
                taken.append((row["class"], row["text"][:80], asked.why))
        else:
            taken.append((row["class"], row["text"][:80], value))
    assert taken == []


def test_what_is_asked_again_says_where_and_why() -> None:
    with pytest.raises(NeedsReask) as caught:
        parse_answer('{"title":"t","claims":[{"text":1}],"tags":[]}', Draft)

    assert "claims[0].text" in str(caught.value.why)
    assert "expected a text" in str(caught.value.why)
    assert caught.value.code == "LLM_PARSE_ERROR"


def test_a_record_that_is_left_out_of_a_list_is_told() -> None:
    text = (
        '{"title":"t","claims":[{"text":"a"},{"text":"b","evidence":[],"confidence":1}],"tags":[]}'
    )

    read = read_answer(text, Draft)

    assert [claim.text for claim in read.value.claims] == ["b"]
    (fault,) = read.dropped
    assert fault.path == "claims[0]"
    assert "evidence" in str(fault.why)


@pytest.mark.parametrize(
    "bomb",
    ["[" * 900_000, '{"a":' * 150_000, '{"' * 400_000, "[{" * 400_000, "{a:'" * 200_000],
    ids=lambda bomb: bomb[:4],
)
def test_a_bomb_ends_quickly(bomb: str) -> None:
    began = time.process_time()

    with pytest.raises(NeedsReask):
        parse_answer(bomb, Decision)

    assert time.process_time() - began < 2.0


@pytest.mark.slow
def test_reading_answers_loads_no_pydantic() -> None:
    code = "import sys, rostra.rules; raise SystemExit('pydantic' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Named(NamedTuple):
    a: int


class Keyed(TypedDict):
    a: int


@pytest.mark.parametrize("wanted", [complex, Named, Keyed, list[complex]])
def test_a_type_that_no_answer_can_have_is_the_programmers_mistake(wanted: Any) -> None:
    with pytest.raises(TypeError):
        parse_answer("[1]", wanted)


@pytest.mark.parametrize("sign", ["!", "~", "-", "¬", "not ", "非", "?"])
def test_a_sign_before_a_key_makes_it_another_key(sign: str) -> None:
    with pytest.raises(NeedsReask):
        parse_answer(f'{{"{sign}approved": true, "reason": "x"}}', Decision)


# Signs that nobody writes in a text, and whose escapes begin words of other notations: \\times.
written = st.text(st.characters(exclude_characters="\b\f\t\r"), max_size=12)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | written,
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(written, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
texts = st.text(st.characters(exclude_characters="\b\f\t\r"), max_size=20)
decisions = st.builds(Decision, st.booleans(), texts, texts)
drafts = st.builds(
    Draft,
    texts,
    st.lists(
        st.builds(
            Claim,
            texts,
            st.lists(texts, max_size=3).map(tuple),
            st.floats(0, 1),
            st.sampled_from(["pro", "con", None]),
        ),
        max_size=3,
    ).map(tuple),
    st.lists(texts, max_size=3),
)
quick = settings(max_examples=200, deadline=None)


@quick
@given(st.text(max_size=200), st.sampled_from(sorted(TYPES)))
def test_any_text_gives_a_value_or_a_question(text: str, name: str) -> None:
    with contextlib.suppress(NeedsReask):
        parse_answer(text, TYPES[name])


@quick
@given(st.text(alphabet="{}[]\"',:：，“”「」\\ntruefals0123.-/*#` a", max_size=60))
def test_any_text_of_brackets_and_quotes_gives_a_value_or_a_question(text: str) -> None:
    for wanted in (Decision, Hints, list[int], dict[str, Any], Any):
        with contextlib.suppress(NeedsReask):
            parse_answer(text, wanted)


@quick
@given(anything.filter(lambda value: isinstance(value, dict | list)), st.booleans())
def test_valid_json_comes_back_as_it_is(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    wanted = dict[str, Any] if isinstance(value, dict) else list[Any]

    assert as_json(parse_answer(text, wanted)) == as_json(value)


@quick
@given(drafts, st.sampled_from([None, 2]))
def test_a_record_written_as_json_comes_back_equal(draft: Draft, indent: int | None) -> None:
    text = json.dumps(dataclasses.asdict(draft), ensure_ascii=False, indent=indent)

    assert parse_answer(f"好的：\n```json\n{text}\n```\n完成。", Draft) == draft
    assert parse_answer(text, Draft | Missing) == draft


@quick
@given(drafts)
def test_a_record_written_as_python_comes_back_equal(draft: Draft) -> None:
    text = repr(json.loads(json.dumps(dataclasses.asdict(draft))))

    assert parse_answer(text, Draft) == draft


@quick
@given(decisions, st.data())
def test_a_cut_answer_is_the_whole_value_or_a_question(made: Decision, data: st.DataObject) -> None:
    text = json.dumps(dataclasses.asdict(made), ensure_ascii=False)
    cut = data.draw(st.integers(0, len(text)))

    try:
        value = parse_answer(text[:cut], Decision)
    except NeedsReask:
        return
    assert value == made


@quick
@given(decisions, st.data())
def test_a_damaged_answer_never_turns_a_refusal_into_an_approval(
    made: Decision, data: st.DataObject
) -> None:
    """One character lost, doubled or replaced by a bracket, quote or comma."""
    text = json.dumps(dataclasses.asdict(made), ensure_ascii=False)
    at = data.draw(st.integers(0, len(text) - 1))
    instead = data.draw(st.sampled_from(["", text[at] * 2, *"{}[]\"',:，：“"]))

    try:
        value = parse_answer(text[:at] + instead + text[at + 1 :], Decision)
    except NeedsReask:
        return
    assert value.approved is made.approved


PIECES = (
    *("營收：7,596.9億", "他說「好」", "it's", 'say "go"', "a, b", "{x}", "[1]", "// no", "# 標題"),
    *(
        "\\path",
        "“引號”",
        "true",
        "換\n行",
        "：，｛｝",
        "```js",
        "</think>",
        "'single'",
        "",
        "“",
        "’s",
    ),
    *("approved: true", '"approved": true', "100%"),
)


def damaged(text: str, luck: random.Random) -> str:
    """The JSON with one of its own signs lost, doubled or replaced; what it says is untouched."""
    strings = [found.span() for found in re.finditer(r'"(?:[^"\\]|\\.)*"', text)]
    signs = [at for begin, end in strings for at in (begin, end - 1)]
    signs += [
        at
        for at, char in enumerate(text)
        if char in "{}[],:" and not any(begin <= at < end for begin, end in strings)
    ]
    at = luck.choice(signs)
    instead: str = luck.choice(["", text[at] * 2, *"{}[],:\"'“”「」，："])
    return text[:at] + instead + text[at + 1 :]


@pytest.mark.parametrize("seed", range(4))
def test_damage_to_the_signs_of_json_never_changes_what_was_said(seed: int) -> None:
    luck = random.Random(seed)

    def said() -> str:
        return "".join(luck.choice(PIECES) for _ in range(luck.randrange(4)))

    for _ in range(1_000):
        claim = Claim(said(), (said(), said()), luck.random(), luck.choice(["pro", "con", None]))
        made: Decision | Draft = Decision(luck.random() < 0.5, said(), said())
        if luck.random() < 0.5:
            made = Draft(said(), (claim,) * luck.randrange(3), [said() for _ in range(2)])
        text = json.dumps(
            dataclasses.asdict(made), ensure_ascii=False, indent=luck.choice([1, None])
        )
        spoiled = damaged(text, luck)
        with contextlib.suppress(NeedsReask):
            assert parse_answer(spoiled, type(made)) == made, spoiled


def test_by_class_most_repairable_answers_need_no_second_question() -> None:
    recovered: dict[str, list[bool]] = defaultdict(list)
    for row in GOOD:
        recovered[row["class"]].append(read(row) is not None)

    assert sum(sum(found) for found in recovered.values()) / len(GOOD) >= 0.85
    assert [name for name, found in recovered.items() if not any(found)] == []
