"""The judge: reads statements beside the passages they rest on, and says which are carried.

Governance mixes watched cases among them and decides what a finding is worth; here the judge is
only asked. What does not fit into one request is asked in several; nothing of a case is cut.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rostra.errors import ModelFailed
from rostra.models.call import ModelPath
from rostra.models.grounding import Grounding, grounding_of
from rostra.models.typed import typed
from rostra.prompts import load
from rostra.records import record
from rostra.records.statements import Case, Finding, Judge, Reading
from rostra.roles.play import Role, Stage, reading_room, request_of
from rostra.steps import Step
from rostra.text import count_tokens
from rostra.words import message

JUDGE_ROLE = "judge"


@record
class JudgeFinding:
    """One finding as the judge writes it: what it leans on and why come before the verdict."""

    id: str
    quote: str
    reason: str
    verdict: Reading


@record
class JudgeSays:
    findings: tuple[JudgeFinding, ...]


JUDGE = Role(JUDGE_ROLE, "shared/judge_decide", JudgeSays, ceiling=18_000, max_tokens=2_600)


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """The judge played by a model."""

    stage: Stage

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        path = self.stage.path_of(JUDGE_ROLE)
        if path is None:
            raise ModelFailed(message("claims.no_judge"))
        found: list[Finding] = []
        for part in self._parts(batch):
            request = request_of(
                JUDGE,
                {"cases": "\n\n".join(shown(one) for one in part)},
                self.stage.language,
                self.stage.abilities_of(JUDGE_ROLE),
                self.stage.effort_of(JUDGE_ROLE),
                count=len(part),
            )
            said = await typed(path, request, JudgeSays, step)
            found += [Finding(_id(o.id), o.verdict, o.quote, o.reason) for o in said.findings]
        return found

    def _parts(self, batch: Sequence[Case]) -> Iterator[list[Case]]:
        """As many cases at once as the model can be shown whole."""
        abilities = self.stage.abilities_of(JUDGE_ROLE)
        room = reading_room(JUDGE, abilities, self.stage.effort_of(JUDGE_ROLE))
        prompt = load(JUDGE.prompt, self.stage.language)
        room -= count_tokens(prompt.system) + count_tokens(prompt.task)
        part: list[Case] = []
        used = 0
        for case in batch:
            size = count_tokens(shown(case))
            if part and used + size > room:
                yield part
                part, used = [], 0
            part.append(case)
            used += size
        if part:
            yield part


@dataclass(frozen=True, slots=True)
class GroundingJudge:
    """The judge played by a model that knows one question: a case is asked for by itself.

    It names no words; what it leans on is the passage that it was shown.
    """

    path: ModelPath
    grounding: Grounding

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        async def asked(case: Case) -> Finding:
            text = "\n\n".join(one.context for one in case.anchors)
            request = self.grounding.request(case.statement, text, JUDGE_ROLE)
            answer = await self.path.ask(request, part=f"judge:{case.id}")
            is_carried = bool(case.anchors) and self.grounding.carries(answer.text)
            quote = case.anchors[0].quote if is_carried else ""
            return Finding(case.id, "carried" if is_carried else "not_carried", quote)

        return await step.each("ask judge", asked, batch)


def judge_on(stage: Stage) -> Judge:
    """The judge as its model can play it."""
    path = stage.path_of(JUDGE_ROLE)
    grounding = grounding_of(path.gateway.endpoint) if path else None
    return GroundingJudge(path, grounding) if path and grounding else ModelJudge(stage)


def shown(case: Case) -> str:
    """A case as the judge reads it."""
    lines = [f"## {case.id}", f"statement ({case.kind}): {case.statement}"]
    for n, anchor in enumerate(case.anchors, 1):
        # The id of evidence is long and says nothing to a reader.
        lines += [f"passage {n}:", anchor.context]
        if anchor.quote and anchor.quote not in anchor.context:
            lines.append(anchor.quote)
    lines += [f"look closely at {doubt}" for doubt in case.doubts]
    return "\n".join(lines)


def _id(label: str) -> str:
    """The name of a case as models write it: 3, #3, "## 3"."""
    return label.strip().lstrip("#").strip()
