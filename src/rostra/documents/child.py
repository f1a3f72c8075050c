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
from rostra.errors import MissingExtra


def answer(path: str, limits: Limits) -> dict[str, Any]:
    try:
        document = read_document(Path(path), limits)
    except DocumentUnreadable as error:
        return {"outcome": error.outcome, "detail": str(error)}
    except MissingExtra as error:
        return {"missing": error.extra, "detail": str(error)}
    except RecursionError:
        return {"outcome": "corrupt", "detail": "The file is nested too deep."}
    except Exception as error:  # noqa: BLE001 - a stranger's file may break a reader in any way
        return {"outcome": "corrupt", "detail": f"The file is damaged ({type(error).__name__})."}
    parts = [(part.place, part.text, part.heading) for part in document.parts]
    return {
        "title": document.title,
        "parts": parts,
        "note": document.note,
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
            said = b'{"outcome": "too_large", "detail": "Reading the file takes too much memory."}'
        out.write(len(said).to_bytes(8, "big"))
        out.write(said)
        out.flush()


if __name__ == "__main__":
    main()
