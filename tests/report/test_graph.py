"""A report as nodes and links: everything once, nothing in the air, what decided it named."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from rostra.records import Event, Evidence, Provenance, Source
from rostra.records.artifacts import Kept, Mark
from rostra.records.debate import (
    CheckedClaim,
    ClaimStatus,
    Clash,
    DebateDocument,
    Handcard,
    Party,
    Rebuttal,
    Speech,
    Verdict,
)
from rostra.records.report import (
    Contradiction,
    Rejected,
    ReportDocument,
    Section,
    SourceRow,
)
from rostra.report.graph import Surroundings, graph_of
from tests.saying import cited, claimed, rebutted

NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)
PIECES = [f"evidence:{n}" for n in range(6)]
SIDES = (Party("pro", "正方", "for"), Party("con", "反方", "against"))


def row(number: int, evidence: str, publisher: str) -> SourceRow:
    day = NOW + timedelta(days=3)
    return SourceRow(
        number, evidence, f"題 {number}", "https://a.example/", publisher, 2, "news", None, NOW,
        day, 1,
    )  # fmt: skip


ROWS = tuple(row(n, one, f"社 {n // 2}") for n, one in enumerate(PIECES, 1))


def claim(label: str, **more: Any) -> CheckedClaim:
    side, _, rest = label.partition("-")
    said = claimed(label, f"說 {label}", tuple(more.pop("evidence", PIECES[:1])))
    made: dict[str, Any] = {"status": "verified", "sources": 2, **more}
    return CheckedClaim(side, int(rest[0]), said, **made)


def debate(claims: tuple[CheckedClaim, ...], **more: Any) -> DebateDocument:
    labels = tuple(one.said.label for one in claims)
    made: dict[str, Any] = {
        "verdict": Verdict("for", "medium", (cited("較重。"),), labels[:1]),
        "statements": (),
        "clashes": (Clash("車流", labels[:2], True), Clash("", labels[2:], False)),
        "is_sample": False,
        **more,
    }
    return DebateDocument(
        run="r", title="題", language="zh-Hant", engine="x", started_at=NOW, ended_at=NOW,
        made_at=NOW, parties=SIDES, handcard=Handcard(("車流",)), claims=claims, rounds=(),
        actions=(), rulings=(), sources=ROWS, **made,
    )  # fmt: skip


labels = st.integers(1, 12).map(lambda n: [f"{('pro', 'con')[i % 2]}-1.{i}" for i in range(n)])


@st.composite
def debates(draw: st.DrawFn) -> DebateDocument:
    names = draw(labels)
    some = st.lists(st.sampled_from(PIECES), max_size=4, unique=True).map(tuple)
    text = st.text(max_size=20)
    claims = tuple(
        claim(
            name,
            evidence=draw(some),
            status=draw(st.sampled_from(sorted(get_args(ClaimStatus)))),
            sources=draw(st.integers(0, 3)),
            against=tuple(cited(draw(text), draw(some)) for _ in range(draw(st.integers(0, 2)))),
        )
        for name in names
    )
    rebuttals = draw(
        st.lists(
            st.builds(Rebuttal, st.sampled_from([*names, "nobody-9.9"]), text, some), max_size=5
        )
    )
    decisive = tuple(draw(st.lists(st.sampled_from([*names, "gone-1.1"]), unique=True)))
    dissent = tuple(draw(st.lists(st.sampled_from(names), unique=True)))
    return debate(
        claims,
        verdict=Verdict("against", "low", (cited(draw(text)),), decisive, dissent=dissent),
        statements=(Speech("con", 2, rebuttals=tuple(rebuttals)),),
    )


@given(debates())
def test_every_claim_appears_once_and_every_link_has_two_ends(document: DebateDocument) -> None:
    graph = graph_of(document, Surroundings(now=NOW))

    said = [node.label for node in graph.nodes if node.kind == "claim"]
    assert said == [one.said.label for one in document.claims]
    ids = [node.id for node in graph.nodes]
    assert len(ids) == len(set(ids))
    assert {end for link in graph.links for end in (link.source, link.target)} <= set(ids)
    used = {one for c in document.claims for one in c.said.evidence}
    used |= {one for c in document.claims for a in c.against for one in a.evidence}
    known = {c.said.label for c in document.claims}
    used |= {
        one
        for s in document.statements
        for r in s.rebuttals
        if r.attacks in known
        for one in r.evidence
    }
    grounds = [node.evidence for node in graph.nodes if node.kind == "evidence"]
    assert sorted(grounds) == sorted(used)
    assert graph == graph_of(document, Surroundings(now=NOW))


@given(debates())
def test_only_what_the_verdict_names_decides(document: DebateDocument) -> None:
    graph = graph_of(document, Surroundings(now=NOW))
    labels = {node.id: node.label for node in graph.nodes}
    known = {one.said.label for one in document.claims}

    deciding = {labels[link.source] for link in graph.links if link.kind == "decides"}

    assert deciding == set(document.verdict.decisive) & known
    assert {node.label for node in graph.signed("decisive")} == deciding


def test_what_speaks_against_a_claim_stands_beside_it_with_its_own_evidence() -> None:
    foe = cited("另一個數字", (PIECES[4],))
    document = debate(
        (claim("pro-1.1"), claim("con-1.1", status="contradicted", sources=1, against=(foe,))),
        statements=(Speech("con", 1, rebuttals=(rebutted("pro-1.1", "不然", (PIECES[3],)),)),),
    )

    graph = graph_of(document, Surroundings(now=NOW))

    (disputed,) = graph.signed("contradicted")
    assert [one.text for one in graph.against(disputed)] == ["另一個數字"]
    (answered,) = graph.signed("answered")
    assert graph.contested() == (disputed, answered)
    assert (answered.label, [one.side for one in graph.against(answered)]) == ("pro-1.1", ["con"])
    assert [node.label for node in graph.signed("single_source")] == ["con-1.1"]


def test_an_undecided_debate_names_what_weighs_most_on_either_side() -> None:
    weights = {"pro-1.1": 0.5, "con-1.2": 1.9, "pro-1.3": 1.1, "pro-1.4": 0.9, "con-1.5": 0.0}
    claims = tuple(claim(label, weight=weight) for label, weight in weights.items())
    undecided = Verdict("undecided", "low", (cited("份量接近。"),), ())

    graph = graph_of(debate(claims, verdict=undecided), Surroundings(now=NOW))

    assert graph.signed("decisive") == ()
    assert [node.label for node in graph.weightiest()] == ["pro-1.3", "pro-1.4", "con-1.2"]


def _evidence(piece: str, owner: str, world: str = "") -> Evidence:
    made = Provenance("r", "pages.read", "k", "L2", world=world)
    source = Source(owner, 2, "news", owner)
    return Evidence(
        piece, piece, piece, made, source, "https://a.example/", "題", "raw", "text",
        "text/plain", NOW,
    )  # fmt: skip


def test_a_claim_on_evidence_that_is_over_or_in_doubt_says_so() -> None:
    kept = Kept(_evidence(PIECES[0], "社"), NOW, NOW + timedelta(days=1))
    doubted = replace(kept, recheck=Mark("expired", NOW))
    document = debate((claim("pro-1.1"),))

    def expired(document: DebateDocument, state: Kept, now: datetime) -> int:
        around = Surroundings(states={PIECES[0]: state}, now=now)
        return len(graph_of(document, around).signed("expired"))

    assert expired(document, kept, NOW) == 0
    assert expired(document, kept, NOW + timedelta(days=2)) == 1
    assert expired(document, doubted, NOW) == 1
    fiction = replace(document, is_sample=True)
    assert expired(fiction, kept, NOW + timedelta(days=900)) == 0


def test_a_node_names_the_line_of_the_log_that_tells_of_it() -> None:
    def line(number: int, name: str, **data: str) -> Event:
        return Event("r", number, NOW, "agent", name, "", data)

    events = (
        line(3, "ToolCalled", evidence=PIECES[0]),
        line(4, "ToolCalled", evidence=PIECES[0]),
        line(7, "ClaimChecked", label="pro-1.1"),
        line(9, "ClaimChecked", label="pro-1.1"),
        line(12, "VerdictGiven"),
    )
    graph = graph_of(debate((claim("pro-1.1"),)), Surroundings(events=events, now=NOW))

    lines = {node.kind: node.event for node in graph.nodes}
    assert (lines["evidence"], lines["claim"], lines["answer"]) == (3, 9, 12)


def _research(**more: Any) -> ReportDocument:
    made: dict[str, Any] = {"sections": (), "rejected": (), **more}
    return ReportDocument(
        run="r", title="題", question="問？", language="zh-Hant", mode="strict", engine="x",
        is_sample=False, made_at=NOW, sources=ROWS, dropped=(), outside_calls=0, pages_read=0,
        **made,
    )  # fmt: skip


def test_a_research_report_is_decided_by_its_first_section_and_shows_what_was_refused() -> None:
    better = cited("減少14.2%", (PIECES[0], PIECES[2]))
    document = _research(
        sections=(
            Section("查核結果", (better, cited("按語"))),
            Section("事實依據", (cited("申訴6,840件", (PIECES[1],)),)),
        ),
        contradictions=(
            Contradiction(better, cited("減幅9.8%", (PIECES[4],))),
            Contradiction(cited("甲", (PIECES[3],)), cited("乙", (PIECES[5],))),
        ),
        rejected=(Rejected("沒有出處", "no evidence"),),
    )
    pieces = {one: _evidence(one, f"主 {n}") for n, one in enumerate(PIECES)}

    graph = graph_of(document, Surroundings(evidence=pieces, now=NOW))

    assert [node.text for node in graph.signed("decisive")] == ["減少14.2%"]
    assert [node.text for node in graph.signed("contradicted")] == ["減少14.2%", "甲"]
    assert [node.text for node in graph.signed("unverified")] == ["沒有出處"]
    assert "減少14.2%" not in [node.text for node in graph.signed("single_source")]
    assert [group.kind for group in graph.groups] == [
        "section", "section", "contradictions", "rejected",
    ]  # fmt: skip


def test_an_empty_report_is_a_graph_of_its_answer_alone() -> None:
    graph = graph_of(_research(), Surroundings())

    assert [node.kind for node in graph.nodes] == ["answer"]
    assert (graph.links, graph.signed("decisive")) == ((), ())
