"""The outside web: one polite client; from a URL to clean text, links and a date."""

from rostra.pages.client import Client, Fetched, Limits, MayFollow, discovered_only
from rostra.pages.failures import (
    BadAnswer,
    TookTooLong,
    TooLarge,
    TooManyRedirects,
    Unreachable,
)
from rostra.pages.guard import Guard
from rostra.pages.pace import Pace

__all__ = [
    "BadAnswer",
    "Client",
    "Fetched",
    "Guard",
    "Limits",
    "MayFollow",
    "Pace",
    "TooLarge",
    "TooManyRedirects",
    "TookTooLong",
    "Unreachable",
    "discovered_only",
]
