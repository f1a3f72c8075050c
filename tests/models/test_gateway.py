"""One request over real HTTP: what comes back, and what every kind of failure is called."""

import asyncio
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from rostra.errors import (
    AnswerOversized,
    AnswerWithheld,
    ContextTooLong,
    EmptyAnswer,
    ModelBusy,
    ModelFailed,
    ModelGarbled,
    ModelKeyRefused,
    ModelMisaddressed,
    ModelTimedOut,
    ModelUnable,
    ModelUnknown,
    ModelUnreachable,
)
from rostra.models import (
    AbilityBook,
    CallAsked,
    Endpoint,
    Message,
    ModelRequest,
    ProviderGateway,
    ToolSpec,
    call_arguments,
    wire,
)
from rostra.models.framework import FINAL_TOOL, WireNames
from rostra.models.wire import mend
from rostra.settings import Secret
from rostra_testing import Call, ChatRequest, Fault, Reply, ScriptedServer, free_port
from tests.models.asking import DECISION, KEY, SEARCH, gateway, question
from tests.waiting import A_DAY, scaled


async def test_an_answer_comes_with_its_tokens_and_its_model() -> None:
    with ScriptedServer(script=["Revenue rose."]) as server:
        answer = await gateway(server).ask(question())

    assert (answer.text, answer.finish, answer.model) == ("Revenue rose.", "stop", "scripted")
    assert answer.tokens_in > 0
    assert answer.tokens_out > 0
    assert not answer.is_counted
    assert answer.latency_ms > 0


async def test_a_server_that_reports_no_tokens_has_them_counted() -> None:
    body = {
        "id": "x", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "營收成長。"},
                     "finish_reason": "stop"}],
    }  # fmt: skip
    with ScriptedServer(script=[Fault(200, body)]) as server:
        answer = await gateway(server).ask(question("台積電營收成長了嗎？"))

    assert answer.is_counted
    assert answer.tokens_out == 5
    assert answer.tokens_in >= 10


async def test_the_conversation_arrives_as_it_was_held() -> None:
    messages = (
        Message("system", "Be brief."),
        Message("user", "Look it up."),
        Message("assistant", "", (CallAsked("c1", "search.web", '{"query": "聯電"}'),)),
        Message("tool", "Nothing found.", call="c1", tool="search.web"),
        Message("user", "Then conclude."),
    )
    with ScriptedServer(script=["Done."]) as server:
        await gateway(server).ask(ModelRequest(messages, tools=(SEARCH,), max_tokens=50))
        sent = server.requests[0].body

    said = [(m["role"], m.get("content")) for m in sent["messages"]]
    assert said == [
        ("system", "Be brief."),
        ("user", "Look it up."),
        ("assistant", None),
        ("tool", "Nothing found."),
        ("user", "Then conclude."),
    ]
    assert sent["messages"][2]["tool_calls"][0]["function"]["name"] == "search__web"
    assert sent["max_tokens"] == 50
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


async def test_tool_calls_come_back_under_the_names_we_know() -> None:
    calls = (Call("search__web", {"query": "聯電"}), Call("made_up", '{"x": 1,}'))
    with ScriptedServer(script=[Reply(calls=calls)]) as server:
        answer = await gateway(server).ask(question(tools=(SEARCH,)))

    assert [call.tool for call in answer.calls] == ["search.web", "made_up"]
    assert [call_arguments(call) for call in answer.calls] == [{"query": "聯電"}, {"x": 1}]
    assert answer.finish == "calls"


def test_names_that_would_fall_together_on_the_wire_stay_apart() -> None:
    names = ["a.b", "a__b", "a b", "x" * 80, "x" * 79, FINAL_TOOL, "查詢"]
    wire = WireNames(names)
    sent = [wire.send(name) for name in names]

    assert len(set(sent)) == len(names)
    assert [wire.meant(name) for name in sent] == names
    assert all(len(name) <= 64 and name != FINAL_TOOL for name in sent)


