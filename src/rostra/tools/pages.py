"""`pages.read`: how the research and collection desks read a page, by code, on the one path."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date, timedelta

from rostra.errors import OutsideError
from rostra.pages import Client, MayFollow, Page, Renderer, discovered_only, read_page
from rostra.pages.client import safe_variants_only
from rostra.records import JsonValue
from rostra.rules import SourceBook, classify_source
from rostra.tools.papers import as_article
from rostra.tools.sanity import wall
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message

# The addresses this run has discovered: where a redirect may lead beside its own tidier spelling.
Discovered = Callable[[], Awaitable[Iterable[str]]]

PAGES_READ = "pages.read"
INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"url": {"type": "string", "minLength": 1, "maxLength": 4_000}},
    "required": ["url"],
    "additionalProperties": False,
}


def pages_read_tool(
    client: Client,
    book: SourceBook,
    today: Callable[[], date],
    browser: Renderer | None = None,
    *,
    may_follow: MayFollow = safe_variants_only,
    discovered: Discovered | None = None,
) -> Tool:
    """Redirects lead where `may_follow` says, or where the run has `discovered` something."""

    async def known() -> MayFollow:
        return may_follow if discovered is None else discovered_only(await discovered())

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        page = await read_page(
            client, str(args["url"]), may_follow=await known(), today=today(), browser=browser
        )
        return output_of(await as_article(page))

    async def invoke_since(args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
        kind, _, value = version.partition(" ")
        etag, modified = (value, "") if kind == "etag" else ("", value)
        page = await read_page(
            client,
            str(args["url"]),
            may_follow=await known(),
            today=today(),
            browser=browser,
            etag=etag,
            last_modified=modified,
        )
        return None if page.is_unchanged else output_of(await as_article(page))

    def output_of(page: Page) -> ToolOutput:
        if page.kind != "ok":
            raise OutsideError(message("tools.no_article", kind=wall(page.kind)))
        document = Document(
            url=page.final_url,
            title=page.title or page.final_url,
            raw=page.raw,
            media_type=page.media_type,
            text=page.text,
            source=classify_source(page.final_url, book=book),
            published=page.published,
        )
        return ToolOutput(text=page.text, documents=(document,), version=_version(page))

    return Tool(
        name=PAGES_READ,
        description="Read one page: its text, title and date.",
        level="L3",
        ttl=timedelta(days=3),
        input_schema=INPUT,
        invoke=invoke,
        invoke_since=invoke_since,
        timeout=60.0,
        attempts=1,  # the client has tried again already
    )


def _version(page: Page) -> str:
    """What the server calls this state of the page, and in which of its two ways."""
    if etag := page.headers.get("etag"):
        return f"etag {etag}"
    modified = page.headers.get("last-modified")
    return f"modified {modified}" if modified else ""
