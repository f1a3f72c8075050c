"""What the operator decided: one frozen object, read once at the door and handed down.

Flags win over `ROSTRA_…` variables, these over `rostra.toml` in the working folder, that over
`rostra.toml` in the user's config folder, that over the defaults. This is the only room that reads
the environment. A name or a value it does not understand is a `SetupError` that says where it
stands, what is allowed and which real name is nearest: nothing is guessed and nothing ignored.
"""

from rostra.settings.entries import Handed
from rostra.settings.fields import (
    LANGUAGES,
    ROLES,
    Budgets,
    Concurrency,
    Governance,
    Keys,
    Language,
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
