"""The check desk on the sample world, in one process."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from rostra.assembly import House, place
from rostra.desks.check.flow import CheckDesk, check
from rostra.desks.check.order import CheckOrder
from rostra.desks.check.records import CheckDocument
from rostra.records import Run, loads
from rostra.runs.lifecycle import carry_out
from rostra.steps import InlineStep


@dataclass
class Ended:
    run: Run
    found: CheckDocument | None

    @property
    def document(self) -> CheckDocument:
        assert self.found is not None, self.run.error
        return self.found

    def verdicts(self) -> dict[str, str]:
        return {one.text: one.verdict for one in self.document.rows}


async def checked(house: House, *, by: CheckDesk | None = None, **given: Any) -> Ended:
    """Order a check and carry it out; what is handed over as bytes is kept as the API keeps it."""
    if isinstance(data := given.pop("data", None), bytes):
        given["content"] = await house.store.put_content(data, "application/octet-stream")
    run = await place(house, CheckOrder(**{"sample": True, **given}))
    await house.store.create_run(run)
    flow = house.flows()["check"] if by is None else partial(check, desk=by)
    ended = await carry_out(run.id, flow, InlineStep(run.id), house.office, "test")
    report = await house.store.get_report(run.id)
    document = loads(report.data) if report else None
    assert document is None or isinstance(document, CheckDocument)
    return Ended(ended, document)
