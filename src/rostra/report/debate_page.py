"""What a debate's report holds, in order, before it has a form.

The verdict comes first and how sure it is, then what decided it for each side, where they clash,
what to do next, what is not known and how it was made; how the debate went is the record.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from rostra.records.debate import (
    CheckedClaim,
    DebateDocument,
    Party,
    PointRuling,
    RuledCall,
    Speech,
)
from rostra.report.blocks import (
    Block,
    Callout,
    Cell,
    Heading,
    Paper,
    Paragraph,
    Piece,
    facts,
    gridded,
    listed,
    plain,
    warnings,
)
from rostra.report.publish import Numbers
from rostra.report.wording import dollars, searched_in, unheard, why_failed, written
from rostra.words import Phrases, moment, offset, say, tell

_BEST = 3
_MOST_GROUPS = 12
_APPROVE = "approve"


def debate_paper(document: DebateDocument) -> Paper:
    page = _Page(document)
    return Paper(
        document.language,
        document.made_at,
        document.run,
        document.title,
        page.common["sample"] if document.is_sample else "",
        (
            page.verdict(),
            *warnings((*unheard(document.hands, document.language), *document.notes)),
        ),
        tuple(page.blocks()),
        page.common["open_evidence"] if document.sources else "",
        record=tuple(page.record()),
    )


class _Page:
    """A document with the words and numbers that its blocks need."""

    def __init__(self, document: DebateDocument) -> None:
        self.document = document
        self.language = document.language
        self.words = Phrases("debate_report", document.language)
        self.common = Phrases("report", document.language)
        self.numbers = Numbers(document)
        self.claims = {one.said.id: one for one in document.claims}
        self.names = {one.key: one.name for one in document.parties}

    def verdict(self) -> Callout:
        verdict, words = self.document.verdict, self.words
        outcome = words[f"outcome_{verdict.outcome}"]
        return Callout(
            Piece(verdict.reason), f"verdict {verdict.outcome}", words["verdict"], outcome
        )

    def blocks(self) -> list[Block]:
        document, words, verdict = self.document, self.words, self.document.verdict
        body = [
            *self._sure(),
            *self._decisive(),
            *listed(words["premise"], ((self.numbers.piece(one),) for one in document.premise)),
            *self._clashes(),
            *self._sides(),
            *self._dissent(),
            *listed(words["would_change"], plain(verdict.would_change)),
            *self._actions(),
            *self._unknown(),
            Heading(self.common["how_made"]),
            Paragraph(tuple(map(Piece, self._made()))),
        ]
        return [*body, *self.numbers.legend(), *self.numbers.sources()]

    def _sure(self) -> list[Block]:
        verdict, words = self.document.verdict, self.words
        sure = words[verdict.confidence]
        if verdict.confidence_reason:
            sure = words.say("because", what=sure, why=verdict.confidence_reason)
        until = verdict.valid_until
        note = f"{words['valid_until']} {moment(until)}" if until else ""
        return [Paragraph((Piece(sure, lead=words["confidence"], note=note),))]

    def _unknown(self) -> list[Block]:
        """What the verdict would have a reader mind, and what sides could not answer."""
        told = [say(one, self.language) for one in self.document.verdict.caveats]
        told += [text for one in self.document.statements for text in one.open_questions]
        return listed(self.common["unknown_heading"], plain(dict.fromkeys(told)))

    def _made(self) -> list[str]:
        """How the report came about, a sentence each."""
        document, words, common = self.document, self.words, self.common
        verdict = document.verdict
        is_quoted = document.engine == "extractive"
        hands = document.hands
        by = common["engine_extractive"] if is_quoted else ""
        judged = words["weighed"] if verdict.judged_by == "weighed" else verdict.judged_by
        flipped = f"{judged} ({words['flipped']})" if verdict.flipped else judged
        searched = searched_in(document.language, document.searched, document.unsearched)
        told = (
            by,
            written(hands, document.language),
            words.say("made_judged", judge=flipped) if judged else "",
            common.say("made_searched", told=searched) if searched else "",
            self._spent(),
            common.say("made_when", at=moment(document.made_at)),
        )
        return [one for one in told if one]

    def record(self) -> list[Block]:
        return [
            facts((self.common["run"], self.document.run)),
            *self._chairman(),
            *self._timeline(),
            *self._rejected(),
            *self._ways(),
            *self._governance(),
            *self.numbers.kept(),
        ]

    def _decisive(self) -> list[Block]:
        """The best of each side, what decided first; a side with nothing verified says so."""
        decided = self.document.verdict.decisive
        order = {label: n for n, label in enumerate(decided)}
        blocks: list[Block] = []
        for party in self.document.parties:
            ours = [one for one in self.document.claims if one.side == party.key and one.stands]
            ours.sort(key=lambda one: (order.get(one.said.id, len(order)), -one.weight))
            best = [(self._claim(one, is_own=True),) for one in ours[:_BEST]]
            blocks += listed(party.name, best or plain([self.words["none_verified"]]), level=3)
            blocks += self._context(party.key)
        return [Heading(self.words["decisive"]), *blocks]

    def _context(self, side: str) -> list[Block]:
        """What only one source carries: worth reading, and without weight."""
        ours = [one for one in self.document.claims if one.side == side and one.is_context]
        return listed(
            self.words["context"],
            [(self._claim(one, is_own=True),) for one in ours[:_BEST]],
            level=4,
        )

    def _dissent(self) -> list[Block]:
        told = self.document.verdict.dissent
        items = (
            (self._claim(self.claims[one]) if one in self.claims else Piece(one),) for one in told
        )
        return listed(self.words["dissent"], items)

    def _clashes(self) -> list[Block]:
        document, words = self.document, self.words
        names = (one.name for one in document.parties)
        head = (words["point"], *names, words["prevails"])
        ruled = {one.point: one for one in document.verdict.points}
        rows = []
        for n, clash in enumerate(document.clashes, 1):
            if not clash.claims:
                continue
            claims = [self.claims[label] for label in clash.claims if label in self.claims]
            claims = [one for one in claims if one.counts_by_itself or one.is_context]
            if not claims:
                continue
            good = sum(one.stands for one in claims)
            note = words["contested"] if clash.is_contested else ""
            rows.append(
                (
                    (Piece(clash.point or words["other_point"], note=note),),
                    *(self._cell(party, claims) for party in document.parties),
                    self._prevailing(ruled.get(n), f"{good}/{len(claims)}"),
                )
            )
        silent = [one.point for one in document.clashes if not one.claims]
        told = words.say("silent_points", points=words["and"].join(silent)) if silent else ""
        return gridded(words["clashes"], head, rows, look="clash", intro=told)

    def _prevailing(self, ruling: PointRuling | None, counted: str) -> Cell:
        """Who prevails on a point, and why; where nobody judged, how many claims stand."""
        if ruling is None:
            return (Piece(counted),)
        words = self.words
        why = (Piece(one.text) for one in ruling.reasons)
        return (Piece(words[f"better_{ruling.better}"], note=counted), *why)

    def _cell(self, party: Party, claims: Sequence[CheckedClaim]) -> Cell:
        ours = [one for one in claims if one.side == party.key]
        return tuple(self._claim(one, is_own=True) for one in ours) or (Piece("–"),)

    def _chairman(self) -> list[Block]:
        words = self.words
        points = " / ".join(self.document.handcard.clash_points)
        items: list[Cell] = [(Piece(points, lead=words["handcard"]),)]
        for one in self.document.rounds:
            number = words.say("round", n=one.number)
            items.append(
                (Piece(say(one.reason, self.language), lead=f"{number} {words[one.decision]}"),)
            )
        return listed(words["chairman"], items)

    def _timeline(self) -> list[Block]:
        """Rounds and turns in the order of the debate, each with the time it ended."""
        document, words = self.document, self.words
        pleas = {
            party.key: [one for one in document.rulings if self._is_plea_of(one, party)]
            for party in document.parties
        }
        rows: list[tuple[Cell, ...]] = []
        self._add(rows, document.started_at, "", words["began"])
        for one in document.rounds:
            said = [s for s in document.statements if s.round == one.number]
            number = words.say("round", n=one.number)
            for statement in said:
                ours = pleas[statement.side][: statement.extensions]
                del pleas[statement.side][: statement.extensions]
                who = f"{number} · {self.names[statement.side]}"
                self._add(rows, statement.ended_at, who, self._turn(statement, ours))
            closed = f"{words[one.decision]} · {say(one.reason, self.language)}"
            self._add(rows, one.closed_at, f"{number} · {words['chair_name']}", closed)
        verdict = words[f"outcome_{document.verdict.outcome}"]
        self._add(rows, document.ended_at, words["chair_name"], verdict)
        time = f"{words['time']} ({offset(document.made_at)})"
        head = (words["order"] if document.is_sample else time, words["speaker"], words["what"])
        return gridded(words["timeline"], head, rows, look="times")

    def _is_plea_of(self, ruled: RuledCall, party: Party) -> bool:
        return ruled.tool == "request_extension" and ruled.agent == party.key

    def _turn(self, said: Speech, pleas: Sequence[RuledCall]) -> str:
        words = self.words
        told = words.say(
            "turn_line",
            claims=len(said.claims),
            rebuttals=len(said.rebuttals),
            calls=said.outside_calls + said.from_memory,
        )
        for (decision, reason), n in Counter((one.decision, one.reason) for one in pleas).items():
            decided = words["approved" if decision == _APPROVE else "refused"]
            times = f" {n}" if n > 1 else ""
            why = say(reason, self.language)
            told += words.say("turn_plea", decided=f"{decided}{times}", why=why)
        if said.extensions and not pleas:
            told += words.say("turn_extended", n=said.extensions)
        return told + words["turn_forced"] if said.was_forced else told

    def _add(self, rows: list[tuple[Cell, ...]], at: datetime | None, who: str, what: str) -> None:
        """A moment with its time; in the sample world, where time stands still, with its place."""
        when = str(len(rows) + 1) if self.document.is_sample else ""
        if at and not self.document.is_sample:
            when = f"{at.astimezone(self.document.made_at.tzinfo):%H:%M:%S}"
        rows.append(plain((when, who, what)))

    def _actions(self) -> list[Block]:
        items = (
            (replace(self.numbers.piece(one, lead=one.question), links=one.links),)
            for one in self.document.actions
        )
        return listed(self.words["actions"], items, style="numbers")

    def _ways(self) -> list[Block]:
        """Whether debating helped: the same evidence answered alone and by a vote."""
        words = self.words
        rows = []
        for one in self.document.ways:
            rate = f"{one.verified / one.tokens * 1000:.2f}" if one.tokens else "–"
            differs = one.outcome != self.document.ways[-1].outcome
            outcome = Piece(
                words[f"outcome_{one.outcome}"], note=words["differs"] if differs else ""
            )
            counts = (f"{one.verified}/{one.claims}", f"{one.coverage:.0%}", rate, str(one.flips))
            rows.append(((Piece(words[f"way_{one.name}"]),), (outcome,), *plain(counts)))
        columns = ("way", "decision", "verified_column", "coverage", "per_thousand", "flips")
        return gridded(words["ways"], (words[name] for name in columns), rows, look="list")

    def _governance(self) -> list[Block]:
        """Rulings of one kind in one row; the same page asked for twice is one request."""
        words = self.words
        kinds: dict[tuple[str, str, str, str], list[RuledCall]] = {}
        for one in self.document.rulings:
            key = (one.decision, one.tool, one.by, say(one.reason, self.language))
            kinds.setdefault(key, []).append(one)
        counted = {key: _requests(ruled) for key, ruled in kinds.items()}
        yes = sum(n for (decision, *_), n in counted.items() if decision == _APPROVE)
        no = sum(counted.values()) - yes
        told = words.say("summary_line", asked=yes + no, yes=yes, no=no)
        head = (words[key] for key in ("decision", "agent", "subject", "by", "reason"))
        order = sorted(kinds, key=lambda key: (key[0] != _APPROVE, -counted[key], key))
        rows = (self._rulings(key, kinds[key], counted[key]) for key in order[:_MOST_GROUPS])
        return gridded(words["governance"], head, rows, intro=told)

    def _rulings(
        self, kind: tuple[str, str, str, str], ruled: Sequence[RuledCall], times: int
    ) -> tuple[Cell, ...]:
        decision, tool, gate, reason = kind
        words = self.words
        decided = "approved_times" if decision == _APPROVE else "refused_times"
        asked = {one.agent for one in ruled}
        names = [one.name for one in self.document.parties if one.key in asked]
        others = sorted(asked - set(self.names))
        names += [tell("events.speaker", self.language, {"name": one}) for one in others]
        return (
            (Piece(words.say(decided, n=times)),),
            (Piece(words["and"].join(names)),),
            (self._subject(tool, ruled),),
            (Piece(tell("rulings.decider", self.language, {"by": gate})),),
            (Piece(reason),),
        )

    def _subject(self, tool: str, ruled: Sequence[RuledCall]) -> Piece:
        if tool == "request_extension":
            return Piece(self.words["extension"])
        hosts = {host for one in ruled if (host := urlsplit(one.subject).netloc)}
        if len(hosts) > 1:
            return Piece(self.words.say("pages_of", n=len(hosts)), note=tool)
        return Piece(ruled[0].subject[:90], note=tool)

    def _spent(self) -> str:
        spent, words = self.document.spent, self.words
        cost = self.common["price_unknown"] if spent.cost is None else dollars(spent.cost)
        whole = spent.outside_calls + spent.from_memory
        return words.say(
            "spent_line",
            outside=spent.outside_calls,
            models=spent.model_calls,
            tokens=f"{spent.tokens:,}",
            cost=cost,
            memory=spent.from_memory,
            share=f"{spent.from_memory / whole:.0%}" if whole else "0%",
        )

    def _sides(self) -> list[Block]:
        """What was said in answer to others: claims themselves stand in the clash table."""
        blocks: list[Block] = []
        for party in self.document.parties:
            ours = [one for one in self.document.statements if one.side == party.key]
            answers = (item for one in ours for item in self._answers(one))
            blocks += listed(party.name, answers, level=3)
        return [Heading(self.words["each_side"]), *blocks] if blocks else []

    def _answers(self, statement: Speech) -> list[Cell]:
        words = self.words
        found: list[Cell] = []
        for one in statement.rebuttals:
            if one.attacks in self.claims:
                theirs = self.claims[one.attacks]
                lead = words.say(
                    "answers", name=self.names.get(theirs.side, theirs.side), text=theirs.said.text
                )
                replies = [r for s in self.document.statements for r in s.replies]
                answered = (
                    self.numbers.piece(r, lead=words["replied"])
                    for r in replies
                    if r.answers == one.id
                )
                found.append((self.numbers.piece(one, lead=lead), *answered))
        conceded = words["concessions"]
        found += [(self.numbers.piece(one, lead=conceded),) for one in statement.concessions]
        return found

    def _rejected(self) -> list[Block]:
        """What did not pass; not what passed later in the same words."""
        items = []
        passed = {one.said.text for one in self.document.claims if one.stands}
        for one in self.document.claims:
            if one.counts_by_itself or one.is_context or one.said.text in passed:
                continue
            why = say(why_failed(one, one.missing or one.reasons), self.language)
            piece = Piece(one.said.text, lead=self.names.get(one.side, one.side), note=why)
            otherwise = self.words["says_otherwise"]
            against = (self.numbers.piece(side, lead=otherwise) for side in one.against)
            items.append((piece, *against))
        return listed(self.words["rejected"], items)

    def _claim(self, one: CheckedClaim, *, is_own: bool = False) -> Piece:
        note = "" if one.status == "verified" else self.words[one.status]
        if one.is_rebutted:
            note = self.words["rebutted"]
        if one.status == "verified" and one.sources == 1:  # a record of before primary ones
            note = self.words["single_origin"]
        lead = "" if is_own else self.names.get(one.side, one.side)
        return self.numbers.piece(one.said, lead=lead, note=note)


def _requests(ruled: Sequence[RuledCall]) -> int:
    """How many things were asked for; a plea is one each time, a page once for all who want it."""
    pages = {one.subject for one in ruled if one.tool != "request_extension"}
    return len(pages) + sum(one.tool == "request_extension" for one in ruled)
