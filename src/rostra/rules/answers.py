"""Read a model's answer as a value of a type, or say what to ask it again.

A wrong value is worse than another question. The text gives candidates: every value of tolerant
JSON in it (`loose_json.py`), inside wrappers that add nothing, the same with one layer of quoting
taken off, and, where it is no JSON, other notations (`notations.py`). Those that fit the type
exactly (`fitting.py`) must all be the same value; else the answer is asked for again. What a model
thought aloud in tags is not its answer.

Written down because they were choices: a number in quotes is text; a choice is spelled exactly. A
value is not taken from the middle of a sentence, where it is spoken of and not given; nor where
what follows could change it: after a value only a short closing line may stand that denies
nothing and names nothing the value is about. Nobody tells a draft from the final answer by its
wording, so two values that differ are asked about.
"""

import contextlib
import enum
import html
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from typing import Any, Final, Literal, NoReturn, TypeVar, cast, get_args, get_origin, overload

from rostra.errors import NeedsReask
from rostra.rules.cursor import Broken, Refused, strip_unseen
from rostra.rules.fitting import (
    Fit,
    Unfit,
    Vocabulary,
    differ,
    field_types,
    fit,
    is_pydantic,
    is_record,
    main_list,
    only_field,
    only_list,
    plain_type,
    says_yes,
    stem,
    vocabulary,
)
from rostra.rules.loose_json import (
    Arr,
    Found,
    Node,
    Obj,
    check_surroundings,
    find_structures,
    fold_key,
    found_whole,
    read_whole,
)
from rostra.rules.notations import notations
from rostra.text import count_tokens, slots
from rostra.words import Message, message, rewritten

T = TypeVar("T")

LONGEST: Final = 1_000_000

_THOUGHT: Final = (
    r"think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|internal"
)
_THOUGHT_OPEN: Final = re.compile(rf"<\|?({_THOUGHT})\|?>", re.IGNORECASE)
_THOUGHT_CLOSE: Final = re.compile(rf"<\|?/({_THOUGHT})\|?>", re.IGNORECASE)
# Some servers hand on what a model says to itself and to others, each part behind such a mark.
_CHANNEL: Final = "<|message|>"
_TOKEN: Final = re.compile(r"<\|[a-z_]{1,20}\|>")
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
# Keys that say no more than "here it comes", and those of the messages that calls travel in.
_WRAPPERS: Final = frozenset(
    [
        *("result", "results", "answer", "answers", "output", "outputs", "response", "json"),
        *("data", "value", "values", "item", "items", "list", "array", "object", "final"),
        *("finalresult", "finalanswer", "finaloutput", "arguments", "parameters", "args", "input"),
        *("choices", "message", "content", "toolcalls", "function", "functioncall", "payload"),
        *("candidates", "parts", "properties"),
        *("結果", "结果", "答案", "回答", "輸出", "输出"),
    ]
)
_CALLED: Final = frozenset(["name", "function", "tool", "toolname", "action"])
_LONGEST_OTHER: Final = 100_000  # what is longer is JSON, or cannot be read
_DEEPEST_WRAPPER: Final = 12
_LONGEST_CLOSING: Final = 12  # tokens of a line after the value: thanks, not an argument
_LONGEST_LEAD: Final = 6  # words before a value on its own line
_TAGS: Final = re.compile(r"<!--.*?-->|<[|/]?[A-Za-z][^<>]{0,60}>", re.DOTALL)
_CLAUSE: Final = re.compile(r"[.,;:!?。，；：！？\n]")
_SIGN: Final = re.compile(r"[^\W_]")
_LEAD: Final = re.compile(r"[一-鿿]{1,2}|[^\W_一-鿿]+")
_STRUCTURE: Final = "{}[]<>|:：=-*"
_CAPITAL: Final = re.compile(r"[A-Z][a-z]+")
_BEHIND: Final = re.compile(r"[}\]｝］]")
_LABEL: Final = re.compile(r"[\W_]*(?:\w{1,12}[\W_]*)?")
_KEYS_FIRST: Final = re.compile(r"\s*(?:[\"'“][\w $.-]{1,80}[\"'”]|[A-Za-z_]{2,40})\s*[:：]")
_ENCODED: Final = re.compile(r'"\s*[\[{]\s*\\["\\](?:[^"\\]|\\.){0,100000}"', re.DOTALL)
_ADDED: Final = re.compile(r'(?<!\\)"\s*\+\s*"')  # texts put together, as programs do
_PREFIXES: Final = (
    re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE),
    re.compile(r"^[ \t]*data:[ \t]?", re.MULTILINE),
    re.compile(r"^[ \t]*\d{1,5}[ \t]*[|:][ \t]?", re.MULTILINE),
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
    text = _COLOURS.sub("", text).lstrip("\ufeff \t\r\n")
    if _CHANNEL in text:
        text = _TOKEN.sub("", text.rpartition(_CHANNEL)[2])
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
        return _only_fit(text, wanted)
    except (Broken, Unfit, Refused) as fault:
        # What the words around a value take back is still the answer where all of the text is
        # one: a line of keys may hold brackets.
        other = _whole_fits if isinstance(fault, Refused) else _other_fits
        fits = list(other(text, wanted)) if len(text) < _LONGEST_OTHER else []
        if not fits:
            raise fault from None
        return _agreed(fits)


