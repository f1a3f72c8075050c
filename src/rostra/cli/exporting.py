"""A stored report in the form that was asked for, and its way onto the disk."""

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from rostra.cli.text import short
from rostra.errors import RostraError, SetupError, UsageError
from rostra.records import Evidence, Report, Run, loads
from rostra.cli.plain import to_json

_LONGEST_NAME = 60
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")


def exported(run: Run, report: Report, evidence: Sequence[Evidence], form: str) -> str:
    """Return the report as text: `md`, `json` (with everything it rests on) or `html`; a digest
    of collected items also as `csv` or `atom`.
    """
    if form == "md":
        return report.markdown
    document = _document(report)
    if form == "json":
        whole = {
            "run": run,
            "title": report.title,
            "made_at": report.made_at,
            "report": document,
            "markdown": report.markdown,
            "evidence": list(evidence),
        }
        return to_json(whole) + "\n"
    from rostra.cli.collect_forms import digest_as
    from rostra.collect.records import Digest
    from rostra.records.debate import DebateDocument
    from rostra.records.report import ReportDocument
    from rostra.report import to_html
    from rostra.report.debate_html import debate_html

    if isinstance(document, Digest):
        return digest_as(document, form)
    if form == "html" and isinstance(document, DebateDocument):
        return debate_html(document)
    if form != "html" or not isinstance(document, ReportDocument):
        raise UsageError(f"The report of run {run.id} has no {form} form. Export it as md or json.")
    return to_html(document)


def _document(report: Report) -> object:
    """Return the report as the record it was made from; a report without one has its text only."""
    import rostra.collect.records
    import rostra.records.debate
    import rostra.records.report  # noqa: F401  (what they register is what may be read)

    try:
        return loads(report.data) if report.data else None
    except RostraError:
        return None


def place_for(out: Path, *, title: str, run_id: str, form: str) -> Path:
    """Return the file to write: a folder gets one named after the report."""
    return out / file_name(title, run_id, form) if out.is_dir() else out


def write_file(path: Path, content: bytes) -> Path:
    """Write the file whole or not at all."""
    half = path.with_name(f".{os.getpid()}.part")
    try:
        try:
            half.write_bytes(content)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable path"
        raise SetupError(f"{short(str(path), 300)} cannot be written: {reason}.") from error
    return path.absolute()


def file_name(title: str, run_id: str, form: str) -> str:
    """Name a file after a title that anybody may have written: words and an id, nothing else."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title))
    start = "-".join(words)[:_LONGEST_NAME].strip("-_") or "report"
    start = f"_{start}" if _RESERVED.fullmatch(start) else start
    mark = "".join(re.findall(r"[0-9A-Za-z]+", run_id))[:12] or "run"
    # Names are limited in bytes, and a Chinese character takes three.
    return f"{start.encode()[:180].decode(errors='ignore')}-{mark}.{form}"
