"""What a run is ordered with: one record for each kind of run, and every door is made from it.

A desk writes its order as a class with fields; a field carries its limits, its choices, what it is
called on the command line and at which doors it is offered. What a field means is said by the words
`orders.<kind>.<field>`, or `orders.every.<field>` where it means the same for all kinds. The order
is stored in the run as it was placed, and read back from there by the desk that works on it.
"""

import dataclasses
import inspect
import math
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from rostra.errors import UsageError
from rostra.records.codec import JsonValue, register
from rostra.records.runs import Budget, Run
from rostra.words import Language, has, message, tell

Door = Literal["cli", "api", "mcp", "page", "python"]
DOORS: tuple[Door, ...] = get_args(Door)
LONGEST_QUESTION = 2_000
CAPS = tuple(one.name for one in dataclasses.fields(Budget))

_O = TypeVar("_O")
_HINT = "order"
_PLAIN: tuple[type, ...] = (bool, int, float, date, str)


@dataclass(frozen=True, kw_only=True)
class Hint:
    """What a type alone does not say of a field.

    `longest` is in characters, of a text or of each text of a list; `most` is how many a list has.
    `earlier` are names it had before, which are still read. On the command line it is an argument,
    or the option `option`; a list is repeated there unless it is `joined` by commas.
    """

    doors: tuple[Door, ...] = DOORS
    low: float | None = None
    high: float | None = None
    longest: int | None = 300
    most: int = 100
    choices: Callable[[], Sequence[str]] | None = None
    earlier: tuple[str, ...] = ()
    option: str = ""
    metavar: str = ""
    is_argument: bool = False
    is_joined: bool = False
    names: Literal["", "run", "folder"] = ""
    at_door: Mapping[str, Any] = dataclasses.field(default_factory=dict)


def field(default: Any, **hint: Any) -> Any:
    """A field of an order: its value when nothing is said, and what `Hint` says of it."""
    return dataclasses.field(default=default, metadata={_HINT: Hint(**hint)})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def order(cls: type[_O]) -> type[_O]:
    """Make `cls` an order: a frozen record whose fields are given by name."""
    return register(dataclasses.dataclass(frozen=True, slots=True, kw_only=True)(cls))


@dataclass(frozen=True)
class OrderField:
    """One field as doors read it; `plain` is the type of its value, or of each of its values."""

    name: str
    plain: type
    is_list: bool
    is_optional: bool
    default: Any
    hint: Hint

    def default_at(self, door: Door) -> Any:
        return self.hint.at_door.get(door, self.default)

    def read(self, value: JsonValue) -> Any:
        """A stored or typed value as the field holds it, or UsageError."""
        if value is None or value == "":
            return self.default
        if self.is_list:
            if not isinstance(value, list | tuple):
                raise UsageError(message("orders.not_a_list", field=self.name))
            return tuple(str(one) for one in value)
        return self._day(value) if self.plain is date else value

    def _day(self, value: object) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            told = message("orders.not_a_day", field=self.name, value=repr(str(value)[:40]))
            raise UsageError(told) from None

    def check(self, value: Any) -> None:
        """Raise UsageError where the value is none that this field can have."""
        if value is None and self.is_optional:
            return
        hint = self.hint
        if hint.choices is not None and value not in (choices := hint.choices()):
            raise UsageError(
                message(
                    "orders.not_offered",
                    field=self.name,
                    value=repr(value)[:80],
                    choices=list(choices),
                )
            )
        if self.plain in (int, float):
            self._check_number(value)
        elif self.plain is bool and not isinstance(value, bool):
            raise UsageError(message("orders.not_yes_or_no", field=self.name))
        elif self.is_list and len(value) > hint.most:
            raise UsageError(message("orders.too_many", field=self.name, most=hint.most))
        elif self.plain is str and hint.longest is not None:
            longest = max((len(one) for one in (value if self.is_list else [value])), default=0)
            if longest > hint.longest:
                raise UsageError(message("orders.too_long", field=self.name, most=hint.longest))

    def _check_number(self, value: Any) -> None:
        low, high = self.hint.low, self.hint.high
        is_number = isinstance(value, self.plain if self.plain is int else int | float)
        if isinstance(value, bool) or not is_number or not math.isfinite(value):
            raise UsageError(message("orders.not_a_number", field=self.name, value=str(value)[:40]))
        if (low is not None and value < low) or (high is not None and value > high):
            told = message(
                "orders.out_of_range", field=self.name, value=value, low=low or 0, high=high
            )
            raise UsageError(told)


