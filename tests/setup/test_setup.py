"""`rostra setup --yes` ends with a desk that works and says what it is, on any machine."""

import json
import ssl
import stat
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rostra.settings import load_settings
from rostra_testing import ScriptedServer, free_port
from tests.commanding import Outcome, command
from tests.tools import twins as tw

KEYS = {
    "tavily": {"results": [{"url": "https://a.example/1", "title": "One", "content": "2026"}]},
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tw.Twins]:
    with tw.serving(tmp_path_factory.mktemp("twins")) as served:
        yield served


def bare(home: Path, **more: str) -> dict[str, str]:
    return {
        "HOME": str(home),
        "PATH": "",
        "LANG": "zh_TW.UTF-8",
        "ROSTRA_SEARCH_KEYLESS": "false",
        "ROSTRA_OLLAMA_URL": f"http://127.0.0.1:{free_port()}",
        **more,
    }


@contextmanager
def listing_only() -> Iterator[str]:
    """A server that names a model and cannot load it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.say(200, {"data": [{"id": "qwen3"}]})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.say(400, {"error": {"message": "model requires more memory"}})

        def say(self, status: int, said: object) -> None:
            raw = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def setup(home: Path, *flags: str, **more: str) -> Outcome:
    return command("setup", "--yes", *flags, environ=bare(home, **more), folder=home / "here")


def written(home: Path) -> dict[str, Any]:
    path = home / ".config" / "rostra" / "rostra.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_bare_machine_gets_a_desk_that_quotes_its_sample(home: Path) -> None:
    ended = setup(home)
    assert ended.code == 0, ended.err
    assert written(home) == {"language": "zh-Hant"}
    assert "rostra debate --sample" in ended.out, "it says what it is"
    assert "0.0000 美元" in ended.out, "and what the question cost"
    assert "](http://" in ended.out, "and the question was answered with sources"


def test_a_local_model_server_is_tried_and_written(home: Path) -> None:
    with ScriptedServer() as server:
        url = server.base_url.removesuffix("/v1")
        ended = setup(home, "--no-ask", "--json", ROSTRA_OLLAMA_URL=url)
    assert ended.code == 0, ended.err
    told = ended.json
    assert told["desk"] == "writing"
    assert written(home)["model"] == told["model"]
    assert told["model"].startswith("ollama:")
    assert [one["works"] for one in told["tried"] if one["kind"] == "model"] == [True]


def test_a_server_that_offers_a_model_and_does_not_answer_is_not_proposed(home: Path) -> None:
    with listing_only() as url:
        told = setup(home, "--no-ask", "--json", ROSTRA_OLLAMA_URL=url).json
    models = [one for one in told["tried"] if one["kind"] == "model"]
    assert [one["works"] for one in models] == [False]
    assert told["desk"] == "closed"
    assert "model" not in written(home)


def test_keys_of_the_environment_are_tried_and_only_named(
    home: Path, twins: tw.Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The way out trusts the machine's authorities alone; the twins have one of their own.
    trust = ssl.create_default_context(cafile=twins.certificate)
    monkeypatch.setattr("httpcore2.default_ssl_context", lambda **_: trust)
    twins.answers["api.tavily.com"] = 200, KEYS["tavily"]
    twins.answers["api.search.brave.com"] = 401, "{}"
    hosts = dict.fromkeys(tw.HOSTS, f"127.0.0.1:{twins.port}")
    with ScriptedServer(model="deepseek-chat") as server:
        user = home / ".config" / "rostra"
        user.mkdir(parents=True)
        (user / "rostra.toml").write_text(
            '# mine\n[models."deepseek:deepseek-chat"]\n'
            f'url = "{server.base_url}"\nkey_env = "DEEPSEEK_API_KEY"\n'
        )
        ended = setup(
            home,
            "--no-ask",
            "--json",
            DEEPSEEK_API_KEY="sk-deep-secret",
            TAVILY_API_KEY="tvly-secret",
            BRAVE_API_KEY="brave-secret",
            ROSTRA_HOST_MAP=",".join(f"{host}={place}" for host, place in hosts.items()),
            ROSTRA_ALLOWED_ADDRESSES=",".join(f"https://{host}" for host in tw.HOSTS),
        )
    assert ended.code == 0, ended.err
    told = ended.json
    assert (told["desk"], told["model"]) == ("whole", "deepseek:deepseek-chat")
    assert told["search"] == ["tavily"], "a key that is refused is not proposed"
    kept = written(home)
    assert kept["search_keys"] == {"tavily": "tvly-secret"}
    assert "keys" not in kept, "what the environment gives stays there where no keyring takes it"
    for secret in ("sk-deep-secret", "tvly-secret", "brave-secret"):
        assert secret not in ended.out + ended.err
    environ = bare(home, DEEPSEEK_API_KEY="sk-deep-secret")
    assert load_settings(environ=environ, folder=home).model == "deepseek:deepseek-chat"


def test_a_second_set_up_changes_nothing_that_was_set(home: Path) -> None:
    setup(home, "--no-ask")
    before = written(home)
    ended = setup(home, "--no-ask", LANG="en_US.UTF-8")
    assert ended.code == 0
    assert written(home) == before


def test_nobody_is_asked_where_nobody_can_answer(home: Path) -> None:
    ended = command("setup", environ=bare(home), folder=home / "here")
    assert ended.code == 4, "exit code: waits for a person"
    assert "--yes" in ended.err
