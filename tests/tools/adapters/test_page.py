"""The settings in docs/adapters.md are settings: they load, and make tools."""

import re
from pathlib import Path

import pytest

from rostra.records import Source
from rostra.tools.adapters.rest import RestAdapter
from tests.tools.adapters.conftest import NOW, settings_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
BLOCKS = re.findall(
    r"```toml\n(.*?)```", (ROOT / "docs" / "adapters.md").read_text("utf-8"), re.DOTALL
)


def test_the_servers_of_the_page_are_read_as_it_says(tmp_path: Path) -> None:
    time, team = settings_of(tmp_path, BLOCKS[0]).mcp

    assert (time.prefix, time.level, time.needs_approval) == ("time", "L2", False)
    assert team.url.reveal() == "https://tools.example.org/mcp"
    assert team.token_env.value.reveal() == "s3cret-t0ken"


def test_the_services_of_the_page_make_the_tools_it_names(tmp_path: Path) -> None:
    file = Path(__file__).with_name("chinatimes.yaml").read_text("utf-8")
    (tmp_path / "chinatimes.yaml").write_text(file, "utf-8")
    (told,) = settings_of(tmp_path, BLOCKS[1]).rest
    source = Source("時報資訊", 1, "official", "時報資訊")

    tools = {tool.name: tool for tool in RestAdapter(told, source, lambda: NOW).tools()}

    assert set(tools) == {"chinatimes.quote", "chinatimes.price", "chinatimes.news_search"}
    assert {tool.level for tool in tools.values()} == {"L1"}
    assert tools["chinatimes.quote"].ttl.total_seconds() == 60
