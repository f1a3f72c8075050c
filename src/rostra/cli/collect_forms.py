"""The forms of a digest, as a file's name asks for them."""

from pathlib import Path

from rostra.errors import UsageError
from rostra.runs.exporting import DIGEST_FORMS


def check_form(out: Path) -> None:
    if out.suffix[1:] not in DIGEST_FORMS:
        listed = ", ".join(f".{form}" for form in DIGEST_FORMS)
        raise UsageError(f"{out}: a digest is written as one of {listed}.")
