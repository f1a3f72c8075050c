"""Who said what on which evidence, and what decided: a report as nodes and links.

Publishers carry evidence, evidence carries claims, claims carry the answer. What speaks against a
claim (a source that says otherwise, another side's rebuttal) is a node of its own beside it. Pure:
the state of the evidence, the log and `now` are given.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Literal

from rostra.records import Event, Evidence, Statement, record
from rostra.records.artifacts import Kept
from rostra.records.debate import CheckedClaim, DebateDocument
from rostra.records.report import ReportDocument, SourceRow
from rostra.report.publish import Numbers
from rostra.report.wording import why_failed
from rostra.words import Said, say

NodeKind = Literal["publisher", "evidence", "claim", "counterclaim", "rebuttal", "answer"]
LinkKind = Literal["published", "supports", "contradicts", "rebuts", "decides", "dissents"]
Sign = Literal[
    "decisive", "key", "contradicted", "answered", "primary", "single_source", "unverified",
    "expired", "dissent",
]  # fmt: skip


@record
class GraphNode:
    """`group` is the clash point or section it belongs to, by its place in the graph's groups.

    `event` is the line of the log that tells of it; `evidence` the id of its page.
    """

    id: str
    kind: NodeKind
    text: str
    label: str = ""
    side: str = ""
    group: int | None = None
    round: int = 0
    signs: tuple[Sign, ...] = ()
    note: Said = ""
    sources: int = 0
    weight: float = 0.0
    publisher: str = ""
    tier: int | None = None
    url: str = ""
    evidence: str = ""
    published: date | None = None
    fetched_at: datetime | None = None
    expires_at: datetime | None = None
    event: int | None = None


@record
class GraphLink:
    source: str
    kind: LinkKind
    target: str


@record
class GraphGroup:
    """`name` is what readers see; a `kind` that is not a point or section has its own word."""

    name: str
    kind: Literal["point", "section", "other", "contradictions", "rejected"] = "point"
    is_contested: bool = False


@record
class GraphSide:
    key: str
    name: str
    stance: str


@record
class Graph:
    """The lists name claims in the order of the report: what the page says in words."""

    run: str
    kind: Literal["debate", "research"]
    language: str
    outcome: str
    confidence: str
    reason: str
    sides: tuple[GraphSide, ...]
    groups: tuple[GraphGroup, ...]
    nodes: tuple[GraphNode, ...]
    links: tuple[GraphLink, ...]

    def signed(self, *signs: Sign) -> tuple[GraphNode, ...]:
        """The claims that bear one of these signs."""
        return tuple(
            node for node in self.nodes if node.kind == "claim" and set(signs) & set(node.signs)
        )

    def contested(self) -> tuple[GraphNode, ...]:
        """Where sources disagree first, then what another side only answered."""
        disputed = self.signed("contradicted")
        return (*disputed, *(one for one in self.signed("answered") if one not in disputed))

    def weightiest(self, each: int = 2) -> tuple[GraphNode, ...]:
        """The claims that count most for either side: what an undecided debate hangs on."""
        claims = [node for node in self.nodes if node.kind == "claim" and node.weight > 0]
        claims.sort(key=lambda node: -node.weight)
        sides = [side.key for side in self.sides if side.stance != "neutral"]
        return tuple(
            node for key in sides for node in [one for one in claims if one.side == key][:each]
        )

    def against(self, node: GraphNode) -> tuple[GraphNode, ...]:
        """What speaks against a claim."""
        foes = {
            link.source
            for link in self.links
            if link.target == node.id and link.kind in ("contradicts", "rebuts")
        }
        return tuple(one for one in self.nodes if one.id in foes)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a report's evidence beside the report: by id, now, and in the log."""

    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    states: Mapping[str, Kept] = field(default_factory=dict)
    events: Sequence[Event] = ()
    now: datetime | None = None


def graph_of(document: DebateDocument | ReportDocument, around: Surroundings) -> Graph:
    drawing = _Drawing(document, around)
    if isinstance(document, DebateDocument):
        return _debate(document, drawing)
    return _research(document, drawing)