@pytest.mark.parametrize(
    ("fault", "error", "is_passing"),
    [
        (Fault(401, {"error": {"message": f"Incorrect API key: {KEY}"}}), ModelKeyRefused, False),
        (Fault(402, {"error": {"message": "Insufficient Balance"}}), ModelKeyRefused, False),
        (Fault(404, {"error": {"message": "model 'x' not found"}}), ModelUnknown, False),
        (Fault(404, {"error": {"message": "File Not Found"}}), ModelMisaddressed, False),
        (Fault(200, "<!doctype html><title>Hello</title>"), ModelMisaddressed, False),
        (Fault(404, "<html>Not found</html>"), ModelMisaddressed, False),
        (Fault(429), ModelBusy, True),
        (Fault(503, {"error": {"message": "Loading model"}}), ModelBusy, True),
        (Fault(500), ModelFailed, True),
        (Fault(502, "<html>Bad gateway</html>"), ModelFailed, True),
        (Fault(drop=True), ModelUnreachable, True),
        (Reply("Hello there.", cut=30), ModelUnreachable, True),
        (Fault(200, {"hello": "world"}), ModelGarbled, True),
        (Fault(200, {"choices": []}), ModelGarbled, True),
        ("", EmptyAnswer, True),
        (" \n\n", EmptyAnswer, True),
        (Reply("", finish="content_filter"), AnswerWithheld, False),
        (Fault(400, {"error": {"code": "data_inspection_failed"}}), AnswerWithheld, False),
        (Fault(400, {"error": {"message": "temperature must be below 2"}}), ModelFailed, False),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value)[:40],
)
async def test_a_failure_has_one_name_and_one_line(
    fault: object, error: type[ModelFailed], is_passing: bool
) -> None:
    with ScriptedServer(script=[fault]) as server:
        with pytest.raises(ModelFailed) as caught:
            await gateway(server).ask(question())
        assert server.calls == 1, "the gateway itself never tries twice"

    assert type(caught.value) is error
    assert caught.value.is_passing is is_passing
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": 400, "message": "request (3031 tokens) exceeds the available context "
                   "size (1024 tokens)", "type": "exceed_context_size_error"}},
        {"error": {"message": "too long", "code": "context_length_exceeded"}},
        {"object": "error", "message": "This model's maximum context length is 16384 tokens."},
        {"error": {"message": '{"error": {"message": "prompt is too long: 9 > 8"}}'}},
        {"error": {"message": "<400> Range of input length should be [1, 129024]",
                   "code": "invalid_parameter_error"}},
    ],
)  # fmt: skip
async def test_every_dialect_of_too_long_is_understood(body: dict[str, Any]) -> None:
    with ScriptedServer(script=[Fault(400, body)]) as server:
        with pytest.raises(ContextTooLong):
            await gateway(server).ask(question(shape=DECISION))
        assert server.calls == 1, "a request that is too long is not sent in another mode"


async def test_a_prompt_that_was_shortened_silently_is_noticed() -> None:
    with (
        ScriptedServer("honest", dialect="ollama", context=512) as server,
        pytest.raises(ContextTooLong, match="silently"),
    ):
        await gateway(server, "ollama").ask(question("營收成長了多少。" * 800))


async def test_retry_after_is_passed_on() -> None:
    with (
        ScriptedServer(script=[Fault(429, retry_after="7")]) as server,
        pytest.raises(ModelBusy) as caught,
    ):
        await gateway(server).ask(question())

    assert caught.value.retry_after == 7


async def test_nobody_at_the_address_is_said_with_what_to_check() -> None:
    nobody = ProviderGateway(Endpoint("ollama", "qwen3", f"http://127.0.0.1:{free_port()}/v1"))

    with pytest.raises(ModelUnreachable, match="running"):
        await nobody.ask(question())


