"""Read a model's answer as a value of a type, or say what to ask it again.

A wrong value is worse than another question. So the answer is repaired only where one reading is
left (`loose_json.py`), fits its type exactly or not at all (`fitting.py`), and must be the only
value in the text that does. What a model thought aloud in tags is not its answer.

Written down because they were choices: a number in quotes is text; a choice is spelled exactly; an
object around the answer is taken off only when its single key says no more than "result", and a
list around it only when nothing else is in the list. A value that decides is not taken from the
middle of a sentence, where it is spoken of and not given, nor where the text after it denies.
"""

import contextlib
import enum
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from typing import Any, Final, Literal, NoReturn, TypeVar, cast, get_args, get_origin, overload

from rostra.errors import NeedsReask
from rostra.rules.cursor import Broken, Refused, strip_unseen
from rostra.rules.fitting import (
    Fit,
    Unfit,
    differ,
    field_types,
    fit,
    is_pydantic,
    only_list,
    plain_type,
)
from rostra.rules.loose_json import (
    Arr,
    Found,
    Node,
    Obj,
    check_given,
    check_surroundings,
    find_structures,
    fold_key,
    read_whole,
)
from rostra.text import slots
from rostra.words import Message, message, rewritten

T = TypeVar("T")

LONGEST: Final = 1_000_000

_THOUGHT: Final = (
    r"think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|internal"
)
_THOUGHT_OPEN: Final = re.compile(rf"<\|?({_THOUGHT})\|?>", re.IGNORECASE)
_THOUGHT_CLOSE: Final = re.compile(rf"<\|?/({_THOUGHT})\|?>", re.IGNORECASE)
_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
# Keys that say no more than "here it comes".
_WRAPPERS: Final = frozenset(
    [
        *("result", "results", "answer", "answers", "output", "outputs", "response", "json"),
        *("data", "value", "values", "item", "items", "list", "array", "object", "final"),
        *("finalresult", "finalanswer", "finaloutput", "arguments", "parameters", "args"),
        *("結果", "结果", "答案", "回答", "輸出", "输出"),
    ]
)


@overload
def parse_answer(text: str, type: type[T]) -> T: ...
@overload
def parse_answer(text: str, type: Any) -> Any: ...
def parse_answer(text: str, type: Any) -> Any:  # noqa: A002 - the name is part of the contract
    """The value of `type` that the text gives, or NeedsReask with what to tell the model."""
    return read_answer(text, type).value


def read_answer(text: str, type: Any) -> Fit:  # noqa: A002 - as above
    """The same, and why single records of its lists were left out."""
    if len(text) > LONGEST:
        _ask_again(message("answers.too_long", most=LONGEST))
    wanted = plain_type(type)
    said = _without_thoughts(text)
    if not strip_unseen(said).strip():
        _ask_again(message("answers.empty"))
    if wanted is str:
        return Fit(_as_text(said))
    try:
        return _only_value(said, wanted)
    except Refused as refusal:
        _ask_again(refusal.why)
    except Broken as broken:
        shown = said[max(0, broken.at - 20) : broken.at + 20]
        _ask_again(message("answers.not_json", why=broken.why, near=repr(shown)))
    except Unfit as fault:
        _ask_again(message("answers.unfit", path=fault.path, why=fault.why))


def _ask_again(told: Message) -> NoReturn:
    # Half a character is nothing that could be kept or sent.
    why = cast("Message", rewritten(told, lambda text: text.encode("utf-8", "replace").decode()))
    raise NeedsReask(message("errors_rules.model_s_answer_could", why=why), why)


def _without_thoughts(text: str) -> str:
    """The text after what the model thought aloud; a thought that does not end has no answer."""
    text = text.lstrip("\ufeff \t\r\n")
    while opening := _THOUGHT_OPEN.match(text):
        closing = _THOUGHT_CLOSE.search(text, opening.end())
        if not closing:
            _ask_again(message("answers.unended_thought"))
        text = text[closing.end() :].lstrip()
    *_, last = (None, *_THOUGHT_CLOSE.finditer(text))
    return text[last.end() :] if last and _is_between_values(text, last.start()) else text


def _is_between_values(text: str, at: int) -> bool:
    """Whether what stands at this place is outside of any value."""
    with contextlib.suppress(Broken, Refused):
        read_whole(text)
        return False
    try:
        return not any(found.is_open for found in find_structures(text[:at]))
    except (Broken, Refused):
        return False


def _as_text(text: str) -> str:
    """A plain text answer: without the fence or the quotes put around the whole of it."""
    text = text.strip("\ufeff\u200b\u2060 \t\r\n")
    fenced = _fenced(text)
    if fenced is not None and not fenced.outside.strip() and len(fenced.inside) == 1:
        text = fenced.inside[0].strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            text = str(read_whole(text))
        except (Broken, Refused):
            return text
    if not text.strip():
        _ask_again(message("answers.empty"))
    return text


def _only_value(text: str, wanted: Any) -> Fit:
    if not _is_structured(wanted):
        return Fit(_scalar(text, wanted))
    try:
        return _only_fit([text], wanted)
    except Broken:
        if (fenced := _fenced(text)) is None:
            raise
        return _only_fit([*fenced.inside, fenced.outside], wanted)


