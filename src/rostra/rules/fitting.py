"""Whether a JSON value is a value of a type: exactly, or not at all.

Nothing is coerced. True and false are the only booleans; a number in quotes is text; 1 is not
"1"; a member of a choice is spelled as it is. A whole number may be written 3.0, and stands where
a fraction is wanted. Unknown keys are passed over, missing ones have defaults or are missing. Keys
may differ from a field's name in case, width and joints; two of them that disagree are refused.

Some answers leave a choice that the type settles. A value without quotes (`Plain`) is what its type
says; null, where a field is empty by default, is that default; one text or record is a list of one,
unless it looks like several written together. What only marks a place ("...", "<reason>",
"string") is no text.

A value whose text was cut off fits only where the type proves that nothing is missing: every field
is there, every place of a tuple of fixed length is filled.
"""

import contextlib
import dataclasses
import enum
import re
import sys
import types
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    MutableMapping,
    MutableSequence,
    Sequence,
)
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, ForwardRef, Literal, NewType, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from rostra.rules.cursor import Broken, Doubt, Refused
from rostra.rules.loose_json import Arr, Node, Obj, Plain, fold_key, read_whole, same
from rostra.words import Said, message

EXACT_FLOAT = 2**53
# One text stands for a list of one only where it cannot be several.
_ONE_WORD = re.compile(r"[^\s,，、;；/|]+")
# A mark for a text to come: dots or crosses alone, words in brackets, the name of a type.
_PLACE = re.compile(
    r"\W*(?:\.{3,}|…)\W*|[xX○]{3,}|<(?!/|\w+:)[^<>]{2,}>|\{[^{}]{2,}\}|\[[^\[\]]*\s[^\[\]]*\]"
    r"|string|str|integer|int|number|float|boolean|bool"
)
# An address in its brackets, or named by itself.
_LINK = re.compile(r"<(?P<bare>https?://[^<>\s]+)>|\[(?P<named>https?://[^\]\s]+)\]\((?P=named)\)")
# Thousands are told from a decimal comma where there are two of them, or a point follows.
_NUMERAL = re.compile(r"-?\d+(\.\d+)?|-?\d{1,3}(,\d{3}){2,}(\.\d+)?|-?\d{1,3},\d{3}\.\d+")
_ANYTHING = (Any, object)
_STEM = 6  # letters by which "approve" is the field `approved`


class Unfit(Exception):
    """`path` leads to the part that does not fit, `why` says what was expected there."""

    def __init__(self, path: str, why: Said) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """A value, how many keys of the answer it left unread, and the faults of what was dropped."""

    value: Any
    unread: int = 0
    dropped: tuple[Unfit, ...] = ()


def fit(node: Node, wanted: Any, path: str = "") -> Fit:
    """The node as a value of the wanted type, or Unfit."""
    wanted = plain_type(wanted)
    if wanted in _ANYTHING or isinstance(wanted, ForwardRef | str):
        return Fit(plain(node, path))
    if isinstance(node, Plain) and wanted in _LITERAL_TYPES:
        node = _literal(node)
    if wanted is None or wanted is type(None):
        if node is not None:
            raise _misfit(path, "null", node)
        return Fit(None)
    origin = get_origin(wanted) or wanted
    if origin is Literal:
        return _fit_choice(_only(node), get_args(wanted), path)
    if origin is Union or origin is types.UnionType:
        return _fit_union(node, get_args(wanted), path)
    if not isinstance(origin, type):
        raise TypeError(f"{wanted!r} is not a type an answer can be read as")
    if isinstance(node, str) and origin is not object and origin not in _SCALARS:
        node = _written_in(node, origin)
    if is_pydantic(origin):
        return _fit_pydantic(node, wanted, path)
    if dataclasses.is_dataclass(origin):
        return _fit_dataclass(_whole_record(node), origin, path)
    if scalar := _SCALARS.get(origin):
        return Fit(scalar(_only(node), path))
    if issubclass(origin, enum.Enum):
        return _fit_choice(node, tuple(origin), path)
    return _fit_collection(node, origin, get_args(wanted), path)


