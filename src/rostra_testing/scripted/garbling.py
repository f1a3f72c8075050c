"""Answers spoiled in every way models spoil them.

Each way says what a careful reader can get out of it. `yes`: exactly what was meant. `maybe`: what
was meant or a question back, depending on how much the schema proves. `no`: any value would be a
guess, so only a question back is right.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Literal

Recovery = Literal["yes", "maybe", "no"]
Way = tuple[str, Recovery, Callable[[str], str]]

REFUSAL = "I'm sorry, but I can't help with that request."
REFUSAL_ZH = "很抱歉，我無法協助處理這項請求。"
WRONG_LANGUAGE = "Lo siento, no he entendido la pregunta; ¿podría reformularla, por favor?"


def _fence(text: str) -> str:
    return f"```json\n{text}\n```"


def _bare_fence(text: str) -> str:
    return f"```\n{text}\n```\n"


def _prose_around(text: str) -> str:
    return (
        f"Sure! Here is the JSON you asked for:\n\n{text}\n\nLet me know if you need anything else."
    )


def _prose_around_zh(text: str) -> str:
    return f"好的，以下是結果：\n{text}\n以上內容供您參考。"


def _thinking_first(text: str) -> str:
    return f"<think>The user wants JSON. I should be careful.</think>\n{text}"


def _byte_order_mark(text: str) -> str:
    return f"\ufeff{text}"


def _trailing_commas(text: str) -> str:
    return _outside_strings(text, lambda bare: re.sub(r"(?<=[^\s,\[{])(\s*[}\]])", r",\1", bare))


def _full_width(text: str) -> str:
    table = str.maketrans({":": "：", ",": "，", "{": "｛", "}": "｝", "[": "［", "]": "］"})
    return _outside_strings(text, lambda bare: bare.translate(table))


def _python_literals(text: str) -> str:
    swaps = {"true": "True", "false": "False", "null": "None"}
    return _outside_strings(
        text, lambda bare: re.sub(r"\b(true|false|null)\b", lambda m: swaps[m[0]], bare)
    )


def _comments(text: str) -> str:
    return "// the answer\n" + _outside_strings(
        text, lambda bare: bare.replace("{", "{ /* as asked */ ", 1)
    )


def _single_quotes(text: str) -> str:
    return repr(_value(text))


def _odd_blanks(text: str) -> str:
    wide = json.dumps(_value(text), ensure_ascii=False, indent=4)
    return "\n\n" + _outside_strings(wide, lambda bare: bare.replace(":", "\n\n:\n"))


def _closed_too_early(text: str) -> str:
    return text.rstrip().rstrip("}]")


def _bare_keys(text: str) -> str:
    return re.sub(r'"([A-Za-z_]\w*)"(?=\s*:)', r"\1", text)


def _curly_quotes(text: str) -> str:
    """Typographic quotes around strings that have no quotes or escapes of their own."""
    return re.sub(r'"([^"\\“”]*)"', "“\\1”", text)


def _one_bracket_more(text: str) -> str:
    return f"{text}{text.rstrip()[-1:]}"


def _said_twice(text: str) -> str:
    return f"{text}\n\n{text}"


def _in_a_list(text: str) -> str:
    return f"[{text}]"


def _as_a_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _cut_in_half(text: str) -> str:
    return text[: max(1, len(text) // 2)]


def _cut_in_a_string(text: str) -> str:
    strings = list(re.finditer(r'"[^"]{4,}"', text))
    return text[: strings[-1].start() + 3] if strings else text[: max(1, len(text) - 2)]


def _duplicate_keys(text: str) -> str:
    """Every top-level key twice, the second time with something else."""
    value = _value(text)
    if not isinstance(value, dict) or not value:
        return f"{text}\n{json.dumps(_other(value), ensure_ascii=False)}"
    pairs = [
        f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}"
        for source in (value, {key: _other(part) for key, part in value.items()})
        for key, part in source.items()
    ]
    return "{" + ", ".join(pairs) + "}"


def _wrong_types(text: str) -> str:
    return json.dumps(_mistyped(_value(text)), ensure_ascii=False)


def _wrong_keys(text: str) -> str:
    value = _value(text)
    renamed = {f"my_{key}": part for key, part in value.items()} if isinstance(value, dict) else {}
    return json.dumps(renamed or {"result": None}, ensure_ascii=False)


def _schema_instead(text: str) -> str:
    value = _value(text)
    names = list(value) if isinstance(value, dict) else []
    shape = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    return json.dumps(shape, ensure_ascii=False)


FOR_JSON: tuple[Way, ...] = (
    ("fence", "yes", _fence),
    ("bare-fence", "yes", _bare_fence),
    ("prose-around", "yes", _prose_around),
    ("prose-around-zh", "yes", _prose_around_zh),
    ("thinking-first", "yes", _thinking_first),
    ("byte-order-mark", "yes", _byte_order_mark),
    ("trailing-commas", "yes", _trailing_commas),
    ("full-width", "yes", _full_width),
    ("python-literals", "yes", _python_literals),
    ("single-quotes", "yes", _single_quotes),
    ("comments", "yes", _comments),
    ("odd-blanks", "yes", _odd_blanks),
    ("bare-keys", "yes", _bare_keys),
    ("curly-quotes", "yes", _curly_quotes),
    ("one-bracket-more", "yes", _one_bracket_more),
    ("said-twice", "maybe", _said_twice),
    ("in-a-list", "maybe", _in_a_list),
    ("as-a-string", "maybe", _as_a_string),
    ("closed-too-early", "maybe", _closed_too_early),
    ("cut-in-half", "no", _cut_in_half),
    ("cut-in-a-string", "no", _cut_in_a_string),
    ("duplicate-keys", "no", _duplicate_keys),
    ("wrong-types", "no", _wrong_types),
    ("wrong-keys", "no", _wrong_keys),
    ("schema-instead", "no", _schema_instead),
    ("empty", "no", lambda _: ""),
    ("blank", "no", lambda _: " \n\n "),
    ("refusal", "no", lambda _: REFUSAL),
    ("refusal-zh", "no", lambda _: REFUSAL_ZH),
    ("wrong-language", "no", lambda _: WRONG_LANGUAGE),
)

FOR_TEXT: tuple[Way, ...] = (
    ("fence", "yes", _bare_fence),
    ("thinking-first", "yes", _thinking_first),
    ("byte-order-mark", "yes", _byte_order_mark),
    ("cut-in-half", "no", _cut_in_half),
    ("empty", "no", lambda _: ""),
    ("blank", "no", lambda _: " \n\n "),
    ("refusal", "no", lambda _: REFUSAL),
    ("refusal-zh", "no", lambda _: REFUSAL_ZH),
    ("wrong-language", "no", lambda _: WRONG_LANGUAGE),
    ("repeats-for-long", "no", lambda text: (text[:40] or "and so on ") * 60),
)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _other(value: object) -> object:
    """Something else of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"not {value}"
    if isinstance(value, list):
        return value[1:] if len(value) > 1 else [*value, *value, "other"]
    return {"other": value}


def _mistyped(value: object, depth: int = 0) -> object:
    """The same keys with values of another type: "yes" for true, words for numbers."""
    if isinstance(value, dict) and depth < 2:
        return {key: _mistyped(part, depth + 1) for key, part in value.items()}
    if isinstance(value, bool):
        return "yes" if value else 0
    if isinstance(value, int | float):
        return f"about {value}"
    if isinstance(value, str):
        return [value]
    return str(value)


def _outside_strings(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to the JSON between its strings; what the strings say is kept."""
    pieces = re.split(r'("(?:[^"\\]|\\.)*")', text)
    # A run of bare text may be as short as one bracket, so it is changed with its neighbour marks.
    joined = "".join(f"\0{at}\0" if at % 2 else piece for at, piece in enumerate(pieces))
    changed = change(joined)
    return re.sub("\0(\\d+)\0", lambda match: pieces[int(match[1])], changed)
