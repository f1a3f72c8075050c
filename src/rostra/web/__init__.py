"""Pages, JSON and the live log over SSE. It decides nothing.

The API under `/api` is the contract; the pages are one client of it. `rostra.web.app` builds the
application, `rostra.web.serving` runs it. Neither is imported with the room: they need the extra.
"""

from collections.abc import Awaitable, Callable

ASGIApp = Callable[..., Awaitable[None]]
