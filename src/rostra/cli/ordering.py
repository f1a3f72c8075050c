"""Commands that order a run: their options are the fields of the order."""

import inspect
import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from rostra.cli.desk import Desk
from rostra.records.orders import CAPS, Order, OrderField

if TYPE_CHECKING:
    from rostra.store import Store

O = TypeVar("O", bound=Order)  # noqa: E741 - an order
Ordering = Callable[..., Coroutine[Any, Any, int]]

Events = Annotated[bool, typer.Option("--events", help="cli.ordering.events")]
_COMMA = re.compile(r"[,，、;；]")


def ordered(order: type[O]) -> Callable[[Ordering], Ordering]:
    """Give a command the options of an order; it takes the desk, the order and options of its own.

    What a person types is made whole first: the start of a run's id, a folder that is not read yet.
    """

    def made(body: Ordering) -> Ordering:
        fields = order.fields("cli")
        desk, _, *own = inspect.signature(body, eval_str=True).parameters.values()

        async def command(desk: Desk, **given: Any) -> int:
            typed = {one.name: given.pop(one.name) for one in fields}
            is_silent = bool(given.get("events"))
            return await body(desk, await _read(desk, order, typed, is_silent=is_silent), **given)

        parameters = [desk, *(_parameter(order, one) for one in fields), *own]
        by_name = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
        command.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
        command.__doc__ = order.help_code("about")
        return command

    return made


def desk_command(kind: str) -> typer.Typer | None:
    """The command of a kind of run that has none of its own here: it comes from outside."""
    from rostra.assembly import DESKS
    from rostra.cli.shell import command, single

    desk = DESKS.get(kind)
    if desk is None or "cli" not in desk.order.doors:
        return None

    async def place_one(desk: Desk, order: Order, events: Events = False) -> int:
        from rostra.cli.working import conduct_here

        return await conduct_here(desk, order, events=events)

    app = single()
    command(app, kind)(ordered(desk.order)(place_one))
    return app


def _parameter(order: type[Order], one: OrderField) -> inspect.Parameter:
    hint = one.hint
    told: dict[str, Any] = {"help": order.help_code(one.name)}
    default = one.default_at("cli")
    kind: Any = datetime if one.plain is date else Path if hint.names == "folder" else one.plain
    if hint.choices is not None:
        kind = Literal[tuple(hint.choices())]
    if one.plain in (int, float):
        told |= {"min": hint.low, "max": hint.high}
    if one.is_list and hint.is_joined:
        default = ",".join(default)
    elif one.is_list:
        kind, default = list[kind] | None, None
    elif one.is_optional:
        kind |= None
    if hint.is_argument:
        told["metavar"] = f"[{hint.metavar}{'...' if one.is_list else ''}]"
        place = typer.Argument(**told)
    else:
        option = hint.option or f"--{one.name.replace('_', '-')}"
        place = typer.Option(*option.split(), metavar=hint.metavar or None, **told)
    return inspect.Parameter(
        one.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, place],
    )


async def _read(desk: Desk, order: type[O], typed: dict[str, Any], *, is_silent: bool) -> O:
    from rostra.cli.asking import can_ask
    from rostra.cli.library import open_for_run

    # Caps of this command win over the settings, before these are read: it is the operator's.
    caps = {name: typed[name] for name in CAPS if name in typed}
    desk.flags = {**desk.flags, **{f"budget.{name}": cap for name, cap in caps.items()}}
    fields = {one.name: one for one in order.fields("cli")}
    folders = {name: typed.pop(name) for name, one in fields.items() if one.hint.names == "folder"}
    # Nought is said as much as any other number.
    said = {name: value for name, value in typed.items() if value or value == 0}
    values = {name: _plain(fields[name], value) for name, value in said.items()}
    made = order.given(values, "cli")
    made.check()
    runs = {name: v for name, v in values.items() if fields[name].hint.names == "run"}
    whole: dict[str, Any] = {}
    if runs:
        async with desk.store() as store:
            whole |= {name: await _run_of(store, start) for name, start in runs.items()}
    for name, paths in folders.items():
        whole[name] = tuple(await open_for_run(desk, paths or []))
    if "ask" in {one.name for one in order.fields()}:
        whole["ask"] = can_ask(desk) and not is_silent
    return replace(made, **whole)


async def _run_of(store: "Store", start: str) -> str:
    from rostra.cli.lookup import the_run

    return (await the_run(store, start)).id


def _plain(one: OrderField, value: Any) -> Any:
    if one.is_list and one.hint.is_joined:
        return [part.strip() for part in _COMMA.split(value) if part.strip()]
    return value.date() if isinstance(value, datetime) else value
