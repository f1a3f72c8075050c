"""A report's way onto the disk."""

import os
from pathlib import Path

from rostra.cli.text import short
from rostra.errors import SetupError, UsageError
from rostra.words import message


def form_of(out: Path, kind: str) -> str:
    """The form that a file's name asks for; what it needs is there, so no run is made in vain."""
    return checked_form(out.suffix[1:].lower(), kind, short(str(out), 300))


def checked_form(form: str, kind: str, asked: str = "") -> str:
    """A form that reports of a kind have, or UsageError; MissingExtra where it cannot be made."""
    from rostra.assembly import published_by
    from rostra.report.forms import FORMS, forms_of

    forms = forms_of(published_by(kind))
    if form not in forms:
        listed = ", ".join(f".{one}" for one in forms)
        raise UsageError(message("cli.exporting.written_one", out=asked or form, listed=listed))
    FORMS[form].check()
    return form


def place_for(out: Path, *, title: str, run_id: str, form: str) -> Path:
    """Return the file to write: a folder gets one named after the report."""
    from rostra.report.export import file_name

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
        reason = getattr(error, "strerror", None) or message("cli.exporting.no_path")
        raise SetupError(
            message("cli.exporting.cannot_written", path=short(str(path), 300), reason=reason)
        ) from error
    return path.absolute()
