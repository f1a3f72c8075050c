"""Small pieces to build a draft and its evidence from."""

from datetime import date

from rostra.models.choice import EXTRACTIVE
from rostra.records import Payload, Source, SourceTier, SourceType
from rostra.records.report import CitedSentence, Mode
from rostra.research.analyst import Written
from rostra.research.material import Material
from rostra.research.sifting import Read
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
    return Stage(lambda _: None, language, Quiet())


def source(
    name: str, tier: SourceTier, text: str, *, title: str = "", published: date | None = None
) -> Read:
    publisher = Source(name, tier, TYPES[tier], owner=name, domain=f"{name}.example")
    url = f"http://{name}.example/{abs(hash(text)) % 10_000}"
    return Read(f"evidence:{name}", url, title or text[:20], publisher, published, text)


def material(question: str, mode: Mode, *sources: Read) -> Material:
    return Material(read_question(question, language_of(question)), mode, sources)


def written(held: Material, *sentences: tuple[str, str]) -> Written:
    """A draft of sentences, each with the name of the publisher it cites."""
    cited = tuple(held.cited(text, (f"evidence:{name}",)) for text, name in sentences)
    return Written(cited, EXTRACTIVE)


def bare(text: str, name: str) -> CitedSentence:
    """A sentence without the warning its source calls for."""
    return CitedSentence(text, (f"evidence:{name}",))