def _only_fit(parts: Sequence[str], wanted: Any) -> Fit:
    """The one value in all of the parts that fits."""
    fits: list[Fit] = []
    faults: list[Unfit] = []
    for part in parts:
        for found in _values(part):
            try:
                value = _unwrapped(found.value, wanted)
            except Unfit as fault:
                faults.append(fault)
                continue
            if fits and differ(value.value, fits[0].value):
                _ask_again(message("answers.several"))
            if not fits:
                check_surroundings(found)
                if _decides(wanted):
                    _check_decision(found)
            fits.append(value)
    if fits:
        return fits[0]
    raise faults[-1] if faults else Broken(message("answers.no_value"), 0)


def _check_decision(found: Found) -> None:
    check_given(found)
    if slots(found.text[found.end :]).polarity == "negative":
        _ask_again(message("answers.taken_back"))


def _decides(wanted: Any) -> bool:
    """Whether a value of the type says yes or no, or chooses: then prose may take it back."""
    if not is_dataclass(wanted):
        return False
    kinds = map(plain_type, field_types(wanted))
    return any(kind is bool or get_origin(kind) is Literal for kind in kinds)


def _scalar(text: str, wanted: Any) -> Any:
    """A value without brackets must be the whole answer: a word of a sentence is none."""
    fenced = _fenced(text)
    if fenced is not None and not fenced.outside.strip() and len(fenced.inside) == 1:
        text = fenced.inside[0]
    bare = strip_unseen(text).strip()
    if _is_choice(wanted):
        try:
            return fit(bare, wanted).value
        except Unfit:
            pass
    return fit(read_whole(text), wanted).value


def _is_choice(wanted: Any) -> bool:
    is_enum = isinstance(wanted, type) and issubclass(wanted, enum.Enum)
    return is_enum or get_origin(wanted) is Literal


def _is_structured(wanted: Any) -> bool:
    wanted = plain_type(wanted)
    origin = get_origin(wanted) or wanted
    if origin is Literal:
        return False
    if isinstance(origin, type):
        if is_dataclass(origin) or is_pydantic(origin) or origin is object:
            return True
        if issubclass(origin, Mapping | AbstractSet | Sequence) and not issubclass(origin, str):
            return True
    return wanted is Any or any(_is_structured(arg) for arg in get_args(wanted))


def _values(text: str) -> list[Found]:
    """What the text gives: one value that is all of it, or the structures within its prose."""
    try:
        whole = read_whole(text)
    except Broken:
        return find_structures(text)
    if isinstance(whole, str):
        return find_structures(whole) or [Found(whole, 0, len(text), text)]
    return [Found(whole, 0, len(text), text)]


def _unwrapped(node: Node, wanted: Any) -> Fit:
    try:
        return fit(node, wanted)
    except Unfit as fault:
        for inner in (_inside(node, wanted), _as_record(node, wanted)):
            if inner is not None:
                with contextlib.suppress(Unfit):
                    return fit(inner, wanted)
        raise fault from None


def _as_record(node: Node, wanted: Any) -> Obj | None:
    """A bare list for a record that is nothing but a list."""
    name = only_list(wanted)
    return Obj({name: node}) if name and isinstance(node, Arr) else None


def _inside(node: Node, wanted: Any) -> Obj | Arr | None:
    """What a wrapper holds that adds nothing: a list of one, or an object that says "result"."""
    inner: Node = None
    if isinstance(node, Arr) and len(node) == 1 and not node.is_open:
        inner = node[0]
    elif isinstance(node, Obj) and not node.is_open:
        inner = _named_inside(node, {*_WRAPPERS, fold_key(getattr(wanted, "__name__", ""))})
        if isinstance(inner, str):  # the arguments of a call are often JSON once more
            with contextlib.suppress(Broken, Refused):
                inner = read_whole(inner)
    return inner if isinstance(inner, Obj | Arr) else None


def _named_inside(node: Obj, neutral: set[str]) -> Node:
    """The value under the one key that says nothing, or of a call of a tool named so."""
    if len(node) == 1:
        ((key, inner),) = node.items()
        return inner if fold_key(key) in neutral else None
    name = node.get("name")
    if len(node) == 2 and isinstance(name, str) and fold_key(name) in neutral:
        return node.get("arguments", node.get("parameters"))
    return None


class _Fenced:
    """A text taken apart at its code fences."""

    def __init__(self, inside: list[str], outside: str) -> None:
        self.inside = inside
        self.outside = outside


def _fenced(text: str) -> _Fenced | None:
    fences = list(_FENCE.finditer(text))
    if not fences:
        return None
    inside, outside, at = [], [], 0
    for opening, closing in zip(fences[::2], [*fences[1::2], None], strict=False):
        outside.append(text[at : opening.start()])
        end = closing.start() if closing else len(text)
        inside.append(text[opening.end() : end])
        at = closing.end() if closing else len(text)
    outside.append(text[at:])
    return _Fenced(inside, "\n".join(outside))
