"""What the engine may keep, and what it refuses to read back."""

import base64
import os
import pickle
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from dbos import _serialization as engine_codecs

from rostra.errors import MissingExtra, ResearchError, UnexpectedFailure, UnreadableRecord
from rostra.records import Outcome
from rostra.runs.serializer import RecordSerializer, close_pickle
from rostra.runs.unavailable import is_server_away
from tests.runs.conftest import Shop, said
from tests.waiting import wait_until


class _Bomb:
    """Unpickling it makes a file: proof that code ran."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self._mark),)


def test_records_and_our_errors_come_back_as_what_they_were() -> None:
    codec = RecordSerializer()
    error = MissingExtra("No browser.", "browser")

    again = codec.deserialize(codec.serialize(error))

    assert type(again) is MissingExtra
    assert again.extra == "browser"
    assert codec.deserialize(codec.serialize(Outcome("done"))) == Outcome("done")


def test_an_error_with_a_reason_keeps_its_code() -> None:
    codec = RecordSerializer()

    again = codec.deserialize(codec.serialize(ResearchError("none left", "NO_VALID_SOURCES")))

    assert (again.code, again.exit_code) == ("NO_VALID_SOURCES", 3)


def test_an_error_that_is_not_ours_becomes_ours_with_its_name() -> None:
    codec = RecordSerializer()

    again = codec.deserialize(codec.serialize(ZeroDivisionError("by zero")))

    assert type(again) is UnexpectedFailure
    assert again.name == "ZeroDivisionError"


@pytest.mark.parametrize("value", [object(), {1: "a"}, {"x": {1, 2}}, float("nan"), b"raw"])
def test_anything_else_is_refused_when_it_is_written(value: object) -> None:
    with pytest.raises(TypeError):
        RecordSerializer().serialize(value)


@pytest.mark.parametrize(
    "row", ['{"$":"nobody"}', '{"$":"Outcome","state":1}', "{", '{"$":7}', '{"$":"tuple","v":3}']
)
def test_a_row_we_did_not_write_is_a_typed_error(row: str) -> None:
    with pytest.raises(UnreadableRecord):
        RecordSerializer().deserialize(row)


def test_a_pickled_row_is_an_error_and_not_code(tmp_path: Path) -> None:
    close_pickle()
    mark = tmp_path / "ran"
    crafted = base64.b64encode(pickle.dumps(_Bomb(mark))).decode()

    with pytest.raises(UnreadableRecord):
        engine_codecs.deserialize_value(crafted, "py_pickle", RecordSerializer())

    assert not mark.exists()


@pytest.mark.slow
def test_a_crafted_run_in_the_engines_tables_runs_no_code_and_stops_nobody(shop: Shop) -> None:
    """A queued row labelled as pickle is passed over; other runs go on."""
    said(shop.process("start", "steps", "r1"), "done")
    mark = shop.data / "ran"
    crafted = base64.b64encode(pickle.dumps({"args": (_Bomb(mark),), "kwargs": {}})).decode()
    with closing(sqlite3.connect(shop.data / "engine.db")) as engine:
        columns = [row[1] for row in engine.execute("PRAGMA table_info(workflow_status)")]
        values = dict(
            zip(columns, engine.execute("SELECT * FROM workflow_status").fetchone(), strict=True)
        )
        values |= {
            "workflow_uuid": "crafted",
            "status": "ENQUEUED",
            "queue_name": "research",
            "inputs": crafted,
            "serialization": "py_pickle",
            "output": None,
            "error": None,
        }
        marks = ", ".join("?" for _ in columns)
        engine.execute(
            f"INSERT INTO workflow_status VALUES ({marks})", [values[name] for name in columns]
        )
        engine.commit()

    said(shop.process("start", "steps", "r2"), "done")

    def crafted_was_looked_at() -> bool:
        with closing(sqlite3.connect(shop.data / "engine.db")) as engine:
            query = "SELECT status FROM workflow_status WHERE workflow_uuid = 'crafted'"
            return bool(engine.execute(query).fetchone()[0] != "ENQUEUED")

    shop.process("work")
    wait_until(crafted_was_looked_at)
    assert not mark.exists()


@pytest.mark.slow
def test_no_cell_of_the_engines_tables_is_pickled(shop: Shop) -> None:
    said(shop.process("start", "fan", "r1"), "done")

    with closing(sqlite3.connect(shop.data / "engine.db")) as engine:
        labels = set()
        for table in ("workflow_status", "operation_outputs"):
            labels |= {row[0] for row in engine.execute(f"SELECT serialization FROM {table}")}

    assert labels <= {"rostra_json", None}


def test_a_server_whose_socket_is_gone_is_waited_for_like_any_other() -> None:
    """The driver has other words for a missing socket than for a refused connection."""
    for url in (
        "postgresql+psycopg://nobody@/none?host=/nowhere",
        "postgresql+psycopg://nobody@127.0.0.1:1/none",
    ):
        with pytest.raises(sa.exc.OperationalError) as away:
            sa.create_engine(url).connect()
        assert is_server_away(away.value)

    assert not is_server_away(sa.exc.OperationalError("SELECT", {}, Exception("syntax error")))
