"""Tests stay on this machine, and leave alone what belongs to the person who runs them."""

import ipaddress
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings

from rostra.words import speech
from tests.waiting import scaled

# Laws are tried on many examples, the same ones each time; `make check` tries each on a few, and
# `make slow` on a thousand that nobody has seen.
settings.register_profile("whole", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("check", max_examples=8, deadline=None, derandomize=True)
settings.register_profile("fresh", max_examples=1_000, deadline=None, derandomize=False)
settings.load_profile("whole")

# Compiled once, not at every start, whatever the machine is set to: most tests start Python.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A background job is deaf to Ctrl-C, and so would be every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_real_connect = socket.socket.connect
_real_connect_ex = socket.socket.connect_ex
_open = False


class NetworkClosed(RuntimeError):
    """Not an OSError, so that no code under test can take it for a server that is down."""


def _check(sock: socket.socket, address: Any) -> None:
    if _open or sock.family not in {socket.AF_INET, socket.AF_INET6}:
        return
    if sock.type & socket.SOCK_STREAM and not _is_loopback(str(address[0])):
        raise NetworkClosed(f"a test tried to reach {address[0]}; mark it `network` if it must")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def _connect(self: socket.socket, address: Any) -> None:
    _check(self, address)
    _real_connect(self, address)


def _connect_ex(self: socket.socket, address: Any) -> int:
    _check(self, address)
    return _real_connect_ex(self, address)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases", type=int, default=0, help="at most so many cases of each parametrised test"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    most = config.getoption("--cases")
    if not most:
        return
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {id(case) for cases in tests.values() for case in _spread(cases, most)}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = [item for item in items if id(item) in kept]


def _spread(cases: list[pytest.Item], most: int) -> list[pytest.Item]:
    """So many of the cases, from all over the table: neighbours are often alike."""
    if len(cases) <= most:
        return cases
    return [cases[at * len(cases) // most] for at in range(most)]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Limits are written for an idle machine, and grow with this one's load."""
    if item.config.getoption("--timeout") is None:
        mark = item.get_closest_marker("timeout")
        seconds = float(mark.args[0] if mark else item.config.getini("timeout"))
        item.add_marker(pytest.mark.timeout(scaled(seconds)), append=False)
    return (yield)


def pytest_configure() -> None:
    socket.socket.connect = _connect  # type: ignore[method-assign, assignment]
    socket.socket.connect_ex = _connect_ex  # type: ignore[method-assign, assignment]
    for name in [name for name in os.environ if name.startswith("ROSTRA_")]:
        del os.environ[name]
    folder = tempfile.mkdtemp(prefix="rostra-tests-")
    os.environ["XDG_DATA_HOME"] = f"{folder}/data"
    os.environ["XDG_CONFIG_HOME"] = f"{folder}/config"
    os.environ["ROSTRA_SEARCH_KEYLESS"] = "false"  # no test asks the world outside


@pytest.fixture(autouse=True)
def _network(request: pytest.FixtureRequest) -> Iterator[None]:
    global _open  # noqa: PLW0603
    _open = request.node.get_closest_marker("network") is not None
    yield
    _open = False


@pytest.fixture
def brought_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words that a test brings are forgotten with it, also where they were looked up."""
    monkeypatch.setattr(speech, "_brought", {})
    yield
    speech._forget()
