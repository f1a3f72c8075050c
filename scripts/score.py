"""Score what code says of sentences that others wrote and labelled: `make score DATA=dir`.

For every set: how many true and false rows are vetoed, and how many code accepts by itself. Then
the standing mutations: each true sentence edited by code, one edit at a time, a line a kind. With
`--judge labels` rows are read by their own labels; with `--judge MODEL` by a model. The sets are
held out: what is read here are figures and kinds of failure, never a row to make a rule for.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rostra import check_support_async
from rostra.rules.claims import check_sentence
from scripts.mutations import HARD, edits, is_chinese

# Everyday inference, much looser than a citation: for the judge, not for code.
ASIDE = frozenset({"ocnli"})


@dataclass(frozen=True, slots=True)
class Row:
    set: str
    sentence: str
    evidence: tuple[str, ...]
    is_true: bool


Judge = Callable[[Sequence[Row]], Awaitable[list[bool]]]


def rows(data: Path) -> Iterator[Row]:
    """All rows of the sets in a folder of data."""
    files = [*sorted((data / "support").glob("*.jsonl")), data / "unseen" / "citations.jsonl"]
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            label = bool(row.get("label", row.get("ok")))
            yield Row(file.stem, row["sentence"], tuple(row["evidence"]), label)


async def by_labels(asked: Sequence[Row]) -> list[bool]:
    """The oracle: every row is read as its label says."""
    return [one.is_true for one in asked]


def by_model(name: str) -> Judge:
    """A configured model reads what code leaves open, through the front door."""

    async def read(asked: Sequence[Row]) -> list[bool]:
        kept = []
        for one in asked:
            sources = {str(n): text for n, text in enumerate(one.evidence, 1)}
            said = [
                {"id": "S1", "text": one.sentence, "anchors": [{"source": id_} for id_ in sources]}
            ]
            found = await check_support_async(said, sources, judge=name)
            kept.append(found[0].ok)
        return kept

    return read


def score(found: Sequence[Row], judge: Judge | None) -> list[str]:
    """A line for each set, and one for all but those left aside."""
    count: Counter[tuple[str, str]] = Counter()
    for one in found:
        check = check_sentence(one.sentence, one.evidence)
        kind = "true" if one.is_true else "false"
        names = [one.set] if one.set in ASIDE else [one.set, "all"]
        read = judge is not None and not check.vetoes and not check.ok
        kept = check.ok or (read and judge is not None and asyncio.run(_one(judge, one)))
        for name in names:
            count[name, kind] += 1
            count[name, f"{kind} vetoed"] += bool(check.vetoes)
            count[name, f"{kind} accepted"] += check.ok
            count[name, f"{kind} kept"] += kept
    sets = [*dict.fromkeys(one.set for one in found), "all"]
    return [_line(name, count, judged=judge is not None) for name in sets]


async def _one(judge: Judge, row: Row) -> bool:
    return (await judge([row]))[0]


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
    wishes = parser.parse_args(arguments)
    data = Path(wishes.data)
    if not (data / "support").is_dir():
        print(f"{data} has no folder support/; name the folder of the sets: make score DATA=dir")
        return 2
    judge = (
        by_labels if wishes.judge == "labels" else by_model(wishes.judge) if wishes.judge else None
    )
    found = list(rows(data))
    print("\n".join([*score(found, judge), "", *mutated(found)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
