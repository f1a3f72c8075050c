"""When one model cannot answer the next is asked, once, and it is said."""

from dataclasses import replace

import pytest

from rostra.errors import ContextTooLong, ModelFailed, ModelKeyRefused, ModelUnreachable
from rostra.models import Endpoint, ModelAnswer, ModelPath, ModelRequest, limits
from tests.models.asking import Desk, FakeGateway, question


class Spoken(FakeGateway):
    """Answers with its name, or fails as it is told to."""

    def __init__(self, name: str, error: ModelFailed | None = None) -> None:
        super().__init__(self._say)
        self.endpoint = Endpoint("openai-compatible", name, "https://models.example/v1")
        self.error = error
        self.asked = 0

    async def _say(self, request: ModelRequest) -> ModelAnswer:
        self.asked += 1
        if self.error is not None:
            raise self.error
        return ModelAnswer(self.endpoint.name, tokens_in=10, tokens_out=5)


def chained(desk: Desk, *gateways: Spoken) -> ModelPath:
    path: ModelPath | None = None
    for gateway in reversed(gateways):
        path = replace(desk.path(gateway), after=path)
    assert path is not None
    return path


@pytest.fixture(autouse=True)
def _quick_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_WAIT", 0.01)


@pytest.mark.parametrize(
    "error",
    [
        ModelUnreachable("nobody answers", is_passing=True),
        ModelKeyRefused("no credit is left"),
        ModelFailed("refused"),
    ],
    ids=["down", "out of quota", "refuses"],
)
async def test_the_next_is_asked_and_the_log_says_so(desk: Desk, error: ModelFailed) -> None:
    step = await desk.run()
    path = chained(desk, Spoken("a", error), Spoken("b"))

    answer = await step("ask", path.ask, question(role="critic"))

    assert answer.text == "b"
    told = [line for line in await desk.lines() if "is asked instead" in line]
    assert len(told) == 1
    assert "openai-compatible:a" in told[0]
    assert "openai-compatible:b" in told[0]
    entries = await desk.store.ledger_of_run("r1")
    assert [e.name for e in entries if e.outcome == "ok"] == ["openai-compatible:b"]


async def test_what_the_second_answered_is_not_asked_of_the_first_after_a_crash(
    desk: Desk,
) -> None:
    first, second = Spoken("a", ModelKeyRefused("no credit is left")), Spoken("b")
    path = chained(desk, first, second)
    step = await desk.run()
    await step("ask", path.ask, question())

    again = type(step)("r1")
    answer = await again("ask", path.ask, question())

    assert answer.text == "b"
    assert (first.asked, second.asked) == (1, 1)


async def test_who_failed_again_and_again_is_left_alone_and_the_other_is_not(desk: Desk) -> None:
    first, second = Spoken("a", ModelKeyRefused("no credit is left")), Spoken("b")
    path = chained(desk, first, second)
    step = await desk.run()

    answers = [await step("ask", path.ask, question()) for _ in range(6)]

    assert [one.text for one in answers] == ["b"] * 6
    assert (first.asked, second.asked) == (limits.FAILURES_TO_OPEN, 6), "at one address, too"


async def test_a_request_that_is_too_long_goes_back_to_who_made_it(desk: Desk) -> None:
    step = await desk.run()
    path = chained(desk, Spoken("a", ContextTooLong("too long")), Spoken("b"))

    with pytest.raises(ContextTooLong):
        await step("ask", path.ask, question())


async def test_when_nobody_is_left_the_last_failure_is_told(desk: Desk) -> None:
    step = await desk.run()
    path = chained(desk, Spoken("a", ModelFailed("one")), Spoken("b", ModelFailed("two")))

    with pytest.raises(ModelFailed, match="two"):
        await step("ask", path.ask, question())