class _Drawing:
    """Collects nodes and links; evidence and publishers come in as they are first needed."""

    def __init__(self, document: DebateDocument | ReportDocument, around: Surroundings) -> None:
        self.nodes: list[GraphNode] = []
        self.links: dict[GraphLink, None] = {}
        self._rows = {row.evidence: row for row in document.sources}
        self._around = around
        self._is_sample = document.is_sample
        self.numbers = Numbers(document)
        self._grounds: dict[str, str] = {}
        self._publishers: dict[str, str] = {}
        self._lines = _lines_by_subject(around.events)

    def line_of(self, subject: str) -> int | None:
        return self._lines.get(subject)

    def add(self, node: GraphNode, evidence: Iterable[str] = ()) -> str:
        self.nodes.append(node)
        for one in dict.fromkeys(evidence):
            self.link(self._ground(one), "supports", node.id)
        return node.id

    def link(self, source: str, kind: LinkKind, target: str) -> None:
        self.links[GraphLink(source, kind, target)] = None

    def sign(self, node_id: str, *signs: Sign) -> None:
        for at, node in enumerate(self.nodes):
            if node.id == node_id:
                self.nodes[at] = replace(node, signs=tuple(dict.fromkeys((*node.signs, *signs))))

    def owners(self, evidence: Iterable[str]) -> int:
        """How many independent hands the evidence is in, as far as their owners tell."""
        return len({self._owner(one) for one in evidence})

    def is_over(self, evidence: str) -> bool:
        """Fiction does not grow old; what memory no longer knows has to be looked at again."""
        now = self._around.now
        if self._is_sample or now is None:
            return False
        state = self._around.states.get(evidence)
        if state is not None:
            return not state.is_usable(now)
        row = self._rows.get(evidence)
        return row is not None and row.expires_at is not None and row.expires_at <= now

    def _owner(self, evidence: str) -> str:
        kept = self._around.evidence.get(evidence)
        if kept is not None and (kept.source.owner or kept.source.name):
            return kept.source.owner or kept.source.name
        row = self._rows.get(evidence)
        return row.publisher if row else evidence

    def _ground(self, evidence: str) -> str:
        """The node of a piece of evidence, made when it is first rested on."""
        if evidence in self._grounds:
            return self._grounds[evidence]
        row, kept = self._rows.get(evidence), self._around.evidence.get(evidence)
        publisher = row.publisher if row else kept.source.name if kept else ""
        state = self._around.states.get(evidence)
        node = GraphNode(
            id=f"e{len(self._grounds) + 1}",
            kind="evidence",
            text=_title(row, kept, evidence),
            label=str(row.number) if row else "",
            signs=("expired",) if self.is_over(evidence) else (),
            note=state.recheck.why if state and state.recheck else "",
            publisher=publisher,
            tier=row.tier if row else kept.source.tier if kept else None,
            url=row.url if row else kept.url if kept else "",
            evidence=evidence,
            published=row.published if row else kept.published if kept else None,
            fetched_at=row.fetched_at if row else kept.fetched_at if kept else None,
            expires_at=state.expires_at if state else row.expires_at if row else None,
            event=self.line_of(evidence),
        )
        self._grounds[evidence] = node.id
        self.nodes.append(node)
        self.link(self._publisher(node), "published", node.id)
        return node.id

    def _publisher(self, ground: GraphNode) -> str:
        name = ground.publisher or ground.url or ground.evidence
        if name not in self._publishers:
            node = GraphNode(
                id=f"p{len(self._publishers) + 1}",
                kind="publisher",
                text=name,
                publisher=name,
                tier=ground.tier,
            )
            self._publishers[name] = node.id
            self.nodes.append(node)
        return self._publishers[name]


def _title(row: SourceRow | None, kept: Evidence | None, evidence: str) -> str:
    if row is not None:
        return row.title or row.url or evidence
    return (kept.title or kept.url) if kept else evidence


