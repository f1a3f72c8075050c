"""Rows of older versions, brought into today's shape when they are read.

Before statements had ids, a report held `CitedSentence`s, a review named sentences by position, a
claim had a label and bare evidence ids, and `Statement` was the name of what is now a `Speech`.
Concessions, the reason of a verdict and the advice of an action were bare texts.
"""

from collections.abc import Iterator
from itertools import count
from typing import cast

from rostra.records.codec import Body, JsonValue, older


@older("CitedSentence")
def _cited_sentence(old: Body) -> Body:
    return _statement(old, "")


@older("StatedClaim")
def _stated_claim(old: Body) -> Body:
    return {**old, **_anchored(old), "id": old["label"]} if "label" in old else old


@older("Rebuttal")
def _rebuttal(old: Body) -> Body:
    return {**old, **_anchored(old), "id": ""} if "evidence" in old else old


@older("Statement")
@older("Speech")
def _speech(old: Body) -> Body:
    if "side" not in old:
        return old
    said = cast("dict[str, list[JsonValue]]", old.get("concessions") or {"v": []})["v"]
    place = f"{old['side']}-{old['round']}.k"
    conceded: list[JsonValue] = [
        _concluded(f"{place}{n}", one) if isinstance(one, str) else one
        for n, one in enumerate(said, 1)
    ]
    return {**old, "$": "Speech", "concessions": _tuple(conceded)}


@older("Verdict")
def _verdict(old: Body) -> Body:
    if "reason" not in old:
        return old
    return {**old, "reasons": _tuple([_concluded("verdict.1", old["reason"])])}


@older("Action")
def _action(old: Body) -> Body:
    if "advice" not in old:
        return old
    kept = {name: one for name, one in old.items() if name != "advice"}
    return {**kept, **_concluded("", old["advice"]), "$": "Action"}


@older("Review")
def _review(old: Body) -> Body:
    named = cast("dict[str, list[JsonValue]]", old.get("named") or {"v": []})["v"]
    return {**old, "named": _tuple([n if isinstance(n, str) else f"S{n}" for n in named])}


@older("Section")
def _section(old: Body) -> Body:
    """The day that stood in a sentence is the section's; without ids none can be told apart."""
    return cast("Body", _numbered(old, count(1))) if "days" not in old else old


@older("ReportDocument")
@older("DebateDocument")
def _document(old: Body) -> Body:
    """Old sentences are numbered through the whole of it, as they stand there."""
    return cast("Body", _numbered(old, count(1)))


def _numbered(value: JsonValue, numbers: Iterator[int]) -> JsonValue:
    if isinstance(value, list):
        return [_numbered(one, numbers) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("$") == "CitedSentence":
        return {**_statement(value, f"S{next(numbers)}"), "dated": value.get("dated", "")}
    if value.get("$") == "Action" and "advice" in value:
        return {**_action(value), "id": f"S{next(numbers)}"}
    made = {name: _numbered(one, numbers) for name, one in value.items()}
    if made.get("$") == "Section" and "days" not in made:
        told = cast("dict[str, list[dict[str, str]]]", made["sentences"])["v"]
        made["days"] = {one["id"]: one["dated"] for one in told if one.get("dated")}
    return made


def _statement(old: Body, id_: str) -> Body:
    return {"$": "Statement", "id": id_, "text": old["text"], **_anchored(old)}


def _concluded(id_: str, text: JsonValue) -> Body:
    return {"$": "Statement", "id": id_, "kind": "concluded", "text": text}


def _anchored(old: Body) -> dict[str, JsonValue]:
    """Whether it was quoted was not kept; a remark of ours was counted from what is there."""
    evidence = cast("dict[str, list[JsonValue]]", old.get("evidence") or {"v": []})["v"]
    anchors = _tuple([{"$": "Anchor", "evidence": one} for one in evidence])
    return {"kind": "reported" if evidence else "computed", "anchors": anchors}


def _tuple(values: list[JsonValue]) -> JsonValue:
    return {"$": "tuple", "v": values}
