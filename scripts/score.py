"""Score what code says of sentences that others wrote and labelled: `make score DATA=dir`.

For every set: how many true and false rows are vetoed, and how many code accepts by itself. Then
the standing mutations: each true sentence edited by code, one edit at a time, a line a kind. With
`--judge labels` rows are read by their own labels; with `--judge MODEL` by a model, twelve a batch
with decoys in place (`--draw 180` of them). The sets are held out: what is read here are figures
and kinds of failure, never a row to make a rule for.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rostra.assembly import open_house
from rostra.assembly.judging import judging
from rostra.governance.support.anchors import headed, merged, resting
from rostra.governance.support.exam import stock
from rostra.governance.support.watch import BATCH, Batch, Open, batched
from rostra.records.statements import Case, CaseAnchor, Finding, anchored
from rostra.rules.claims import check_sentence
from rostra.settings import load_settings
from rostra.text.script import language_of
from scripts.mutations import HARD, edits, is_chinese

# Everyday inference, much looser than a citation: for the judge, not for code.
ASIDE = frozenset({"ocnli"})


@dataclass(frozen=True, slots=True)
class Row:
    set: str
    id: str
    sentence: str
    evidence: tuple[str, ...]
    is_true: bool


def rows(data: Path) -> Iterator[Row]:
    """All rows of the sets in a folder of data."""
    files = [*sorted((data / "support").glob("*.jsonl")), data / "unseen" / "citations.jsonl"]
    for file in files:
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            row = json.loads(line)
            label = bool(row.get("label", row.get("ok")))
            id_ = str(row.get("id", n))
            yield Row(file.stem, id_, row["sentence"], tuple(row["evidence"]), label)


async def by_model(name: str, found: Sequence[Row]) -> tuple[list[str], list[dict[str, object]]]:
    """A configured model reads every row in batches, as in a run: decoys and all.

    Rows that code vetoes are read, too, so that the reader is known apart from the vetoes. What was
    answered of each row is returned beside the lines.
    """
    cases = [opened(n, one) for n, one in enumerate(found)]
    parts = [cases[at : at + BATCH] for at in range(0, len(cases), BATCH)]
    async with open_house(load_settings({"model": name})) as house, judging(house) as (by, _, at):

        async def read(n: int) -> tuple[Batch, list[Finding]]:
            language = language_of(parts[n][0].case.statement)
            made = batched(parts[n], (), stock(language), n)
            return made, list(await by.decide(made.cases, at))

        answers = await asyncio.gather(*map(read, range(len(parts))))
    count: Counter[tuple[str, str]] = Counter()
    lost: list[str] = []
    cards: list[dict[str, object]] = []
    for n, (batch, findings) in enumerate(answers):
        if fault := batch.fault(findings):
            lost.append(f"batch {n} is lost: {fault}")
        said = {one.id: one for one in findings}
        for id_, own in batch.real.items():
            row, finding = found[int(own)], said.get(id_)
            carried = finding is not None and finding.verdict == "carried"
            vetoed = bool(check_sentence(row.sentence, row.evidence).vetoes)
            kind = "true" if row.is_true else "false"
            side = "unseen" if row.set == "citations" else "public"
            for name_ in {row.set, side} - ASIDE:
                count[name_, kind] += 1
                count[name_, f"{kind} read"] += carried
                count[name_, f"{kind} kept"] += carried and not vetoed
            verdict = finding.verdict if finding else ""
            cards.append({"set": row.set, "row": row.id, "label": row.is_true, "verdict": verdict})
    names = [*dict.fromkeys(one.set for one in found if one.set not in ASIDE), "public", "unseen"]
    return [_read_line(one, count) for one in dict.fromkeys(names)] + lost, cards


def opened(n: int, row: Row) -> Open:
    """A row as a judge is shown it: the passages nearest to the sentence."""
    sources = {f"{n}.{m}": text for m, text in enumerate(row.evidence, 1)}
    passages = resting(row.sentence, anchored(sources), sources).passages
    anchors = tuple(CaseAnchor(one.source, one.quote, headed(one)) for one in merged(passages))
    return Open(Case(str(n), row.sentence, "reported", anchors), passages)


def _read_line(name: str, count: Counter[tuple[str, str]]) -> str:
    parts = [
        f"{kind} {what} {count[name, f'{kind} {what}']:>3} of {count[name, kind]:<3}"
        for kind in ("true", "false")
        for what in ("read", "kept")
    ]
    return f"{name:<18} {'  '.join(parts)}"


def score(found: Sequence[Row], *, by_labels: bool) -> list[str]:
    """A line for each set, and one for all but those left aside."""
    count: Counter[tuple[str, str]] = Counter()
    for one in found:
        check = check_sentence(one.sentence, one.evidence)
        kind = "true" if one.is_true else "false"
        names = [one.set] if one.set in ASIDE else [one.set, "all"]
        kept = check.ok or (one.is_true and not check.vetoes)
        for name in names:
            count[name, kind] += 1
            count[name, f"{kind} vetoed"] += bool(check.vetoes)
            count[name, f"{kind} accepted"] += check.ok
            count[name, f"{kind} kept"] += kept
    sets = [*dict.fromkeys(one.set for one in found), "all"]
    return [_line(name, count, judged=by_labels) for name in sets]


def _line(name: str, count: Counter[tuple[str, str]], *, judged: bool) -> str:
    def share(kind: str, of: str) -> str:
        whole = count[name, of]
        return f"{count[name, f'{of} {kind}']:>4} of {whole:<4}" if whole else f"{'-':>12}"

    line = f"{name:<18} vetoed: true {share('vetoed', 'true')} false {share('vetoed', 'false')}"
    line += f"  by code alone: true {share('accepted', 'true')} false {share('accepted', 'false')}"
    if judged:
        line += f"  kept: true {share('kept', 'true')} false {share('kept', 'false')}"
    return line


def mutated(found: Sequence[Row]) -> list[str]:
    """A line for each kind of edit: how many pass, by script."""
    passed: Counter[tuple[str, str]] = Counter()
    tried: Counter[tuple[str, str]] = Counter()
    accepted: Counter[str] = Counter()
    for n, one in enumerate(found):
        if not one.is_true or one.set in ASIDE:
            continue
        script = "zh" if is_chinese(one.sentence) else "en"
        for kind, text in edits(one.sentence, one.evidence, f"{one.set}{n}"):
            check = check_sentence(text, one.evidence)
            tried[kind, script] += 1
            passed[kind, script] += not check.vetoes
            accepted[kind] += check.ok
    hard = {one.__name__ for one in HARD}
    kinds = sorted({kind for kind, _ in tried}, key=lambda kind: (kind not in hard, kind))
    lines = []
    for kind in kinds:
        parts = [f"{s} {passed[kind, s]:>3} of {tried[kind, s]:<4}" for s in ("zh", "en")]
        who = "code " if kind in hard else "judge"
        lines.append(f"{who} {kind:<18} not vetoed: {'  '.join(parts)} accepted {accepted[kind]}")
    whole = sum(n for (kind, _), n in tried.items() if kind in hard)
    slipped = sum(n for (kind, _), n in passed.items() if kind in hard)
    lines.append(f"figures, digits, points, signs, units, dates, labels: {slipped} of {whole} pass")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="?", default="../shared/data", help="the folder of the sets")
    parser.add_argument("--judge", default="", help="`labels`, or the name of a model")
    parser.add_argument("--draw", type=int, default=0, help="so many rows, drawn by a seed")
    parser.add_argument("--cards", type=Path, help="where to keep what the model said of each row")
    wishes = parser.parse_args(arguments)
    data = Path(wishes.data)
    if not (data / "support").is_dir():
        print(f"{data} has no folder support/; name the folder of the sets: make score DATA=dir")
        return 2
    found = list(rows(data))
    if wishes.draw:
        found = Random("drawn once").sample(found, wishes.draw)
    if wishes.judge not in ("", "labels"):
        lines, cards = asyncio.run(by_model(wishes.judge, found))
        print("\n".join(lines))
        if wishes.cards:
            wishes.cards.write_text("".join(f"{json.dumps(one)}\n" for one in cards), "utf-8")
        return 0
    print("\n".join([*score(found, by_labels=bool(wishes.judge)), "", *mutated(found)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
