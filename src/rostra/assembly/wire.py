"""Orders as they come over a wire: models whose fields are made from those of the orders."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, create_model

from rostra.assembly.desks import desk_of
from rostra.records.orders import Door, Order, OrderField
from rostra.words import ENGLISH

_LONGEST = 10_000


def any_order(orders: Sequence[type[Order]], door: Door) -> Any:
    """The type of a body that holds one of these orders, told apart by its `kind`."""
    models = tuple(_model(one, door) for one in orders)
    whole: Any = Union[models]  # noqa: UP007 - made of a list
    return Annotated[whole, Field(discriminator="kind")] if len(models) > 1 else whole


def read_order(body: BaseModel, door: Door) -> Order:
    """The order that a body holds; fields nobody set are as they are at that door."""
    given = body.model_dump(exclude={"kind"}, exclude_unset=True)
    order: type[Order] = desk_of(str(getattr(body, "kind", ""))).order
    return order.given(given, door)


def wire_type(order: type[Order], one: OrderField) -> Any:
    """The type of a field with its limits, its meaning and the names it had before."""
    hint = one.hint
    told: dict[str, Any] = {"description": order.help(one.name, ENGLISH)}
    if hint.earlier:
        told["validation_alias"] = AliasChoices(one.name, *hint.earlier)
    kind: Any = one.plain
    if hint.choices is not None:
        kind = Literal[tuple(hint.choices())]
    elif one.plain is str:
        least = 1 if one.is_list else 0
        kind = Annotated[str, Field(min_length=least, max_length=hint.longest or _LONGEST)]
    elif one.plain in (int, float):
        ends: dict[str, Any] = {"ge": hint.low, "le": hint.high}
        ends |= {"allow_inf_nan": False} if one.plain is float else {}
        kind = Annotated[one.plain, Field(**ends)]
    if one.is_list:
        kind = Annotated[list[kind], Field(max_length=hint.most)]
    if one.is_optional:
        kind |= None
    return Annotated[kind, Field(**told)]


def wire_default(one: OrderField, door: Door) -> Any:
    default = one.default_at(door)
    return list(default) if one.is_list else default


def _model(order: type[Order], door: Door) -> type[BaseModel]:
    fields: dict[str, Any] = {"kind": (Literal[order.kind], ...)}
    for one in order.fields(door):
        fields[one.name] = (wire_type(order, one), wire_default(one, door))
    made: type[BaseModel] = create_model(
        order.__name__,
        __config__=ConfigDict(extra="forbid"),
        __doc__=order.help("about", ENGLISH),
        **fields,
    )
    return made