@pytest.mark.slow
@pytest.mark.parametrize("reply", [Reply("x", endless=True), Reply("late", delay=A_DAY)])
async def test_an_answer_without_end_ends_at_its_time(reply: Reply) -> None:
    with ScriptedServer(script=[reply]) as server:
        asked = gateway(server)
        with pytest.raises(ModelTimedOut):
            await asked.ask(question(timeout=0.6))


async def test_an_enormous_answer_is_not_read_to_its_end() -> None:
    with (
        ScriptedServer(script=[Fault(200, {"choices": [], "x": "y" * 9_000_000})]) as server,
        pytest.raises(AnswerOversized),
    ):
        await gateway(server).ask(question())


async def test_an_answer_cut_by_length_says_so() -> None:
    with ScriptedServer(script=[Reply("word " * 500)]) as server:
        answer = await gateway(server).ask(question(max_tokens=10))

    assert answer.finish == "length"


async def test_a_shape_goes_along_as_a_schema_and_in_words() -> None:
    with ScriptedServer("honest") as server:
        answer = await gateway(server).ask(question(shape=DECISION))
        request = server.requests[0]

    assert answer.mode == "native"
    assert set(json.loads(answer.text)) == {"approved", "reason"}
    assert request.format == "json_schema"
    assert '"approved"' in next(request.texts("system"))


async def test_a_server_is_asked_in_the_best_way_it_can_answer_and_only_once_wrongly(
    tmp_path: Path,
) -> None:
    with ScriptedServer("honest", refuses=["json_schema"]) as server:
        first = gateway(server, book=AbilityBook(tmp_path))
        answers = [await first.ask(question(shape=DECISION)) for _ in range(2)]
        again = gateway(server, book=AbilityBook(tmp_path))
        answers.append(await again.ask(question(shape=DECISION)))
        formats = [request.format for request in server.requests]

    assert [answer.mode for answer in answers] == ["object"] * 3
    assert formats == ["json_schema", "json_object", "json_object", "json_object"]


async def test_a_server_without_any_json_mode_is_asked_in_words() -> None:
    with ScriptedServer("honest", refuses=["json_schema", "json_object"]) as server:
        answer = await gateway(server).ask(question(shape=DECISION))

    assert answer.mode == "prompted"
    assert set(json.loads(answer.text)) == {"approved", "reason"}


async def test_with_tools_in_play_the_shape_is_a_tool_too() -> None:
    final = Call(FINAL_TOOL, {"approved": True, "reason": "x"})
    with ScriptedServer(script=[Reply(calls=(final,))]) as server:
        answer = await gateway(server).ask(question(shape=DECISION, tools=(SEARCH,)))
        request = server.requests[0]

    assert json.loads(answer.text) == {"approved": True, "reason": "x"}
    assert answer.calls == ()
    assert answer.finish == "stop"
    assert {tool.name for tool in request.tools} == {"search__web", FINAL_TOOL}
    assert request.format == "text"


async def test_tools_a_server_cannot_take_are_named() -> None:
    with ScriptedServer("honest", refuses=["tools"]) as server, pytest.raises(ModelUnable):
        await gateway(server).ask(question(tools=(SEARCH,)))


async def test_a_broken_note_of_abilities_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "models.json").write_text('{"refused": [1, 2')
    book = AbilityBook(tmp_path)
    book.note_refusal("m", "native")

    assert AbilityBook(tmp_path).able("m", ("native", "prompted")) == ["prompted"]


def test_small_faults_of_servers_are_put_right() -> None:
    call = {"id": None, "function": {"name": "f", "arguments": {"a": 1}}}
    said = {"choices": [{"message": {"content": None, "tool_calls": [call, {**call, "id": ""}]},
                         "finish_reason": "insufficient_system_resource"}]}  # fmt: skip
    mended = json.loads(mend(json.dumps(said).encode()))["choices"][0]

    assert mended["finish_reason"] == "tool_calls"
    assert [c["id"] for c in mended["message"]["tool_calls"]] == ["call_1", "call_2"]
    assert mended["message"]["tool_calls"][0]["function"]["arguments"] == '{"a": 1}'
    assert mend(b"not json") == b"not json"
    assert mend(b'{"error": {}}') == b'{"error": {}}'


