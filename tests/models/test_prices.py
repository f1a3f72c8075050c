"""Prices are known, the operator's own, or said to be unknown; they are never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import SetupError
from rostra.models import Endpoint, Price, PriceBook
from rostra.models.prices import in_nanos, table_date

REMOTE = "https://models.example/v1"


def test_a_model_of_the_table_has_its_price() -> None:
    cost = PriceBook().cost(Endpoint("openai-chat", "gpt-5-mini", REMOTE), 1_000_000, 0)

    assert cost is not None
    assert 0.01 < cost < 100


@pytest.mark.parametrize(
    ("provider", "name"),
    [("openai-chat", "no-such-model-x"), ("openai-compatible", "gpt-5-mini"), ("alibaba", "x")],
)
def test_an_unknown_model_has_no_price_and_that_is_said(provider: str, name: str) -> None:
    endpoint = Endpoint(provider, name, REMOTE)

    assert PriceBook().cost(endpoint, 10, 10) is None
    assert "price unknown" in PriceBook().describe(endpoint)


@pytest.mark.parametrize("key", ["openai-compatible:m", "m"])
def test_the_operators_price_comes_first(key: str) -> None:
    book = PriceBook({key: Price(1.0, 4.0)})
    endpoint = Endpoint("openai-compatible", "m", REMOTE)

    assert book.cost(endpoint, 500_000, 250_000) == 1.5
    assert "from your settings" in book.describe(endpoint)


def test_the_operators_table_is_read_as_it_is_written() -> None:
    book = PriceBook.of({"m": "0.25/2", "n": "0/0"})

    assert book.cost(Endpoint("openai-compatible", "m", REMOTE), 1_000_000, 500_000) == 1.25


@pytest.mark.parametrize("text", ["", "1", "1/2/3", "-1/2", "cheap/dear", "nan/1", "inf/1"])
def test_a_price_that_is_none_is_named_with_the_way_to_write_it(text: str) -> None:
    with pytest.raises(SetupError, match=r"price of m .*0\.25/2"):
        PriceBook.of({"m": text})


def test_a_model_on_this_machine_costs_nothing() -> None:
    assert PriceBook().cost(Endpoint("ollama", "qwen3", "http://gpu.lan:11434/v1"), 9, 9) == 0.0
    local = Endpoint("openai-compatible", "m", "http://127.0.0.1:8080/v1")
    assert PriceBook().cost(local, 9, 9) == 0.0
    assert "costs nothing" in PriceBook().describe(local)


def test_the_table_tells_its_age() -> None:
    assert table_date() > "2026-01-01"
    assert table_date() in PriceBook().describe(Endpoint("openai-chat", "gpt-5-mini", REMOTE))


@given(st.floats(0, 1_000, allow_nan=False))
def test_what_is_counted_is_never_less_than_what_is_paid(cost: float) -> None:
    nanos = in_nanos(cost)

    assert nanos >= cost * 10**9 - 1e-3
    assert nanos - cost * 10**9 < 1.001
