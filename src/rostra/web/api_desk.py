"""`/api/sources`, `/api/sites`, `/api/items` and `/api/metrics`."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.assembly.publishers import set_publisher, set_publisher_of
from rostra.desks.collect.digest import in_order
from rostra.desks.collect.digest_forms import to_atom, to_csv
from rostra.desks.collect.sites import from_yaml, make_site, to_yaml
from rostra.memory import Metrics, read_metrics, to_prometheus
from rostra.memory.prometheus import MEDIA_TYPE
from rostra.records import Item, Site, SiteState, Source, SourceType
from rostra.records.collecting import ItemType
from rostra.report.forms import FORMS
from rostra.rules import classify_source
from rostra.rules.sources import Publisher, SourceBook, desk_book
from rostra.web.answers import Json, missing
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.promises import gives, gives_files, gives_text

routes = APIRouter(prefix="/api", tags=["desk"])


class NewSite(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=2_000)
    name: str = Field(default="", max_length=200)
    sections: list[Annotated[str, Field(max_length=300)]] = Field(default=[], max_length=50)
    every: str = Field(default="", max_length=40, description="Like 6h or daily; empty: by hand.")
    days: int = Field(default=30, ge=1, le=3_660)
    max_items: int = Field(default=50, ge=1, le=1_000)
    pace: float = Field(default=1.0, ge=0, le=3_600, description="Seconds between two requests.")
    tier: int | None = Field(default=None, ge=1, le=5, description="How far it is believed.")
    publisher: str = Field(default="", max_length=120)


class SitesFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    yaml: str = Field(max_length=200_000, description="As `/api/sites/export` writes it.")


@dataclass(frozen=True, slots=True)
class WatchedSite:
    site: Site
    last: SiteState | None


def source_book(desk: WebDesk) -> SourceBook:
    return desk_book(desk.house.settings.source_book, desk.house.settings.data)


@routes.get("/sources", responses=gives({"publishers": list[Publisher]}, "By tier."))
async def list_sources(
    desk: AtDesk, tier: Annotated[int | None, Query(ge=1, le=5)] = None
) -> Response:
    """The publishers this desk knows; whoever is not listed is tier 4."""
    rows = [row for row in source_book(desk).publishers.values() if tier in (None, row.tier)]
    return Json({"publishers": sorted(rows, key=lambda row: row.tier)})


@routes.get("/sources/classify", responses=gives({"source": Source}, "As it would be taken."))
async def classify(desk: AtDesk, name: Annotated[str, Query(max_length=2_000)]) -> Response:
    """How an address or a name would be classified."""
    return Json({"source": classify_source(name, book=source_book(desk))})


class ChangedPublisher(BaseModel):
    """What is not given stays as it is; a new publisher needs a tier and a type."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=200, pattern=r"\S")
    tier: int | None = Field(default=None, ge=1, le=5)
    type: SourceType | None = None
    owner: str | None = Field(default=None, min_length=1, max_length=200)
    domains: list[Annotated[str, Field(max_length=253)]] | None = Field(default=None, max_length=50)
    aliases: list[Annotated[str, Field(max_length=200)]] | None = Field(default=None, max_length=50)


@routes.post("/sources", responses=gives({"publisher": Publisher}, "As it is kept.", refuses=[400]))
async def set_source(desk: AtDesk, given: ChangedPublisher) -> Response:
    """Add a publisher to the desk's own book, or change what is believed of a listed one."""
    row, _ = await desk.away(
        set_publisher,
        desk.house.settings,
        given.name,
        tier=given.tier,
        kind=given.type,
        owner=given.owner,
        domains=given.domains,
        aliases=given.aliases,
    )
    return Json({"publisher": row})


@routes.get("/sites", responses=gives({"sites": list[WatchedSite]}, "Watched sites."))
async def list_sites(desk: AtDesk) -> Response:
    return Json({"sites": await watched_sites(desk)})


async def watched_sites(desk: WebDesk) -> list[WatchedSite]:
    sites = await desk.store.list_sites()
    return [WatchedSite(one, await desk.store.get_site_state(one.name)) for one in sites]


