"""Every record and every error of ours comes back from the codec as it went in.

Samples are made from the type hints, so a class added tomorrow is tested tomorrow.
"""

import importlib
import inspect
import re
import types
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostra.errors import RostraError
from rostra.records import dumps, loads
from rostra.records.codec import JsonValue, error_classes, registered_records
from rostra.words import Message
from scripts.floor_plan import SOURCE, modules


def load_their_modules() -> list[str]:
    """Load whatever may define a record or an error; return what could not be loaded."""
    broken = []
    for name, path in modules(SOURCE).items():
        text = path.read_text("utf-8")
        if "@record" in text or re.search(r"^class \w+\(", text, re.MULTILINE):
            try:
                importlib.import_module(name)
            except ImportError as error:
                if is_ours(error.name or ""):
                    broken.append(f"{name}: {error}")  # a library may be an extra; ours may not
    return broken


def is_ours(module: str) -> bool:
    return module.partition(".")[0] == "rostra"


BROKEN = load_their_modules()
RECORDS = {n: cls for n, cls in registered_records().items() if is_ours(cls.__module__)}
ERRORS = {n: cls for n, cls in error_classes().items() if is_ours(cls.__module__)}

plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
facts = scalars | st.lists(scalars, max_size=3)

SIMPLE: Mapping[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=30),
    int: st.integers(),
    float: numbers,
    bool: st.booleans(),
    type(None): st.none(),
    date: st.dates(),
    datetime: st.datetimes(timezones=st.just(UTC)),
    timedelta: st.timedeltas(),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    object: plain_json,
    Any: plain_json,
    Message: st.builds(
        Message, st.text(max_size=20), st.dictionaries(st.text(max_size=8), facts, max_size=3)
    ),
}


def samples(hint: Any) -> st.SearchStrategy[Any]:
    """Values of the type a hint names; a hint the codec cannot keep is an error here."""
    if hint is JsonValue or isinstance(hint, ForwardRef):
        return plain_json
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hint in RECORDS.values():
        return record_samples(hint)
    if getattr(hint, "_is_protocol", False):
        return st.one_of([record_samples(cls) for cls in RECORDS.values() if fits(cls, hint)])
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in {Union, types.UnionType}:
        return st.one_of([samples(one) for one in args])
    if origin is tuple and args[-1:] == (...,):
        return st.lists(samples(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(samples, args))
    if origin is list:
        return st.lists(samples(args[0]), max_size=3)
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(st.text(max_size=5), samples(args[1]), max_size=3)
    if origin is not None and issubclass(origin, Sequence):
        return st.lists(samples(args[0]), max_size=3).map(tuple)
    raise TypeError(f"{hint} is not a type the codec keeps")


def fits(cls: type, protocol: type) -> bool:
    asked = {*vars(protocol), *protocol.__annotations__}
    return all(hasattr(cls, name) for name in asked if not name.startswith("_"))


def record_samples(cls: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(cls)
    names = inspect.signature(cls).parameters
    return st.deferred(lambda: st.builds(cls, **{name: samples(hints[name]) for name in names}))


def error_samples(cls: type[RostraError]) -> st.SearchStrategy[RostraError]:
    if cls.__init__ is Exception.__init__:
        return st.builds(cls, st.text(max_size=30))
    hints = get_type_hints(cls.__init__)
    given_names = [name for name in inspect.signature(cls).parameters if name in hints]
    return st.builds(cls, *[samples(hints[name]) for name in given_names])


quick = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def test_every_module_that_defines_one_can_be_loaded() -> None:
    assert BROKEN == []


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_a_record_comes_back_equal(name: str) -> None:
    @quick
    @given(record_samples(RECORDS[name]))
    def holds(value: object) -> None:
        again = loads(dumps(value))

        assert type(again) is type(value)
        assert again == value
        assert dumps(again) == dumps(value)

    holds()


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_an_error_comes_back_with_its_class_and_its_facts(name: str) -> None:
    @quick
    @given(error_samples(ERRORS[name]))
    def holds(error: RostraError) -> None:
        again = loads(dumps(error))

        assert isinstance(again, RostraError)
        assert type(again) is type(error)
        assert again.args == error.args
        assert vars(again) == vars(error)
        assert (str(again), again.code, again.exit_code) == (
            str(error),
            error.code,
            error.exit_code,
        )

    holds()


def test_an_error_that_keeps_an_argument_to_itself_would_be_noticed() -> None:
    class Forgetful(RostraError):
        def __init__(self, message: str, detail: str) -> None:
            super().__init__(message)
            self.detail = detail

    with pytest.raises(RostraError):
        loads(dumps(Forgetful("what happened", "what is lost")))
