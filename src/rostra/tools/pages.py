"""`pages.read`: how the research and collection desks read a page, by code, on the one path."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from rostra.errors import OutsideError
from rostra.pages import Client, read_page
from rostra.records import JsonValue
from rostra.rules import SourceBook, classify_source
from rostra.tools.tool import Document, Tool, ToolOutput

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"url": {"type": "string", "minLength": 1, "maxLength": 4_000}},
    "required": ["url"],
    "additionalProperties": False,
}


def pages_read_tool(client: Client, book: SourceBook, today: Callable[[], date]) -> Tool:
    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        page = await read_page(client, str(args["url"]), today=today())
        if page.kind != "ok":
            raise OutsideError(f"The page is no article but {_KINDS.get(page.kind, page.kind)}.")
        document = Document(
            url=page.final_url,
            title=page.title or page.final_url,
            raw=page.raw,
            media_type=page.media_type,
            text=page.text,
            source=classify_source(page.final_url, book=book),
            published=page.published,
        )
        return ToolOutput(text=page.text, data=None, documents=(document,))

    return Tool(
        name="pages.read",
        description="Read one page: its text, title and date.",
        level="L3",
        ttl=timedelta(days=3),
        input_schema=INPUT,
        invoke=invoke,
        timeout=60.0,
        attempts=1,  # the client has tried again already
    )


_KINDS = {
    "login_wall": "a login wall",
    "cookie_wall": "a cookie wall",
    "anti_bot": "an anti-bot page",
    "error_page": "an error page",
    "paywall_stub": "the stub before a paywall",
    "empty": "an empty page",
}
