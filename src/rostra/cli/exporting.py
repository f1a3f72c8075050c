"""A report's way onto the disk."""

import os
from pathlib import Path

from rostra.cli.text import short
from rostra.errors import SetupError, UsageError


def form_of(out: Path, *, is_digest: bool = False) -> str:
    """The form that a file's name asks for; what it needs is there, so no run is made in vain."""
    from rostra.runs.exporting import DIGEST_FORMS, FORMS, check_form

    form, forms = out.suffix[1:].lower(), DIGEST_FORMS if is_digest else FORMS
    if form not in forms:
        what, listed = "digest" if is_digest else "report", ", ".join(f".{one}" for one in forms)
        raise UsageError(f"{short(str(out), 300)}: a {what} is written as one of {listed}.")
    check_form(form)
    return form


def place_for(out: Path, *, title: str, run_id: str, form: str) -> Path:
    """Return the file to write: a folder gets one named after the report."""
    from rostra.runs.exporting import file_name

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
