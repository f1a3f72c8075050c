"""Write docs/cli.md from the commands' own help, so that the page cannot promise another tool.

`python -m scripts.command_page` mends the page; `tests/cli/test_page.py` fails when it has drifted.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from rostra.cli.shell import application

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"

_HEAD = """\
# Commands

<!-- Written by `python -m scripts.command_page` from the commands' own help. -->

Results go to stdout, progress to stderr. `--json` writes one object, also when something fails.
The global options may stand before or after the command. What the exit codes mean is in
[exit-codes.md](exit-codes.md), what can be set in [settings.md](settings.md).
"""
_WIDTH = 90


def page() -> str:
    root = typer.main.get_command(application())
    return "\n".join([_HEAD, *_sections(root, None, "rostra")])


def _sections(command: Any, parent: Any, name: str) -> Iterator[str]:
    context = command.make_context(
        name, [], parent, resilient_parsing=True, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    path = context.command_path
    yield f"{'#' * min(4, 1 + len(path.split()))} `{path}`\n"
    yield f"```text\n{command.get_help(context)}\n```\n"
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            yield from _sections(command.get_command(context, inner), context, inner)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
