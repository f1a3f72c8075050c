"""`rostra debate`: what it refuses before anything is spent, and what its live view shows."""

from datetime import UTC, datetime

import pytest

from rostra.cli.debate_live import LiveDebate
from rostra.cli.desk import Desk
from rostra.records import Event, JsonValue
from tests.cli.conftest import HOSTILE, Cli

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("為什麼車這麼多？",), "rostra research"),
        (("",), "no words"),
        (("應取消擁擠費", "--sides", "pro"), "2 to 6 sides"),
        (("應取消擁擠費", "--sides", "pro,pro"), "same name"),
        (("應取消擁擠費", "--sides", "pro,居民"), "residents=against"),
        (("應取消擁擠費", "--out", "verdict.odt"), ".md, .html, .pdf, .docx, .json"),
    ],
)
def test_what_cannot_be_debated_is_told_before_anything_is_spent(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    outcome = cli("debate", *arguments)

    assert outcome.code == 2, outcome.err
    assert said in outcome.err
    assert "Traceback" not in outcome.err


def event(name: str, **data: JsonValue) -> Event:
    return Event("r1", 1, NOW, "agent", name, str(data.get("text", name)), data)


def test_the_live_view_has_what_each_side_said_the_log_and_what_was_spent() -> None:
    state = LiveDebate(Desk())
    state.note(event("RoundOpened", number=2))
    state.note(event("Spoke", side="正方", claims=["車流減少14.2%。"], outside_calls=5))
    state.note(event("Spoke", side="反方", claims=[], outside_calls=3))
    state.note(event("ClaimChecked", status="verified"))
    state.note(event("ClaimChecked", status="unverified"))
    state.note(event("CallRuled", decision="refuse"))

    assert state.said == {"正方": ["車流減少14.2%。"], "反方": []}
    assert state.strip() == (
        "round 2 · 1/2 claims verified · 8 outside calls · 0 approved, 1 refused"
    )


@pytest.mark.parametrize("width", [80, 140])
def test_the_sides_stand_beside_each_other_at_any_width(width: int) -> None:
    from rich.console import Console

    state = LiveDebate(Desk())
    for side in ("正方", "反方", "中立方"):
        state.note(event("Spoke", side=side, claims=["車流減少14.2%，" * 12], outside_calls=1))
    console = Console(record=True, width=width, force_terminal=False)
    console.print(state.page())
    first, *rest = console.export_text().splitlines()

    assert [side for side in ("正方", "反方", "中立方") if side not in first] == []
    assert "…" not in "".join(rest[:4]), "what was said is not cut off"


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_table_of_chinese_is_whole_on_any_screen(width: int) -> None:
    from rich.console import Console

    from rostra.cli.laid_out import LaidOut

    said = "舊港區2026年第三季零售及餐飲業銷售額較去年同期減少3.1%，同期全市則增加1.9%。"
    table = f"| 爭點 | 正方 | 反方 |\n| --- | --- | --- |\n| 銷售額 | – | {said} [1](#s1) |\n"
    console = Console(record=True, width=width, force_terminal=False)
    console.print(LaidOut(table))
    shown = "".join(console.export_text().split())

    assert all(char in shown for char in said)
    assert "…" not in shown
    assert "[1]" in shown
    assert "#s1" not in shown


def test_nothing_said_in_a_debate_can_command_the_terminal() -> None:
    from rich.console import Console

    state = LiveDebate(Desk())
    state.note(event("Spoke", side=HOSTILE, claims=[HOSTILE], outside_calls=0, text=HOSTILE))
    console = Console(record=True, width=100, force_terminal=False)
    console.print(state.page())

    shown = console.export_text()
    assert "\x1b[2J" not in shown
    assert "\x07" not in shown
