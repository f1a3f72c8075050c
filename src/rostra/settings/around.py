"""Keys of search services that stand in this environment under the names people give them.

Settings do not use them by themselves, since most cost money: `rostra setup` offers them.
"""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rostra.settings.secret import Secret

_VARIABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "tavily": ("TAVILY_API_KEY",),
        "brave": ("BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"),
        "serper": ("SERPER_API_KEY",),
        "exa": ("EXA_API_KEY",),
        "bocha": ("BOCHA_API_KEY",),
        "openalex": ("OPENALEX_API_KEY",),
        "you": ("YDC_API_KEY", "YOU_API_KEY"),
        "firecrawl": ("FIRECRAWL_API_KEY",),
    }
)


def search_keys_around(environ: Mapping[str, str] | None = None) -> dict[str, tuple[str, Secret]]:
    """By engine: the variable that holds its key, and the key."""
    environ = os.environ if environ is None else environ
    found: dict[str, tuple[str, Secret]] = {}
    for engine, variables in _VARIABLES.items():
        name = next((one for one in variables if environ.get(one, "").strip()), "")
        if name:
            found[engine] = name, Secret(environ[name].strip())
    return found
