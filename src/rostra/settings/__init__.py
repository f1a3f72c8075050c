"""What the operator decided: one frozen object, read once at the door and handed down.

Flags win over `ROSTRA_…` variables, these over `rostra.toml` in the working folder, that over
`rostra.toml` in the user's config folder, that over the defaults. This is the only room that reads
the environment. A name or a value it does not understand is a `SetupError` that says where it
stands, what is allowed and which real name is nearest: nothing is guessed and nothing ignored.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rostra.words import LANGUAGES, Language

if TYPE_CHECKING:
    from rostra.settings.entries import Handed
    from rostra.settings.fields import (
        ROLES,
        Budgets,
        Concurrency,
        Governance,
        Keys,
        Settings,
        Turns,
        declared,
    )
    from rostra.settings.load import load_settings, searched_files
    from rostra.settings.page import shown
    from rostra.settings.secret import Secret, SecretUrl, mask_url
    from rostra.settings.services import McpServer, Paging, RestOperation, RestService

__all__ = [
    "LANGUAGES",
    "ROLES",
    "Budgets",
    "Concurrency",
    "Governance",
    "Handed",
    "Keys",
    "Language",
    "McpServer",
    "Paging",
    "RestOperation",
    "RestService",
    "Secret",
    "SecretUrl",
    "Settings",
    "Turns",
    "declared",
    "load_settings",
    "mask_url",
    "searched_files",
    "shown",
]

# Imported when asked for: help in the reader's language needs `rostra.settings.language` alone.
_HOMES = {
    "Handed": "entries",
    "ROLES": "fields",
    "Budgets": "fields",
    "Concurrency": "fields",
    "Governance": "fields",
    "Keys": "fields",
    "Settings": "fields",
    "Turns": "fields",
    "declared": "fields",
    "load_settings": "load",
    "searched_files": "load",
    "shown": "page",
    "Secret": "secret",
    "SecretUrl": "secret",
    "mask_url": "secret",
    "McpServer": "services",
    "Paging": "services",
    "RestOperation": "services",
    "RestService": "services",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
