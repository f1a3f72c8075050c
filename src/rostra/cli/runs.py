"""`rostra runs`: look at runs, from any process, without the engine that makes them."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

app = group("runs")

RunId = Annotated[str, typer.Argument(metavar="ID", help="The run's id, or enough of its start.")]
Kind = Literal["collect", "research", "debate", "revalidate", "embed"]


class Status(StrEnum):
    queued = "queued"
    running = "running"
    waiting = "waiting"
    done = "done"
    not_passed = "not_passed"
    stopped = "stopped"
    aborted = "aborted"
    failed = "failed"


@command(app, "list")
async def list_runs(
    desk: Desk,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Only with these words.")] = "",
    kind: Annotated[Kind | None, typer.Option(help="Only of this kind.")] = None,
    status: Annotated[
        list[Status] | None,
        typer.Option(metavar="STATE", help="Only in this state; may be repeated."),
    ] = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="At most so many.")
    ] = 50,
    before: Annotated[
        datetime | None, typer.Option(metavar="TIME", help="Only runs made before this time.")
    ] = None,
) -> None:
    """List runs, the newest first."""
    from rostra.cli.showing import run_table

    if before is not None and before.tzinfo is None:
        before = before.replace(tzinfo=desk.settings.zone())
    async with desk.store() as store:
        runs = await store.list_runs(
            kind=kind,
            statuses=[one.value for one in status or ()],
            text=text,
            limit=limit,
            before=before,
        )
    if desk.json:
        desk.give({"runs": runs})
    elif runs:
        run_table(desk, runs)
    else:
        desk.note("No runs." if not (text or kind or status or before) else "No run fits.")


@command(app, "show")
async def show(desk: Desk, run_id: RunId) -> None:
    """Show a run, what it waits for, and its report."""
    from rostra.cli.lookup import the_run
    from rostra.cli.remembering import now_of
    from rostra.cli.showing import run_details
    from rostra.runs.exporting import as_it_stands

    standing = None
    async with desk.store() as store:
        run = await the_run(store, run_id)
        report = await store.get_report(run.id)
        if report is not None:
            report, standing = await as_it_stands(store, report, now_of(desk))
        turns = await store.list_runs(parent=run.id, limit=1_000)
        questions = await store.open_questions(run.id)
    if desk.json:
        desk.give(
            {"run": run, "turns": turns, "questions": questions, "report": report,
             "needs_recheck": list(standing.shaken) if standing else []}
        )  # fmt: skip
        return
    run_details(desk, run, turns, questions)
    if report is not None:
        desk.say()
        desk.document(report.markdown)


@command(app, "watch")
async def watch(
    desk: Desk,
    run_id: RunId,
    events: Annotated[
        bool, typer.Option("--events", help="Write each event as a line of JSON.")
    ] = False,
    after: Annotated[
        int, typer.Option(metavar="N", min=0, help="Start after this event number.")
    ] = 0,
) -> int:
    """Follow a run until it ends.

    Works from any process, also when the run has ended long ago. The exit code is the run's own.
    """
    import sys

    from rostra.cli.lookup import the_run
    from rostra.cli.showing import event_line, exit_code_of, refuse_to_wait
    from rostra.events import follow, to_ndjson
    from rostra.records.plain import all_seen

    async with desk.store() as store:
        run = await the_run(store, run_id)
        async for event in follow(store, run.id, after):
            if events:
                sys.stdout.write(all_seen(to_ndjson(event)) + "\n")
            elif desk.json:
                desk.note(event_line(desk, event))
            else:
                desk.say(event_line(desk, event))
            sys.stdout.flush()
            if desk.no_input and event.name == "PersonAsked":
                refuse_to_wait(await store.open_questions(run.id))
        run = await store.get_run(run.id) or run
    if desk.json and not events:
        desk.give({"run": run})
    return exit_code_of(run)


@command(app, "delete")
async def delete(
    desk: Desk,
    run_id: RunId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> int | None:
    """Delete a run and its report.

    Its turns, events and ledger go too. Evidence stays: other reports may rest on it.
    """
    from rostra.cli.lookup import the_run
    from rostra.cli.text import short
    from rostra.errors import UsageError

    async with desk.store() as store:
        run = await the_run(store, run_id)
        if not run.has_ended:
            raise UsageError(f"Run {run.id} is {run.status}. Stop or abort it first.")
        question = f"Delete run {run.id} ({short(run.question, 60)})?"
        if not yes and not desk.confirm(question, flag="--yes"):
            desk.note("Nothing was deleted.")
            return 1
        is_gone = await store.delete_run(run.id)
    if desk.json:
        desk.give({"run": run.id, "deleted": is_gone})
    else:
        desk.note(f"Deleted {run.id}.")
    return None


@command(app, "export")
async def export(
    desk: Desk,
    run_id: RunId,
    form: Annotated[
        Literal["md", "html", "pdf", "docx", "json", "csv", "atom"] | None,
        typer.Option("--format", help="By the file's name, else md; csv and atom of a digest."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write; a folder gets a file of its own name."),
    ] = None,
) -> None:
    """Write out a run's report.

    As Markdown, PDF, Word, one HTML file that is safe to open from disk, or JSON with all the
    evidence it rests on. Without --out it goes to stdout.
    """
    import sys

    from rostra.cli.exporting import form_of, place_for, write_file
    from rostra.cli.lookup import the_run
    from rostra.cli.remembering import now_of
    from rostra.errors import UsageError
    from rostra.runs.exporting import as_it_stands, exported

    async with desk.store() as store:
        run = await the_run(store, run_id)
        report = await store.get_report(run.id)
        if report is None:
            raise UsageError(f"Run {run.id} is {run.status} and has no report.")
        by_name = out is not None and bool(out.suffix) and not out.is_dir()
        wanted = form or (
            form_of(out, is_digest=run.kind == "collect") if out and by_name else "md"
        )
        if out is None and wanted in ("pdf", "docx") and sys.stdout.isatty():
            raise UsageError(f"A {wanted} is no text for a screen. Name a file: --out FILE")
        report, _ = await as_it_stands(store, report, now_of(desk))
        content = exported(run, report, await store.evidence_of_run(run.id), wanted)
    if out is None:
        # The file's bytes, not a screen's: what is exported must not differ from `--out`.
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    path = place_for(out, title=report.title, run_id=run.id, form=wanted)
    path = write_file(path, content)
    if desk.json:
        desk.give({"run": run.id, "format": wanted, "path": path})
    else:
        desk.note(f"Wrote {path}")