def _agreed(fits: Sequence[Fit]) -> Fit:
    if any(differ(one.value, fits[0].value) for one in fits):
        _ask_again(message("answers.several"))
    return fits[0]


def _other_fits(text: str, wanted: Any) -> Iterator[Fit]:
    """What the text says with a layer taken off, within its fences, or in another notation."""
    for view in (text, *_views(text)):
        fenced = _fenced(view)
        parts = [view] if fenced is None else [*fenced.inside, fenced.outside]
        for part in parts:
            if part is not text:
                with contextlib.suppress(Broken, Unfit):
                    yield _only_fit(part, wanted)
            whole = _without_closing(part, wanted)
            for node in (*_without_first_bracket(whole), *map(_without_headings, notations(whole))):
                with contextlib.suppress(Unfit):
                    yield from (one for one in _fits(node, wanted) if not one.unread)


def _without_closing(text: str, wanted: Any) -> str:
    """The text without a last paragraph that is a short closing line."""
    before, gap, last = text.rstrip().rpartition("\n\n")
    if not gap or "\n" in last or any(sign in last for sign in _STRUCTURE):
        return text
    try:
        _check_closing(last, vocabulary(wanted), is_choice=True)
    except Refused:
        return text
    return before


def _whole_fits(text: str, wanted: Any) -> Iterator[Fit]:
    """What the whole of the text says in another notation than JSON."""
    for node in map(_without_headings, notations(text)):
        with contextlib.suppress(Unfit):
            yield from (one for one in _fits(node, wanted) if not one.unread)


def _without_first_bracket(text: str) -> Iterator[Node]:
    """An object of which the text lacks the first bracket, or both, below lines that lead to it."""
    lines = text.strip().splitlines()
    while len(lines) > 1 and lines[0].rstrip().endswith((":", "：", "```")):
        lines = lines[1:]
    text = "\n".join(lines)
    if _KEYS_FIRST.match(text):
        for whole in (f"{{{text}", f"{{{text}}}"):
            with contextlib.suppress(Broken):
                yield read_whole(whole)


def _without_headings(node: Node) -> Node:
    """Without the lines that only announce the others, and so look like keys without a value."""
    if not isinstance(node, Obj) or node.is_element:
        return node
    return Obj({key: value for key, value in node.items() if value is not None})


def _views(text: str) -> Iterator[str]:
    """The text without a sign before each line, without entities, without one layer of escapes."""
    lines = [line for line in text.splitlines() if line.strip()]
    for prefix in _PREFIXES:
        if lines and all(map(prefix.match, lines)):
            yield prefix.sub("", text)
    if '"' not in text and (unescaped := html.unescape(text)) != text:
        yield unescaped
    if '\\"' in text and '"' not in text.replace('\\"', ""):
        yield text.replace('\\"', '"').replace("\\\\", "\\")
    if _ADDED.search(text):
        yield _ADDED.sub("", text)
    if quoted := _ENCODED.search(text):
        with contextlib.suppress(Broken):
            yield f"{text[: quoted.start()]}{read_whole(quoted[0])}{text[quoted.end() :]}"


