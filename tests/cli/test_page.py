"""The page of commands says what the commands say."""

from rostra.cli import ROOMS
from scripts.command_page import PAGE, page


def test_the_command_page_is_what_the_commands_write() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python -m scripts.command_page"


def test_every_command_has_a_place_on_the_page() -> None:
    written = page()

    for name in ROOMS:
        assert f"## `rostra {name}`\n" in written
    for inner in ("list", "show", "watch", "delete", "export"):
        assert f"### `rostra runs {inner}`\n" in written
