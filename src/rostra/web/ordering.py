"""What the pages' forms offer of an order beside the fields that have a place of their own."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from rostra.assembly import DESKS
from rostra.desks.collect.order import CollectOrder
from rostra.desks.debate.order import DebateOrder
from rostra.desks.research.order import ResearchOrder
from rostra.records.orders import Order, OrderField
from rostra.words import Language, has, tell

# What a field says of itself that need not be chosen.
LEFT_OPEN = {
    "mode": "modes.usual",
    "depth": "depths.usual",
    "language": "orders.collect.language_usual",
}
# Those that the form on the first page lays out by itself.
_FOR_ALL = ("sample", "max_cost", "max_calls", "max_tokens")
_LAID_OUT: Mapping[type[Order], tuple[str, ...]] = {
    ResearchOrder: ("question", "mode", "since", "until", "library"),
    DebateOrder: ("question", "rounds", "chair", "library"),
    CollectOrder: ("sites", "language", "since", "until"),
}


def page_orders() -> list[type[Order]]:
    return [one.order for one in DESKS.values() if "page" in one.order.doors]


def laid_out() -> dict[str, OrderField]:
    """The fields that the form lays out by itself; their limits and choices are the order's."""
    return {
        one.name: one
        for order, names in _LAID_OUT.items()
        for one in order.fields("page")
        if one.name in names
    }


def more_fields(language: Language) -> list[dict[str, Any]]:
    """The other fields of all kinds, each once: a control, and the kinds of run that have it."""
    found: dict[str, dict[str, Any]] = {}
    for order in page_orders():
        for one in order.fields("page"):
            if one.name in found:
                found[one.name]["kinds"] += f" {order.kind}"
            elif one.name not in (*_FOR_ALL, *_LAID_OUT.get(order, ())):
                told = {"name": one.name, "kinds": order.kind, "hint": one.hint}
                found[one.name] = told | _control(one) | {"help": order.help(one.name, language)}
                found[one.name]["options"] = _options(one, language)
    return list(found.values())


def _options(one: OrderField, language: Language) -> list[tuple[str, str]]:
    """What can be chosen and how it is called; what may be left open can be left to the desk."""
    if one.hint.choices is None:
        return []
    told = [(choice, name_of(one.name, choice, language)) for choice in one.hint.choices()]
    return [("", tell(LEFT_OPEN[one.name], language)), *told] if one.is_optional else told


def name_of(field: str, choice: str, language: Language) -> str:
    """How a choice of a field is called on a page; one that nobody named is its own name."""
    code = f"modes.{choice}.choice" if field == "mode" else f"depths.{choice}.choice"
    return tell(code, language) if has(code) else choice


def _control(one: OrderField) -> dict[str, Any]:
    controls = {bool: "checkbox", int: "number", float: "number", date: "date"}
    default = one.default_at("page")
    value = "\n".join(default) if one.is_list else "" if default is None else default
    return {"control": "lines" if one.is_list else controls.get(one.plain, "text"), "value": value}
