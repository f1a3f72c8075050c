"""`rostra runs`: look at runs, from any process, without the engine that makes them."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rostra.records import Evidence
    from rostra.store import Store

app = group("runs")

RunId = Annotated[str, typer.Argument(metavar="ID", help="cli.runs.options.runid")]


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
    text: Annotated[str, typer.Argument(metavar="TEXT", help="cli.runs.options.text")] = "",
    kind: Annotated[str, typer.Option(metavar="KIND", help="cli.runs.options.kind")] = "",
    status: Annotated[
        list[Status] | None,
        typer.Option(metavar="STATE", help="cli.runs.options.status"),
    ] = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="cli.runs.options.limit")
    ] = 50,
    before: Annotated[
        datetime | None, typer.Option(metavar="TIME", help="cli.runs.options.before")
    ] = None,
) -> None:
    from rostra.cli.showing import run_table

    if kind:
        from rostra.assembly import desk_of

        desk_of(kind)
    if before is not None and before.tzinfo is None:
        before = before.replace(tzinfo=desk.settings.zone())
    async with desk.store() as store:
        runs = await store.list_runs(
            kind=kind or None,
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
        desk.note(
            message("cli.runs.no_runs")
            if not (text or kind or status or before)
            else message("cli.runs.no_run_fits")
        )


@command(app, "show")
async def show(desk: Desk, run_id: RunId) -> None:
    from rostra.cli.lookup import the_run
    from rostra.cli.remembering import now_of
    from rostra.cli.showing import run_details
    from rostra.report.export import for_programs
    from rostra.runs.as_it_stands import as_it_stands

    standing = None
    async with desk.store() as store:
        run = await the_run(store, run_id)
        report = await store.get_report(run.id)
        if report is not None:
            report, standing = await as_it_stands(store, report, now_of(desk))
        turns = await store.list_runs(parent=run.id, limit=1_000)
        questions = await store.open_questions(run.id)
        evidence = await store.evidence_of_run(run.id)
    if desk.json:
        desk.give(
            {**for_programs(run, report, evidence), "turns": turns, "questions": questions,
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
    events: Annotated[bool, typer.Option("--events", help="cli.runs.options.events")] = False,
    after: Annotated[int, typer.Option(metavar="N", help="cli.runs.options.after")] = 0,
) -> int:
    import sys

    from rostra.cli.lookup import the_run
    from rostra.cli.showing import event_line, exit_code_of, refuse_to_wait
    from rostra.events import follow_live, to_ndjson, worded
    from rostra.records.plain import all_seen

    async with desk.store() as store:
        run = await the_run(store, run_id)
        async for one in follow_live(store, run.id, after):
            if isinstance(one, list):
                if not events:
                    desk.note_now(one)
                continue
            event = worded(one, desk.language)
            if events:
                sys.stdout.write(all_seen(to_ndjson(event)) + "\n")
            elif desk.json:
                desk.note(event_line(desk, event))
            else:
                desk.note_now([])
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
    yes: Annotated[bool, typer.Option("--yes", help="cli.runs.options.yes")] = False,
) -> int | None:
    from rostra.cli.lookup import the_run
    from rostra.cli.text import short
    from rostra.errors import UsageError

    async with desk.store() as store:
        run = await the_run(store, run_id)
        if not run.has_ended:
            raise UsageError(message("cli.runs.run_stop_abort_first", id=run.id, status=run.status))
        question = message("cli.runs.really", id=run.id, question=short(run.question, 60))
        if not yes and not desk.confirm(question, flag="--yes"):
            desk.note(message("cli.runs.nothing_deleted"))
            return 1
        is_gone = await store.delete_run(run.id)
    if desk.json:
        desk.give({"run": run.id, "deleted": is_gone})
    else:
        desk.note(message("cli.runs.deleted", id=run.id))
    return None


@command(app, "export")
async def export(
    desk: Desk,
    run_id: RunId,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORM", help="cli.runs.options.form")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="cli.runs.options.out"),
    ] = None,
    no_record: Annotated[
        bool, typer.Option("--no-record", help="cli.runs.options.no_record")
    ] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="cli.runs.options.record")
    ] = None,
    cite: Annotated[str | None, typer.Option(metavar="FORM", help="cli.runs.options.cite")] = None,
    bundle: Annotated[
        Path | None, typer.Option(metavar="FILE", help="cli.runs.options.bundle")
    ] = None,
) -> None:
    import sys

    from rostra.cli.exporting import checked_form, form_of, place_for, write_file
    from rostra.cli.lookup import the_run
    from rostra.cli.remembering import now_of
    from rostra.errors import UsageError
    from rostra.report.bundle import seal
    from rostra.report.citing import WAYS
    from rostra.report.export import cited_in, exported, record_of
    from rostra.report.forms import FORMS
    from rostra.runs.as_it_stands import as_it_stands

    if form is not None and form not in FORMS:  # told before anything is opened
        listed = ", ".join(f".{one}" for one in FORMS)
        raise UsageError(message("cli.exporting.written_one", out=form, listed=listed))
    if cite is not None and cite not in WAYS:
        told = message("cli.exporting.written_one", out=cite, listed=", ".join(WAYS))
        raise UsageError(told)
    async with desk.store() as store:
        run = await the_run(store, run_id)
        report = await store.get_report(run.id)
        if report is None:
            raise UsageError(message("cli.runs.run_no_report", id=run.id, status=run.status))
        by_name = out is not None and bool(out.suffix) and not out.is_dir()
        wanted = checked_form(form, run.kind) if form else ""
        wanted = wanted or (form_of(out, run.kind) if out and by_name else "md")
        is_asked = not (bundle or cite)
        if is_asked and out is None and not FORMS[wanted].is_text and sys.stdout.isatty():
            raise UsageError(message("cli.runs.no_text_screen", wanted=wanted))
        report, _ = await as_it_stands(store, report, now_of(desk))
        evidence = await store.evidence_of_run(run.id)
        if bundle is not None:
            content = seal(run, report, evidence, await _contents(store, evidence))
            out, wanted = bundle, "zip"
        elif cite is not None:
            content, wanted = cited_in(report, cite), cite
        else:
            is_whole = not (no_record or record)
            content = exported(run, report, evidence, wanted, with_record=is_whole)
    if record is not None:
        path = write_file(record, record_of(report).encode("utf-8", "backslashreplace"))
        desk.note(message("cli.runs.wrote", path=str(path)))
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
        desk.note(message("cli.runs.wrote", path=str(path)))


async def _contents(store: "Store", evidence: "Sequence[Evidence]") -> dict[str, bytes]:
    """The pages of a run and their texts, by hash."""
    keys = {key for one in evidence for key in (one.raw, one.text) if key}
    found = {key: await store.get_content(key) for key in sorted(keys)}
    return {key: data for key, data in found.items() if data is not None}
