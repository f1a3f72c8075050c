"""What long-term memory holds beside evidence: what was said, worked out and decided, and on what.

An artifact's id comes from its type and what went into it (`inputs_hash`), so writing it again,
also after a crash, is the same artifact. `outputs_hash` covers what came out. None outlives the
shortest-lived thing it rests on. Links say what rests on what; `links_of` reads them from a record.
"""

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Literal, TypeAlias

from rostra.records.codec import JsonValue, dumps, record
from rostra.records.evidence import Evidence
from rostra.words import Said

ArtifactType = Literal["evidence", "claim", "counterclaim", "model_result", "summary", "decision"]
LinkKind = Literal["supports", "contradicts", "derived_from", "cites", "supersedes"]

# The namespace of all artifact ids: the same inputs give the same id on every machine.
_ARTIFACTS = uuid.uuid5(uuid.NAMESPACE_URL, "rostra:artifacts")


@record
class Origin:
    """Who made an artifact: a role or a tool (`by`), in which run and turn, with which engine."""

    run: str
    by: str
    turn: str | None = None
    engine: str = ""
    world: str = ""


@record
class Link:
    """`source` supports, contradicts, is derived from, cites or supersedes `target`."""

    source: str
    kind: LinkKind
    target: str


@record
class Claim:
    """A sentence that passed the verifier, and the evidence that carries it."""

    id: str
    inputs_hash: str
    outputs_hash: str
    origin: Origin
    text: str
    evidence: tuple[str, ...]
    made_at: datetime
    expires_at: datetime | None = None
    is_key: bool = False
    caveats: tuple[Said, ...] = ()
    supersedes: str | None = None


@record
class Side:
    """One of the things said where sources disagree, and who carries it."""

    text: str
    evidence: tuple[str, ...] = ()


@record
class Counterclaim:
    """Two sides that cannot both be right; `claim` is the kept claim it speaks against, if any."""

    id: str
    inputs_hash: str
    outputs_hash: str
    origin: Origin
    sides: tuple[Side, ...]
    reason: Said
    made_at: datetime
    claim: str = ""
    expires_at: datetime | None = None
    supersedes: str | None = None

    @property
    def text(self) -> str:
        return "\n".join(side.text for side in self.sides)

    @property
    def evidence(self) -> tuple[str, ...]:
        return _once(one for side in self.sides for one in side.evidence)


@record
class ModelResult:
    """What a calculation gave: with its parameters and metrics it can be made again."""

    id: str
    inputs_hash: str
    outputs_hash: str
    origin: Origin
    model: str
    parameters: Mapping[str, JsonValue]
    text: str
    made_at: datetime
    evidence: tuple[str, ...] = ()
    metrics: Mapping[str, JsonValue] = field(default_factory=dict)
    output: JsonValue = None
    expires_at: datetime | None = None
    supersedes: str | None = None


@record
class Summary:
    """What was made of verified claims; what could not be verified stays in the caveats."""

    id: str
    inputs_hash: str
    outputs_hash: str
    origin: Origin
    subject: str
    text: str
    made_at: datetime
    claims: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    caveats: tuple[Said, ...] = ()
    expires_at: datetime | None = None
    supersedes: str | None = None


@record
class Decision:
    """How a question was decided, on which claims, who dissented, and what follows."""

    id: str
    inputs_hash: str
    outputs_hash: str
    origin: Origin
    subject: str
    text: str
    made_at: datetime
    claims: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    caveats: tuple[Said, ...] = ()
    dissent: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    expires_at: datetime | None = None
    supersedes: str | None = None


Artifact: TypeAlias = Claim | Counterclaim | ModelResult | Summary | Decision
AnyArtifact: TypeAlias = Evidence | Artifact


@record
class Mark:
    """Why something in memory needs another look, and since when."""

    why: Said
    since: datetime


@record
class Kept:
    """An artifact as memory holds it now. Its time and its state change; the record never does.

    `verified_at` is when its source last said so, which no reading of it ever changes.
    `forgotten` says why a person had it forgotten: then nothing may rest on it any more.
    """

    artifact: AnyArtifact
    verified_at: datetime
    expires_at: datetime | None = None
    recheck: Mark | None = None
    forgotten: Mark | None = None
    superseded_by: str | None = None

    def is_usable(self, now: datetime) -> bool:
        """Whether an answer may rest on it: in time, not in doubt, not replaced."""
        is_fresh = self.expires_at is None or now < self.expires_at
        return is_fresh and not (self.recheck or self.forgotten or self.superseded_by)


_TYPES: Mapping[type, ArtifactType] = {
    Evidence: "evidence", Claim: "claim", Counterclaim: "counterclaim",
    ModelResult: "model_result", Summary: "summary", Decision: "decision",
}  # fmt: skip


def type_of(artifact: AnyArtifact) -> ArtifactType:
    return _TYPES[type(artifact)]


def artifact_id(kind: str, inputs_hash: str) -> str:
    return f"{kind}:{uuid.uuid5(_ARTIFACTS, f'{kind}:{inputs_hash}')}"


def report_id(run: str) -> str:
    """A run's report in links and marks: it rests on evidence as artifacts do."""
    return f"report:{run}"


def hash_of(*parts: object) -> str:
    return hashlib.sha256(dumps(list(parts)).encode("utf-8", "surrogatepass")).hexdigest()