STREAM_ONLY = {"error": {"message": "This model only support stream mode, please enable stream."}}


async def test_a_model_that_does_not_stream_is_asked_for_the_whole_from_then_on() -> None:
    def answer(request: ChatRequest) -> object:
        if request.is_stream:
            return Fault(400, {"error": {"message": "stream is not supported by this model"}})
        return Reply("Revenue rose by ten percent.") if not request.tools else Reply(calls=calls)

    calls = (Call("search__web", {"query": "聯電"}), Call("search__web", {"query": "台積電"}))
    with ScriptedServer(script=answer) as server:  # type: ignore[arg-type]
        asked = gateway(server)
        text = await asked.ask(question())
        called = await asked.ask(question(tools=(SEARCH,)))
        streams = [request.is_stream for request in server.requests]

    assert streams == [True, False, False]
    assert (text.text, text.finish) == ("Revenue rose by ten percent.", "stop")
    assert text.tokens_in > 0
    assert [call_arguments(call)["query"] for call in called.calls] == ["聯電", "台積電"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply("word " * 40, endless=True), ModelTimedOut),
        (Reply("word " * 400, cut=900), ModelUnreachable),
        (Reply(""), EmptyAnswer),
        (Fault(401), ModelKeyRefused),
        (Fault(200, "<html>Hello</html>"), ModelMisaddressed),
    ],
)
async def test_what_goes_wrong_in_pieces_has_the_same_names(
    reply: Reply | Fault, error: type[ModelFailed]
) -> None:
    with ScriptedServer(script=[Fault(400, STREAM_ONLY), reply]) as server:
        seconds = 1.0 if error is ModelTimedOut else scaled(60)
        with pytest.raises(ModelFailed) as caught:
            await gateway(server).ask(question(timeout=seconds))

        assert type(caught.value) is error


@pytest.mark.slow
async def test_pieces_without_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LARGEST_STREAM", 10_000)
    endless = Reply("a rather long sentence " * 40, endless=True)
    with (
        ScriptedServer(script=[endless]) as server,
        pytest.raises(AnswerOversized),
    ):
        await gateway(server).ask(question(timeout=scaled(60)))


@pytest.mark.slow
async def test_many_ask_at_once_through_one_gateway() -> None:
    all_are_here = threading.Barrier(10, timeout=scaled(60))

    def wait_for_the_others(request: ChatRequest) -> str:
        if request.number > 1:
            all_are_here.wait()
        return "Here."

    with ScriptedServer(script=wait_for_the_others) as server:
        asked = gateway(server)
        await asked.ask(question("The first of all goes alone: what does the model take?"))
        answers = await asyncio.gather(*(asked.ask(question(f"Question {n}?")) for n in range(10)))
        await asked.close()

    assert [answer.text for answer in answers] == ["Here."] * 10


@pytest.mark.slow
def test_the_room_is_light_until_somebody_asks() -> None:
    code = (
        "import sys, rostra.models as room\n"
        "room.ProviderGateway(room.Endpoint('ollama', 'x', 'http://127.0.0.1/v1'))\n"
        "print([n for n in ('pydantic_ai', 'pydantic', 'openai', 'httpx2', 'genai_prices')"
        " if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=scaled(60)
    )

    assert done.stdout.strip() == "[]"


def test_an_endpoint_never_shows_its_key() -> None:
    endpoint = Endpoint(
        "openai-compatible", "m", "http://user:hunter22@host.example/v1", Secret(KEY)
    )

    assert KEY not in repr(endpoint)
    assert "hunter22" not in endpoint.shown_address + endpoint.place


def test_a_tool_without_arguments_takes_none() -> None:
    assert call_arguments(CallAsked("1", "finish", "")) == {}
    assert ToolSpec("a", "b", {}).parameters == {}
