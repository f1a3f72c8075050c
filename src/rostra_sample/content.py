"""Page files: TOML front matter between `+++` lines, then light markup with references to facts.

{{vehicles.2026-10|n.0}}                     a true figure, in a style of facts.py
{{!contradiction:vehicles.2026-10=8.1萬輛}}   a figure that is not true, and why it is there
{{=三十年}}                                   a colour detail that belongs to no fact
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from rostra.errors import UsageError
from rostra_sample.facts import state

MarkKind = Literal["true", "contradiction", "expired", "error", "claim", "colour"]

_REFERENCE = re.compile(r"\{\{(.+?)\}\}")
_UNTRUE = re.compile(r"!(\w+):([^=]*)=(.+)")
_FENCE = "+++\n"


@dataclass(frozen=True)
class Stated:
    """A figure as a page states it; anything but kind `true` is not what the generator says."""

    kind: MarkKind
    reference: str
    style: str
    text: str


def split(source: str, name: str) -> tuple[dict[str, Any], str]:
    """Front matter and body of a page file."""
    if not source.startswith(_FENCE):
        raise UsageError(f"{name}: a page file opens with +++ and its front matter.")
    head, found, body = source.removeprefix(_FENCE).partition("\n" + _FENCE)
    if not found:
        raise UsageError(f"{name}: the front matter is not closed with +++.")
    try:
        return tomllib.loads(head), body
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: {error}") from error


def _read(reference: str) -> Stated:
    if reference.startswith("="):
        return Stated("colour", "", "", reference[1:])
    if match := _UNTRUE.fullmatch(reference):
        kind, about, text = match.groups()
        if kind not in get_args(MarkKind):
            raise UsageError(f"{kind!r} is no kind of mark.")
        return Stated(cast("MarkKind", kind), about, "", text)
    about, _, style = reference.partition("|")
    return Stated("true", about, style, state(about, style))


def resolve(body: str) -> tuple[str, tuple[Stated, ...]]:
    """The text a reader sees, and every figure it states."""
    stated: list[Stated] = []

    def put(match: re.Match[str]) -> str:
        figure = _read(match[1])
        stated.append(figure)
        return figure.text

    return _REFERENCE.sub(put, body), tuple(stated)


def without_references(body: str) -> str:
    """The body with every reference cut out: what is left must contain no figure."""
    return _REFERENCE.sub("␣", body)
