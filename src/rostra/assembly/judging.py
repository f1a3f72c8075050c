"""A model that judges outside of a run: its exam, and `check_support` by its name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from rostra.assembly.orders import place_call
from rostra.errors import SetupError
from rostra.governance.support import ExamBook, Result, sit
from rostra.records.statements import Judge
from rostra.roles.judge import JUDGE_ROLE, judge_on
from rostra.steps import InlineStep, Step
from rostra.words import message

if TYPE_CHECKING:
    from rostra.assembly.house import House


@asynccontextmanager
async def judging(house: "House") -> AsyncIterator[tuple[Judge, str, Step]]:
    """The model set to judge, its name, and a run of its own that holds it to the caps."""
    stage = house.models.stage(await house.models.choices(is_sample=False))
    path = stage.path_of(JUDGE_ROLE)
    if path is None:
        raise SetupError(message("claims.no_judge"))
    run = place_call(house, f"judge {path.model}", None, is_sample=False)
    await house.store.create_run(run)
    try:
        yield judge_on(stage), path.model, InlineStep(run.id)
    finally:
        await house.store.save_run(replace(run, status="done", ended_at=house.clock()))


async def sit_exam(house: "House") -> Result:
    """Let the model that is set to judge sit the exam, and keep how it did."""
    async with judging(house) as (judge, model, step):
        result = await sit(judge, model, house.clock(), step)
    ExamBook(house.settings.data).keep(result)
    return result
