"""The process that opens strangers' files: small, without secrets, and no loss when it dies.

It says when it is ready, then reads a path from each line of its input and answers with a length
and JSON. Memory is limited before the first file is opened, files cannot be written, and time is
kept by whoever started it.
"""

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from rostra.documents.document import READY, DocumentUnreadable, Limits
from rostra.documents.read import read_document
from rostra.records import encode
from rostra.words import message

# Made beforehand: there is no memory left to make it when it is needed.
TOO_LARGE = json.dumps(
    {
        "outcome": "too_large",
        "detail": encode(message("errors_documents.reading_file_takes_too")),
    }
).encode()


def answer(path: str, limits: Limits) -> dict[str, Any]:
    try:
        document = read_document(Path(path), limits)
    except DocumentUnreadable as error:
        return {"outcome": error.outcome, "detail": encode(error.message)}
    except RecursionError:
        return {"outcome": "corrupt", "detail": encode(message("errors_documents.nested_too_deep"))}
    except Exception as error:  # noqa: BLE001 - a stranger's file may break a reader in any way
        told = message("errors_documents.broke_reader", name=type(error).__name__)
        return {"outcome": "corrupt", "detail": encode(told)}
    parts = [(part.place, part.text, part.heading) for part in document.parts]
    return {
        "title": document.title,
        "parts": parts,
        "note": encode(document.note),
        "is_cut": document.is_cut,
    }


def confine(limits: Limits) -> None:
    """Give up what reading does not need; systems without such limits are left to the clock."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


def main() -> None:
    limits = Limits(**json.loads(sys.argv[1]))
    confine(limits)
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    for line in sys.stdin.buffer:
        try:
            told = json.dumps(answer(json.loads(line), limits), ensure_ascii=False)
            said = told.encode("utf-8", "replace")
        except MemoryError:
            said = TOO_LARGE
        out.write(len(said).to_bytes(8, "big"))
        out.write(said)
        out.flush()


if __name__ == "__main__":
    main()
