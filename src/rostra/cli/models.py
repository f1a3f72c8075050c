"""`rostra models`: which are set, what each can do and costs, and whether it works."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import message

if TYPE_CHECKING:
    from rostra.assembly import House
    from rostra.models import Card, ModelAnswer

app = group("models")
NOT_PASSED = 6

Model = Annotated[str, typer.Argument(metavar="MODEL", help="cli.models.options.model")]


@command(app, "list")
async def list_(desk: Desk) -> None:
    from rostra.assembly import open_house
    from rostra.settings import ROLES

    async with open_house(desk.settings) as house:
        chosen = await house.models.choices(is_sample=False)
    rows = [
        (
            role,
            chosen.of(role).model,
            ", ".join(one.spec for one in chosen.chain(role)[1:]),
            desk.settings.effort.get(role, "") or _usual_effort(role),
            desk.said(chosen.of(role).reason),
        )
        for role in ROLES
    ]
    head = ("role", "model", "after", "effort", "why")
    if desk.json:
        desk.give({"models": [dict(zip(head, row, strict=True)) for row in rows]})
        return
    table = [
        (_role(desk, role), _model(desk, model), after, desk.word("effort", effort), why)
        for role, model, after, effort, why in rows
    ]
    desk.table(head, table, [""] * len(table))


@command(app, "show")
async def show(desk: Desk, model: Model = "") -> None:
    from rostra.assembly import open_house

    async with open_house(desk.settings) as house:
        card = await house.models.card(model or await _usual(house))
    if desk.json:
        desk.give({**_plain(card), "price": card.price})
        return
    desk.say(message("models.at", model=card.model, address=card.address))
    rows = [
        (
            desk.word("ability", one.name),
            _value(desk, one.value),
            desk.word("known_from", one.origin),
        )
        for one in card.facts
    ]
    price = str(card.price) if card.price else desk.word("known", "unknown")
    rows.append((desk.word("ability", "price"), price, desk.word("known_from", card.price_origin)))
    desk.table(("fact", "value", "from"), rows, [""] * len(rows))
    roles = [_role(desk, role) for role in card.roles]
    desk.say(message("cli.models.roles", roles=roles))
    if card.refused:
        desk.say(message("cli.models.refused", parts=list(card.refused)))


@command(app, "try")
async def try_(desk: Desk, model: Model = "") -> None:
    from rostra.assembly import open_house
    from rostra.assembly.trying import try_once

    async with open_house(desk.settings) as house:
        answer = await try_once(house, model or await _usual(house))
    if desk.json:
        desk.give(answer)
        return
    _tell(desk, answer)


@command(app, "exam")
async def exam(desk: Desk, model: Model = "") -> int:
    from dataclasses import replace

    from rostra.assembly import open_house
    from rostra.assembly.judging import sit_exam

    named = {"judge": model} if model else {}
    settings = replace(desk.settings, role_models={**desk.settings.role_models, **named})
    async with open_house(settings) as house:
        result = await sit_exam(house)
    if "minicheck" in result.model.lower():
        desk.note(message("cli.models.not_commercial"))
    if desk.json:
        desk.give({**asdict(result), "has_passed": result.has_passed})
    else:
        code = "passed" if result.has_passed else "failed"
        desk.say(
            message(
                f"cli.models.{code}",
                model=result.model,
                kept=result.true_kept,
                passed=result.false_passed,
                answered=result.answered,
                asked=result.asked,
            )
        )
    return 0 if result.has_passed else NOT_PASSED


def _tell(desk: Desk, answer: "ModelAnswer") -> None:
    desk.say(message("cli.models.said", model=answer.model, said=answer.text.strip()[:200]))
    desk.say(
        message(
            "cli.models.took",
            seconds=answer.latency_ms / 1_000,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            thinking=answer.thinking or None,
        )
    )
    unpriced = 1 if answer.cost is None else None
    desk.say(message("cli.runs_cost.money", cost=answer.cost or 0.0, unpriced=unpriced))


async def _usual(house: "House") -> str:
    return (await house.models.choices(is_sample=False)).usual.model


def _role(desk: Desk, role: str) -> str:
    return desk.said(message("choice.named_role", role=role))


def _usual_effort(role: str) -> str:
    from rostra.roles.play import EFFORTS

    return EFFORTS.get(role, "medium")


def _plain(card: "Card") -> dict[str, object]:
    names = ("model", "address", "is_remote", "roles", "facts", "refused", "price_origin")
    return {name: getattr(card, name) for name in names}


def _value(desk: Desk, value: float | bool | None) -> str:
    if value is None:
        return desk.word("known", "unknown")
    if isinstance(value, bool):
        return desk.word("known", "yes" if value else "no")
    return f"{value:,g}" if value < 10_000 else f"{value:,.0f}"


def _model(desk: Desk, name: str) -> str:
    """A model by its name; the engine without one in words."""
    return desk.said(message("choice.engine.extractive")) if name == "extractive" else name
