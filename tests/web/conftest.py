"""A desk that is really served: a house on a store of its own, an app, and a client of it."""

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from rostra.assembly import House, open_house
from rostra.records import Evidence, Provenance, Run, RunStatus, Source
from rostra.settings import load_settings
from rostra.web.app import create_app

NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)
TOKEN = "a-token-of-some-length"


@dataclass(frozen=True)
class Served:
    house: House
    client: httpx2.AsyncClient
    app: FastAPI

    async def add_run(self, run_id: str = "r1", status: RunStatus = "running", **more: Any) -> Run:
        made = {"kind": "research", "question": "問", "created_at": NOW, **more}
        run = Run(id=run_id, status=status, **made)
        await self.house.store.create_run(run)
        return run


Serve = Callable[..., AbstractAsyncContextManager[Served]]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    @contextlib.asynccontextmanager
    async def served(
        *, tokens: Mapping[str, str] | None = None, bind: str = "127.0.0.1"
    ) -> AsyncIterator[Served]:
        settings = load_settings({"data": str(tmp_path), "serve_tokens": dict(tokens or {})})
        async with open_house(settings) as house:
            app = create_app(house, bind=bind)
            transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
            async with (
                app.router.lifespan_context(app),
                httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client,
            ):
                yield Served(house, client, app)

    return served


@pytest.fixture
async def served(serve: Serve) -> AsyncIterator[Served]:
    async with serve() as one:
        yield one


async def add_evidence(
    house: House,
    text: str,
    *,
    title: str = "稅收公報",
    digest: str = "",
    url: str = "",
    expires_at: datetime | None = None,
    publisher: str = "財政局",
) -> Evidence:
    """A piece of evidence as a run would keep it."""
    content = await house.store.put_content(text.encode("utf-8", "replace"), "text/plain")
    return await house.store.put_evidence(
        Evidence(
            id=f"evidence:{content[:32]}",
            inputs_hash=content,
            outputs_hash=content,
            provenance=Provenance("r1", "pages.read", f"tool:pages.read:{content}", "L2"),
            source=Source(publisher, 1, "government", "市政府"),
            url=url or "https://example.org/tax",
            title=title,
            raw=content,
            text=content,
            media_type="text/plain",
            fetched_at=NOW,
            digest=digest,
            expires_at=expires_at,
        ),
        searchable_text=text,
    )
