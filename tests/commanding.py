"""The real command, run here: between streams, an environment and a folder of its own.

A process of its own costs two seconds of imports and proves no more, except where it is killed,
interrupted, or asked how it starts.
"""

import contextlib
import io
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rostra.cli.shell import run


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def command(*args: str, environ: Mapping[str, str], folder: Path) -> Outcome:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        patch.dict(os.environ, environ, clear=True),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run(args)
    told = [read(stream) for stream in (out, err)]
    assert "Traceback" not in "".join(told)
    return Outcome(code, *told)


def read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
