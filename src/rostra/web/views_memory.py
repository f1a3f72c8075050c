"""Evidence and memory: what is known, what rests on what, and what needs another look."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from rostra.memory import notice_expired
from rostra.memory.chain import chain_of
from rostra.records import Evidence, Run
from rostra.records.artifacts import Counterclaim, Kept, type_of
from rostra.report.passage import passage_for
from rostra.store.doubts import Doubt
from rostra.web.answers import missing
from rostra.web.api_memory import Type, the_evidence
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.pages import page
from rostra.web.views_figures import drawing_words

routes = APIRouter(include_in_schema=False)

_LISTED = 50
_LONGEST_TEXT = 400_000
Standing = Literal["holds", "forgotten", "changed", "doubted", "expired"]


@dataclass(frozen=True, slots=True)
class Shown:
    """An artifact as one line of a list."""

    id: str
    type: str
    name: str
    standing: Standing
    until: datetime | None
    place: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A text cut at the passage that is pointed at."""

    before: str
    passage: str
    after: str


@routes.get("/evidence/{evidence_id}")
async def evidence(
    request: Request,
    desk: AtDesk,
    evidence_id: str,
    said: Annotated[str, Query(max_length=4_000)] = "",
) -> Response:
    found = await the_evidence(desk, evidence_id)
    text = (await desk.store.whole_text(found))[:_LONGEST_TEXT]
    state = await desk.store.get_artifact(found.id)
    resting = await desk.store.resting_on(found.id)
    return page(
        request,
        "evidence.html",
        evidence=found,
        text=_marked(text, said),
        said=said,
        standing=_standing(state, desk) if state else "holds",
        carries=[shown(one, desk) for one in await desk.store.get_artifacts(resting)],
        reports=await _reports(desk, resting),
    )


@routes.get("/memory")
async def memory(
    request: Request,
    desk: AtDesk,
    q: Annotated[str, Query(max_length=10_000)] = "",
    kind: Annotated[Type | Literal[""], Query(alias="type")] = "",
) -> Response:
    await notice_expired(desk.store, desk.now())
    found: list[Kept] = []
    if q:
        types = (kind,) if kind else ()
        found = await desk.store.search_artifacts(q, types=types, limit=_LISTED)
    return page(
        request,
        "memory.html",
        q=q,
        kind=kind,
        found=[shown(one, desk) for one in found],
        counts=await desk.store.memory_counts(desk.now()),
        doubts=(doubts := await desk.store.doubts(limit=_LISTED)),
        worlds=_by_world(doubts),
        shown=lambda kept: shown(kept, desk),
    )


@routes.get("/memory/{artifact_id}")
async def artifact(request: Request, desk: AtDesk, artifact_id: str) -> Response:
    kept = await desk.store.get_artifact(artifact_id)
    if kept is None:
        raise missing("artifact", artifact_id)
    resting = await desk.store.resting_on(artifact_id)
    one = kept.artifact
    return page(
        request,
        "artifact.html",
        kept=kept,
        one=one,
        line=shown(kept, desk),
        is_evidence=isinstance(one, Evidence),
        sides=one.sides if isinstance(one, Counterclaim) else (),
        origin=one.provenance if isinstance(one, Evidence) else one.origin,
        below=[shown(each, desk) for each in await chain_of(desk.store, artifact_id)],
        above=[shown(each, desk) for each in await desk.store.get_artifacts(resting)],
        reports=await _reports(desk, resting),
        words_for=drawing_words,
    )


def _by_world(doubts: Sequence[Doubt]) -> list[tuple[str, list[Doubt]]]:
    """What can be asked again together: fiction and the real world never are."""
    worlds: dict[str, list[Doubt]] = {}
    for one in doubts:
        if one.kept is not None:
            worlds.setdefault(_world(one.kept), []).append(one)
    return sorted(worlds.items())


def _world(kept: Kept) -> str:
    one = kept.artifact
    return one.provenance.world if isinstance(one, Evidence) else one.origin.world


def shown(kept: Kept, desk: WebDesk) -> Shown:
    one = kept.artifact
    if isinstance(one, Evidence):
        name, place = one.title or one.url, f"/evidence/{one.id}"
    else:
        name, place = one.text, f"/memory/{one.id}"
    return Shown(one.id, type_of(one), name, _standing(kept, desk), kept.expires_at, place)


def _standing(kept: Kept, desk: WebDesk) -> Standing:
    if kept.forgotten:
        return "forgotten"
    if kept.superseded_by:
        return "changed"
    if kept.recheck:
        return "doubted"
    # Fiction does not grow old.
    is_over = kept.expires_at is not None and kept.expires_at <= desk.now() and not _world(kept)
    return "expired" if is_over else "holds"


async def _reports(desk: WebDesk, resting: list[str]) -> list[Run]:
    ids = [one.removeprefix("report:") for one in resting if one.startswith("report:")]
    return [run for one in ids if (run := await desk.store.get_run(one)) is not None]


def _marked(text: str, said: str) -> Marked:
    found = passage_for(said, text) if said else None
    start, end = found or (len(text), len(text))
    return Marked(text[:start], text[start:end], text[end:])