def _literal(node: Plain) -> Node:
    """What stands without quotes, when it is a number, true, false or null."""
    try:
        return read_whole(node)
    except (Broken, Refused):
        return str(node)


def _written_in(node: str, wanted: type) -> Node:
    """The object or list that a text is nothing but; of a record the brackets may lack."""
    text = node.strip()
    if text[:1] not in {"{", "["}:
        text = f"{{{text}}}" if is_record(wanted) and ":" in text else ""
    with contextlib.suppress(Broken, Refused):
        inner = read_whole(text)
        if isinstance(inner, Obj | Arr) and not inner.is_open:
            return inner
    return node


def _only(node: Node) -> Node:
    """The one value of a list, or of an object that says beside it only of what type it is."""
    if isinstance(node, Arr) and len(node) == 1 and not node.is_open:
        return node[0]
    if isinstance(node, Obj) and "value" in node and node.keys() <= {"value", "type"}:
        return node["value"]
    return node


def _whole_record(node: Node) -> Node:
    """One object of a list whose members have one key each, no two of them the same."""
    if not isinstance(node, Arr) or node.is_open or len(node) < 2:
        return node
    members = [one for one in node if isinstance(one, Obj) and not one.is_open]
    pairs = [pair for one in members if len(one) == 1 for pair in one.items()]
    named = [one for one in members if len(one) == 2 and "value" in one]
    for one in named:
        ((_, name),) = (pair for pair in one.items() if pair[0] != "value")
        pairs += [(name, one["value"])] if isinstance(name, str) else []
    return Obj(pairs) if len(dict(pairs)) == len(pairs) == len(node) else node


def only_list(wanted: Any) -> str:
    """The one field of a record that is nothing but a list; "" for any other type."""
    return only_field(wanted, _LISTS)


def only_field(wanted: Any, kinds: Collection[Any]) -> str:
    """The one field of a record that has no other, when it is of a kind; else ""."""
    if not is_record(wanted) or len(field_names(wanted)) != 1:
        return ""
    (name,) = field_names(wanted)
    kind = plain_type(_hints(wanted)[name])
    return name if (get_origin(kind) or kind) in kinds else ""


def main_list(wanted: Any) -> str:
    """The one field that lists records, of a record that can do without all others; else ""."""
    if not is_record(wanted):
        return ""
    hints = _hints(wanted)
    lists = [
        one.name
        for one in dataclasses.fields(wanted)
        if get_origin(kind := plain_type(hints[one.name])) in _LISTS
        and is_record(plain_type(get_args(kind)[0]))
    ]
    others = [one for one in dataclasses.fields(wanted) if one.name not in lists]
    return lists[0] if len(lists) == 1 and not any(map(_is_required, others)) else ""


def says_yes(value: Any) -> bool:
    """Whether a record holds a yes, at its first level."""
    kind: Any = type(value)
    return is_record(kind) and any(getattr(value, name) is True for name in field_names(kind))


def stem(name: str) -> str:
    """A word without the endings that a verb and its noun differ in."""
    return re.sub(r"(?:ings?|ed|s)$", "", name)


