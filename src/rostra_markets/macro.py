"""Macro series through pandas-datareader, which is given our way out in place of its own.

The library makes its requests with a `requests` session. The session it gets here has one adapter
for every address, and that adapter hands each request to the line: guard, pace, caps and deadlines
hold, and what came back is kept. The library runs in a thread, because it waits.
"""

import asyncio
import importlib
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from typing import Any

from rostra.errors import MissingExtra, OutsideError, RostraError
from rostra.pages import Fetched
from rostra.words import message
from rostra_markets.desk import MarketDesk
from rostra_markets.failures import NoData, NotWhatWasAsked

SOURCES = ("fred", "worldbank", "bankofcanada")
# Longer than the line takes for all its tries, so that it is the line that gives up.
_PATIENCE = 300.0
_UNKNOWN = frozenset({400, 404, 410})


@dataclass(frozen=True, slots=True)
class Reading:
    """Rows of (label, value) in order; the bytes they came from, and from where."""

    rows: tuple[tuple[str, str, float | None], ...]
    url: str
    raw: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class _Library:
    reader: Any
    world_bank: Any
    requests: Any


def _load() -> _Library:
    try:
        reader = importlib.import_module("pandas_datareader.data")
        world_bank = importlib.import_module("pandas_datareader.wb")
        requests = importlib.import_module("requests")
    except ImportError as error:
        raise MissingExtra(message("markets.needs_extra"), "markets") from error
    return _Library(reader, world_bank, requests)


async def read_macro(
    desk: MarketDesk, source: str, series: str, start: date, end: date, countries: list[str]
) -> Reading:
    library = await asyncio.to_thread(_load)
    way_out = _WayOut(desk, library)
    read: Callable[[], Any]
    if source == "worldbank":
        read = _of_world_bank(library, way_out, series, start, end, countries)
    else:
        read = _of_one_series(library, way_out, source, series, start, end)
    try:
        rows = await asyncio.to_thread(read)
    except asyncio.CancelledError:
        way_out.close()  # else its thread would wait on, and hold the line's turn
        raise
    except Exception as error:
        if isinstance(error, RostraError):
            raise
        # The library wraps what our own line said, or stumbles over a body that is no table.
        raise way_out.failure or _no_table(source, series, way_out.status, error) from error
    if way_out.failure is not None:
        raise way_out.failure
    if not rows:
        raise NoData(
            message(
                "markets.no_values", source=source, series=series, start=str(start), end=str(end)
            )
        )
    return Reading(tuple(rows), way_out.url, way_out.raw, way_out.media_type)


def _no_table(source: str, series: str, status: int, error: Exception) -> OutsideError:
    if status in _UNKNOWN:
        return NoData(message("markets.no_series", source=source, series=series, status=status))
    told = " ".join(str(error).split())[:120]
    return NotWhatWasAsked(message("markets.no_table_for", source=source, series=series, told=told))


def _of_one_series(
    library: _Library, way_out: "_WayOut", source: str, series: str, start: date, end: date
) -> Callable[[], list[tuple[str, str, float | None]]]:
    def read() -> list[tuple[str, str, float | None]]:
        frame = library.reader.DataReader(
            series, source, start, end, retry_count=0, session=way_out.session
        )
        if source == "fred":
            _check_header(way_out.raw, series)
        column = frame.columns[0]
        dated = frame[(frame.index >= str(start)) & (frame.index <= str(end))].sort_index()
        return [("", f"{day:%Y-%m-%d}", _number(value)) for day, value in dated[column].items()]

    return read


def _check_header(raw: bytes, series: str) -> None:
    """The library skips the first line unread; any text at all would be an empty table."""
    names = raw.split(b"\n", 1)[0].decode("utf-8-sig", "replace").strip().split(",")
    if len(names) != 2 or names[1].strip('"').upper() != series.upper():
        raise NotWhatWasAsked(
            message("markets.fred_no_table", series=series, told=repr(names[0][:60]))
        )


def _of_world_bank(
    library: _Library,
    way_out: "_WayOut",
    series: str,
    start: date,
    end: date,
    countries: list[str],
) -> Callable[[], list[tuple[str, str, float | None]]]:
    def read() -> list[tuple[str, str, float | None]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of countries it does not list
            frame = library.world_bank.download(
                country=countries,
                indicator=series,
                start=start.year,
                end=end.year,
                errors="ignore",
                retry_count=0,
                session=way_out.session,
            )
        found = [(str(c), str(y), _number(v)) for (c, y), v in frame[series].items()]
        return sorted(row for row in found if row[2] is not None)

    return read


def _number(value: Any) -> float | None:
    made = float(value)
    return None if made != made else made  # noqa: PLR0124 - the library's way to say nothing


class _WayOut:
    """A session whose every request goes out over the line, and what the last one brought."""

    def __init__(self, desk: MarketDesk, library: _Library) -> None:
        self.url = ""
        self.raw = b""
        self.media_type = ""
        self.status = 0
        self.failure: OutsideError | None = None
        self._is_closed = False
        self._waiting: Future[Fetched] | None = None
        self._desk = desk
        self._loop = asyncio.get_running_loop()
        self._requests = library.requests
        self.session = library.requests.Session()
        self.session.trust_env = False  # no proxies, no passwords from the environment
        adapter = self._adapter()
        self.session.adapters.clear()
        self.session.mount("http://", adapter)
        self.session.mount("https://", adapter)

    def _adapter(self) -> Any:
        way_out = self

        class OverTheLine(self._requests.adapters.BaseAdapter):  # type: ignore[misc, name-defined]
            def send(self, request: Any, **_how: object) -> Any:
                return way_out.send(request)

            def close(self) -> None:
                """Nothing is held open here."""

        return OverTheLine()

    def close(self) -> None:
        self._is_closed = True
        if self._waiting is not None:
            self._waiting.cancel()

    def send(self, request: Any) -> Any:
        if request.method != "GET" or self._is_closed:
            raise self._requests.exceptions.InvalidSchema("Only reading is allowed here, in time.")
        asked = self._desk.line.fetch(request.url, headers={"Accept": "*/*"})
        self._waiting = asyncio.run_coroutine_threadsafe(asked, self._loop)
        try:
            reply = self._waiting.result(_PATIENCE)
        except OutsideError as error:
            self.failure = error
            raise self._requests.exceptions.ConnectionError(str(error)) from error
        except TimeoutError as error:
            raise self._requests.exceptions.Timeout(str(error)) from error
        self.url, self.raw, self.status = reply.final_url, reply.body, reply.status
        self.media_type = reply.headers.get("content-type", "text/plain")
        return self._response(request, reply.status, reply.headers, reply.body)

    def _response(self, request: Any, status: int, headers: Mapping[str, str], body: bytes) -> Any:
        response = self._requests.models.Response()
        response.status_code = status
        response.headers.update(headers)
        response.url, response.request = request.url, request
        response._content, response._content_consumed = body, True  # noqa: SLF001 - a whole body
        response.encoding = "utf-8"
        return response
