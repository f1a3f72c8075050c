"""Reading files in processes of their own, so that a hostile one takes nothing down but its reader.

Each reader serves one file at a time. One that dies or takes too long is replaced; the file gets
its word for why, and the others go on.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from rostra.documents.document import READY, Document, DocumentUnreadable, Limits
from rostra.errors import SetupError
from rostra.records import FileOutcome, LibraryPart, decode
from rostra.words import Said, message

# Starting is the machine's time, not the file's.
_START_SECONDS = 60.0
_LARGEST_ANSWER = 200_000_000


class Readers:
    """As many readers as are wanted; each starts with its first file."""

    def __init__(self, limits: Limits | None = None, count: int = 0) -> None:
        self.limits = limits or Limits()
        self.count = count or min(4, max(1, (os.cpu_count() or 2)))
        self._free: asyncio.LifoQueue[_Reader] = asyncio.LifoQueue()
        for _ in range(self.count):
            self._free.put_nowait(_Reader(self.limits))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while not self._free.empty():
            await self._free.get_nowait().close()

    async def read(self, path: Path) -> Document:
        """Read a file, or raise `DocumentUnreadable` with the word for why not."""
        reader = await self._free.get()
        try:
            said = await reader.ask(path)
        finally:
            self._free.put_nowait(reader)
        await asyncio.sleep(0)  # whoever waits for this reader sets it to work before we go on
        return _document(said)


@dataclass(slots=True)
class _Reader:
    limits: Limits
    process: asyncio.subprocess.Process | None = None

    async def ask(self, path: Path) -> dict[str, Any]:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None  # noqa: PT018
        is_done = False
        try:
            async with asyncio.timeout(self.limits.seconds):
                process.stdin.write(json.dumps(str(path)).encode("ascii") + b"\n")
                await process.stdin.drain()
                size = int.from_bytes(await process.stdout.readexactly(8), "big")
                if size > _LARGEST_ANSWER:
                    raise DocumentUnreadable(
                        message("errors_documents.file_holds_more_text"), "too_large"
                    )
                said = await process.stdout.readexactly(size)
            is_done = True
        except TimeoutError as error:
            raise DocumentUnreadable(
                message("errors_documents.reading_file_took_longer", seconds=self.limits.seconds),
                "took_too_long",
            ) from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise DocumentUnreadable(
                message("errors_documents.reading_file_ended_reader"),
                "crashed",
            ) from error
        finally:
            if not is_done:
                await self.close()
        found: dict[str, Any] = json.loads(said)
        return found

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "rostra.documents.child",
                json.dumps(asdict(self.limits)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                # Where its modules are, and nothing of the environment: that may hold secrets.
                env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"},
                start_new_session=True,  # Ctrl-C is for whoever started it
                limit=2**20,
            )
            await self._wait_until_ready(self.process)
        return self.process

    async def _wait_until_ready(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            async with asyncio.timeout(_START_SECONDS):
                await process.stdout.readexactly(len(READY))
        except (TimeoutError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise SetupError(message("errors_documents.process_reads_documents_does")) from error

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _document(said: dict[str, Any]) -> Document:
    detail = cast("Said", decode(said.get("detail", "")))
    if "outcome" in said:
        raise DocumentUnreadable(detail, cast("FileOutcome", said["outcome"]))
    parts = tuple(LibraryPart(*part) for part in said["parts"])
    return Document(said["title"], parts, cast("Said", decode(said["note"])), said["is_cut"])
