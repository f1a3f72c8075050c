"""What the engine may write and read: our records and our errors, as JSON, by name.

The engine's default is pickle, and it obeys the label in the row whatever serializer is set: a
crafted row would be code. So its pickle codec is switched off here, in the one room that imports
the engine, and a row that carries that label is a typed error.
"""

from typing import Any, NoReturn

from dbos import _serialization as engine_codecs

from rostra.errors import RostraError, UnexpectedFailure, UnreadableRecord
from rostra.records import dumps, loads
from rostra.words import message


class RecordSerializer(engine_codecs.Serializer):
    def serialize(self, data: Any) -> str:
        if isinstance(data, BaseException) and not isinstance(data, RostraError):
            data = as_ours(data)
        return dumps(data)

    def deserialize(self, serialized_data: str) -> Any:
        return loads(serialized_data)

    def name(self) -> str:
        return "rostra_json"


def as_ours(error: BaseException) -> RostraError:
    """Errors of fenced libraries become ours at the fence."""
    if isinstance(error, RostraError):
        return error
    name = type(error).__name__
    return UnexpectedFailure(message("errors_runs.foreign", name=name, said=str(error)), name)


def _refuse(*_: object) -> NoReturn:
    raise UnreadableRecord(message("errors_runs.row_run_engine_labelled"))


def close_pickle() -> None:
    """Make the engine unable to pickle or unpickle anything in this process."""
    codec = engine_codecs.DefaultSerializer
    setattr(codec, "serialize", _refuse)  # noqa: B010
    setattr(codec, "deserialize", _refuse)  # noqa: B010 - the types say it cannot be replaced