def _lines_by_subject(events: Iterable[Event]) -> dict[str, int]:
    """The line of the log for a claim's label (its last check) or for evidence (its first)."""
    lines: dict[str, int] = {}
    for event in events:
        if event.name == "ClaimChecked":
            lines[str(event.data.get("label"))] = event.id
        elif event.name == "ToolCalled" and event.data.get("evidence"):
            lines.setdefault(str(event.data["evidence"]), event.id)
        elif event.name in ("VerdictGiven", "DraftReviewed"):
            lines["answer"] = event.id
    return lines


# -- a debate ---------------------------------------------------------------------------------


def _debate(document: DebateDocument, drawing: _Drawing) -> Graph:
    verdict = document.verdict
    groups, group_of = _points(document)
    drawing.add(
        GraphNode("answer", "answer", say(verdict.reason, document.language),
                  label=verdict.outcome, event=drawing.line_of("answer"),
                  expires_at=verdict.valid_until)
    )  # fmt: skip
    ids: dict[str, str] = {}
    for number, one in enumerate(document.claims, 1):
        ids.setdefault(one.said.id, f"c{number}")
        node = _claim(one, f"c{number}", group_of.get(one.said.id), document, drawing)
        drawing.add(node, one.said.evidence)
        _contradicted(one, node, drawing)
    _rebutted(document, ids, drawing)
    for label in verdict.decisive:
        if label in ids:
            drawing.link(ids[label], "decides", "answer")
    for label in verdict.dissent:
        if label in ids and label not in verdict.decisive:
            drawing.sign(ids[label], "dissent")
            drawing.link(ids[label], "dissents", "answer")
    return Graph(
        run=document.run,
        kind="debate",
        language=document.language,
        outcome=verdict.outcome,
        confidence=verdict.confidence,
        reason=say(verdict.reason, document.language),
        sides=tuple(GraphSide(one.key, one.name, one.stance) for one in document.parties),
        groups=groups,
        nodes=tuple(drawing.nodes),
        links=tuple(drawing.links),
    )


def _points(document: DebateDocument) -> tuple[tuple[GraphGroup, ...], dict[str, int]]:
    """The clash points anybody spoke to; what speaks to none of them comes last."""
    spoken = [clash for clash in document.clashes if clash.claims]
    spoken.sort(key=lambda clash: not clash.point)
    groups = tuple(
        GraphGroup(one.point, "point" if one.point else "other", one.is_contested) for one in spoken
    )
    group_of = {label: at for at, clash in enumerate(spoken) for label in clash.claims}
    return groups, group_of


def _claim(
    one: CheckedClaim,
    node_id: str,
    group: int | None,
    document: DebateDocument,
    drawing: _Drawing,
) -> GraphNode:
    signs: list[tuple[Sign, bool]] = [
        ("decisive", one.said.id in document.verdict.decisive),
        ("contradicted", one.status == "contradicted" or bool(one.against or one.counterclaims)),
        ("unverified", one.status == "unverified"),
        ("primary", one.status == "primary"),
        ("single_source", one.is_context or (one.status == "contradicted" and one.sources < 2)),
        ("expired", any(drawing.is_over(e) for e in one.said.evidence)),
        ("key", one.said.is_key),
    ]
    return GraphNode(
        id=node_id,
        kind="claim",
        text=one.said.text,
        label=one.said.id,
        side=one.side,
        group=group,
        round=one.round,
        signs=tuple(sign for sign, holds in signs if holds),
        note=say(why_failed(one, one.reasons), document.language),
        sources=one.sources,
        weight=one.weight,
        expires_at=one.expires_at,
        event=drawing.line_of(one.said.id),
    )


def _contradicted(one: CheckedClaim, claim: GraphNode, drawing: _Drawing) -> None:
    for number, said in enumerate(one.against, 1):
        node = GraphNode(f"{claim.id}x{number}", "counterclaim", said.text, group=claim.group)
        drawing.link(drawing.add(node, said.evidence), "contradicts", claim.id)