def _only_fit(text: str, wanted: Any) -> Fit:
    """The one value in the text that fits."""
    founds = _values(text)
    if joined := _sequence(founds, wanted):
        founds = [joined]
    # Numbers in brackets cite what a sentence speaks of.
    founds = [one for one in founds if not _is_citation(one)] or founds
    fits: list[Fit] = []
    given: list[Found] = []
    fault: Unfit | None = None
    for found in founds:
        try:
            found_fits = _fits(found.value, wanted)
            if found.has_bare:
                found_fits = [one for one in found_fits if not one.unread]
            fits += found_fits
            given += [found] * bool(found_fits)
        except Unfit as unfit:
            fault = unfit
    if not fits:
        raise fault or Broken(message("answers.no_value"), 0)
    fit_ = _agreed(fits)
    _check_given(given, wanted)
    if says_yes(fit_.value) and any(map(_denies, _CLAUSE.split(_said_in(text[: given[0].start])))):
        raise Refused(message("answers.taken_back"))
    return fit_


def _denies(said: str) -> bool:
    return bool(_SIGN.search(said)) and slots(said).polarity == "negative"


def _sequence(founds: Sequence[Found], wanted: Any) -> Found | None:
    """The objects of a list that were given one after another, with no words between them."""
    is_listed = only_list(wanted) or not is_record(wanted)
    if not is_listed or len(founds) < 2 or not all(isinstance(f.value, Obj) for f in founds):
        return None
    first, last = founds[0], founds[-1]
    gaps = (
        _FENCE.sub("", one.text[one.end : other.start]) for one, other in itertools.pairwise(founds)
    )
    if last.is_open or not all(map(_LABEL.fullmatch, gaps)):
        return None
    if only_list(wanted) and any(only_list(wanted) in map(fold_key, f.value) for f in founds):  # type: ignore[arg-type]
        return None
    comments = " ".join(found.comments for found in founds)
    return Found(Arr(found.value for found in founds), first.start, last.end, first.text, comments)


def _is_citation(found: Found) -> bool:
    """Whether a list of single values stands within a line of words."""
    if not isinstance(found.value, Arr) or any(isinstance(one, Obj | Arr) for one in found.value):
        return False
    before = found.text[: found.start].rpartition("\n")[2]
    after = found.text[found.end :].partition("\n")[0]
    return bool(_SIGN.search(before) and _SIGN.search(after))


def _check_given(founds: Sequence[Found], wanted: Any) -> None:
    """Refused when what stands around the values may say that they are not the answer."""
    about = vocabulary(wanted)
    for found in founds:
        check_surroundings(found)
        if about.is_doubted_by(found.comments):
            raise Refused(message("answers.commented"))
        if _decides(wanted):
            _check_lead(found)
    _check_closing(_said_in(founds[-1].text[founds[-1].end :]), about, is_choice=_decides(wanted))


def _check_closing(said: str, about: Vocabulary, *, is_choice: bool) -> None:
    if said.startswith(("?", "？")):
        raise Refused(message("answers.spoken_of"))
    if not _SIGN.search(said):
        return
    if _denies(said):
        raise Refused(message("answers.taken_back"))
    is_labelled = is_choice and any(sign in said for sign in ":：")
    if count_tokens(said) > _LONGEST_CLOSING or is_labelled or about.is_touched_by(said):
        raise Refused(message("answers.talks_on"))


def _said_in(text: str) -> str:
    """The words of a text, without fences, tags and comments of HTML."""
    return _TAGS.sub(" ", _FENCE.sub(" ", text)).strip()


def _check_lead(found: Found) -> None:
    """A value that decides stands on lines of its own, or after a few words that lead up to it."""
    before = _said_in(found.text[: found.start].rpartition("\n")[2])
    after = _said_in(found.text[found.end :].partition("\n")[0])
    words = len(_LEAD.findall(_BEHIND.split(before)[-1]))
    is_led_up_to = not _SIGN.search(before) or before.rstrip("`*_ ").endswith((":", "："))
    if (not is_led_up_to and _SIGN.search(after)) or words > _LONGEST_LEAD:
        raise Refused(message("answers.spoken_of"))


