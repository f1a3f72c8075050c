"""Foreign tools as a house takes them in: late, quietly, and never at the cost of our own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rostra.assembly import open_house
from rostra.errors import SetupError
from rostra.events import worded
from rostra.records import Run
from tests.tools.adapters.conftest import NOW, approve, raw_command, settings_of, toml

pytestmark = pytest.mark.slow

SERVER = 'data = "desk"\n[[mcp]]\nprefix = "team"\nlevel = "L2"\ncommand = {}\n'


def test_no_foreign_library_is_loaded_before_a_tool_of_its_kind_is_called(tmp_path: Path) -> None:
    script = (
        "import asyncio, json, sys\n"
        "from pathlib import Path\n"
        "from rostra.assembly import open_house\n"
        "from rostra.settings import load_settings\n"
        "async def main():\n"
        "    settings = load_settings(environ={'HOME': '/nowhere'}, folder=Path.cwd())\n"
        "    async with open_house(settings) as house:\n"
        "        await house.tools.registry(await house.worlds.of(is_sample=False))\n"
        "    print(json.dumps(sorted({'mcp', 'mcp_types', 'httpx2', 'yaml'} & set(sys.modules))))\n"
        "asyncio.run(main())\n"
    )
    (tmp_path / "rostra.toml").write_text(SERVER.format(toml(raw_command("silent"))))

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert json.loads(done.stdout) == []


async def test_a_run_is_told_which_servers_it_works_without(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SERVER.format(toml(raw_command("silent"))))
    async with open_house(settings) as house:
        run = Run("r1", "research", "q", "running", NOW)
        await house.store.create_run(run)
        await house.tools.registry(await house.worlds.of(is_sample=False))
        await house.tools.tell_left_out(run)
        await house.events.close()

        told = [worded(one, "en").text for one in await house.store.events_after("r1")]
        assert "rostra tools approve team" in " ".join(told)


async def test_an_approved_tool_is_there_in_the_next_house_and_none_in_the_sample(
    tmp_path: Path,
) -> None:
    settings = settings_of(tmp_path, SERVER.format(toml(raw_command("ok"))))
    async with open_house(settings) as house:
        (adapter,) = house.tools.foreign().servers
        await approve(adapter, house.store)
    async with open_house(settings) as house:
        registry = await house.tools.registry(await house.worlds.of(is_sample=False))
        assert registry.level_of("team.quote") == "L2"
        sample = await house.tools.registry(await house.worlds.of(is_sample=True))
        assert sample.level_of("team.quote") is None
        (output,) = (await registry.get("team.quote").invoke({"symbol": "2330"}),)
        assert output.data == {"symbol": "2330", "close": 1000.5}


async def test_a_service_that_cannot_be_built_is_said_with_its_file(tmp_path: Path) -> None:
    text = (
        'data = "desk"\n[[rest]]\nprefix = "x"\nopenapi = "nowhere.yaml"\n'
        '[rest.operations.a]\noperation = "b"\n'
    )
    async with open_house(settings_of(tmp_path, text)) as house:
        with pytest.raises(SetupError, match=r"nowhere\.yaml cannot be read"):
            await house.tools.registry(await house.worlds.of(is_sample=False))
