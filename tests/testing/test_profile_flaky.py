"""The flaky profile: it fails in every way a line or a server fails, and then it is fine."""

import http.client

import openai
import pytest

from rostra_testing import Fault, Flaky, ScriptedServer
from tests.testing.clients import EVIDENCE, ask, post
from tests.testing.conftest import Pauses

BROKEN_LINE = (ConnectionResetError, http.client.RemoteDisconnected, http.client.IncompleteRead)


def try_once(server: ScriptedServer, body: object) -> str:
    """What one attempt comes to: a status, or `line` when the connection broke."""
    try:
        return str(post(server, body)[0])
    except BROKEN_LINE:
        return "line"


def test_every_kind_of_failure_happens_and_every_request_succeeds_in_the_end() -> None:
    with ScriptedServer(Flaky(rate=1.0, hang=0.05)) as server:
        outcomes = []
        for n in range(8):
            tries: list[str] = []
            while not tries or tries[-1] != "200":
                tries.append(try_once(server, ask(f"{EVIDENCE} {n}")))
            outcomes.append(tries)
        assert set(server.faults) == set(Flaky.KINDS)
    assert all(2 <= len(tries) <= 3 for tries in outcomes)
    assert {"429", "500", "503", "line"} <= {word for tries in outcomes for word in tries}


def test_a_rate_limit_says_when_to_come_back() -> None:
    with ScriptedServer(Flaky(rate=1.0, hang=0.05, retry_after="7")) as server:
        headers = {}
        for n in range(20):
            try:
                status, _, given = post(server, ask(f"x {n}"))
            except BROKEN_LINE:
                continue
            if status == 429:
                headers = given
    assert headers["retry-after"] == "7"


def test_a_hang_is_bounded_and_ends_in_a_broken_line(pauses: Pauses) -> None:
    with ScriptedServer(script=[Fault(hang=0.3, drop=True)]) as server, pytest.raises(BROKEN_LINE):
        post(server, ask("x"))
    assert 0.3 in pauses


def test_only_its_share_of_requests_fails() -> None:
    with ScriptedServer(Flaky(rate=0.3, hang=0.01)) as server:
        first = [try_once(server, ask(f"question {n}")) for n in range(100)]
    assert 15 <= sum(outcome != "200" for outcome in first) <= 45


@pytest.mark.slow
def test_a_client_that_retries_gets_through() -> None:
    with (
        ScriptedServer(Flaky(rate=1.0, hang=0.05, retry_after="0")) as server,
        openai.OpenAI(base_url=server.base_url, api_key="x", max_retries=4) as client,
    ):
        answers = [
            client.chat.completions.create(
                model="scripted", messages=[{"role": "user", "content": f"{EVIDENCE} {n}"}]
            )
            for n in range(2)
        ]
    assert all("遠洲電子" in (answer.choices[0].message.content or "") for answer in answers)


def test_a_stream_is_cut_in_the_middle() -> None:
    with ScriptedServer(Flaky(rate=1.0, hang=0.01)) as server:
        heard: list[bytes] = []
        for n in range(12):
            before = server.faults.count("cut")
            try:
                post(server, ask(f"{EVIDENCE} {n}", stream=True))
            except http.client.IncompleteRead as cut:
                heard.append(cut.partial)
            except ConnectionResetError:
                heard += [b"reset"] if server.faults.count("cut") > before else []
            except http.client.RemoteDisconnected:
                continue
    assert heard
    assert all(b"[DONE]" not in part for part in heard)
