"""What a run will take is told before it starts, by its kind and the models of its roles."""

from pathlib import Path

from rostra.assembly import open_house
from rostra.assembly.estimates import Estimate, estimate
from rostra.desks.debate.order import DebateOrder
from rostra.desks.research.order import ResearchOrder
from rostra.records.orders import Order
from rostra.settings import load_settings

PRICED = """
model = "openai-compatible:m"
model_url = "https://models.example/v1"
[models."openai-compatible:m"]
price = "1/4"
"""
ASKED = ResearchOrder(question="How many lamps?")


async def expected(folder: Path, told: str, order: Order = ASKED) -> Estimate | None:
    (folder / "rostra.toml").write_text(told, "utf-8")
    settings = load_settings({"data": str(folder / "data")}, environ={}, folder=folder)
    async with open_house(settings) as house:
        return await estimate(house, order)


async def test_a_run_with_a_priced_model_has_its_price_told(tmp_path: Path) -> None:
    found = await expected(tmp_path, PRICED)

    assert found is not None
    assert found.requests > 0
    assert found.cost is not None
    assert found.tokens / 1_000_000 < found.cost < found.tokens * 4 / 1_000_000


async def test_a_model_that_thinks_and_a_longer_debate_cost_more(tmp_path: Path) -> None:
    plain = await expected(tmp_path, PRICED)
    thinking = await expected(tmp_path, f"{PRICED}reasons = true\n")
    short, long = [
        await expected(tmp_path, PRICED, DebateOrder(question="Lamps?", rounds=rounds))
        for rounds in (1, 4)
    ]

    assert plain is not None
    assert thinking is not None
    assert short is not None
    assert long is not None
    assert (thinking.cost or 0) > (plain.cost or 0)
    assert long.tokens > 3 * short.tokens


async def test_a_deeper_run_is_expected_to_ask_for_each_of_its_sections(tmp_path: Path) -> None:
    brief, usual, standard, deep = [
        await expected(tmp_path, PRICED, ResearchOrder(question="Lamps?", depth=depth))
        for depth in ("brief", None, "standard", "deep")
    ]

    assert brief is not None
    assert standard is not None
    assert deep is not None
    assert usual == standard, "with a model a run is standard unless somebody says otherwise"
    assert brief.requests * 3 < standard.requests * 2 < deep.requests * 2
    assert (brief.cost or 0) < (standard.cost or 0) < (deep.cost or 0)


async def test_a_price_nobody_knows_is_not_taken_for_nothing(tmp_path: Path) -> None:
    found = await expected(tmp_path, PRICED.replace('price = "1/4"', "context = 9_000"))

    assert found is not None
    assert found.cost is None


async def test_where_no_model_is_asked_nothing_is_expected(tmp_path: Path) -> None:
    assert await expected(tmp_path, 'model = "extractive"') is None
