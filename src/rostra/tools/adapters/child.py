"""A server as a child process: lines of JSON on its pipes, and an end that is always its end.

The SDK's own pipe reader holds a line of any length and prints what the server prints; this one
has caps and keeps the last words to itself. The child leads a process group of its own. It is
asked to go (its input is closed), told to, then killed, all by id; should we die first, a watch
that sleeps on a pipe of ours kills the group.
"""

import asyncio
import contextlib
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import mcp_types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from rostra.tools.adapters.failures import ServerDown
from rostra.words import message

Reading = MemoryObjectReceiveStream[SessionMessage | Exception]
Writing = MemoryObjectSendStream[SessionMessage]

_PIECE = 64 << 10
_LAST_WORDS = 20
_LOOK_EVERY = 0.02
# `read` returns when the pipe's other end is gone, and only then: nobody ever writes to it.
_WATCH = 'read -r _; kill -s KILL -- "-$1" 2>/dev/null'


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What may come between two requests, and how long an end may take."""

    line_bytes: int = 8 << 20
    idle_bytes: int = 32 << 20
    idle_lines: int = 5_000
    leave: float = 2.0
    obey: float = 2.0


@dataclass(slots=True)
class Child:
    """One running server, as the transport and whoever watches it see it."""

    process: asyncio.subprocess.Process
    limits: ChildLimits
    has_flooded: bool = False
    last_words: deque[str] = field(default_factory=lambda: deque(maxlen=_LAST_WORDS))
    _bytes: int = 0
    _lines: int = 0

    @property
    def group(self) -> int:
        return self.process.pid

    def begin_request(self) -> None:
        """What has come so far belongs to earlier requests."""
        self._bytes = self._lines = 0

    def admits(self, line: bytearray) -> bool:
        self._bytes += len(line)
        self._lines += 1
        limits = self.limits
        too_much = self._bytes > limits.idle_bytes or self._lines > limits.idle_lines
        self.has_flooded = self.has_flooded or too_much
        return not too_much

    def kill(self) -> None:
        """End every process of the group at once."""
        _signal_group(self.group, signal.SIGKILL)


async def start_child(
    command: Sequence[str], env: Mapping[str, str], limits: ChildLimits | None = None
) -> Child:
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(env),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerDown(
            message("errors_tools.could_not_started", command=command[0], why=why)
        ) from error
    return Child(process, limits or ChildLimits())


@asynccontextmanager
async def child_streams(child: Child) -> AsyncIterator[tuple[Reading, Writing]]:
    """The two streams the SDK speaks over; the child ends with them, whatever happens inside."""
    into, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    writing, out = anyio.create_memory_object_stream[SessionMessage](0)
    watch = await _start_watch(child.group)
    tasks = [
        asyncio.create_task(_read(child, into)),
        asyncio.create_task(_write(child, out, into)),
        asyncio.create_task(_listen_to_complaints(child)),
    ]
    try:
        yield reading, writing
    finally:
        try:
            with anyio.CancelScope(shield=True):
                await _end(child)
        finally:
            child.kill()
            for task in tasks:
                task.cancel()
            await _dismiss(watch)
            _let_go(child.process)
            for stream in (into, reading, writing, out):
                stream.close()


async def _start_watch(group: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        _WATCH,
        "sh",
        str(group),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": os.defpath},
        start_new_session=True,
    )


async def _dismiss(watch: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        watch.kill()
    await watch.wait()
    _let_go(watch)


async def _read(child: Child, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    """Hand on what is a message; noise is dropped, and a flood ends the server."""
    assert child.process.stdout is not None
    held = bytearray()
    try:
        while piece := await child.process.stdout.read(_PIECE):
            *whole, rest = piece.split(b"\n")
            for part in whole:
                held += part
                if not child.admits(held):
                    return
                await _hand_on(bytes(held), into)
                held.clear()
            held += rest
            if len(held) > child.limits.line_bytes:
                child.has_flooded = True
                return
    except (anyio.ClosedResourceError, anyio.BrokenResourceError):
        pass  # the session has ended; the child is about to
    finally:
        if child.has_flooded:
            child.kill()
        into.close()


async def _hand_on(line: bytes, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    try:
        message = mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return
    await into.send(SessionMessage(message))


async def _write(
    child: Child,
    out: MemoryObjectReceiveStream[SessionMessage],
    into: MemoryObjectSendStream[SessionMessage | Exception],
) -> None:
    assert child.process.stdin is not None
    try:
        async for sent in out:
            child.begin_request()
            line = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
            child.process.stdin.write(line.encode() + b"\n")
            await child.process.stdin.drain()
    except (OSError, RuntimeError):
        into.close()  # it hears nothing any more, so no answer will come


async def _listen_to_complaints(child: Child) -> None:
    """Read what the server logs so that it never waits for us; the last of it explains a death."""
    assert child.process.stderr is not None
    while piece := await child.process.stderr.read(_PIECE):
        lines = piece.decode("utf-8", "replace").splitlines()[-_LAST_WORDS:]
        child.last_words.extend(line[:300] for line in lines if line.strip())


async def _end(child: Child) -> None:
    """Ask, tell, then kill: each with its time."""
    if child.process.stdin is not None:
        with contextlib.suppress(OSError, RuntimeError):
            child.process.stdin.close()
    if child.has_flooded or await _has_ended(child, child.limits.leave):
        return
    _signal_group(child.group, signal.SIGTERM)
    await _has_ended(child, child.limits.obey)


async def _has_ended(child: Child, seconds: float) -> bool:
    # Not `wait()`: that waits for the pipes too, and a grandchild may hold them open.
    ends = asyncio.get_running_loop().time() + seconds
    while child.process.returncode is None:
        if asyncio.get_running_loop().time() > ends:
            return False
        await asyncio.sleep(_LOOK_EVERY)
    return True


def _signal_group(group: int, sign: signal.Signals) -> None:
    if group > 1 and group != os.getpgrp():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, sign)


def _let_go(process: asyncio.subprocess.Process) -> None:
    """Close the pipes on our side; nothing public does it while somebody else holds them open."""
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
