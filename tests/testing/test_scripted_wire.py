"""The scripted server speaks the wire: what clients of such servers rely on, byte for byte."""

import asyncio
import http.client
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import openai
import pytest

from rostra.text import count_tokens
from rostra_testing import Call, ChatRequest, Fault, Reply, ScriptedServer, When
from tests.testing.clients import ask, function, message, post, say, with_schema
from tests.testing.conftest import Pauses
from tests.waiting import A_DAY, scaled, wait_until

SEARCH = function("search", {"query": {"type": "string"}})


def client(server: ScriptedServer, **more: object) -> openai.OpenAI:
    return openai.OpenAI(base_url=server.base_url, api_key="any", max_retries=0, **more)  # type: ignore[arg-type]


def test_a_script_is_said_line_by_line() -> None:
    with ScriptedServer(script=["first", {"a": 1}, [3, 0, 2], Reply("last")]) as server:
        said = [say(server, ask("go")) for _ in range(4)]
    assert said == ["first", '{"a": 1}', "[3, 0, 2]", "last"]


def test_a_line_with_a_predicate_waits_for_its_request() -> None:
    script = [
        When(lambda request: "weather" in request.body["messages"][-1]["content"], "rain"),
        "anything else",
    ]
    with ScriptedServer(script=script) as server:
        assert say(server, ask("hello")) == "anything else"
        assert say(server, ask("the weather?")) == "rain"


def test_a_line_may_hold_for_every_request_that_fits() -> None:
    script = [When(lambda request: bool(request.tools), "tools", always=True), "one", "two"]
    with ScriptedServer(script=script) as server:
        said = [say(server, ask("x", tools=[SEARCH] if n % 2 else [])) for n in range(4)]
    assert said == ["one", "tools", "two", "tools"]


def test_a_function_sees_the_request_and_may_leave_it_to_the_profile() -> None:
    def script(request: ChatRequest) -> str | None:
        return "scripted" if "script" in "".join(request.texts("user")) else None

    with ScriptedServer("honest", script=script) as server:
        assert say(server, ask("script please")) == "scripted"
        assert "Tidewater" in say(
            server, ask("<doc>\nTidewater grew by 4 percent last year.\n</doc>")
        )


def test_a_script_that_runs_out_fails_the_test_that_wrote_it() -> None:
    def ask_twice() -> list[int]:
        with ScriptedServer(script=["one"]) as server:
            return [post(server, ask("x"))[0] for _ in range(2)]

    with pytest.raises(AssertionError, match="request 2"):
        ask_twice()


def test_an_answer_has_the_shape_clients_expect() -> None:
    with ScriptedServer(script=["你好，世界"]) as server:
        _, answer, headers = post(server, ask("hello there", n=3))
    assert headers["content-type"] == "application/json; charset=utf-8"
    assert answer["object"] == "chat.completion"
    assert answer["model"] == "scripted"
    assert len(answer["choices"]) == 1
    assert answer["choices"][0]["finish_reason"] == "stop"
    assert answer["usage"]["completion_tokens"] == count_tokens("你好，世界")
    used = answer["usage"]
    assert used["total_tokens"] == used["prompt_tokens"] + used["completion_tokens"]