def _decides(wanted: Any) -> bool:
    """Whether a value of the type says yes or no, or chooses: then prose may take it back."""
    return is_record(wanted) and any(
        kind is bool or get_origin(kind) is Literal for kind in map(plain_type, field_types(wanted))
    )


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
        whole = found_whole(text)
    except Broken:
        return find_structures(text)
    if isinstance(whole.value, str) and whole.value != text:
        inner = _values(whole.value) if len(whole.value) < len(text) else []
        return [one for one in inner if not isinstance(one.value, str)] or [whole]
    return [whole]


def _fits(node: Node, wanted: Any) -> list[Fit]:
    """The node as the type, or else everything in its wrappers that is; Unfit when nothing is."""
    try:
        return [fit(node, wanted)]
    except Unfit as unfit:
        fault = unfit
    if isinstance(node, str) and (name := only_field(wanted, (str,))):
        return [fit(Obj({name: node}), wanted)]
    if isinstance(node, Arr) and not node.is_open and (name := main_list(wanted)):
        with contextlib.suppress(Unfit):
            return [fit(Obj({name: node}), wanted)]
    if isinstance(node, Obj) and (name := only_list(wanted)):
        with contextlib.suppress(Unfit):
            return [fit(Obj({name: Arr([node])}), wanted)]
    fits: list[Fit] = []
    for inner in _inner(node, wanted, _DEEPEST_WRAPPER):
        with contextlib.suppress(Unfit):
            fits.append(fit(inner, wanted))
    if not fits:
        raise fault
    return fits


def _inner(node: Node, wanted: Any, depth: int) -> Iterator[Node]:
    """What the node holds that may be the answer itself, at any depth of wrapping."""
    if not depth:
        return
    for inner in _wrapped(node, wanted):
        yield inner
        yield from _inner(inner, wanted, depth - 1)
    if isinstance(node, Arr) and (name := only_list(wanted)):
        yield Obj({name: node})


def _wrapped(node: Node, wanted: Any) -> Iterator[Node]:
    if isinstance(node, str):
        with contextlib.suppress(Broken, Refused):
            inner = read_whole(node)  # the arguments of a call are often JSON once more
            yield from [inner] if isinstance(inner, Obj | Arr) or inner != node else []
    elif isinstance(node, Arr) and not node.is_open:
        yield from node if len(node) == 1 else ()
    elif isinstance(node, Obj) and _is_wrapper(node, wanted):
        neutral = _neutral(wanted)
        for key, inner in node.items():
            if fold_key(key) in neutral or isinstance(inner, Obj | Arr):
                yield inner


def _neutral(wanted: Any) -> set[str]:
    """Keys that say nothing: of wrappers, the type's own name, and that of what it lists."""
    called = [getattr(one, "__name__", "") for one in (wanted, *get_args(wanted))]
    words = (word for name in called for word in _CAPITAL.findall(name))
    names = {fold_key(name) for name in (*called, *words)} - {""}
    forms = {f"{stem(name)}{end}" for name in names for end in ("", "ed", "ing", "s", "ings")}
    return {*_WRAPPERS, *names, *(f"{name}s" for name in names), *forms}


def _is_wrapper(node: Obj, wanted: Any) -> bool:
    """Whether an object only carries the answer: a key says so, no other speaks against it."""
    neutral = _neutral(wanted)
    if not any(fold_key(key) in neutral and isinstance(node[key], Obj | Arr | str) for key in node):
        return False
    for key, beside in node.items():
        if fold_key(key) in neutral and isinstance(beside, Obj | Arr):
            continue
        if fold_key(key) in _CALLED and isinstance(beside, str):
            words = {beside, *re.split(r"[\W_]+", beside)}
            if _decides(wanted) and neutral.isdisjoint(map(fold_key, words)):
                return False
        elif beside is False or (isinstance(beside, str) and not _is_aside(key, beside, wanted)):
            return False
    return True


def _is_aside(key: str, said: str, wanted: Any) -> bool:
    """Whether a text beside the answer is a short word of the message it travels in."""
    if fold_key(key) in _neutral(wanted):
        return True
    try:
        _check_closing(said, vocabulary(wanted), is_choice=_decides(wanted))
    except Refused:
        return False
    return True


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