@dataclasses.dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a type is about: its fields, its choices; whether it holds numbers."""

    names: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    has_numbers: bool = False

    def is_touched_by(self, said: str) -> bool:
        """Whether a remark names something of it: a choice, a number, the stem of a field."""
        stems = {word[:_STEM] for word in _words(said) if len(word) >= _STEM}
        return self.is_doubted_by(said) or not self.names.isdisjoint(stems)

    def is_doubted_by(self, said: str) -> bool:
        """Whether a comment asks, leaves something out, or names what might have stood there."""
        words = _words(said)
        joined = "".join(words)
        named = {
            one for one in self.choices if one in words or (one in joined and one[_STEM - 1 :])
        }
        return (
            (self.has_numbers and bool(re.search(r"\d", said)))
            or any(sign in said for sign in ("?", "？", "...", "…"))
            # One that names all of them says what could be chosen.
            or 0 < len(named) < len(self.choices)
        )


def _words(said: str) -> list[str]:
    return re.findall(r"[^\W_]+", said.casefold())


def is_record(wanted: Any) -> bool:
    return isinstance(wanted, type) and dataclasses.is_dataclass(wanted)


@lru_cache(maxsize=256)
def vocabulary(wanted: Any) -> Vocabulary:
    """What may be named of a value of the type."""
    names: set[str] = set()
    choices: set[str] = set()
    numbers = False
    waiting, seen = [wanted], set()
    while waiting:
        one = plain_type(waiting.pop())
        if repr(one) in seen:
            continue
        seen.add(repr(one))
        if get_origin(one) is Literal:
            choices.update(fold_key(str(getattr(m, "value", m))) for m in get_args(one))
        elif is_record(one):
            names.update(part for name in field_names(one) for part in name.split("_"))
            waiting += field_types(one)
        elif isinstance(one, type) and issubclass(one, enum.Enum):
            choices.update(fold_key(str(member.value)) for member in one)
        elif one is bool:
            choices |= {"true", "false"}
        else:
            numbers |= one in {int, float, Decimal}
            waiting += [arg for arg in get_args(one) if arg is not Ellipsis]
    stems = frozenset(name[:_STEM] for name in names if len(name) >= _STEM)
    return Vocabulary(stems, frozenset(choices), numbers)


def differ(one: object, other: object) -> bool:
    """Whether two values are not the same in every part, true and 1 taken apart."""
    return type(one) is not type(other) or one != other or repr(one) != repr(other)


def plain_type(wanted: Any) -> Any:
    """The type without its annotations and other names."""
    while True:
        if get_origin(wanted) is Annotated:
            wanted = get_args(wanted)[0]
        elif isinstance(wanted, NewType):
            wanted = wanted.__supertype__
        elif type(wanted).__name__ == "TypeAliasType":  # `type X = ...` of newer Pythons
            wanted = wanted.__value__
        else:
            return wanted


def is_pydantic(wanted: Any) -> bool:
    """Only when somebody has loaded pydantic can there be a model of it."""
    pydantic = sys.modules.get("pydantic")
    base = getattr(pydantic, "BaseModel", None)
    return isinstance(wanted, type) and isinstance(base, type) and issubclass(wanted, base)


def plain(node: Node, path: str = "") -> Any:
    """The node as lists and dictionaries, when nothing of it was cut off."""
    if isinstance(node, Obj | Arr) and node.is_open:
        raise Unfit(path, message("answers.cut_here"))
    if isinstance(node, Obj):
        return {key: plain(item, _key(path, key)) for key, item in node.items()}
    if isinstance(node, Arr):
        return [plain(item, f"{path}[{at}]") for at, item in enumerate(node)]
    return str(node) if isinstance(node, Plain) else node


def _misfit(path: str, wanted: Said, node: Node) -> Unfit:
    return Unfit(path, message("answers.expected", wanted=wanted, got=_named(node)))


def _named(node: Node) -> Said:
    if node is None:
        return "null"
    if isinstance(node, bool):
        return "true" if node else "false"
    if isinstance(node, str):
        return message("answers.text", said=repr(node[:40]))
    if isinstance(node, int | float):
        return message("answers.number", said=str(node)[:40])
    return message("answers.object") if isinstance(node, Obj) else message("answers.list")


def _key(path: str, key: str) -> str:
    return f"{path}.{key[:40]}" if path else key[:40]


def _boolean(node: Node, path: str) -> bool:
    if not isinstance(node, bool):
        raise _misfit(path, message("answers.true_or_false"), node)
    return node


def _text(node: Node, path: str) -> str:
    if not isinstance(node, str):
        raise _misfit(path, message("answers.quoted_text"), node)
    if isinstance(node, Doubt):
        raise Unfit(path, message("answers.stray_backslash"))
    if _PLACE.fullmatch(node.strip()):
        raise Unfit(path, message("answers.placeholder", said=repr(node[:40])))
    if linked := _LINK.fullmatch(node.strip()):
        return linked["bare"] or linked["named"]
    return str(node)


def _number_in_quotes(node: Node) -> Node:
    """The number that a text is nothing but."""
    if isinstance(node, str) and _NUMERAL.fullmatch(node.strip()):
        return _literal(Plain(node.strip().replace(",", "")))
    return node


def _whole(node: Node, path: str) -> int:
    node = _number_in_quotes(node)
    if isinstance(node, float) and node.is_integer() and abs(node) < EXACT_FLOAT:
        return int(node)
    if isinstance(node, bool) or not isinstance(node, int):
        raise _misfit(path, message("answers.whole_number"), node)
    return node


def _fraction(node: Node, path: str) -> float:
    node = _number_in_quotes(node)
    if isinstance(node, bool) or not isinstance(node, int | float):
        raise _misfit(path, message("answers.plain_number"), node)
    try:
        return float(node)
    except OverflowError as error:
        raise _misfit(path, message("answers.ordinary_number"), node) from error


def _decimal(node: Node, path: str) -> Decimal:
    _fraction(node, path)
    return Decimal(str(_number_in_quotes(node)))


def _day(node: Node, path: str) -> date:
    said = _text(node, path)
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", said):
        raise _misfit(path, message("answers.date"), node)
    try:
        return date.fromisoformat(said)
    except ValueError as error:
        raise _misfit(path, message("answers.calendar_day"), node) from error


def _moment(node: Node, path: str) -> datetime:
    try:
        when = datetime.fromisoformat(_text(node, path))
    except ValueError as error:
        raise _misfit(path, message("answers.moment"), node) from error
    if when.tzinfo is None:
        raise _misfit(path, message("answers.zoned_moment"), node)
    return when


_SCALARS: Mapping[type, Callable[[Node, str], Any]] = {
    bool: _boolean,
    str: _text,
    int: _whole,
    float: _fraction,
    Decimal: _decimal,
    date: _day,
    datetime: _moment,
}


_LITERAL_TYPES = (bool, int, float, Decimal, None, type(None))
_MAPPINGS = (dict, Mapping, MutableMapping)
_LISTS = (list, tuple, set, frozenset, Sequence, MutableSequence, Collection, Iterable, AbstractSet)


def _fit_choice(node: Node, members: tuple[Any, ...], path: str) -> Fit:
    given: tuple[Node, ...] = (node,)
    if isinstance(node, Doubt):
        given = (str(node), node.other)
    elif isinstance(node, Plain):
        given = (str(node), _literal(node))
    for member in members:
        wanted = member.value if isinstance(member, enum.Enum) else member
        if any(type(wanted) is type(one) and wanted == one for one in given):
            return Fit(member)
    if isinstance(node, str):
        folded = fold_key(node)
        alike = [one for one in members if isinstance(one, str) and fold_key(one) == folded]
        if len(alike) == 1:
            return Fit(alike[0])
    names = ", ".join(repr(getattr(m, "value", m)) for m in members[:20])
    raise _misfit(path, message("answers.one_of", names=names), node)


def _fit_union(node: Node, members: tuple[Any, ...], path: str) -> Fit:
    """The one member that fits. Among several, the only one that leaves no key unread."""
    fits: list[Fit] = []
    faults: list[Unfit] = []
    for member in members:
        try:
            fits.append(fit(node, member, path))
        except Unfit as fault:
            faults.append(fault)
    if not fits:
        raise max(faults, key=lambda fault: len(fault.path))
    exact = [one for one in fits if type(one.value) is type(node)]
    if len(exact) == 1 and not isinstance(node, Obj | Arr):
        return exact[0]
    best = fits if len(fits) == 1 else [one for one in fits if not one.unread]
    if not best or any(
        type(one.value) is not type(best[0].value) or one.value != best[0].value for one in best
    ):
        raise Unfit(path, message("answers.ambiguous"))
    return best[0]


@lru_cache(maxsize=256)
def _hints(cls: type) -> dict[str, Any]:
    try:
        return hints_of(cls, include_extras=True)
    except NameError as error:
        raise TypeError(f"{cls.__name__} names a type that is not known: {error}") from error


@lru_cache(maxsize=256)
def field_names(cls: Any) -> tuple[str, ...]:
    return tuple(one.name for one in dataclasses.fields(cls) if one.init)


def field_types(cls: Any) -> tuple[Any, ...]:
    return tuple(_hints(cls)[name] for name in field_names(cls))


def _fit_dataclass(node: Node, cls: Any, path: str) -> Fit:
    if not isinstance(node, Obj):
        raise _misfit(path, message("answers.object"), node)
    if node.called and fold_key(node.called) not in {fold_key(cls.__name__), "dict"}:
        raise Unfit(path, message("answers.one_of", names=cls.__name__))
    names = field_names(cls)
    found = _matched(node, names, path)
    if (node and names and not found) or (node.is_open and len(found) < len(names)):
        missing = [name for name in names if name not in found]
        raise Unfit(path, message("answers.missing_keys", names=missing[:20]))
    given: dict[str, Any] = {}
    dropped: list[Unfit] = []
    unread = len(node) - len(found)
    for one in dataclasses.fields(cls):
        if one.name in found and not _is_empty(node[found[one.name]], one):
            held = node[found[one.name]]
            if isinstance(held, Obj) and list(held) == [one.name]:  # once more under its name
                held = held[one.name]
            inner = fit(held, _hints(cls)[one.name], _key(path, one.name))
            given[one.name] = inner.value
            unread += inner.unread
            dropped += inner.dropped
        elif one.init and one.name not in found and (spread := _spread(node, one, cls)):
            inner = fit(spread, _hints(cls)[one.name], _key(path, one.name))
            given[one.name] = inner.value
            unread -= len(spread)
        elif one.init and one.name not in found and _is_required(one):
            raise Unfit(path, message("answers.missing_key", name=repr(one.name)))
    return Fit(_built(lambda: cls(**given), path), unread, tuple(dropped))


def _spread(node: Obj, one: dataclasses.Field[Any], cls: Any) -> Obj | None:
    """The members of a record within the record, when all of them stand beside its others."""
    kind = plain_type(_hints(cls)[one.name])
    if not is_record(kind) or not set(field_names(kind)).isdisjoint(field_names(cls)):
        return None
    names = field_names(kind)
    dotted = [key for key in node if key.startswith(f"{one.name}.")]
    if dotted:
        return Obj((key.removeprefix(f"{one.name}."), node[key]) for key in dotted)
    return Obj((name, node[name]) for name in names) if set(names) <= node.keys() else None


def _is_empty(node: Node, one: dataclasses.Field[Any]) -> bool:
    """Whether null stands for the empty default of a field that cannot be null."""
    if (node is not None and node != "null") or (isinstance(node, str) and type(node) is not Plain):
        return False
    missing = dataclasses.MISSING
    default = one.default if one.default_factory is missing else one.default_factory()
    return default is None or (isinstance(default, str | tuple | list | dict) and not default)


def _is_required(one: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return one.default is missing and one.default_factory is missing


def _matched(node: Obj, names: Sequence[str], path: str) -> dict[str, str]:
    """The key of the answer that gives each field; two keys for one field must agree."""
    folded: dict[str, list[str]] = {}
    for key in node:
        folded.setdefault(fold_key(key), []).append(key)
    shared = [fold_key(name) for name in names]
    found: dict[str, str] = {}
    for name, fold in zip(names, shared, strict=True):
        is_own = shared.count(fold) == 1
        keys = folded.get(fold, []) if is_own else [key for key in (name,) if key in node]
        if not keys:
            continue
        if any(not same(node[keys[0]], node[key]) for key in keys[1:]):
            raise Unfit(_key(path, name), message("answers.said_twice"))
        found[name] = name if name in keys else keys[0]
    return found | _misspelt(node, names, found)


def _misspelt(node: Obj, names: Sequence[str], found: Mapping[str, str]) -> dict[str, str]:
    """Keys by which nothing else can be meant: they differ in one letter from a field."""
    lost: dict[str, str] = {}
    for name in names:
        keys = [key for key in node if key not in found.values() and _is_nearly(key, name)]
        if name not in found and len(keys) == 1:
            lost[name] = keys[0]
    return lost if len(set(lost.values())) == len(lost) else {}


def _is_nearly(key: str, name: str) -> bool:
    long, short = sorted((fold_key(key), fold_key(name)), key=len, reverse=True)
    if len(short) < _STEM or len(long) - len(short) > 1 or long[0] != short[0]:
        return False
    same = next((at for at, (a, b) in enumerate(zip(long, short, strict=False)) if a != b), -1)
    return long[same + 1 :] == short[same + (len(long) == len(short)) :] or same < 0


def _built(make: Callable[[], Any], path: str) -> Any:
    try:
        return make()
    except Exception as error:  # a check of the record's own may refuse in any way
        raise Unfit(path, " ".join(str(error).split())[:200] or type(error).__name__) from error


def _fit_pydantic(node: Node, cls: Any, path: str) -> Fit:
    """By the model's own rules, in its strict mode: what is text there stays text."""
    if getattr(cls, "__pydantic_root_model__", False):
        return Fit(_validated(cls, plain(node, path), path))
    if not isinstance(node, Obj):
        raise _misfit(path, message("answers.object"), node)
    names = _pydantic_names(cls)
    read = [key for key in node if any(key in known for known in names.values())]
    if node and names and not read:
        raise Unfit(path, message("answers.missing_keys", names=list(names)))
    _matched(node, tuple(dict.fromkeys(one for known in names.values() for one in known)), path)
    given = {name for name, known in names.items() if any(one in node for one in known)}
    if node.is_open and len(given) < len(names):
        missing = [name for name in names if name not in given]
        raise Unfit(path, message("answers.missing_keys", names=missing[:20]))
    whole = {key: plain(item, _key(path, key)) for key, item in node.items()}
    return Fit(_validated(cls, whole, path), len(node) - len(read))


