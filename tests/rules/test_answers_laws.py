"""However an answer is written and wrapped, it is read as what it says, or asked about."""

import dataclasses
import html
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rostra.errors import NeedsReask
from rostra.rules import parse_answer


@dataclass(frozen=True)
class Ruling:
    approved: bool
    reason: str
    decision: Literal["open", "keep_shut"]
    guidance: str = ""


@dataclass(frozen=True)
class Reading:
    value: float
    year: int | None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    id: str
    carried: bool


@dataclass(frozen=True)
class Rows:
    rows: tuple[Row, ...]


SAID = ("The toll starts on 1 July.", "自七月一日起，每小時四十元。", "It's a copy.", "見第 3 頁")
NAMES = ("Lanwave", "瀾電", "Port of Lan")
said = st.sampled_from(SAID)
rows = st.builds(Row, st.from_regex(r"\AS[1-9][0-9]?\Z"), st.booleans())
answers = st.one_of(
    st.builds(Ruling, st.booleans(), said, st.sampled_from(["open", "keep_shut"]), said),
    st.builds(
        Reading,
        st.floats(-1e6, 1e6).map(lambda value: round(value, 3)),
        st.none() | st.integers(1900, 2100),
        st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(tuple),
    ),
    st.builds(Rows, st.lists(rows, min_size=1, max_size=4).map(tuple)),
)
quick = settings(max_examples=100, deadline=None)


def plain(made: Any) -> Any:
    return json.loads(json.dumps(dataclasses.asdict(made)))


def as_lines(value: Any, indent: int = 0) -> str:
    blank = " " * indent
    if isinstance(value, list):
        return "".join(f"{blank}- {as_lines(one, indent + 2).lstrip()}" for one in value)
    if not isinstance(value, dict):
        return f"{value if isinstance(value, str) else json.dumps(value)}\n"
    lines = []
    for key, one in value.items():
        inner = f"\n{as_lines(one, indent + 2)}" if isinstance(one, list | dict) and one else ""
        lines.append(f"{blank}{key}:{inner or f' {as_lines(one)}'}")
    return "".join(lines)


def as_elements(value: Any) -> str:
    if isinstance(value, list):
        return "".join(f"<one>{as_elements(one)}</one>" for one in value)
    if isinstance(value, dict):
        return "".join(f"<{key}>{as_elements(one)}</{key}>" for key, one in value.items())
    return html.escape(value if isinstance(value, str) else json.dumps(value))


WRITINGS: dict[str, Callable[[Any], str]] = {
    "json": lambda made: json.dumps(plain(made), ensure_ascii=False),
    "indented": lambda made: json.dumps(plain(made), indent=2),
    "python": lambda made: repr(plain(made)),
    "call": repr,
    "lines": lambda made: as_lines(plain(made)),
    "elements": lambda made: as_elements(plain(made)),
    "semicolons": lambda made: json.dumps(plain(made), separators=("; ", " => ")),
    "upper keys": lambda made: json.dumps({k.title(): v for k, v in plain(made).items()}),
    "trailing comma": lambda made: json.dumps(plain(made))[:-1] + ",}",
    "wrong bracket": lambda made: json.dumps(plain(made))[:-1] + "]",
}
WRAPPINGS: dict[str, Callable[[str], str]] = {
    "alone": lambda text: text,
    "fence": lambda text: f"```json\n{text}\n```",
    "heading": lambda text: f"Here is what you asked for:\n\n```\n{text}\n```\n",
    "thinking": lambda text: f"<think>Or was it {{}}? No.</think>\n{text}",
    "quoted lines": lambda text: "\n".join(f"> {line}" for line in text.splitlines()),
}
JSON_WRAPPINGS: dict[str, Callable[[str], str]] = {
    "result": lambda text: f'{{"result": {text}, "confidence": 0.9}}',
    "call": lambda text: json.dumps({"tool_calls": [{"function": {"arguments": text}}]}),
    "entities": lambda text: f"<pre>{html.escape(text)}</pre>",
    "encoded": json.dumps,
    "escaped": lambda text: json.dumps(text)[1:-1],
    "thanks": lambda text: f"好的：\n{text}\n謝謝！",
}


@quick
@given(answers, st.sampled_from(sorted(WRITINGS)), st.sampled_from(sorted(WRAPPINGS)))
def test_an_answer_in_any_notation_is_read_as_what_it_says(
    made: Any, how: str, around: str
) -> None:
    text = WRAPPINGS[around](WRITINGS[how](made))

    assert parse_answer(text, type(made)) == made, text


@quick
@given(answers, st.lists(st.sampled_from(sorted(JSON_WRAPPINGS)), max_size=2))
def test_an_answer_in_wrappers_is_what_they_hold(made: Any, around: list[str]) -> None:
    text = json.dumps(plain(made), ensure_ascii=False)
    for one in around:
        text = JSON_WRAPPINGS[one](text)
    try:
        assert parse_answer(text, type(made)) == made, text
    except NeedsReask:
        assert len(around) > 1


@quick
@given(answers, answers, st.sampled_from(["\n", "\nor\n", "\n\nOn second thought:\n"]))
def test_two_answers_that_differ_are_asked_about(one: Any, other: Any, between: str) -> None:
    assume(type(one) is type(other) and one != other and not isinstance(one, Rows))

    with pytest.raises(NeedsReask):
        parse_answer(between.join(json.dumps(plain(made)) for made in (one, other)), type(one))


@pytest.mark.parametrize(
    "then",
    [
        "Hmm, this should be keep_shut.",
        "On reflection I approve.",
        "更正：應該打開。",
        "No, that is wrong.",
        "Sorry, I looked at the wrong page and the figures there are from the year before.",
        "Is that what you mean?",
    ],
)
def test_what_is_said_after_a_ruling_may_take_it_back(then: str) -> None:
    ruling = Ruling(False, "Copy of E2.", "open")

    with pytest.raises(NeedsReask):
        parse_answer(f"{json.dumps(plain(ruling))}\n\n{then}", Ruling)


@quick
@given(answers, st.sampled_from(sorted(WRITINGS)), st.data())
def test_a_cut_answer_in_any_notation_is_whole_or_a_question(
    made: Any, how: str, data: st.DataObject
) -> None:
    """A line that ends early is no longer known from one that ends: those are not cut within."""
    text = WRITINGS[how](made)
    assume(how != "lines")
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    try:
        value = parse_answer(cut, type(made))
    except NeedsReask:
        return
    assert value == made, cut
