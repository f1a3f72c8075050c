"""One real request to a model, to see whether it works: held to the caps and noted like others."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rostra.assembly.orders import place_call
from rostra.models import Message, ModelAnswer, ModelRequest
from rostra.steps import InlineStep

if TYPE_CHECKING:
    from rostra.assembly.house import House

_ASKED = "Answer with the one word: ready"
_ROOM = 64


async def try_once(house: "House", model: str) -> ModelAnswer:
    """What the model answered; ModelFailed or SetupError with what to mend."""
    path = house.models.path_to(model)
    run = place_call(house, f"try {model}", None, is_sample=False)
    await house.store.create_run(run)
    request = ModelRequest((Message("user", _ASKED),), role="try", max_tokens=_ROOM, effort="low")
    try:
        answer = await InlineStep(run.id)("try", path.ask, request)
    finally:
        await house.store.save_run(replace(run, status="done", ended_at=house.clock()))
    return replace(answer, model=answer.model or model)
