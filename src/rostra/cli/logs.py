"""The log on stderr: one JSON object a line, from the level that is set, without secrets.

Results and progress are told to people elsewhere; this is for whoever looks into a fault. From
`info` down an error says where it was raised, inside its line: nobody is shown a traceback.
"""

import json
import logging
import sys
import threading
import traceback
from datetime import UTC, datetime
from types import TracebackType

from rostra.records.plain import all_seen
from rostra.settings import Settings
from rostra.store.secrets import mask_secrets

log = logging.getLogger(__name__)


class _Lines(logging.Handler):
    """Writes to whatever stderr is at the moment; what cannot be written is let go."""

    settings: Settings | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(self._line(record) + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            pass

    def _line(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": _message(record),
        }
        if record.exc_info and (error := record.exc_info[1]) is not None:
            told["error"] = f"{type(error).__name__}: {error}"
            if self.level <= logging.INFO:
                told["where"] = " < ".join(_frames(error))
        return all_seen(json.dumps(self._masked(told), ensure_ascii=False))

    def _masked(self, told: dict[str, str]) -> dict[str, str]:
        mask = self.settings.mask if self.settings is not None else str
        return {name: mask_secrets(mask(text)) for name, text in told.items()}


def _frames(error: BaseException) -> list[str]:
    """Where it was raised, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{one.filename}:{one.lineno} {one.name}" for one in reversed(frames)]


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # noqa: BLE001 - a stranger's record may not fit its own arguments
        return str(record.msg)


_lines = _Lines()


def show_log(settings: Settings) -> None:
    """Write the log of this process to stderr, from the level that the settings say."""
    _lines.settings = settings
    _lines.setLevel(settings.log_level.upper())
    logging.getLogger("rostra").setLevel(_lines.level)
    root = logging.getLogger()
    if _lines not in root.handlers:
        root.addHandler(_lines)
    logging.captureWarnings(True)
    threading.excepthook = _thread_died
    sys.unraisablehook = _unraisable


def _thread_died(died: threading.ExceptHookArgs) -> None:
    """A thread of a plugin or a library ended badly: it prints nothing of its own."""
    name = died.thread.name if died.thread else "a thread"
    _tell(f"{name} died", died.exc_value, died.exc_traceback)


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    _tell(lost.err_msg or "an error was lost", lost.exc_value, lost.exc_traceback)


def _tell(what: str, error: BaseException | None, trace: TracebackType | None) -> None:
    found = (type(error), error, trace) if error is not None else None
    log.warning(what, exc_info=found)
