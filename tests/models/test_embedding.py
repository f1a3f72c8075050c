"""Vectors from a real llama.cpp server, on the one path of model requests."""

from collections.abc import Iterator

import pytest

from rostra.errors import ModelFailed
from rostra.models import Embedder, EmbeddingGateway, Endpoint
from rostra_testing import LlamaServer
from tests.models.asking import Desk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def server() -> Iterator[LlamaServer]:
    pytest.importorskip("xllamacpp")
    with LlamaServer(context=1024, is_embedder=True) as running:
        yield running


def asked(desk: Desk, server: LlamaServer) -> Embedder:
    gateway = EmbeddingGateway(Endpoint("openai-compatible", server.model, server.base_url))
    return Embedder(gateway, desk.path)


async def test_a_real_server_gives_a_vector_for_each_text(desk: Desk, server: LlamaServer) -> None:
    step = await desk.run()
    texts = ["Revenue rose 10% in the third quarter.", "營收第三季年增一成。", "It rained."]
    vectors = await step("e", lambda: asked(desk, server).embed(texts, seconds=60.0))
    again = await step("e", lambda: asked(desk, server).embed(texts[::-1], seconds=60.0))

    assert len({len(vector) for vector in vectors}) == 1
    assert len(vectors[0]) > 100
    for one, other in zip(vectors, again[::-1], strict=True):
        assert sum(a * b for a, b in zip(one, other, strict=True)) == pytest.approx(1.0, abs=1e-3)
    entries = await desk.store.ledger_of_run("r1")
    assert [entry.outcome for entry in entries] == ["ok", "ok"]
    assert all(entry.tokens_in > 10 for entry in entries)


async def test_a_text_beyond_its_context_is_named_as_that(desk: Desk, server: LlamaServer) -> None:
    step = await desk.run()
    with pytest.raises(ModelFailed) as failed:
        await step("e", lambda: asked(desk, server).embed(["營收" * 3_000], seconds=60.0))

    assert failed.value.code == "context-too-long"