def shortest(foundations: Iterable[AnyArtifact | Kept]) -> datetime | None:
    """When the first of what something rests on is over; None when nothing of it ever is."""
    ends = [one.expires_at for one in foundations if one.expires_at is not None]
    return min(ends, default=None)


def make_claim(
    text: str,
    evidence: Sequence[Evidence],
    origin: Origin,
    made_at: datetime,
    *,
    is_key: bool = False,
    caveats: Sequence[Said] = (),
    supersedes: str | None = None,
) -> Claim:
    ids = _once(one.id for one in evidence)
    inputs = hash_of(text, sorted(ids), origin.world)
    return Claim(
        id=artifact_id("claim", inputs),
        inputs_hash=inputs,
        outputs_hash=hash_of(text, list(caveats)),
        origin=origin,
        text=text,
        evidence=ids,
        made_at=made_at,
        expires_at=shortest(evidence),
        is_key=is_key,
        caveats=tuple(caveats),
        supersedes=supersedes,
    )


def make_counterclaim(
    sides: Sequence[Side],
    reason: Said,
    evidence: Sequence[Evidence],
    origin: Origin,
    made_at: datetime,
    *,
    claim: str = "",
) -> Counterclaim:
    """`evidence` is what the sides name, for its end."""
    inputs = hash_of([[side.text, sorted(side.evidence)] for side in sides], claim, origin.world)
    return Counterclaim(
        id=artifact_id("counterclaim", inputs),
        inputs_hash=inputs,
        outputs_hash=hash_of(reason),
        origin=origin,
        sides=tuple(sides),
        reason=reason,
        made_at=made_at,
        claim=claim,
        expires_at=shortest(evidence),
    )


def make_model_result(
    model: str,
    parameters: Mapping[str, JsonValue],
    text: str,
    evidence: Sequence[Evidence],
    origin: Origin,
    made_at: datetime,
    *,
    output: JsonValue = None,
    metrics: Mapping[str, JsonValue] | None = None,
) -> ModelResult:
    ids = _once(one.id for one in evidence)
    inputs = hash_of(model, parameters, sorted(ids), origin.world)
    return ModelResult(
        id=artifact_id("model_result", inputs),
        inputs_hash=inputs,
        outputs_hash=hash_of(text, output, metrics or {}),
        origin=origin,
        model=model,
        parameters=parameters,
        text=text,
        made_at=made_at,
        evidence=ids,
        metrics=metrics or {},
        output=output,
        expires_at=shortest(evidence),
    )


def make_summary(
    subject: str,
    text: str,
    claims: Sequence[Claim],
    origin: Origin,
    made_at: datetime,
    *,
    evidence: Sequence[Evidence] = (),
    caveats: Sequence[Said] = (),
) -> Summary:
    inputs = _inputs_of_conclusion(subject, claims, evidence, origin)
    return Summary(
        id=artifact_id("summary", inputs),
        inputs_hash=inputs,
        outputs_hash=hash_of(text, list(caveats)),
        origin=origin,
        subject=subject,
        text=text,
        made_at=made_at,
        claims=_once(one.id for one in claims),
        evidence=_once(one.id for one in evidence),
        caveats=tuple(caveats),
        expires_at=shortest([*claims, *evidence]),
    )


def make_decision(
    subject: str,
    text: str,
    claims: Sequence[Claim],
    origin: Origin,
    made_at: datetime,
    *,
    evidence: Sequence[Evidence] = (),
    caveats: Sequence[Said] = (),
    dissent: Sequence[str] = (),
    actions: Sequence[str] = (),
) -> Decision:
    inputs = _inputs_of_conclusion(subject, claims, evidence, origin)
    return Decision(
        id=artifact_id("decision", inputs),
        inputs_hash=inputs,
        outputs_hash=hash_of(text, list(caveats), list(dissent), list(actions)),
        origin=origin,
        subject=subject,
        text=text,
        made_at=made_at,
        claims=_once(one.id for one in claims),
        evidence=_once(one.id for one in evidence),
        caveats=tuple(caveats),
        dissent=tuple(dissent),
        actions=tuple(actions),
        expires_at=shortest([*claims, *evidence]),
    )


def links_of(artifact: AnyArtifact) -> tuple[Link, ...]:
    """What the record itself says about what it rests on and what it replaces."""
    found: list[Link] = []
    me = artifact.id
    if isinstance(artifact, Claim):
        found += [Link(one, "supports", me) for one in artifact.evidence]
    elif isinstance(artifact, ModelResult):
        found += [Link(me, "derived_from", one) for one in artifact.evidence]
    elif isinstance(artifact, Counterclaim):
        found += [Link(me, "cites", one) for one in artifact.evidence]
        if artifact.claim:
            found.append(Link(me, "contradicts", artifact.claim))
    elif isinstance(artifact, Summary | Decision):
        found += [Link(me, "derived_from", one) for one in artifact.claims]
        found += [Link(me, "cites", one) for one in artifact.evidence]
    if artifact.supersedes:
        found.append(Link(me, "supersedes", artifact.supersedes))
    return tuple(found)


def _inputs_of_conclusion(
    subject: str, claims: Sequence[Claim], evidence: Sequence[Evidence], origin: Origin
) -> str:
    """A conclusion is one run's own: another run on the same claims comes to its own words."""
    named = [sorted({one.id for one in claims}), sorted({one.id for one in evidence})]
    return hash_of(subject, *named, origin.run, origin.turn or "")


def _once(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))