def _pydantic_names(cls: Any) -> dict[str, set[str]]:
    """What each field may be called in an answer."""
    names: dict[str, set[str]] = {}
    for name, one in cls.model_fields.items():
        alias = getattr(one, "validation_alias", None) or getattr(one, "alias", None)
        choices = getattr(alias, "choices", [alias])
        names[name] = {name, *(choice for choice in choices if isinstance(choice, str))}
    return names


def _validated(cls: Any, value: Any, path: str) -> Any:
    import json  # noqa: PLC0415 - nobody needs it unless there are such models

    body = json.dumps(value, allow_nan=False)
    return _built(lambda: cls.model_validate_json(body, strict=True), path)


def _fit_collection(node: Node, origin: type, args: tuple[Any, ...], path: str) -> Fit:
    if origin in _MAPPINGS:
        return _fit_mapping(node, args, path)
    if origin not in _LISTS:
        raise TypeError(f"{origin!r} is not a type an answer can be read as")
    is_open_ended = origin is not tuple or not args or args[-1] is Ellipsis
    if not isinstance(node, Arr):
        may_be_one = is_open_ended and (path or not isinstance(node, int | float))
        listed = _as_list(node, args[0] if args else Any) if may_be_one else None
        if listed is None:
            raise _misfit(path, message("answers.list"), node)
        node = listed
    if not is_open_ended:
        return _fit_places(node, () if args == ((),) else args, path)
    if node.is_open:
        raise Unfit(path, message("answers.cut_list"))
    inner = args[0] if args else Any
    if len(node) == 1 and isinstance(node[0], Arr) and is_record(plain_type(inner)):
        node = node[0]
    fits, faults = _fit_each(node, inner, path)
    values = [one.value for one in fits]
    unread = sum(one.unread for one in fits)
    dropped = (*faults, *(fault for one in fits for fault in one.dropped))
    if origin is tuple:
        return Fit(tuple(values), unread, dropped)
    if origin in {set, frozenset, AbstractSet}:
        made = _built(lambda: set(values) if origin is set else frozenset(values), path)
        return Fit(made, unread, dropped)
    return Fit(values, unread, dropped)


