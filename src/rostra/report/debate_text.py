"""A debate's report as Markdown: the verdict first. Other people's words arrive inert."""

from collections.abc import Sequence

from rostra.records.debate import CheckedClaim, DebateDocument, Party, RuledCall, Statement
from rostra.report.debate_words import DEBATE_WORDS
from rostra.report.markdown import escape
from rostra.report.wording import WORDING

_TIME = "%Y-%m-%d %H:%M"
_MOST_RULINGS = 40


def debate_markdown(document: DebateDocument) -> str:
    page = _Page(document)
    blocks = [
        f"# {escape(document.title)}",
        page.header(),
        page.verdict(),
        *page.decisive(),
        *page.lines("would_change", document.verdict.would_change),
        *page.dissent(),
        *page.lines("caveats", document.verdict.caveats),
        page.clashes(),
        page.sides(),
        page.rounds(),
        *page.actions(),
        page.governance(),
        *page.rejected(),
        page.sources(),
        page.spent(),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


class _Page:
    def __init__(self, document: DebateDocument) -> None:
        self.document = document
        self.words = DEBATE_WORDS[document.language]
        self.common = WORDING[document.language]
        self.numbers = {row.evidence: row.number for row in document.sources}
        self.claims = {one.said.label: one for one in document.claims}
        self.names = {one.key: one.name for one in document.parties}

    def header(self) -> str:
        document, common = self.document, self.common
        engine = common["engine_extractive"] if document.engine == "extractive" else document.engine
        lines = [f"> **{escape(note)}**" for note in document.notes]
        if document.is_sample:
            lines.insert(0, f"> {common['sample']}")
        lines += [
            f"> **{common['engine']}** {escape(engine)}",
            f"> **{common['made_at']}** {document.made_at:{_TIME}}",
            f"> **{common['run']}** `{document.run}`",
        ]
        return "  \n".join(lines)

    def verdict(self) -> str:
        verdict, words = self.document.verdict, self.words
        judged = words["weighed"] if verdict.judged_by == "weighed" else verdict.judged_by
        lines = [
            f"## {words['verdict']}：{words[f'outcome_{verdict.outcome}']}"
            if self.document.language != "en"
            else f"## {words['verdict']}: {words[f'outcome_{verdict.outcome}']}",
            "",
            escape(verdict.reason),
            "",
            f"- **{words['confidence']}** {words[verdict.confidence]}",
            f"- **{words['judged']}** {escape(judged)}"
            + (f" ({words['flipped']})" if verdict.flipped else ""),
        ]
        if verdict.valid_until is not None:
            lines.append(f"- **{words['valid_until']}** {verdict.valid_until:{_TIME}}")
        return "\n".join(lines)

    def decisive(self) -> list[str]:
        claims = [self.claims[one] for one in self.document.verdict.decisive if one in self.claims]
        return self._block("decisive", [self._claim(one) for one in claims])

    def dissent(self) -> list[str]:
        told = self.document.verdict.dissent
        lines = [self._claim(self.claims[t]) if t in self.claims else escape(t) for t in told]
        return self._block("dissent", lines)

    def lines(self, heading: str, texts: Sequence[str]) -> list[str]:
        return self._block(heading, [escape(one) for one in texts])

    def clashes(self) -> str:
        document, words = self.document, self.words
        if not document.clashes:
            return ""
        head = [words["point"], *(escape(one.name) for one in document.parties)]
        rows = []
        for clash in document.clashes:
            claims = [self.claims[label] for label in clash.claims if label in self.claims]
            mark = f" **({words['contested']})**" if clash.is_contested else ""
            rows.append(
                [escape(clash.point) + mark, *(self._cell(p, claims) for p in document.parties)]
            )
        return _table(words["clashes"], head, rows)

    def _cell(self, party: Party, claims: Sequence[CheckedClaim]) -> str:
        ours = [one for one in claims if one.side == party.key]
        return "<br>".join(self._claim(one, with_side=False) for one in ours) or "–"

    def sides(self) -> str:
        blocks = [f"## {self.words['each_side']}"]
        for party in self.document.parties:
            blocks.append(f"### {escape(party.name)}")
            ours = [one for one in self.document.statements if one.side == party.key]
            lines = [line for one in ours for line in self._statement(one)]
            blocks.append("\n".join(lines) or escape(self.words["nothing"]))
        return "\n\n".join(blocks)

    def _statement(self, statement: Statement) -> list[str]:
        words = self.words
        lines = [
            f"- {words['round'].format(n=statement.round)} {self._claim(self.claims[one.label])}"
            for one in statement.claims
            if one.label in self.claims
        ]
        answered = [one for one in statement.rebuttals if one.attacks in self.claims]
        lines += [
            f"  - {words['rebuttals']} `{one.attacks}` {self._cited(one.text, one.evidence)}"
            for one in answered
        ]
        lines += [f"  - {words['concessions']} {escape(one)}" for one in statement.concessions]
        lines += [f"  - {words['open']} {escape(one)}" for one in statement.open_questions]
        return lines

    def rounds(self) -> str:
        words = self.words
        lines = [f"## {words['chairman']}", ""]
        points = " / ".join(escape(one) for one in self.document.handcard.clash_points)
        lines.append(f"- {words['handcard']}：{points}")
        for one in self.document.rounds:
            number = words["round"].format(n=one.number)
            lines += [f"- {number}：**{words[one.decision]}** {escape(one.reason)}"]
        return "\n".join(lines)

    def actions(self) -> list[str]:
        lines = []
        for one in self.document.actions:
            links = " ".join(f"[{escape(title)}](<{_safe(url)}>)" for title, url in one.links)
            lines.append(f"{escape(one.question)}<br>{escape(one.advice)} {links}".rstrip())
        return self._block("actions", lines, mark="1.")

    def governance(self) -> str:
        words, rulings = self.words, self.document.rulings
        yes = sum(one.decision == "approve" for one in rulings)
        told = words["summary_line"].format(asked=len(rulings), yes=yes, no=len(rulings) - yes)
        if not rulings:
            return f"## {words['governance']}\n\n{told}"
        head = [words[key] for key in ("agent", "tool", "subject", "decision", "by", "reason")]
        rows = [self._ruling(one) for one in rulings[:_MOST_RULINGS]]
        table = _table("", head, rows)
        return f"## {words['governance']}\n\n{told}\n\n{table}"

    def _ruling(self, one: RuledCall) -> list[str]:
        decision = self.words["approved" if one.decision == "approve" else "refused"]
        name = self.names.get(one.agent, one.agent)
        return [
            escape(name),
            f"`{escape(one.tool)}`",
            escape(one.subject[:80]),
            decision,
            escape(one.by),
            escape(one.reason[:160]),
        ]

    def rejected(self) -> list[str]:
        lines = [f"{escape(one.text)} ({escape(one.reason)})" for one in self.document.rejected]
        return self._block("rejected", lines)

    def sources(self) -> str:
        common = self.common
        columns = ("number", "title", "publisher", "tier", "published", "expires", "cited")
        rows = [
            [
                f'<a id="s{row.number}"></a>{row.number}',
                f"[{escape(row.title)}](<{_safe(row.url)}>)",
                escape(row.publisher),
                str(row.tier),
                str(row.published or "–"),
                f"{row.expires_at:%Y-%m-%d}" if row.expires_at else "–",
                str(row.cited),
            ]
            for row in self.document.sources
        ]
        if not rows:
            return ""
        return _table(common["sources"], [common[one] for one in columns], rows)

    def spent(self) -> str:
        spent, words = self.document.spent, self.words
        cost = self.common["price_unknown"] if spent.cost is None else f"US${spent.cost:.4f}"
        told = words["spent_line"].format(
            outside=spent.outside_calls,
            models=spent.model_calls,
            tokens=f"{spent.tokens:,}",
            cost=cost,
            memory=spent.from_memory,
        )
        return f"## {words['spent']}\n\n{told}"

    def _claim(self, one: CheckedClaim, *, with_side: bool = True) -> str:
        side = f"**{escape(self.names.get(one.side, one.side))}** " if with_side else ""
        status = "" if one.status == "verified" else f" *({self.words[one.status]})*"
        return f"{side}{self._cited(one.said.text, one.said.evidence)}{status}"

    def _cited(self, text: str, evidence: Sequence[str]) -> str:
        return f"{escape(text)}{self._marks(evidence)}"

    def _marks(self, evidence: Sequence[str]) -> str:
        numbers = sorted({self.numbers[e] for e in evidence if e in self.numbers})
        return " " + "".join(f"[{n}](#s{n})" for n in numbers) if numbers else ""

    def _block(self, heading: str, lines: Sequence[str], mark: str = "-") -> list[str]:
        if not lines:
            return []
        return ["\n".join([f"## {self.words[heading]}", "", *(f"{mark} {line}" for line in lines)])]


def _table(heading: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join([f"## {heading}", "", *lines] if heading else lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _safe(url: str) -> str:
    return url.replace("<", "%3C").replace(">", "%3E").replace("\n", "")