@routes.post(
    "/sites",
    status_code=201,
    responses=gives({"site": Site}, "Watched.", status=201, refuses=[400]),
)
async def add_site(desk: AtDesk, new: NewSite) -> Response:
    """Watch a site; one of the same name is replaced."""
    site = make_site(
        new.url,
        desk.now(),
        name=new.name,
        sections=new.sections,
        every=new.every,
        days=new.days,
        max_items=new.max_items,
        pace=new.pace,
    )
    if new.tier is not None or new.publisher.strip():
        await desk.away(
            set_publisher_of,
            desk.house.settings,
            site.url,
            tier=new.tier,
            name=new.publisher.strip(),
        )
    await desk.store.put_site(site)
    return Json({"site": site}, status_code=201)


@routes.post(
    "/sites/import",
    status_code=201,
    responses=gives({"sites": list[Site]}, "All of them are watched.", status=201, refuses=[400]),
)
async def import_sites(desk: AtDesk, given: SitesFile) -> Response:
    """Watch every site of a YAML file: all of them, or none when one is wrong."""
    sites = from_yaml(given.yaml, desk.now())
    for site in sites:
        await desk.store.put_site(site)
    return Json({"sites": sites}, status_code=201)


@routes.get(
    "/sites/export",
    responses=gives_files("To import.", {"application/yaml": {"sites": list[object]}}),
)
async def export_sites(desk: AtDesk) -> Response:
    text = to_yaml(await desk.store.list_sites())
    headers = {"Content-Disposition": 'attachment; filename="sites.yaml"'}
    return Response(text.encode(), media_type="application/yaml", headers=headers)


@routes.delete(
    "/sites/{name:path}", responses=gives({"removed": str}, "Not watched any more.", refuses=[404])
)
async def remove_site(desk: AtDesk, name: str) -> Response:
    """Watch a site no longer; its items and their evidence stay."""
    if not await desk.store.remove_site(name):
        raise missing("watched site", name)
    return Json({"removed": name})


@routes.get("/items", responses=gives({"items": list[Item]}, "The newest run first, by rank."))
async def list_items(
    desk: AtDesk,
    site: Annotated[list[str] | None, Query()] = None,
    since: date | None = None,
    kind: Annotated[list[ItemType] | None, Query(alias="type")] = None,
    sample: bool = False,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 50,
) -> Response:
    found = await desk.store.list_items(
        world="sample" if sample else "",
        sites=site or (),
        since=since,
        types=kind or (),
        limit=10_000,
    )
    return Json({"items": in_order(found)[:limit]})


@routes.get("/items/export", responses=gives_text("As a file.", "text/csv", "application/atom+xml"))
async def export_items(
    desk: AtDesk,
    form: Annotated[Literal["csv", "atom"], Query(alias="format")] = "csv",
    sample: bool = False,
) -> Response:
    """Every collected item: for a spreadsheet, or as a feed."""
    world = "sample" if sample else ""
    items = in_order(await desk.store.list_items(world=world, limit=10_000))
    if form == "csv":
        text = "\ufeff" + to_csv(items)
    else:
        made_at = max((item.found_at for item in items), default=desk.now())
        text = to_atom(items, title="Rostra", made_at=made_at, feed_id="urn:rostra:items")
    headers = {"Content-Disposition": f'attachment; filename="items.{form}"'}
    content = text.encode("utf-8", "backslashreplace")
    return Response(content, media_type=FORMS[form].media, headers=headers)


@routes.get(
    "/metrics",
    responses=gives({"metrics": Metrics}, "What was saved and spent.", refuses=[404]),
)
async def metrics(
    desk: AtDesk, run: Annotated[str, Query(max_length=100, description="Only of it.")] = ""
) -> Response:
    only = (await desk.run(run)).id if run else ""
    return Json({"metrics": await read_metrics(desk.store, only)})


@routes.get("/metrics/prometheus", responses=gives_text("For Prometheus.", "text/plain"))
async def prometheus(desk: AtDesk) -> Response:
    return Response(to_prometheus(await read_metrics(desk.store)), media_type=MEDIA_TYPE)