def _as_list(node: Node, inner: Any) -> Arr | None:
    """A list of one: a record, or a text of one word; the children of an element alike."""
    inner = plain_type(inner)
    if isinstance(node, Obj) and node.is_element and len(node) == 1 and not _names(node, inner):
        (only,) = node.values()
        return only if isinstance(only, Arr) else Arr([only])
    if isinstance(node, Obj) and not node.is_open and _counts(node):
        return Arr(node.values())
    if isinstance(node, Obj) and not node.is_open and is_record(inner):
        return Arr([node]) if _names(node, inner) else _by_key(node, inner)
    if isinstance(node, Obj):
        return None
    if isinstance(node, Plain) and not node.strip():  # an element without children
        return Arr()
    is_number = isinstance(node, int | float) and inner in {int, float}
    is_one = isinstance(node, str) and inner is str and _ONE_WORD.fullmatch(node.strip())
    return Arr([node]) if is_one or is_number else None


def _by_key(node: Obj, inner: Any) -> Arr | None:
    """Records under the text that each of them lacks, its first field; texts, where it has two."""
    first, *others = field_names(inner)
    kinds = [plain_type(kind) for kind in field_types(inner)]
    if not node or kinds[0] is not str or not others or any(map(str.isdigit, node)):
        return None
    if len(others) == 1 and kinds[1] is str and all(isinstance(o, str) for o in node.values()):
        return Arr(Obj({first: key, others[0]: one}) for key, one in node.items())
    for one in node.values():
        if not isinstance(one, Obj) or one.is_open or first in one or not _names(one, inner):
            return None
    return Arr(Obj({first: key, **one}) for key, one in node.items() if isinstance(one, Obj))


