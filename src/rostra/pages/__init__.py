"""The outside web: one polite client; from a URL to clean text, links and a date."""

from rostra.pages.browser import Browser
from rostra.pages.client import Client, Fetched, Limits, MayFollow, discovered_only
from rostra.pages.egress import Refusal
from rostra.pages.failures import (
    BadAnswer,
    TookTooLong,
    TooLarge,
    TooManyRedirects,
    Unreachable,
)
from rostra.pages.feeds import feed_entries
from rostra.pages.guard import Guard
from rostra.pages.lists import ListItem, ListPage, extract_list
from rostra.pages.outline import Link, links, page_title
from rostra.pages.pace import Pace
from rostra.pages.prose import article_text
from rostra.pages.published import page_date
from rostra.pages.read import Page, Renderer, read_page, understand
from rostra.pages.rendering import BrowserLimits, PageCrashed, Rendered
from rostra.pages.shells import needs_scripts
from rostra.pages.unrolling import Unrolled, Unrolling, grows
from rostra.text.charset import Decoded
from rostra.text.charset import decode_text as decode_html

__all__ = [
    "BadAnswer",
    "Browser",
    "BrowserLimits",
    "Client",
    "Decoded",
    "Fetched",
    "Guard",
    "Limits",
    "Link",
    "ListItem",
    "ListPage",
    "MayFollow",
    "Pace",
    "Page",
    "PageCrashed",
    "Refusal",
    "Rendered",
    "Renderer",
    "TooLarge",
    "TooManyRedirects",
    "TookTooLong",
    "Unreachable",
    "Unrolled",
    "Unrolling",
    "article_text",
    "decode_html",
    "discovered_only",
    "extract_list",
    "feed_entries",
    "grows",
    "links",
    "needs_scripts",
    "page_date",
    "page_title",
    "read_page",
    "understand",
]
