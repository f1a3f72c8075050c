"""Prices are known, the operator's own, or said to be unknown; they are never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import SetupError
from rostra.models import Endpoint, Price, PriceBook
from rostra.models.prices import in_nanos

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
    assert PriceBook().price(endpoint) is None


def test_the_operators_price_comes_first() -> None:
    endpoint = Endpoint("openai-chat", "gpt-5-mini", REMOTE)
    book = PriceBook({endpoint.spec: Price(1.0, 4.0)})

    assert book.cost(endpoint, 500_000, 250_000) == 1.5
    assert book.is_own(endpoint)
    assert str(book.price(endpoint)) == "1/4"


def test_the_operators_prices_are_read_as_they_are_written() -> None:
    book = PriceBook.of({"ollama:m": "0.25/2", "ollama:n": "0.5/0.05/2"})

    assert book.cost(Endpoint("ollama", "m", REMOTE), 1_000_000, 500_000, 900_000) == 1.25
    assert book.cost(Endpoint("ollama", "n", REMOTE), 1_000_000, 0, 800_000) == pytest.approx(0.14)
    assert str(book.price(Endpoint("ollama", "n", REMOTE))) == "0.5/0.05/2"


@pytest.mark.parametrize("text", ["", "1", "1/2/3/4", "-1/2", "cheap/dear", "nan/1", "inf/1"])
def test_a_price_that_is_none_is_named_with_the_way_to_write_it(text: str) -> None:
    with pytest.raises(SetupError, match=r"price of m .*0\.25/2"):
        PriceBook.of({"m": text})


def test_a_model_on_this_machine_costs_nothing() -> None:
    assert PriceBook().cost(Endpoint("ollama", "qwen3", "http://gpu.lan:11434/v1"), 9, 9) == 0.0
    local = Endpoint("openai-compatible", "m", "http://127.0.0.1:8080/v1")
    assert PriceBook().cost(local, 9, 9) == 0.0
    assert PriceBook().price(local) == Price(0.0, 0.0)


def test_what_the_table_says_is_told_for_a_million_tokens() -> None:
    price = PriceBook().price(Endpoint("openai-chat", "gpt-5-mini", REMOTE))

    assert price is not None
    assert price.cached is not None
    assert price.cached < price.sent < price.received


@given(st.floats(0, 1_000, allow_nan=False))
def test_what_is_counted_is_never_less_than_what_is_paid(cost: float) -> None:
    nanos = in_nanos(cost)

    assert nanos >= cost * 10**9 - 1e-3
    assert nanos - cost * 10**9 < 1.001