def _counts(node: Obj) -> bool:
    """Whether the keys only number the members, from 0 or 1 on."""
    return list(node) in ([str(at + first) for at in range(len(node))] for first in (0, 1))


def _names(node: Obj, inner: Any) -> bool:
    """Whether an object names a field of a record."""
    if not is_record(inner):
        return False
    return not {fold_key(key) for key in node}.isdisjoint(map(fold_key, field_names(inner)))


def _fit_each(node: Arr, inner: Any, path: str) -> tuple[list[Fit], list[Unfit]]:
    """The elements that fit, and why others do not.

    A record among others may be left out and told; a number or a text means nothing without those
    beside it, and a list of which nothing is left was not given.
    """
    fits: list[Fit] = []
    faults: list[Unfit] = []
    for at, item in enumerate(node):
        try:
            fits.append(fit(item, inner, f"{path}[{at}]"))
        except Unfit as fault:
            faults.append(fault)
            if not dataclasses.is_dataclass(plain_type(inner)):
                raise
    if faults and not fits:
        raise faults[0]
    return fits, faults


def _fit_places(node: Arr, places: tuple[Any, ...], path: str) -> Fit:
    if len(node) != len(places):
        raise Unfit(path, message("answers.list_of", wanted=len(places), got=len(node)))
    fits = [fit(item, places[at], f"{path}[{at}]") for at, item in enumerate(node)]
    return Fit(tuple(one.value for one in fits), sum(one.unread for one in fits))


def _fit_mapping(node: Node, args: tuple[Any, ...], path: str) -> Fit:
    if not isinstance(node, Obj):
        raise _misfit(path, message("answers.object"), node)
    if node.is_open:
        raise Unfit(path, message("answers.cut_object"))
    key_type, item_type = args or (str, Any)
    fits = {
        _fit_key(key, key_type, path): fit(item, item_type, _key(path, key))
        for key, item in node.items()
    }
    if len(fits) != len(node):
        raise Unfit(path, message("answers.same_keys"))
    return Fit({key: one.value for key, one in fits.items()}, sum(o.unread for o in fits.values()))


def _fit_key(key: str, wanted: Any, path: str) -> Any:
    """Keys are always text in JSON, so a number as a key is written as one."""
    if plain_type(wanted) is int:
        digits = key.removeprefix("-")
        if digits.isdecimal() and digits.isascii() and (digits == "0" or digits[0] != "0"):
            return int(key)
        raise Unfit(path, message("answers.no_whole_key", key=repr(key[:40])))
    return key if plain_type(wanted) is str else fit(key, wanted, path).value
