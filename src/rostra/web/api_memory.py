"""`/api/evidence`, `/api/artifacts` and `/api/memory`: what is known, whole and in short."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.memory import notice_expired
from rostra.memory.chain import chain_of
from rostra.records import Evidence
from rostra.records.artifacts import Kept, Link
from rostra.report.passage import passage_for
from rostra.store.doubts import Doubt, MemoryCounts
from rostra.web.answers import Json, missing
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.promises import gives, gives_text

routes = APIRouter(prefix="/api", tags=["memory"])

Type = Literal["evidence", "claim", "counterclaim", "model_result", "summary", "decision"]
Most = Annotated[int, Query(ge=1, le=1_000, description="At most so many.")]
Sentence = Annotated[str, Query(max_length=4_000, description="What is said of it.")]

_SHOWN = {
    "evidence": Evidence,
    "text": str,
    "digest": str,
    "passage": list[int] | None,
    "state": Kept,
    "carries": list[str],
}


async def the_evidence(desk: WebDesk, evidence_id: str) -> Evidence:
    evidence = await desk.store.get_evidence(evidence_id)
    if evidence is None:
        raise missing("evidence", evidence_id)
    return evidence


@routes.get(
    "/evidence/{evidence_id}",
    responses=gives(_SHOWN, "The original and the digest.", refuses=[404]),
)
async def show_evidence(desk: AtDesk, evidence_id: str, said: Sentence = "") -> Response:
    """A piece of evidence: its whole text, what agents saw of it, and what rests on it.

    `passage` is where in the text (from, to) the sentence `said` comes from.
    """
    evidence = await the_evidence(desk, evidence_id)
    text = await desk.store.whole_text(evidence)
    found = passage_for(said, text) if said else None
    return Json(
        {
            "evidence": evidence,
            "text": text,
            "digest": evidence.digest,
            "passage": list(found) if found else None,
            "state": await desk.store.get_artifact(evidence.id),
            "carries": await desk.store.resting_on(evidence.id),
        }
    )


@routes.get(
    "/evidence/{evidence_id}/raw",
    responses=gives_text("The original, byte for byte.", "application/octet-stream", refuses=[404]),
)
async def raw_evidence(desk: AtDesk, evidence_id: str) -> Response:
    """The original as it was fetched; a stranger wrote it, so it is only ever a download."""
    evidence = await the_evidence(desk, evidence_id)
    content = await desk.store.get_content(evidence.raw)
    if content is None:
        raise missing("original of", evidence_id)
    headers = {
        "Content-Disposition": f'attachment; filename="{evidence.raw[:16]}.bin"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)


@routes.get("/artifacts", responses=gives({"artifacts": list[Kept]}, "The best first."))
async def search_artifacts(
    desk: AtDesk,
    text: Annotated[str, Query(max_length=10_000)],
    kind: Annotated[Type | None, Query(alias="type")] = None,
    limit: Most = 10,
) -> Response:
    """Search everything kept, by text."""
    types = (kind,) if kind else ()
    return Json({"artifacts": await desk.store.search_artifacts(text, types=types, limit=limit)})


_CHAIN = {
    "artifact": Kept,
    "links": list[Link],
    "rests_on": list[Kept],
    "carries": list[Kept],
    "reports": list[str],
}


@routes.get(
    "/artifacts/{artifact_id}", responses=gives(_CHAIN, "It and its neighbours.", refuses=[404])
)
async def show_artifact(desk: AtDesk, artifact_id: str) -> Response:
    kept = await desk.store.get_artifact(artifact_id)
    if kept is None:
        raise missing("artifact", artifact_id)
    resting = await desk.store.resting_on(artifact_id)
    return Json(
        {
            "artifact": kept,
            "links": await desk.store.links_of(artifact_id),
            "rests_on": await chain_of(desk.store, artifact_id),
            "carries": await desk.store.get_artifacts(resting),
            "reports": [one for one in resting if one.startswith("report:")],
        }
    )


class Forgetting(BaseModel):
    model_config = ConfigDict(extra="forbid")

    why: str = Field(min_length=1, max_length=2_000, pattern=r"\S")


@routes.post(
    "/artifacts/{artifact_id}/forget",
    responses=gives(
        {"forgotten": str, "needs_recheck": list[str]}, "What rested on it.", refuses=[404]
    ),
)
async def forget(desk: AtDesk, artifact_id: str, said: Forgetting) -> Response:
    """Take an artifact out of memory, for a reason that is kept."""
    marked = await desk.store.forget(artifact_id, said.why, at=desk.now())
    if marked is None:
        raise missing("artifact", artifact_id)
    return Json({"forgotten": artifact_id, "needs_recheck": marked})


@routes.get("/memory/stale", responses=gives({"stale": list[Doubt]}, "Longest in doubt first."))
async def stale(desk: AtDesk, limit: Most = 50) -> Response:
    """What needs another look. Order a `revalidate` run to ask its sources again."""
    await notice_expired(desk.store, desk.now())
    return Json({"stale": await desk.store.doubts(limit=limit)})


@routes.get("/memory", responses=gives({"types": list[MemoryCounts]}, "Counts by type."))
async def memory_counts(desk: AtDesk) -> Response:
    return Json({"types": await desk.store.memory_counts(desk.now())})
