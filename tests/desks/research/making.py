"""Small pieces to build a draft and its evidence from."""

from datetime import date

from rostra.desks.research.analyst import Written
from rostra.desks.research.material import Material
from rostra.desks.research.mode import MODES
from rostra.governance import WatchedSupport
from rostra.models.choice import EXTRACTIVE
from rostra.records import Payload, Source, SourceText, SourceTier, SourceType, Statement, anchored
from rostra.roles import Stage
from rostra.roles.asking import read_question
from rostra.text.script import language_of

TYPES: dict[SourceTier, SourceType] = {
    1: "government",
    2: "news",
    3: "digital",
    4: "digital",
    5: "social",
}


class Quiet:
    """Events nobody reads."""

    async def publish(self, payload: Payload) -> None:
        del payload


def stage(language: str = "zh-Hant") -> Stage:
    """Roles without a model."""
    return Stage(lambda _: None, language, Quiet(), WatchedSupport())


def source(
    name: str, tier: SourceTier, text: str, *, title: str = "", published: date | None = None
) -> SourceText:
    publisher = Source(name, tier, TYPES[tier], owner=name, domain=f"{name}.example")
    url = f"http://{name}.example/{abs(hash(text)) % 10_000}"
    return SourceText(f"evidence:{name}", title or text[:20], text, publisher, published, url)


def material(question: str, mode: str, *sources: SourceText) -> Material:
    return Material(read_question(question, language_of(question)), MODES[mode], sources)


def written(held: Material, *sentences: tuple[str, str]) -> Written:
    """A draft of sentences, each with the name of the publisher it cites."""
    cited = tuple(
        held.cited(text, (f"evidence:{name}",), f"S{n}")
        for n, (text, name) in enumerate(sentences, 1)
    )
    return Written(cited, EXTRACTIVE)


def step_of(text: str, name: str) -> Statement:
    """A step of reasoning on what a publisher says."""
    return Statement("R1", "reported", text, anchored((f"evidence:{name}",)))
