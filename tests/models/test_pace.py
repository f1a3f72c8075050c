"""How fast a model is, by what it did; and what a server says of its models."""

import pytest

from rostra.models import Abilities, Endpoint
from rostra.models.pace import Pace
from rostra.models.served import reported
from rostra_testing import LocalSite
from rostra_testing.site import Page


class Ticks:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_expected_of_a_model_that_has_not_answered() -> None:
    assert Pace().expected(1_000, 1_000) is None


def test_what_it_took_says_what_it_will_take() -> None:
    pace = Pace()
    pace.note(0, 100, 10.0)

    assert pace.expected(0, 200) == pytest.approx(10.0)
    assert pace.expected(1_000, 200) == pytest.approx(20.0), "reading takes time, too"


def test_no_answer_in_time_never_makes_it_look_faster() -> None:
    pace = Pace()
    pace.note(0, 10, 10.0)
    before = pace.expected(0, 100)
    pace.note_late(0, 1_000, 1.0)

    assert pace.expected(0, 100) == before


def test_a_slow_hour_is_forgotten() -> None:
    ticks = Ticks()
    pace = Pace(ticks)
    pace.note(0, 1, 100.0)
    ticks.now = 301.0

    assert pace.expected(0, 100) is None


@pytest.mark.parametrize(
    ("card", "means"),
    [
        (
            {"meta": {"n_ctx": 8192, "n_params": 134_515_008}},
            Abilities(8192, parameters=134_515_008),
        ),
        ({"max_model_len": 16_384}, Abilities(16_384)),
        ({}, Abilities()),
        ({"meta": "small", "max_model_len": "many"}, Abilities()),
        ({"meta": {"n_ctx": -1, "n_params": True}}, Abilities()),
    ],
    ids=["llama.cpp", "vLLM", "silent", "nonsense", "more nonsense"],
)
async def test_a_server_says_how_large_its_model_is(
    card: dict[str, object], means: Abilities
) -> None:
    with LocalSite({"/v1/models": Page.json({"data": [{"id": "m", **card}]})}) as site:
        assert await reported(Endpoint("openai-compatible", "m", site.url("/v1"))) == means


async def test_of_several_models_the_one_that_is_meant_is_told() -> None:
    cards = [{"id": name, "meta": {"n_params": size}} for name, size in (("a", 10), ("b", 20))]
    with LocalSite({"/v1/models": Page.json({"data": cards})}) as site:
        address = site.url("/v1")
        assert (await reported(Endpoint("openai-compatible", "b", address))).parameters == 20
        assert await reported(Endpoint("openai-compatible", "c", address)) == Abilities()


async def test_ollama_tells_it_beside_its_list() -> None:
    tags = {"models": [{"name": "qwen3:1.7b", "details": {"parameter_size": "2.0B"}}]}
    listed = Page.json({"data": [{"id": "qwen3:1.7b"}]})
    with LocalSite({"/v1/models": listed, "/api/tags": Page.json(tags)}) as site:
        means = await reported(Endpoint("ollama", "qwen3:1.7b", site.url("/v1")))

    assert means.is_small
    assert means.parameters == 2_000_000_000


async def test_a_provider_is_not_asked_and_an_absent_server_says_nothing() -> None:
    assert await reported(Endpoint("openai-chat", "m", "http://127.0.0.1:9/v1")) == Abilities()
    assert await reported(Endpoint("ollama", "m", "http://127.0.0.1:9/v1")) == Abilities()