def _rebutted(document: DebateDocument, ids: Mapping[str, str], drawing: _Drawing) -> None:
    groups = {node.id: node.group for node in drawing.nodes}
    count: defaultdict[str, int] = defaultdict(int)
    for said in document.statements:
        for one in said.rebuttals:
            target = ids.get(one.attacks)
            if target is None:
                continue
            count[target] += 1
            node = GraphNode(
                id=f"{target}r{count[target]}",
                kind="rebuttal",
                text=one.text,
                side=said.side,
                group=groups[target],
                round=said.round,
            )
            drawing.link(drawing.add(node, one.evidence), "rebuts", target)
            drawing.sign(target, "answered")


# -- a research report ------------------------------------------------------------------------


def _research(document: ReportDocument, drawing: _Drawing) -> Graph:
    """The first section is the answer: what it says is what the rest supports."""
    drawing.add(GraphNode("answer", "answer", document.question, event=drawing.line_of("answer")))
    groups: list[GraphGroup] = []
    for section in document.sections:
        cited = [one for one in section.sentences if one.evidence]
        if cited:
            is_lead = not groups
            groups.append(GraphGroup(section.heading, "section"))
            for number, sentence in enumerate(cited, 1):
                node = _sentence(sentence, len(groups) - 1, number, drawing, is_lead=is_lead)
                drawing.add(node, sentence.evidence)
                if is_lead:
                    drawing.link(node.id, "decides", "answer")
    _disputes(document, groups, drawing)
    if document.rejected:
        groups.append(GraphGroup("", "rejected"))
        for number, one in enumerate(document.rejected, 1):
            drawing.add(
                GraphNode(f"u{number}", "claim", one.text, group=len(groups) - 1,
                          signs=("unverified",), note=say(one.reason, document.language))
            )  # fmt: skip
    last = document.reviews[-1] if document.reviews else None
    return Graph(
        run=document.run,
        kind="research",
        language=document.language,
        outcome=last.status if last else "",
        confidence="",
        reason=last.critique if last else "",
        sides=(),
        groups=tuple(groups),
        nodes=tuple(drawing.nodes),
        links=tuple(drawing.links),
    )


def _sentence(
    sentence: Statement, group: int, number: int, drawing: _Drawing, *, is_lead: bool = False
) -> GraphNode:
    sources = drawing.owners(sentence.evidence)
    signs: list[tuple[Sign, bool]] = [
        ("decisive", is_lead),
        ("single_source", sources == 1),
        ("expired", any(drawing.is_over(one) for one in sentence.evidence)),
    ]
    return GraphNode(
        id=f"s{group + 1}-{number}",
        kind="claim",
        text=sentence.text,
        label=f"{group + 1}.{number}",
        group=group,
        signs=tuple(sign for sign, holds in signs if holds),
        note=drawing.numbers.warning(sentence),
        sources=sources,
    )


def _disputes(document: ReportDocument, groups: list[GraphGroup], drawing: _Drawing) -> None:
    """Sources that disagree: the better one is the claim, the other what speaks against it."""
    pairs = list(_pairs(document))
    if not pairs:
        return
    groups.append(GraphGroup("", "contradictions", is_contested=True))
    known = {node.text: node.id for node in drawing.nodes if node.kind == "claim"}
    for number, (one, other) in enumerate(pairs, 1):
        claim = known.get(one.text)
        if claim is None:
            node = _sentence(one, len(groups) - 1, number, drawing)
            claim = known[one.text] = drawing.add(node, one.evidence)
        drawing.sign(claim, "contradicted")
        foe = GraphNode(
            f"x{number}", "counterclaim", other.text, note=drawing.numbers.warning(other)
        )
        group = next(node.group for node in drawing.nodes if node.id == claim)
        drawing.link(drawing.add(replace(foe, group=group), other.evidence), "contradicts", claim)


def _pairs(document: ReportDocument) -> Iterator[tuple[Statement, Statement]]:
    for dispute in document.contradictions:
        yield dispute.one, dispute.other
    for parting in document.divergences:
        if parting.official is not None and parting.public is not None:
            yield parting.official, parting.public
