"""What a collecting run tells its reader: what is new first, by type, in order of weight."""

from collections.abc import Sequence
from datetime import datetime

from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.job import CollectJob, SiteEnd
from rostra.desks.collect.records import CutShort, Digest, DigestPhase, DigestSection, DigestSite
from rostra.models.accounts import role_of
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import ModelRequest, request_tokens
from rostra.records import Item, LedgerEntry, Report, Run, dumps, loads
from rostra.records.report import Hands
from rostra.report.authors import author, authors
from rostra.roles.crawler import LIMITS, ROLE
from rostra.roles.navigator import NAVIGATOR
from rostra.roles.shared import RANKER, SUMMARISER
from rostra.words import Message, Phrases, message

CEILINGS = {
    NAVIGATOR.name: NAVIGATOR.ceiling,
    ROLE: 20_000,
    SUMMARISER.name: 3_000,
    RANKER.name: RANKER.ceiling,
}
assert LIMITS.ceiling < CEILINGS[ROLE]


async def publish(
    desk: CollectDesk,
    run: Run,
    job: CollectJob,
    ends: Sequence[SiteEnd],
    ranked_by: str,
    cut_short: CutShort,
) -> Message:
    """Write the run's digest; return it in one line."""
    turns = [job.of_site(site, run.id) for site in job.sites]
    since = min(turn.since for turn in turns)
    items = await desk.store.list_items(
        world=job.sites[0].world, sites=[site.name for site in job.sites], since=since, limit=2_000
    )
    until = max(turn.until for turn in turns)
    shown = [item for item in items if item.published is None or item.published <= until]
    ledger = await desk.store.ledger_of_run(run.id)
    new = tuple(in_order([item for item in shown if item.run == run.id]))
    meant = author(ledger, SUMMARISER.name, desk.stage.engine(SUMMARISER.name))
    hands = _hands(new, meant)
    digest = Digest(
        run=run.id,
        title=Phrases("digest", desk.language).say(
            "title", sites="、".join(s.name for s in job.sites)
        ),
        language=desk.language,
        is_sample=bool(job.sites[0].world),
        made_at=desk.clock(),
        since=since,
        until=until,
        engine=EXTRACTIVE if hands.by_code and not hands.by_model else meant,
        ranked_by=ranked_by,
        new=new,
        known=tuple(in_order([item for item in shown if item.run != run.id])),
        sites=tuple(_site(end) for end in ends),
        phases=tuple(phases(ledger)),
        outside_calls=sum(1 for entry in ledger if entry.kind == "tool"),
        cost=_cost(ledger),
        cut_short=cut_short,
        notes=authors(ledger, desk.language),
        hands=hands,
    )
    await desk.store.put_report(Report(run.id, digest.title, "", dumps(digest), digest.made_at))
    return message("runs.collected", items=len(digest.new), sites=len(ends))


def _hands(items: Sequence[Item], meant: str) -> Hands:
    """How many summaries a model wrote, and how many are quoted."""
    by = [item.summary_by for item in items if item.summary]
    by_code = by.count(EXTRACTIVE)
    return Hands("" if meant == EXTRACTIVE else meant, len(by) - by_code, by_code)


def in_order(items: Sequence[Item]) -> list[Item]:
    """The latest run first, each in its own ranking; then by weight and day."""
    latest: dict[str, datetime] = {}
    for item in items:
        latest[item.run] = max(item.found_at, latest.get(item.run, item.found_at))

    def place(item: Item) -> tuple[float, int, int, int, str]:
        day = item.published.toordinal() if item.published else 0
        unranked = (item.rank or 10**6, item.weight or 9)
        return -latest[item.run].timestamp(), *unranked, -day, item.id

    return sorted(items, key=place)


def _site(end: SiteEnd) -> DigestSite:
    return DigestSite(
        end.site,
        tuple(
            DigestSection(
                one.name,
                one.url,
                len(one.saved),
                one.pages,
                one.rows,
                one.trouble,
                one.is_full,
                one.missed,
            )
            for one in end.sections
        ),
        end.trouble,
    )


def phases(ledger: Sequence[LedgerEntry]) -> list[DigestPhase]:
    """How large the requests of each role were: the most one of them held."""
    peaks: dict[str, tuple[int, int]] = {}
    for entry in ledger:
        if entry.kind != "model":
            continue
        role = role_of(entry)
        calls, peak = peaks.get(role, (0, 0))
        peaks[role] = (calls + 1, max(peak, _tokens(entry)))
    order = [*CEILINGS, *(role for role in peaks if role not in CEILINGS)]
    return [
        DigestPhase(role, *peaks[role], CEILINGS.get(role, 0)) for role in order if role in peaks
    ]


def _tokens(entry: LedgerEntry) -> int:
    request = loads(entry.request)
    return request_tokens(request) if isinstance(request, ModelRequest) else 0


def _cost(ledger: Sequence[LedgerEntry]) -> float | None:
    costs = [entry.cost for entry in ledger if entry.kind == "model"]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
