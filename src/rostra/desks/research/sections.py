"""A report in sections: planned, investigated side by side as child runs, and made into one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rostra.desks.research.deliberation import Deliberated, Deliberation, replaced
from rostra.desks.research.depth import Depth
from rostra.desks.research.gathering import Gathered
from rostra.desks.research.outline import outline
from rostra.desks.research.section import INQUIRY_FLOW, INQUIRY_QUEUE, InquiryEnd, InquiryJob
from rostra.desks.research.synthesis import Whole, renumbered, synthesise
from rostra.models import Abilities
from rostra.models.choice import EXTRACTIVE
from rostra.steps import Step


async def in_sections(
    run: str,
    depth: Depth,
    deliberation: Deliberation,
    gathered: Gathered,
    means: Mapping[str, Abilities],
    step: Step,
) -> Deliberated:
    """Plan, investigate every section apart, and write the whole from what passed.

    Where nobody named the depth and the model that was to plan is silent, the run is what it
    would be without a model: one draft.
    """
    asked, gatherer, stage = deliberation.asked, deliberation.gatherer, deliberation.stage
    planned, is_silent = await outline(asked.text, depth, gathered.sources, stage, step)
    if is_silent and gatherer.job.depth is None:
        return await deliberation.run(gathered, step)
    job = InquiryJob(
        run,
        gatherer.job,
        planned[0],
        asked.language,
        gathered.scope,
        gatherer.today,
        tuple(one.evidence for one in gathered.everything),
        means,
        depth.pages_of(len(planned)),
        depth.searches_of(len(planned)),
        depth.words_of(len(planned)),
    )
    jobs = {f"section-{n}": replace(job, plan=one) for n, one in enumerate(planned, 1)}
    made: Mapping[str, InquiryEnd] = await step.children(INQUIRY_FLOW, jobs, queue=INQUIRY_QUEUE)
    ends = _distinct(renumbered([made[key] for key in jobs]))
    for end in ends:
        _take_in(gathered, end)
    await gatherer.take(gathered, [e for end in ends for e in end.evidence])
    gathered.read = max(gathered.read, len(gathered.everything))
    material = deliberation.material(gathered)
    whole = await synthesise(asked.text, ends, material, stage, step)
    return _ended(ends, Deliberated(material), depth, whole=whole)


def _ended(
    ends: Sequence[InquiryEnd], end: Deliberated, depth: Depth, *, whole: Whole
) -> Deliberated:
    end.depth = depth.name
    end.parts = tuple((one.plan.heading, one.sentences) for one in ends)
    end.sentences = tuple(one for part in ends for one in part.sentences)
    said = {one.text for one in end.sentences}
    steps = {one.text: one for part in ends for one in part.reasoning if one.text not in said}
    end.reasoning = tuple(steps.values())
    end.answer, end.differences, end.conclusion = whole.answer, whole.differences, whole.conclusion
    end.rejected = (*(one for part in ends for one in part.rejected), *whole.rejected)
    end.reviews = [*(one for part in ends for one in part.reviews), *whole.reviews]
    end.notes = tuple(dict.fromkeys(one for part in ends for one in part.notes))
    every = (*(part.marks for part in ends), whole.marks)
    end.marks = {text: mark for marks in every for text, mark in marks.items()}
    end.marks |= replaced(end.sentences, end.material)
    told = (*(one for part in ends for one in part.caveats), *whole.caveats)
    end.caveats = tuple(dict.fromkeys(told))
    end.finding = whole.finding
    end.verdict = whole.reviews[-1].status if whole.reviews else None
    end.searches = sum(one.searches for one in ends)
    end.engine = next((one.engine for one in ends if one.engine != EXTRACTIVE), EXTRACTIVE)
    end.gave_up = next((one.gave_up for one in ends if one.gave_up), "")
    end.is_stopped = any(one.is_stopped for one in ends)
    end.refused = tuple(one.plan.heading for one in ends if not one.has_passed)
    end.table = end.material.mode.table(end.material)
    return end


def _take_in(gathered: Gathered, end: InquiryEnd) -> None:
    gathered.asked += end.asked
    gathered.via |= dict.fromkeys(end.via)
    gathered.silent |= dict.fromkeys(end.silent)
    gathered.found += end.found
    gathered.is_capped |= end.is_capped
    for one in end.not_read:
        gathered.not_read.setdefault(one.url, one)


def _distinct(ends: Sequence[InquiryEnd]) -> tuple[InquiryEnd, ...]:
    """What an earlier section says is not said again."""
    told: set[str] = set()
    found = []
    for end in ends:
        new = tuple(one for one in end.sentences if one.text not in told)
        told |= {one.text for one in new}
        found.append(replace(end, sentences=new))
    return tuple(found)
