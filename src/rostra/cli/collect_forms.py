"""A digest in the form that a file's name asks for."""

from pathlib import Path

from rostra.collect.digest_forms import to_atom, to_csv, to_html
from rostra.collect.records import Digest
from rostra.errors import UsageError

FORMS = ("md", "html", "json", "csv", "atom")


def check_form(out: Path) -> None:
    if out.suffix[1:] not in FORMS:
        listed = ", ".join(f".{form}" for form in FORMS)
        raise UsageError(f"{out}: a digest is written as one of {listed}.")


def digest_as(digest: Digest, form: str) -> str:
    """The forms that only a digest has, and its HTML."""
    new = frozenset(item.id for item in digest.new)
    items = [*digest.new, *digest.known]
    if form == "csv":
        return "\ufeff" + to_csv(items, new)  # spreadsheets take it for UTF-8 only with the mark
    if form == "atom":
        feed = f"urn:rostra:{digest.run}"
        return to_atom(items, title=digest.title, made_at=digest.made_at, feed_id=feed)
    return to_html(digest)
