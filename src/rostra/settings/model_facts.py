"""What an operator says of single models: `[models."provider:name"]` in `rostra.toml`.

What is said here stands over everything that a server reports, an answer shows or a table knows.
"""
# ruff: noqa: RUF009  (`part` makes a dataclass field, as `field` does)

import dataclasses
from dataclasses import dataclass
from typing import Final

from rostra.settings import kinds
from rostra.settings.entries import Entry, FromVariable, Handed, Named, part
from rostra.settings.secret import SecretUrl
from rostra.words import message

MODEL_NAME: Final = r"[a-z][a-z0-9-]{0,40}:[^\s:][^\s]{0,200}"
EFFORTS: Final = ("none", "low", "medium", "high")

_tokens = kinds.Number(1, 100_000_000)
_amount = r"\d{1,6}(\.\d{1,6})?"


@dataclass(frozen=True)
class ModelFacts:
    """One model: how much it holds and says, whether it thinks, what it costs, where it answers."""

    context: int = part(_tokens, 0, "Tokens it can hold, question and answer together.")
    output: int = part(_tokens, 0, "The most tokens of one answer, thinking included.")
    reasons: bool | None = part(kinds.Flag(), None, "Whether it thinks before it answers.")
    wait: float = part(
        kinds.Number(1, 86_400, fraction=True), 0.0, "Seconds until its first sign of an answer."
    )
    price: str = part(
        kinds.Text(message("allowed.price"), pattern=rf"{_amount}(/{_amount}){{1,2}}"),
        "",
        "US dollars for a million tokens: sent/received, or sent/cached/received.",
    )
    url: SecretUrl = part(kinds.Url(), SecretUrl(), "Where it answers, if not at `model_url`.")
    key_env: Handed = part(FromVariable(), Handed(), "The variable that holds its key.")

    def __str__(self) -> str:
        given = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}
        given["key_env"] = self.key_env.variable
        said = {name: value for name, value in given.items() if value or value is False}
        return " ".join(f"{name}={str(value).lower()}" for name, value in said.items())

    def secrets(self) -> set[str]:
        return ({self.key_env.value.reveal()} | self.url.parts()) - {""}


MODELS: Final = Named(
    Entry(ModelFacts), name=kinds.Text(message("allowed.model_name"), pattern=MODEL_NAME)
)
