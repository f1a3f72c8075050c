"""A metric is a row: one registered from outside is counted, and every door shows it."""

import asyncio

import pytest

from rostra.cli.shell import run as command_line
from rostra.memory.metrics import METRICS
from rostra.words import add_words
from tests import contributing
from tests.web.conftest import Served


@pytest.fixture
def _rows(monkeypatch: pytest.MonkeyPatch, brought_words: None) -> None:
    """What a stranger would write: a count with its words, and a share of it without."""
    for row in contributing.module("A metric").ROWS:
        monkeypatch.setitem(METRICS, row.name, row)
    add_words("metrics.name.warmed", contributing.words("A metric"))


@pytest.mark.usefixtures("_rows")
async def test_page_api_prometheus_and_command_line_have_it(
    served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await served.add_run("r1", "done")
    served.house.meter.count("warmed", 1_203)
    served.house.meter.count("asked", 2_406)
    await served.house.meter.flush()

    said = {"en": "Warmed up", "zh-Hant": "預熱", "zh-Hans": "预热"}
    pages = {tongue: (await served.client.get(f"/metrics?lang={tongue}")).text for tongue in said}
    told = (await served.client.get("/api/metrics")).json()["metrics"]
    figures = (await served.client.get("/api/metrics/figures?days=1")).json()
    text = (await served.client.get("/api/metrics/prometheus")).text
    data = str(served.house.settings.data)
    monkeypatch.setenv("ROSTRA_LANGUAGE", "zh-Hant")
    code = await asyncio.to_thread(command_line, ["metrics", "--data", data])
    shown = capsys.readouterr().out

    for tongue, page in pages.items():
        assert f"<dt>{said[tongue]}</dt><dd>1,203</dd>" in page
        assert f"<figcaption>{said[tongue]}" in page
    assert "<dt>warm share</dt><dd>50%</dd>" in pages["en"]
    assert (told["warmed"], told["warm_share"]) == (1_203, 0.5)
    assert figures["days"][0]["figures"]["warmed"] == 1_203
    assert figures["runs"][0]["figures"]["warmed"] == 0
    assert "rostra_warmed_total 1203" in text
    assert "rostra_warm_share 0.5" in text
    assert code == 0
    assert any(line.split() == ["預熱", "1,203"] for line in shown.splitlines())
