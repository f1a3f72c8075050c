"""No test leaves this machine by accident."""

import asyncio
import os
import socket
from pathlib import Path

import pytest

from rostra_testing import LocalSite
from tests.waiting import scaled

OUTSIDE = "192.0.2.1"  # reserved for documentation, so nobody is there


@pytest.mark.parametrize("host", [OUTSIDE, "2001:db8::1", "::ffff:192.0.2.1", "example.com"])
def test_a_connection_to_the_outside_is_refused_loudly(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET

    with socket.socket(family) as sock, pytest.raises(RuntimeError, match="mark it `network`"):
        sock.connect((host, 80))


async def test_so_is_one_made_by_an_event_loop() -> None:
    with pytest.raises(RuntimeError, match="mark it `network`"):
        await asyncio.open_connection(OUTSIDE, 80)


def test_loopback_is_open() -> None:
    with (
        LocalSite() as site,
        socket.create_connection(("127.0.0.1", site.port), timeout=scaled(60)) as sock,
    ):
        assert sock.getpeername()[1] == site.port


def test_the_data_folder_of_whoever_runs_the_tests_is_out_of_reach() -> None:
    assert not Path(os.environ["XDG_DATA_HOME"]).is_relative_to(Path.home())
    assert [name for name in os.environ if name.startswith("ROSTRA_")] == ["ROSTRA_SEARCH_KEYLESS"]
