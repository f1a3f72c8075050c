"""What a server says of its tools, and whether that is what was approved.

A definition is everything a server shows of one tool: name, title, description, both schemas and
its hints. Its fingerprint is pinned when a person approves it. Agents are only ever shown the
approved text; a server that tells another story holds its own tool.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rostra.errors import SetupError, UnreadableRecord
from rostra.records import Approval, JsonValue
from rostra.text import clean
from rostra.tools.adapters.schemas import Unsafe, check_expansion, safe_schema
from rostra.tools.schema import check_schema
from rostra.words import Said, message

LARGEST = 64_000
_LONGEST_DESCRIPTION = 1_200
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,128}")

State = Literal["approved", "new", "changed", "gone", "unusable"]


@dataclass(frozen=True, slots=True)
class Definition:
    """One tool in its server's words; `fault` says why it can never be used."""

    name: str
    told: str
    description: str = ""
    input_schema: Mapping[str, JsonValue] | None = None
    output_schema: Mapping[str, JsonValue] | None = None
    is_mutating: bool = False
    fault: Said = ""

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.told.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one tool stands: what is offered now, what was approved, and so what may be done."""

    name: str
    state: State
    now: Definition | None = None
    approved: Definition | None = None

    @property
    def reason(self) -> Said:
        if self.state == "unusable" and self.now is not None:
            return self.now.fault
        return _REASONS[self.state]


_REASONS: Mapping[State, Said] = {
    "approved": "",
    "new": message("adapters.new"),
    "changed": message("adapters.changed"),
    "gone": message("adapters.gone"),
    "unusable": "",
}


def read_definition(told: Mapping[str, Any]) -> Definition:
    """Read one entry of `tools/list`, as it came over the wire."""
    name = str(told.get("name", ""))
    shown = {key: told[key] for key in _PINNED if told.get(key) is not None}
    try:
        text = json.dumps(shown, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return Definition(name[:128], "", fault=message("adapters.unreadable"))
    if len(text) > LARGEST:
        return Definition(name[:128], text[:LARGEST], fault=message("adapters.description_long"))
    if not _NAME.fullmatch(name):
        return Definition(clean(name)[:128], text, fault=message("adapters.bad_name"))
    try:
        given, promised = _schemas(name, told)
    except Unsafe as error:
        return Definition(name, text, fault=error.why)
    except SetupError as error:
        return Definition(name, text, fault=error.message)
    return Definition(
        name=name,
        told=text,
        description=_described(told),
        input_schema=given,
        output_schema=promised,
        is_mutating=_is_mutating(told.get("annotations")),
    )


_PINNED = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")


def _schemas(
    name: str, told: Mapping[str, Any]
) -> tuple[Mapping[str, JsonValue], Mapping[str, JsonValue]]:
    given = safe_schema(told.get("inputSchema") or {"type": "object"})
    promised = safe_schema(told.get("outputSchema") or {})
    if not isinstance(given, Mapping) or given.get("type") != "object":
        raise Unsafe(message("adapters.no_object"))
    if not isinstance(promised, Mapping):
        raise Unsafe(message("adapters.no_answer_schema"))
    for schema in (given, promised):
        check_expansion(schema)
        check_schema(name, schema)
    return given, promised


def _described(told: Mapping[str, Any]) -> str:
    words = str(told.get("description") or told.get("title") or told["name"])
    return clean(words).strip()[:_LONGEST_DESCRIPTION]


def _is_mutating(hints: object) -> bool:
    """Whether the server itself says that the tool changes something; silence says nothing.

    Hints only ever tighten: a server that calls itself harmless is not believed.
    """
    if not isinstance(hints, Mapping):
        return False
    return hints.get("readOnlyHint") is False or hints.get("destructiveHint") is True


def approved_definition(approval: Approval) -> Definition:
    """What was approved, from what was kept of it."""
    try:
        told = json.loads(approval.definition)
    except ValueError as error:
        raise UnreadableRecord(
            message("errors_tools.approval_cannot_read", tool=approval.tool)
        ) from error
    return read_definition(told)


def compare(now: Iterable[Definition], approvals: Iterable[Approval]) -> list[Standing]:
    """Hold what a server offers against what was approved, by name."""
    offered = {one.name: one for one in now}
    pinned = {one.tool: one for one in approvals}
    return [
        _standing(name, offered.get(name), pinned.get(name))
        for name in sorted(offered.keys() | pinned.keys())
    ]


def _standing(name: str, now: Definition | None, pin: Approval | None) -> Standing:
    approved = approved_definition(pin) if pin else None
    if now is None:
        return Standing(name, "gone", None, approved)
    if now.fault:
        return Standing(name, "unusable", now, approved)
    if pin is None:
        return Standing(name, "new", now)
    if pin.fingerprint != now.fingerprint:
        return Standing(name, "changed", now, approved)
    return Standing(name, "approved", now, approved)