def test_tool_calls_come_with_ids_and_arguments_as_text() -> None:
    made = (Call("search", {"query": "電價"}), Call("search", "{not json", id="mine"))
    with ScriptedServer(script=[Reply(calls=made)]) as server:
        _, answer, _ = post(server, ask("x", tools=[SEARCH]))
    choice = answer["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] is None
    first, second = choice["message"]["tool_calls"]
    assert first["id"]
    assert json.loads(first["function"]["arguments"]) == {"query": "電價"}
    assert (second["id"], second["function"]["arguments"]) == ("mine", "{not json")


@pytest.mark.parametrize("limit", ["max_tokens", "max_completion_tokens"])
def test_an_answer_longer_than_allowed_is_cut_and_says_so(limit: str) -> None:
    with ScriptedServer(script=["一二三四五六七八"]) as server:
        _, answer, _ = post(server, {**ask("x"), limit: 5})
    choice = answer["choices"][0]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("一二三四五", "length")
    assert answer["usage"]["completion_tokens"] == 5


def test_tool_arguments_can_be_cut_by_length_too() -> None:
    with ScriptedServer(script=[Reply(calls=(Call("search", {"query": "長" * 50}),))]) as server:
        _, answer, _ = post(server, ask("x", tools=[SEARCH], max_tokens=10))
    choice = answer["choices"][0]
    assert choice["finish_reason"] == "length"
    with pytest.raises(ValueError, match="Unterminated"):
        json.loads(choice["message"]["tool_calls"][0]["function"]["arguments"])


def test_a_stream_arrives_piece_by_piece_and_ends_with_its_usage(pauses: Pauses) -> None:
    text = "分段送達的答案，一段接著一段，直到最後。" * 3
    with ScriptedServer(script=[text], pace=0.02) as server, client(server) as openai_client:
        stream = openai_client.chat.completions.create(
            model="scripted",
            messages=[{"role": "user", "content": "x"}],
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = list(stream)
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(pieces) == text
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens == count_tokens(text)
    assert pauses.count(0.02) >= 3, "really spread over time"


def test_a_stream_without_the_wish_for_usage_has_none() -> None:
    with ScriptedServer(script=["hi"]) as server:
        _, text, headers = post(server, ask("x", stream=True))
    assert headers["content-type"] == "text/event-stream"
    assert headers["transfer-encoding"] == "chunked"
    assert "usage" not in text
    assert text.endswith("data: [DONE]\n\n")


def test_streamed_tool_calls_are_fragments_to_be_joined() -> None:
    made = (Call("search", {"query": "a long enough search term"}), Call("search", {"query": "b"}))
    with ScriptedServer(script=[Reply(calls=made)]) as server, client(server) as openai_client:
        stream = openai_client.chat.completions.create(
            model="scripted",
            messages=[{"role": "user", "content": "x"}],
            tools=cast("Any", [SEARCH]),
            stream=True,
        )
        joined: dict[int, str] = {}
        fragments = 0
        for chunk in stream:
            for part in chunk.choices[0].delta.tool_calls or []:
                fragments += 1
                assert part.function is not None
                joined[part.index] = joined.get(part.index, "") + (part.function.arguments or "")
    assert [json.loads(joined[n])["query"] for n in (0, 1)] == ["a long enough search term", "b"]
    assert fragments > 4


def test_a_wrong_key_is_told_apart_from_a_right_one() -> None:
    with ScriptedServer(script=["in"], api_key="right") as server:
        status, answer, _ = post(server, ask("x"), headers={"Authorization": "Bearer wrong"})
        assert (status, answer["error"]["code"]) == (401, "invalid_api_key")
        assert post(server, ask("x"))[0] == 401
        assert post(server, ask("x"), headers={"Authorization": "Bearer right"})[0] == 200


def test_an_unknown_model_is_not_found() -> None:
    with ScriptedServer() as server:
        status, answer, _ = post(server, {**ask("x"), "model": "gpt-99"})
    assert (status, answer["error"]["code"]) == (404, "model_not_found")


@pytest.mark.parametrize(
    ("dialect", "words"),
    [
        ("openai", "context_length_exceeded"),
        ("llamacpp", "exceed_context_size_error"),
        ("vllm", "maximum context length"),
        ("deepseek", "maximum context length"),
        ("dashscope", "Range of input length should be"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_prompt_that_does_not_fit_is_refused_in_the_words_of_its_server(
    dialect: str, words: str, *, stream: bool
) -> None:
    with ScriptedServer(context=100, dialect=dialect) as server:  # type: ignore[arg-type]
        status, answer, _ = post(server, ask("字" * 200, stream=stream))
    assert status == 400
    assert words in json.dumps(answer)


def test_one_dialect_shortens_the_prompt_in_silence() -> None:
    with ScriptedServer(script=["ok"], context=100, dialect="ollama") as server:
        status, answer, _ = post(server, ask("字" * 200))
    assert status == 200
    assert answer["usage"]["prompt_tokens"] <= 100


def test_a_wrong_base_path_is_answered_with_a_web_page() -> None:
    with ScriptedServer() as server:
        status, text, headers = post(server, ask("x"), path="/chat/completions")
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert text.startswith("<!doctype html>")
        status, answer, _ = post(server, ask("x"), path="/v1/completion")
        assert (status, answer["error"]["type"]) == (404, "not_found_error")


@pytest.mark.parametrize(
    "body",
    [
        b"{not json",
        b"[]",
        b"",
        b"\xff\xfe",
        {"model": "scripted"},
        {"model": "scripted", "messages": "text"},
        {"model": "scripted", "messages": []},
        ask("x", response_format={"type": "foo"}),
        ask("x", tool_choice={"type": "function", "function": {"name": "absent"}}),
        ask("x", tool_choice="required"),
    ],
)
def test_a_request_that_makes_no_sense_is_a_400_and_nothing_worse(body: object) -> None:
    with ScriptedServer() as server:
        status, answer, _ = post(server, body)
        assert status == 400
        assert answer["error"]["message"]
        assert post(server, ask("x"))[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        ask("x", tools="none", tool_choice=7, response_format=[], stream="yes", max_tokens="many"),
        ask("x", tools=[1, {}, {"function": 3}, {"function": {"name": None, "parameters": []}}]),
        {
            "model": "scripted",
            "messages": [{"role": "user", "content": [{"type": "image_url"}, 3]}, 5],
        },
        {
            "model": "scripted",
            "messages": [{"role": "assistant", "tool_calls": [3, {"function": 1}]}],
        },
        {"model": "scripted", "messages": [{}]},
    ],
)
@pytest.mark.parametrize("profile", ["honest", "fabricator", "broken", "obedient"])
def test_odd_but_readable_requests_are_answered(profile: str, body: object) -> None:
    with ScriptedServer(profile) as server:
        assert post(server, body)[0] == 200


def test_what_a_server_cannot_do_it_refuses_or_ignores() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    wanted = ask(
        "<d>\nThe harbour was closed on Monday.\n</d>", response_format=with_schema(schema)
    )
    with ScriptedServer(refuses=["json_schema"]) as server:
        status, answer, _ = post(server, wanted)
        assert (status, answer["error"]["param"]) == (400, "response_format")
    with ScriptedServer(ignores=["json_schema"]) as server:
        assert say(server, wanted) == "The harbour was closed on Monday."
    with ScriptedServer(ignores=["tool_choice", "tools"]) as server:
        said = message(server, ask("<d>\nIt rained a lot in May.\n</d>", tools=[SEARCH]))
        assert said["content"] == "It rained a lot in May."


def test_faults_come_as_they_were_ordered() -> None:
    script = [
        Fault(429, retry_after="3"),
        Fault(503, {"error": {"message": "Loading model", "type": "unavailable_error"}}),
        Fault(502, "<h1>Bad gateway</h1>"),
        Fault(drop=True),
        Fault(hang=0.2, drop=True),
    ]
    with ScriptedServer(script=script) as server:
        status, _, headers = post(server, ask("x"))
        assert (status, headers["retry-after"]) == (429, "3")
        assert post(server, ask("x"))[1]["error"]["message"] == "Loading model"
        status, text, headers = post(server, ask("x"))
        assert (status, text) == (502, "<h1>Bad gateway</h1>")
        for _ in range(2):
            with pytest.raises((ConnectionResetError, http.client.RemoteDisconnected)):
                post(server, ask("x"))


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_can_be_cut_in_the_middle(*, stream: bool) -> None:
    with (
        ScriptedServer(script=[Reply("word " * 200, cut=300)]) as server,
        pytest.raises((http.client.IncompleteRead, ConnectionResetError)),
    ):
        post(server, ask("x", stream=stream))


def test_an_endless_stream_ends_when_the_client_leaves() -> None:
    with ScriptedServer(script=[Reply("on and on ", endless=True)]) as server:
        url = urlsplit(server.base_url)
        connection = http.client.HTTPConnection("127.0.0.1", url.port)
        connection.request("POST", "/v1/chat/completions", json.dumps(ask("x", stream=True)))
        answer = connection.getresponse()
        heard = b"".join(answer.read(500) for _ in range(20))
        connection.close()
    assert heard.count(b"on and on") > 20
    assert b"[DONE]" not in heard


def test_reasoning_travels_beside_the_text() -> None:
    with ScriptedServer(script=[Reply("yes", reasoning="let me see")]) as server:
        assert message(server, ask("x"))["reasoning_content"] == "let me see"


def test_models_are_listed() -> None:
    with ScriptedServer(model="small") as server, client(server) as openai_client:
        assert [model.id for model in openai_client.models.list()] == ["small"]
        assert openai_client.models.retrieve("small").id == "small"


def test_embeddings_are_stable_and_near_for_texts_that_share_words() -> None:
    texts = ["遠洲電子第三季營收成長", "遠洲電子第三季營收公布", "the weather is fine today"]
    with ScriptedServer() as server, client(server) as openai_client:
        made = openai_client.embeddings.create(model="scripted", input=texts)
        again = openai_client.embeddings.create(
            model="scripted", input=texts[0], encoding_format="float"
        )
        short = openai_client.embeddings.create(model="scripted", input="x", dimensions=16)
    one, two, three = (row.embedding for row in made.data)
    assert one == pytest.approx(again.data[0].embedding, abs=1e-6)
    assert sum(a * a for a in one) == pytest.approx(1.0)
    near = sum(a * b for a, b in zip(one, two, strict=True))
    far = sum(a * b for a, b in zip(one, three, strict=True))
    assert near > 0.5 > abs(far)
    assert len(short.data[0].embedding) == 16


@pytest.mark.parametrize("given", [None, [], 3, {"input": "x"}])
def test_embeddings_of_nothing_are_refused(given: object) -> None:
    with ScriptedServer() as server:
        status, _, _ = post(server, {"model": "scripted", "input": given}, path="/v1/embeddings")
    assert status == 400


def test_requests_are_kept_whole_and_counted() -> None:
    with ScriptedServer(script=["a", "b"]) as server:
        post(server, ask("first", temperature=0.2), headers={"X-Run": "7"})
        post(server, ask("second"))
        assert server.calls == 2
        first, second = server.requests
    assert (first.body["temperature"], first.headers["x-run"], first.number) == (0.2, "7", 1)
    assert list(second.texts("user")) == ["second"]


@pytest.mark.slow
def test_a_hundred_requests_wait_together_not_in_a_row() -> None:
    async def all_at_once(server: ScriptedServer) -> list[str | None]:
        async with openai.AsyncOpenAI(
            base_url=server.base_url, api_key="x", max_retries=0
        ) as asking:
            answers = await asyncio.gather(
                *(
                    asking.chat.completions.create(
                        model="scripted", messages=[{"role": "user", "content": f"ask {n}"}]
                    )
                    for n in range(100)
                )
            )
        return [answer.choices[0].message.content for answer in answers]

    all_are_here = threading.Barrier(100, timeout=scaled(60))

    def echo(request: ChatRequest) -> str:
        all_are_here.wait()
        return "".join(request.texts("user"))

    with ScriptedServer(script=echo) as server:
        said = asyncio.run(all_at_once(server))
        assert server.calls == 100
    assert said == [f"ask {n}" for n in range(100)]


def test_it_closes_at_once_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    with ScriptedServer(script=["late"], latency=A_DAY) as server:
        url = urlsplit(server.base_url)
        connection = http.client.HTTPConnection("127.0.0.1", url.port)
        connection.request("POST", "/v1/chat/completions", json.dumps(ask("x")))
        wait_until(lambda: server.calls > 0)
    assert set(threading.enumerate()) <= before
    connection.close()


def test_it_can_be_run_by_hand() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    command = [
        sys.executable,
        "-m",
        "rostra_testing.scripted",
        "--profile",
        "honest",
        "--port",
        "0",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        with openai.OpenAI(base_url=url, api_key="x") as openai_client:
            assert [model.id for model in openai_client.models.list()] == ["scripted"]
        process.terminate()
        assert not process.stderr.read()


def test_an_unknown_profile_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="honest, fabricator"):
        ScriptedServer("dishonest")
