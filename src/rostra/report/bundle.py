"""A sealed bundle: a report in every form with what it rests on, for readers who do not trust us.

manifest.json    what is inside, each file by its sha256
report.*         every form that can be made here
statements.json  what the report states, on which quotations of which sources
evidence.warc.gz the pages as they were fetched, and the text that was read of each
"""

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from importlib.util import find_spec
from typing import Any

from rostra.errors import MissingExtra, UsageError
from rostra.records import Anchor, Evidence, Report, Run, Statement
from rostra.records.plain import to_json
from rostra.records.statements import SourceRead
from rostra.report.export import document_of, exported
from rostra.report.forms import FORMS, forms_of
from rostra.report.publish import statements_of
from rostra.words import message

MANIFEST, STATEMENTS, EVIDENCE, REPORT = (
    "manifest.json", "statements.json", "evidence.warc.gz", "report.md",
)  # fmt: skip
FORMAT = "rostra-bundle/1"
_LARGEST = 1 << 30
_SINCE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Opened:
    """A bundle as it was read: its files, what the manifest says of them, what is in them."""

    files: Mapping[str, bytes]
    hashes: Mapping[str, str]
    statements: tuple[Statement, ...]
    sources: Mapping[str, SourceRead]
    texts: Mapping[str, str]


def check_parts() -> None:
    """Raise MissingExtra where a bundle can be neither made nor read."""
    if find_spec("warcio") is None:
        raise MissingExtra(message("errors_report.warcio_not_installed"), "bundle")


def seal(
    run: Run, report: Report, evidence: Sequence[Evidence], contents: Mapping[str, bytes]
) -> bytes:
    """The bundle; `contents` are the raw pages and their texts, by hash."""
    check_parts()
    document = document_of(report)
    if document is None or not hasattr(document, "sources"):
        raise UsageError(message("errors_runs.report_run_no_form", id=run.id, form="bundle"))
    cited = {row.evidence for row in document.sources}
    kept = [one for one in evidence if one.id in cited]
    files = {}
    for form in forms_of(type(document)):
        with suppress(MissingExtra):
            FORMS[form].check()
            files[f"report.{form}"] = exported(run, report, evidence, form)
    stated = [one for one in statements_of(document) if one.anchors]
    files[STATEMENTS] = to_json(
        {"statements": stated, "sources": {one.id: _told(one) for one in kept}}
    ).encode()
    files[EVIDENCE] = _warc(kept, contents)
    manifest = {
        "format": FORMAT,
        "run": run.id,
        "title": report.title,
        "made_at": report.made_at,
        "files": {name: _hash(data) for name, data in sorted(files.items())},
    }
    return _zipped({MANIFEST: to_json(manifest).encode(), **files})


def unsealed(data: bytes) -> Opened:
    """Read a bundle; UsageError where it is none."""
    check_parts()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            if sum(one.file_size for one in package.infolist()) > _LARGEST:
                raise UsageError(message("errors_report.bundle_too_large"))
            files = {one.filename: package.read(one) for one in package.infolist()}
        manifest = json.loads(files[MANIFEST])
        told = json.loads(files.get(STATEMENTS, b"{}"))
        return Opened(
            files,
            {str(name): str(known) for name, known in manifest["files"].items()},
            tuple(map(_statement, told.get("statements", ()))),
            {id_: SourceRead("", **one) for id_, one in told.get("sources", {}).items()},
            dict(_texts(files.get(EVIDENCE, b""))),
        )
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
        raise UsageError(message("errors_report.no_bundle")) from error


def changed(opened: Opened) -> list[str]:
    """The files that are not what was sealed: altered, missing, or added."""
    names = {*opened.hashes, *opened.files} - {MANIFEST}
    return sorted(
        name for name in names if opened.hashes.get(name) != _hash(opened.files.get(name, b""))
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _told(one: Evidence) -> dict[str, str]:
    day = one.published.isoformat() if one.published else ""
    return {"title": one.title, "publisher": one.source.name, "url": one.url, "date": day}


def _statement(told: Any) -> Statement:
    return Statement(
        told["id"],
        told["kind"],
        told["text"],
        tuple(Anchor(one["evidence"], one.get("quote", "")) for one in told["anchors"]),
        tuple(told.get("rests_on", ())),
        told.get("formula", ""),
        told.get("relation", ""),
    )


def _warc(evidence: Sequence[Evidence], contents: Mapping[str, bytes]) -> bytes:
    from warcio.warcwriter import WARCWriter  # noqa: PLC0415 - only who seals waits for it

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    for one in evidence:
        at = f"{one.fetched_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        name = f"<urn:rostra:{one.id}>"
        for kind, key, media in (
            ("resource", one.raw, one.media_type),
            ("conversion", one.text, "text/plain; charset=utf-8"),
        ):
            headers = {"WARC-Date": at, "WARC-Record-ID": f"{name[:-1]}:{kind}>"}
            if kind == "conversion":
                headers["WARC-Refers-To"] = f"{name[:-1]}:resource>"
            record = writer.create_warc_record(
                one.url,
                kind,
                payload=io.BytesIO(contents.get(key, b"")),
                warc_content_type=media or "application/octet-stream",
                warc_headers_dict=headers,
            )
            writer.write_record(record)
    return out.getvalue()


def _texts(data: bytes) -> Iterator[tuple[str, str]]:
    """The text that was read of each page, by the id of the evidence."""
    from warcio.archiveiterator import ArchiveIterator  # noqa: PLC0415 - likewise
    from warcio.exceptions import ArchiveLoadFailed  # noqa: PLC0415

    with suppress(ArchiveLoadFailed, gzip.BadGzipFile, EOFError):
        for record in ArchiveIterator(io.BytesIO(data)):
            id_ = record.rec_headers.get_header("WARC-Record-ID") or ""
            if record.rec_type == "conversion":
                text = record.content_stream().read().decode("utf-8", "replace")
                yield id_.removeprefix("<urn:rostra:").removesuffix(":conversion>"), text


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _SINCE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, data)
    return out.getvalue()
