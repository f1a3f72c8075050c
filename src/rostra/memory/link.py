"""The line to Redis: the fence around its client.

A server that is absent, dead or hung costs one short wait. After it the line is down: nobody waits
for it any more, and a task of its own tries now and then whether the server answers again.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rostra.errors import MissingExtra, SetupError
from rostra.words import message

if TYPE_CHECKING:
    from redis.asyncio import Redis

WAIT = 0.05
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# How often a wait may begin anew because we ourselves were late.
EXTRA_WAITS = 5
# More at once would wait for each other longer than for the server.
AT_ONCE = 32


class Poisoned(Exception):
    """Something lies under our key that we did not put there."""


class Link:
    """Serves one event loop. `ask` gives None for everything while the line is down."""

    def __init__(
        self, url: str, *, wait: float = WAIT, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._url = url
        self._wait = wait
        self._ticks = ticks
        self._errors = _client_errors()
        self._lost = _lost_connection()
        self._client: Redis | None = _connect(url)
        self._idle: list[Any] = []
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._down_until: float | None = None
        self._pause = FIRST_PAUSE
        self._probe: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._news = ""
        self.times_down = 0

    def is_up(self) -> bool:
        return self._down_until is None

    def take_news(self) -> str:
        """Why the line went down, told once."""
        news, self._news = self._news, ""
        return news

    async def ask(self, *command: str | bytes | int) -> Any:
        """Send one command; None when there is no answer in time, or nothing to answer."""
        if not self.is_up():
            self._try_again_later()
            return None
        async with self._turns:
            if not self.is_up():  # it went down while we stood in line
                return None
            try:
                async with _patience(self._wait):
                    return await self._send(*command)
            except TimeoutError:
                self._take_down(f"no answer within {self._wait * 1000:.0f} ms")
            except self._errors as error:
                if command[0] == "GET" and str(error).startswith("WRONGTYPE"):
                    raise Poisoned from error
                self._take_down(f"{type(error).__name__}: {error}"[:200])
        return None

    async def close(self) -> None:
        if self._probe is not None:
            self._probe.cancel()
            await asyncio.gather(self._probe, return_exceptions=True)
        client, self._client = self._client, None
        self._idle.clear()
        if client is not None:
            await self._leave(client)
        await asyncio.gather(*self._leaving, return_exceptions=True)

    async def _send(self, *command: str | bytes | int) -> Any:
        if self._client is None:
            self._client = _connect(self._url)
        pool: Any = self._client.connection_pool
        if self._idle:
            # One that the server closed while it lay idle is no reason to do without it.
            with contextlib.suppress(self._lost):
                return await self._exchange(pool, self._idle.pop(), command)
        return await self._exchange(pool, await pool.get_connection(), command)

    async def _exchange(
        self, pool: Any, connection: Any, command: tuple[str | bytes | int, ...]
    ) -> Any:
        """One question and its answer, past the client's own bookkeeping: it costs as much again.

        A connection on which anything went wrong is not used for the next question.
        """
        try:
            await connection.send_command(*command)
            answer = await connection.read_response()
        except BaseException:
            await connection.disconnect(nowait=True)
            await pool.release(connection)
            raise
        if self._client is not None and self._client.connection_pool is pool:
            self._idle.append(connection)  # otherwise the line went down meanwhile, and it with it
        return answer

    def _take_down(self, why: str) -> None:
        if self._down_until is None:
            self.times_down += 1
            self._news = why
        self._down_until = self._ticks() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        client, self._client = self._client, None
        self._idle.clear()
        if client is not None:  # a late answer must not be taken for the next question's
            task = asyncio.create_task(self._leave(client))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _leave(self, client: "Redis") -> None:
        with contextlib.suppress(*self._errors, TimeoutError):
            async with asyncio.timeout(1.0):
                await client.aclose()

    def _try_again_later(self) -> None:
        is_time = self._down_until is not None and self._ticks() >= self._down_until
        if is_time and (self._probe is None or self._probe.done()):
            self._probe = asyncio.create_task(self._knock())

    async def _knock(self) -> None:
        """Let the server back in when it answers; nobody waits for this."""
        try:
            async with _patience(self._wait):
                await self._send("PING")
        except TimeoutError:
            self._take_down("still no answer")
        except self._errors as error:
            self._take_down(str(error))
        else:
            self._down_until = None
            self._pause = FIRST_PAUSE


class _patience:  # noqa: N801 - used like `asyncio.timeout`, which it is but for one thing
    """A timeout that does not take our own lateness for the server's.

    When the machine is so busy that our clock rings late, the answer may lie there unread: its
    reader gets two turns of the loop, and a server that was starved with us another wait.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._timeout = asyncio.timeout(None)
        self._left = EXTRA_WAITS

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._arm()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._handle.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _arm(self) -> None:
        self._due = self._loop.time() + self._seconds
        self._handle: asyncio.Handle = self._loop.call_at(self._due, self._ring)

    def _ring(self) -> None:
        is_late = self._loop.time() - self._due > self._seconds / 5
        if is_late and self._left:
            self._left -= 1
            self._arm()
        else:
            self._handle = self._loop.call_soon(self._last_turn, 2)

    def _last_turn(self, turns: int) -> None:
        if turns:
            self._handle = self._loop.call_soon(self._last_turn, turns - 1)
        else:
            self._timeout.reschedule(self._loop.time())


def _client_errors() -> tuple[type[Exception], ...]:
    try:
        from redis.exceptions import RedisError  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtra(
            message("errors_memory.redis_server_set_redis"),
            "redis",
        ) from None
    return (RedisError, OSError)


def _lost_connection() -> type[Exception]:
    from redis.exceptions import ConnectionError as LostConnection  # noqa: PLC0415 - an extra

    return LostConnection


def _connect(url: str) -> "Redis":
    from redis.asyncio import Redis  # noqa: PLC0415 - an extra, and slow to import
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415
    from redis.maint_notifications import MaintNotificationsConfig  # noqa: PLC0415

    # One try, and nothing said at the start but what the address asks for: each word of a
    # greeting is a round trip within the one wait.
    try:
        return Redis.from_url(
            url,
            socket_timeout=None,
            socket_connect_timeout=None,
            retry=Retry(NoBackoff(), 0),
            driver_info=None,
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
    except ValueError as error:
        raise SetupError(
            message("errors_memory.redis_url_not_address", error=str(error))
        ) from error