@order
class Order:
    """What all orders have: the world it is about, and what called for it if no person did."""

    kind: ClassVar[str]
    # Where it can be placed, and what MCP calls that.
    doors: ClassVar[tuple[Door, ...]] = DOORS
    tool: ClassVar[str] = ""

    sample: bool = field(False, doors=())
    schedule: str = field("", doors=())
    replay: str = field("", doors=())

    @property
    def caps(self) -> Budget:
        """What it may spend; never more than the operator's settings allow."""
        wish = {name: getattr(self, name, None) for name in CAPS}
        return Budget(**wish)

    @property
    def title(self) -> str:
        """What the run is called, in lists and reports: what was asked, where there is that."""
        return str(getattr(self, "question", self.kind))

    @classmethod
    def fields(cls, door: Door | None = None) -> list[OrderField]:
        """The fields of this order, in their order; those of a door where one is named."""
        known: tuple[OrderField, ...] = _fields(cls)  # type: ignore[arg-type]
        return [one for one in known if door is None or door in one.hint.doors]

    @classmethod
    def help(cls, name: str, language: Language) -> str:
        """What a field means, or (`title`, `about`) the order itself."""
        return tell(cls.help_code(name), language)

    @classmethod
    def help_code(cls, name: str) -> str:
        """The code that says it; of an order that brings no words, its own name or docstring."""
        for code in (f"orders.{cls.kind}.{name}", f"orders.every.{name}"):
            if has(code):
                return code
        is_field = name in {one.name for one in cls.fields()}
        return name.replace("_", " ") if is_field else inspect.getdoc(cls) or cls.kind

    @classmethod
    def given(cls, values: Mapping[str, Any], door: Door) -> Self:
        """The order that a door was given: by names of today or of before, unchecked."""
        named = {one.name: one.name for one in cls.fields(door)}
        named |= {old: one.name for one in cls.fields(door) for old in one.hint.earlier}
        if unknown := [name for name in values if name not in named]:
            told = message("orders.no_field", kind=cls.kind, field=unknown[0], known=list(named))
            raise UsageError(told)
        defaults = {one.name: one.default_at(door) for one in cls.fields()}
        read = {one.name: one for one in cls.fields(door)}
        return cls(**defaults | {named[n]: read[named[n]].read(v) for n, v in values.items()})

    @classmethod
    def of(cls, run: Run) -> Self:
        """The order of a run as it was placed, also under names that fields had before.

        What it may spend is the run's budget, not the order's wish any more.
        """
        values: dict[str, Any] = {}
        for one in cls.fields():
            for name in (one.name, *one.hint.earlier):
                if (stored := run.options.get(name)) is not None:
                    values[one.name] = one.read(stored)
                    break
        if "question" in {one.name for one in cls.fields()}:
            values["question"] = run.question
        return cls(**values).checked()

    def to_options(self) -> dict[str, JsonValue]:
        """What is stored in the run beside its question and its budget: all that is not empty."""
        left = {"question", *CAPS}
        values = {one.name: getattr(self, one.name) for one in self.fields()}
        stored = {one.name for one in self.fields() if values[one.name] or one.default}
        return {name: _stored(values[name]) for name in values if name in stored - left}

    def check(self) -> None:
        """Raise UsageError where a field has a value that it cannot have."""
        for one in self.fields():
            one.check(getattr(self, one.name))
        since, until = getattr(self, "since", None), getattr(self, "until", None)
        if since and until and until < since:
            raise UsageError(message("orders.ends_early", since=str(since), until=str(until)))

    def checked(self) -> Self:
        """The same order, tidied; or UsageError saying what is wrong with it."""
        self.check()
        return self.tidied()

    def tidied(self) -> Self:
        """What a desk checks and mends of its own order."""
        return self


@order
class PaidOrder(Order):
    """An order that may be for the sample world, and that says what it may spend."""

    sample: bool = field(False)
    max_cost: float | None = field(None, low=0, metavar="USD")
    max_tokens: int | None = field(None, low=0, high=10**12)
    max_calls: int | None = field(None, low=0, high=10**9)
    max_seconds: float | None = field(None, low=1)


def tidy_question(question: str, longest: int = LONGEST_QUESTION) -> str:
    """Return a question on one line, or say what is wrong with it."""
    tidy = " ".join(question.split())
    if not any(char.isalnum() for char in tidy):
        raise UsageError(message("orders.no_words"))
    if len(tidy) > longest:
        raise UsageError(message("orders.question_too_long", count=len(tidy), most=longest))
    return tidy


@cache
def _fields(cls: type[Any]) -> tuple[OrderField, ...]:
    hints = get_type_hints(cls)
    found = [_field(one, hints[one.name]) for one in dataclasses.fields(cls)]
    # Fields of one's own first: what every order has stands at the end.
    common = {one.name for one in dataclasses.fields(PaidOrder)} if cls is not PaidOrder else set()
    return tuple(sorted(found, key=lambda one: one.name in common))


def _field(one: "dataclasses.Field[Any]", kind: Any) -> OrderField:
    inner = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    (main,) = [part for part in inner if part is not type(None)]
    is_list = get_origin(main) is tuple
    plain = get_args(main)[0] if is_list else str if get_origin(main) is Literal else main
    if plain not in _PLAIN:
        raise TypeError(f"an order cannot have a field of {plain!r}")
    return OrderField(
        name=one.name,
        plain=plain,
        is_list=is_list,
        is_optional=len(inner) > 1,
        default=one.default,
        hint=one.metadata.get(_HINT, Hint()),
    )


def _stored(value: Any) -> JsonValue:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
