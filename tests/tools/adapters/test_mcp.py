"""An MCP server behind the tool path: what it may do, and what it cannot."""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from rostra.errors import OutsideError
from rostra.rules import shipped_book
from rostra.store import Store
from rostra.tools import Registry
from rostra.tools.adapters.child import ChildLimits
from rostra.tools.adapters.failures import (
    BrokenPromise,
    NotConfigured,
    ServerDown,
    ServerFlooded,
    ServerSilent,
    ToolError,
    ToolHeld,
)
from rostra.tools.adapters.foreign import Foreign, level_of
from tests.tools.adapters.conftest import NOW, OpenAdapter, approve
from tests.tools.test_registry import tool
from tests.waiting import until

pytestmark = pytest.mark.slow

ASK = {"symbol": "2330"}
SMALL = ChildLimits(line_bytes=1 << 20, idle_bytes=2 << 20, idle_lines=500, leave=0.3, obey=0.3)


async def until_gone(*pids: int) -> None:
    """Wait until no process of these is left; a zombie nobody has looked at yet is none."""
    await until(lambda: not any(_is_alive(pid) for pid in pids))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize(("behaviour", "era"), [("ok", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_both_eras_of_the_protocol_are_spoken_without_being_told(
    open_adapter: OpenAdapter, store: Store, behaviour: str, era: str
) -> None:
    adapter = await open_adapter(behaviour)
    await approve(adapter, store)

    output = await adapter.call_tool("quote", ASK)

    assert output.data == {"symbol": "2330", "close": 1000.5}
    assert "close: 1000.5" in output.text
    assert adapter.line is not None
    assert adapter.line.protocol == era


async def test_nothing_is_started_and_nothing_offered_before_somebody_approved(
    open_adapter: OpenAdapter,
) -> None:
    adapter = await open_adapter("silent")
    await adapter.load()

    assert list(adapter.list_tools()) == []
    assert adapter.line is None
    with pytest.raises(ToolHeld):
        await adapter.call_tool("quote", ASK)


@pytest.mark.parametrize("behaviour", ["changes", "hidden_field"])
async def test_a_tool_that_is_described_otherwise_is_held_until_it_is_approved_again(
    open_adapter: OpenAdapter, store: Store, behaviour: str
) -> None:
    adapter = await open_adapter(behaviour)
    await approve(adapter, store)  # the first listing; every later one tells another story

    with pytest.raises(ToolHeld, match="rostra tools approve team"):
        await adapter.call_tool("quote", ASK)
    (shown,) = adapter.list_tools()
    assert "Ignore all rules" not in shown.description
    assert "secrets" not in str(shown.input_schema)

    await approve(adapter, store)
    assert (await adapter.call_tool("quote", ASK)).data is not None


async def test_an_approval_made_elsewhere_counts_without_a_restart(
    open_adapter: OpenAdapter, store: Store
) -> None:
    first = await open_adapter("ok")
    await first.load()
    await approve(await open_adapter("ok"), store)

    with pytest.raises(ToolHeld):
        await first.call_tool("quote", ASK)  # it was not offered when this one began
    assert (await first.call_own("quote", ASK)).data is not None


async def test_every_way_to_fail_has_its_own_name(open_adapter: OpenAdapter, store: Store) -> None:
    table: dict[str, type[OutsideError]] = {
        "is_error": ToolError,
        "rpc_error": ToolError,
        "mismatch": BrokenPromise,
        "missing": BrokenPromise,
        "not_mcp": BrokenPromise,
        "exits": ServerDown,
        "hangs": ServerSilent,
        "long_line": ServerFlooded,
        "chatters": ServerFlooded,
    }
    wrong = []
    for behaviour, kind in table.items():
        seconds = 0.5 if behaviour == "hangs" else 30
        adapter = await open_adapter(behaviour, limits=SMALL, prefix=behaviour, timeout=seconds)
        await approve(adapter, store)
        try:
            await adapter.call_tool("quote", ASK)
            wrong.append((behaviour, "answered"))
        except OutsideError as error:
            if type(error) is not kind:
                wrong.append((behaviour, repr(error)))
        await adapter.close()

    assert wrong == []


async def test_an_error_is_told_without_paths_and_secrets(
    open_adapter: OpenAdapter, store: Store
) -> None:
    told = []
    for behaviour in ("is_error", "rpc_error"):
        adapter = await open_adapter(behaviour, prefix=behaviour, pass_env=["TEAM_TOKEN"])
        await approve(adapter, store)
        with pytest.raises(ToolError) as caught:
            await adapter.call_tool("quote", ASK)
        told.append(str(caught.value))

    assert "查無代號" in told[0]
    assert "symbol is unknown" in told[1]
    assert not [text for text in told if "/srv" in text or "s3cret" in text]


async def test_a_secret_that_a_server_gives_back_is_kept_nowhere(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("echoes_secrets", pass_env=["TEAM_TOKEN"])
    await approve(adapter, store)

    output = await adapter.call_tool("quote", ASK)

    assert "s3cret" not in f"{output}"
    assert "symbol: ***" in output.text


async def test_noise_between_messages_hurts_nobody(open_adapter: OpenAdapter, store: Store) -> None:
    adapter = await open_adapter("noise")
    await approve(adapter, store)

    assert (await adapter.call_tool("quote", ASK)).data is not None


async def test_links_and_pictures_are_named_and_never_opened(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("links")
    await approve(adapter, store)

    output = await adapter.call_tool("quote", ASK)

    assert "root:" not in output.text
    assert b"root:" not in output.documents[0].raw


async def test_a_server_sees_the_variables_that_are_named_and_no_others(
    open_adapter: OpenAdapter, store: Store
) -> None:
    bare = await open_adapter("environment")
    handed = await open_adapter(
        "environment", pass_env=["TEAM_TOKEN"], env={"TEAM_MODE": "quiet"}, prefix="handed"
    )
    await approve(bare, store)
    await approve(handed, store)

    assert "TEAM_" not in (await bare.call_tool("quote", ASK)).text
    assert "TEAM_MODE" in (text := (await handed.call_tool("quote", ASK)).text)
    assert "TEAM_TOKEN" in text
    missing = await open_adapter("environment", pass_env=["NOT_SET"], prefix="missing")
    with pytest.raises(NotConfigured, match="NOT_SET"):
        await missing.standings()


async def test_all_pages_of_a_listing_are_read_and_an_endless_one_ends(
    open_adapter: OpenAdapter, store: Store
) -> None:
    assert await approve(await open_adapter("pages"), store) == ["quote0", "quote1", "quote2"]
    assert await approve(await open_adapter("endless_pages"), store) == ["quote"]


async def test_a_schema_that_would_run_or_fetch_something_is_not_used(
    open_adapter: OpenAdapter,
) -> None:
    adapter = await open_adapter("evil_schemas")

    found = {one.name: one for one in await adapter.standings()}

    assert {name for name, one in found.items() if one.state == "new"} == {"slow"}
    assert "outside" in str(found["outside"].reason)
    assert found["bomb"].reason
    slow = found["slow"].now
    assert slow is not None
    assert "pattern" not in str(slow.input_schema)


async def test_a_server_that_ended_is_started_again_and_one_that_keeps_ending_is_let_rest(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("ok")
    await approve(adapter, store)
    assert adapter.line is not None
    os.killpg(adapter.line.process_group, signal.SIGKILL)
    await until_gone(adapter.line.process_group)

    assert (await adapter.call_tool("quote", ASK)).data is not None

    dying = await open_adapter("dies_at_once", prefix="dying")
    reasons = []
    for _ in range(4):
        with pytest.raises(ServerDown) as caught:
            await dying.standings()
        reasons.append(str(caught.value))
    assert "started again in" in reasons[-1]


async def test_a_program_that_is_not_there_is_said_so(open_adapter: OpenAdapter) -> None:
    adapter = await open_adapter(command=["no-such-program-anywhere"])

    with pytest.raises(ServerDown, match="no-such-program-anywhere could not be started"):
        await adapter.standings()


async def test_a_silent_server_is_given_up_at_its_time_and_does_not_stay_behind(
    open_adapter: OpenAdapter,
) -> None:
    adapter = await open_adapter("silent", start_timeout=0.5, limits=SMALL)

    with pytest.raises(ServerSilent, match="legacy"):
        await adapter.standings()


async def test_calls_at_the_same_time_share_one_server(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("ok")
    await approve(adapter, store)
    await adapter.close()

    answers = await asyncio.gather(
        *(adapter.call_tool("quote", {"symbol": str(n)}) for n in range(20))
    )

    assert [answer.data["symbol"] for answer in answers] == [str(n) for n in range(20)]  # type: ignore[index, call-overload]


async def test_a_server_that_will_not_go_is_ended_with_everything_it_started(
    open_adapter: OpenAdapter, tmp_path: Path
) -> None:
    notes = tmp_path / "pids"
    adapter = await open_adapter("stubborn", limits=SMALL, notes=str(notes))
    await adapter.standings()
    pids = [int(pid) for pid in notes.read_text().split()]

    await adapter.close()

    await until_gone(*pids)


async def test_a_server_does_not_outlive_us_even_when_we_are_killed(tmp_path: Path) -> None:
    notes = tmp_path / "pids"
    script = tmp_path / "desk.py"
    raw = Path(__file__).with_name("raw_server.py")
    script.write_text(
        "import asyncio, os, signal, sys\n"
        "from rostra.records import Source\n"
        "from rostra.settings import McpServer\n"
        "from rostra.tools.adapters.mcp import McpAdapter\n"
        "async def none(prefix): return []\n"
        "async def main():\n"
        f"    command = (sys.executable, '-I', '-S', {str(raw)!r}, 'stubborn', {str(notes)!r})\n"
        "    adapter = McpAdapter(McpServer('x', command), none, Source('x', 4, 'unknown', 'x'))\n"
        "    await adapter.standings()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, str(script))
    assert await process.wait() == -signal.SIGKILL

    await until_gone(*map(int, notes.read_text().split()))


async def test_a_tool_named_like_ours_takes_no_name_of_ours(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("shadow", prefix="search")
    await approve(adapter, store)
    registry = Registry()
    ours = registry.register(tool("search.web"))
    foreign = Foreign(
        (adapter.server,), (), approvals=store.approvals, book=shipped_book(), clock=lambda: NOW
    )

    left_out = await foreign.take_in(registry)

    assert registry.get("search.web") is ours
    assert registry.names() == ("search.quote", "search.web")
    assert "search.web is not offered" in str(left_out[0])


async def test_trust_is_the_operators_word_and_hints_only_tighten(
    open_adapter: OpenAdapter, store: Store
) -> None:
    async def offered(behaviour: str, **more: object) -> tuple[bool, str]:
        adapter = await open_adapter(behaviour, prefix=f"a{len(more)}{behaviour[:4]}", **more)
        await approve(adapter, store)
        (one,) = adapter.approved()
        return adapter.only(one).requires_approval, level_of(adapter.server, one)

    assert await offered("ok") == (False, "L2")
    assert await offered("boasting", level="L3") == (True, "L3")
    assert await offered("destructive", requires_approval=False) == (True, "L2")
    assert await offered("ok", requires_approval=True) == (True, "L2")


async def test_a_gated_tool_takes_a_justification_that_its_server_never_sees(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("ok", level="L3")
    await approve(adapter, store)
    registry = Registry()
    (one,) = adapter.approved()
    (made,) = registry.register_mcp_adapter(
        adapter.only(one), prefix="team", requires_approval=True, ttl=timedelta(seconds=1)
    )

    assert "justification" in str(made.input_schema)
    output = await made.invoke({**ASK, "justification": "內部資料沒有 2330 的收盤價"})
    assert output.data == {"symbol": "2330", "close": 1000.5}


async def test_only_listed_tools_are_offered_and_under_the_name_that_was_chosen(
    open_adapter: OpenAdapter, store: Store
) -> None:
    adapter = await open_adapter("pages", tools=["quote1"], rename={"quote1": "price"})
    await approve(adapter, store)

    assert [one.name for one in adapter.list_tools()] == ["price"]
