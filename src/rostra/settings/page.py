"""The page `docs/settings.md`, written from the settings themselves."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from rostra.settings.fields import GROUPS, Declared, declared
from rostra.settings.secret import Secret

_HEAD = """\
# Settings

<!-- Written by `python -m rostra.settings`; change the fields in `src/rostra/settings/`. -->

Flags win over variables, these over `rostra.toml` in the working folder, that over `rostra.toml`
in your config folder (`~/.config/rostra/`, or `~/Library/Application Support/rostra/` on macOS),
that over the defaults. `rostra settings show` prints what holds and where it was given;
`rostra settings path` prints the files that are read. An empty variable counts as not set. In a
variable a list is written `a,b` and a table `name=value,name=value`. Relative paths start at the
folder of the file they stand in. A name or value that is not understood is an error, never ignored.

```toml
# rostra.toml
model = "ollama:qwen3"
search_url = ["http://127.0.0.1:8888"]

[role_models]
chairman = "openai-chat:gpt-5-mini"

[budget]
max_cost = 0.5
max_tokens_per_day = "none"
```
"""


def page() -> str:
    return "\n".join([_HEAD, *_sections()])


def _sections() -> Iterator[str]:
    yield from _section("", "Top of the file", "")
    for group, cls in GROUPS.items():
        yield from _section(f"{group}.", f"`[{group}]`", cls.__doc__ or "")


def _section(prefix: str, title: str, about: str) -> Iterator[str]:
    yield f"## {title}\n"
    if about:
        yield f"{about}\n"
    yield "| key | variable | default | meaning | allowed |"
    yield "|---|---|---|---|---|"
    for key, setting in declared().items():
        if key.rpartition(".")[0] == prefix.rstrip("."):
            yield _row(key.rpartition(".")[2], setting)
    yield ""


def _row(name: str, setting: Declared) -> str:
    variables = ", ".join(f"`{variable}`" for variable in setting.variables)
    cells = (
        f"`{name}`",
        variables,
        shown(setting.default),
        str(setting.meaning),
        str(setting.kind.allowed),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def shown(value: object) -> str:
    """Return a value as one would write it, secrets hidden; nothing at all is a dash."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return ", ".join(map(shown, value)) or "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {shown(item)}" for name, item in value.items()) or "–"
    if isinstance(value, str | Path | Secret):
        return str(value) or "–"
    return "–" if value is None else str(value)
