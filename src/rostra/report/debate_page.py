"""What a debate's report holds, in order, before it is Markdown or HTML.

The verdict comes first, then what decided it for each side, where they clash, what the chairman
decided and when, what to do next, who allowed what, and what it cost. A piece is a short text with
its citations; blocks are lists and tables of them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from urllib.parse import urlsplit

from rostra.records.debate import CheckedClaim, DebateDocument, Party, RuledCall, Speech
from rostra.report.blocks import Block, Cell, Grid, Items, Opening, Paper, Piece, source_named
from rostra.report.frame import dollars
from rostra.report.wording import why_failed
from rostra.words import Phrases, moment, offset, say, tell

_BEST = 3
_MOST_GROUPS = 12
_APPROVE = "approve"


class DebatePage:
    """A document with the words and numbers that its blocks need."""

    def __init__(self, document: DebateDocument) -> None:
        self.document = document
        self.language = document.language
        self.words = Phrases("debate_report", document.language)
        self.common = Phrases("report", document.language)
        self.numbers = {row.evidence: row.number for row in document.sources}
        self.claims = {one.said.id: one for one in document.claims}
        self.names = {one.key: one.name for one in document.parties}

    def paper(self) -> Paper:
        document = self.document
        blocks = tuple(self.blocks())
        return Paper(
            document.language,
            document.made_at,
            document.run,
            self.opening(),
            blocks,
            self.closing().replace("`", ""),
        )

    def opening(self) -> Opening:
        document, words, common = self.document, self.words, self.common
        verdict = document.verdict
        engine = common["engine_extractive"] if document.engine == "extractive" else document.engine
        judged = words["weighed"] if verdict.judged_by == "weighed" else verdict.judged_by
        flipped = f"{judged} ({words['flipped']})" if verdict.flipped else judged
        sure = words[verdict.confidence]
        if verdict.confidence_reason:
            sure = words.say("because", what=sure, why=verdict.confidence_reason)
        until = moment(verdict.valid_until) if verdict.valid_until else ""
        facts = (
            (words["confidence"], sure),
            (words["judged"], flipped),
            (words["valid_until"], until),
            (common["engine"], engine),
            (common["made_at"], moment(document.made_at)),
            (common["run"], document.run),
        )
        return Opening(
            title=document.title,
            sample=common["sample"] if document.is_sample else "",
            verdict=words["verdict"],
            outcome=words[f"outcome_{verdict.outcome}"],
            reason=verdict.reason,
            notes=document.notes,
            facts=tuple((name, value) for name, value in facts if value),
        )

    def closing(self) -> str:
        return self.common["open_evidence"] if self.document.sources else ""

    def blocks(self) -> list[Block]:
        verdict = self.document.verdict
        found: list[Block] = [
            *self._premise(),
            *self._decisive(),
            *self._plain("would_change", verdict.would_change),
            *self._dissent(),
            *self._plain("caveats", [say(one, self.language) for one in verdict.caveats]),
            *self._clashes(),
            self._chairman(),
            self._timeline(),
            *self._actions(),
            *self._ways(),
            self._governance(),
            self._spent(),
            *self._sides(),
            *self._rejected(),
            *self._sources(),
        ]
        return found

    def _premise(self) -> list[Block]:
        told = tuple(
            (Piece(one.text, marks=self._marks(one.evidence)),) for one in self.document.premise
        )
        return [Items(self.words["premise"], told)] if told else []

    def _decisive(self) -> list[Block]:
        """The best of each side, what decided first; a side with nothing verified says so."""
        decided = self.document.verdict.decisive
        order = {label: n for n, label in enumerate(decided)}
        blocks: list[Block] = []
        for party in self.document.parties:
            ours = [
                one
                for one in self.document.claims
                if one.side == party.key and one.status == "verified"
            ]
            ours.sort(key=lambda one: (order.get(one.said.id, len(order)), -one.weight))
            items = tuple((self._claim(one, is_own=True),) for one in ours[:_BEST])
            nothing = ((Piece(self.words["none_verified"]),),)
            blocks.append(Items(party.name, items or nothing, level=3))
        return [Items(self.words["decisive"], ()), *blocks]

    def _dissent(self) -> list[Block]:
        told = self.document.verdict.dissent
        items = tuple(
            (self._claim(self.claims[one]) if one in self.claims else Piece(one),) for one in told
        )
        return [Items(self.words["dissent"], items)] if items else []

    def _plain(self, heading: str, texts: Iterable[str]) -> list[Block]:
        items = tuple((Piece(one),) for one in texts)
        return [Items(self.words[heading], items)] if items else []

    def _clashes(self) -> list[Block]:
        document, words = self.document, self.words
        if not document.clashes:
            return []
        head = (words["point"], *(one.name for one in document.parties), words["verified_column"])
        rows = []
        for clash in document.clashes:
            if not clash.claims:
                continue
            claims = [self.claims[label] for label in clash.claims if label in self.claims]
            good = sum(one.status == "verified" for one in claims)
            note = words["contested"] if clash.is_contested else ""
            rows.append(
                (
                    (Piece(clash.point or words["other_point"], note=note),),
                    *(self._cell(party, claims) for party in document.parties),
                    (Piece(f"{good}/{len(claims)}"),),
                )
            )
        silent = [one.point for one in document.clashes if not one.claims]
        told = words.say("silent_points", points=words["and"].join(silent)) if silent else ""
        return [Grid(words["clashes"], head, tuple(rows), kind="clash", intro=told)]

    def _cell(self, party: Party, claims: Sequence[CheckedClaim]) -> Cell:
        ours = [one for one in claims if one.side == party.key]
        return tuple(self._claim(one, is_own=True) for one in ours) or (Piece("–"),)

    def _chairman(self) -> Block:
        words = self.words
        points = " / ".join(self.document.handcard.clash_points)
        items: list[Cell] = [(Piece(points, lead=words["handcard"]),)]
        for one in self.document.rounds:
            number = words.say("round", n=one.number)
            items.append(
                (Piece(say(one.reason, self.language), lead=f"{number} {words[one.decision]}"),)
            )
        return Items(words["chairman"], tuple(items))

    def _timeline(self) -> Block:
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
            closed = f"{words[one.decision]} · {one.reason}"
            self._add(rows, one.closed_at, f"{number} · {words['chair_name']}", closed)
        verdict = words[f"outcome_{document.verdict.outcome}"]
        self._add(rows, document.ended_at, words["chair_name"], verdict)
        time = f"{words['time']} ({offset(document.made_at)})"
        head = (words["order"] if document.is_sample else time, words["speaker"], words["what"])
        return Grid(words["timeline"], head, tuple(rows), kind="times")

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
        rows.append(((Piece(when),), (Piece(who),), (Piece(what),)))

    def _actions(self) -> list[Block]:
        items = tuple(
            (Piece(one.advice, lead=one.question, links=one.links),)
            for one in self.document.actions
        )
        return [Items(self.words["actions"], items, is_numbered=True)] if items else []

    def _ways(self) -> list[Block]:
        """Whether debating helped: the same evidence answered alone and by a vote."""
        words = self.words
        if not self.document.ways:
            return []
        debate = self.document.ways[-1]
        rows = []
        for one in self.document.ways:
            rate = f"{one.verified / one.tokens * 1000:.2f}" if one.tokens else "–"
            differs = words["differs"] if one.outcome != debate.outcome else ""
            rows.append(
                (
                    (Piece(words[f"way_{one.name}"]),),
                    (Piece(words[f"outcome_{one.outcome}"], note=differs),),
                    (Piece(f"{one.verified}/{one.claims}"),),
                    (Piece(f"{one.coverage:.0%}"),),
                    (Piece(rate),),
                    (Piece(str(one.flips)),),
                )
            )
        columns = ("way", "decision", "verified_column", "coverage", "per_thousand", "flips")
        head = tuple(words[name] for name in columns)
        return [Grid(words["ways"], head, tuple(rows), kind="list")]

    def _governance(self) -> Block:
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
        head = tuple(words[key] for key in ("decision", "agent", "subject", "by", "reason"))
        order = sorted(kinds, key=lambda key: (key[0] != _APPROVE, -counted[key], key))
        rows = tuple(self._rulings(key, kinds[key], counted[key]) for key in order[:_MOST_GROUPS])
        return Grid(words["governance"], head, rows, intro=told)

    def _rulings(
        self, kind: tuple[str, str, str, str], ruled: Sequence[RuledCall], times: int
    ) -> tuple[Cell, ...]:
        decision, tool, gate, reason = kind
        words = self.words
        decided = "approved_times" if decision == _APPROVE else "refused_times"
        asked = {one.agent for one in ruled}
        names = [one.name for one in self.document.parties if one.key in asked]
        names += sorted(asked - set(self.names))
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

    def _spent(self) -> Block:
        spent, words = self.document.spent, self.words
        cost = self.common["price_unknown"] if spent.cost is None else dollars(spent.cost)
        whole = spent.outside_calls + spent.from_memory
        told = words.say(
            "spent_line",
            outside=spent.outside_calls,
            models=spent.model_calls,
            tokens=f"{spent.tokens:,}",
            cost=cost,
            memory=spent.from_memory,
            share=f"{spent.from_memory / whole:.0%}" if whole else "0%",
        )
        return Items(words["spent"], ((Piece(told),),))

    def _sides(self) -> list[Block]:
        """What was said in answer to others: claims themselves stand in the clash table."""
        blocks: list[Block] = []
        for party in self.document.parties:
            ours = [one for one in self.document.statements if one.side == party.key]
            items = [item for one in ours for item in self._answers(one)]
            if items:
                blocks.append(Items(party.name, tuple(items), level=3))
        return [Items(self.words["each_side"], ()), *blocks] if blocks else []

    def _answers(self, statement: Speech) -> list[Cell]:
        words = self.words
        found: list[Cell] = []
        for one in statement.rebuttals:
            if one.attacks in self.claims:
                theirs = self.claims[one.attacks]
                lead = words.say(
                    "answers", name=self.names.get(theirs.side, theirs.side), text=theirs.said.text
                )
                found.append((Piece(one.text, lead=lead, marks=self._marks(one.evidence)),))
        found += [(Piece(one, lead=words["concessions"]),) for one in statement.concessions]
        found += [(Piece(one, lead=words["open"]),) for one in statement.open_questions]
        return found

    def _rejected(self) -> list[Block]:
        """What did not pass; not what passed later in the same words."""
        items = []
        passed = {one.said.text for one in self.document.claims if one.status == "verified"}
        for one in self.document.claims:
            if one.status == "verified" or one.said.text in passed:
                continue
            why = say(why_failed(one, one.missing or one.reasons), self.language)
            piece = Piece(one.said.text, lead=self.names.get(one.side, one.side), note=why)
            against = tuple(
                Piece(
                    side.text, lead=self.words["says_otherwise"], marks=self._marks(side.evidence)
                )
                for side in one.against
            )
            items.append((piece, *against))
        return [Items(self.words["rejected"], tuple(items))] if items else []

    def _sources(self) -> list[Block]:
        common = self.common
        columns = ("number", "title", "publisher", "tier", "published", "expires", "cited")
        rows = tuple(
            (
                (Piece(str(row.number), marks=(-row.number,)),),
                source_named(row),
                (Piece(row.publisher),),
                (Piece(str(row.tier)),),
                (Piece(str(row.published or "–")),),
                (Piece(f"{row.expires_at:%Y-%m-%d}" if row.expires_at else "–"),),
                (Piece(str(row.cited)),),
            )
            for row in self.document.sources
        )
        if not rows:
            return []
        return [Grid(common["sources"], tuple(common[one] for one in columns), rows, kind="list")]

    def _claim(self, one: CheckedClaim, *, is_own: bool = False) -> Piece:
        note = "" if one.status == "verified" else self.words[one.status]
        if one.status == "verified" and one.sources == 1:
            note = self.words["single_source"]
        lead = "" if is_own else self.names.get(one.side, one.side)
        return Piece(one.said.text, lead=lead, marks=self._marks(one.said.evidence), note=note)

    def _marks(self, evidence: Sequence[str]) -> tuple[int, ...]:
        return tuple(sorted({self.numbers[e] for e in evidence if e in self.numbers}))


def _requests(ruled: Sequence[RuledCall]) -> int:
    """How many things were asked for; a plea is one each time, a page once for all who want it."""
    pages = {one.subject for one in ruled if one.tool != "request_extension"}
    return len(pages) + sum(one.tool == "request_extension" for one in ruled)
