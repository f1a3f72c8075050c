"""The API keeps what its schema promises, whatever it is asked: judged by schemathesis."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rostra.assembly import open_house
from rostra.records import NewEvent, Progress, Question, Report, Run, dumps
from rostra.settings import load_settings
from tests.report.test_paper import full_report
from tests.waiting import scaled
from tests.web.conftest import NOW, add_evidence

pytestmark = pytest.mark.slow

# A few for each operation in the usual run; ROSTRA_EXAMPLES=300 is for an afternoon.
EXAMPLES = int(os.environ.get("ROSTRA_EXAMPLES", "3"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
RUN, LIVE = "a" * 32, "b" * 32
KNOWN: dict[str, str] = {}


async def _fill(data: Path) -> None:
    """A desk with something of every kind, so that not everything asked for is missing."""
    async with open_house(load_settings({"data": str(data)})) as house:
        store = house.store
        await store.create_run(Run(RUN, "research", "擁擠費的成效？", "done", NOW, ended_at=NOW))
        await store.create_run(Run(LIVE, "debate", "應延長擁擠費", "waiting", NOW))
        document = replace(full_report(), run=RUN)
        await store.put_report(Report(RUN, document.title, "# 稅", dumps(document), NOW))
        await store.append_events([NewEvent(RUN, "k", NOW, Progress("讀", 1))])
        await store.put_question(Question("q", LIVE, "可以嗎？", ("approve",), asked_at=NOW))
        kept = await add_evidence(house, "前三季稅收為 7,596 億元。")
    KNOWN.update(run_id=RUN, evidence_id=kept.id, artifact_id=kept.id, name="例")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    data = tmp_path_factory.mktemp("desk")
    asyncio.run(_fill(data))
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "rostra",
            "serve",
            "--no-worker",
            "--port",
            "0",
            "--data",
            str(data),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        yield schemathesis.openapi.from_url(f"{address}api/openapi.json")
    finally:
        process.terminate()
        process.wait(scaled(60))


@schemathesis.hook
def map_path_parameters(_: Any, asked: dict[str, Any] | None) -> dict[str, Any] | None:
    """Half of the ids are known ones."""
    return {
        name: KNOWN[name] if name in KNOWN and len(str(value)) % 2 else value
        for name, value in (asked or {}).items()
    }


def test_no_answer_is_undocumented_and_none_is_our_fault(api: Any) -> None:
    faults = []
    for found in api.get_all_operations():
        operation = found.ok()
        try:
            for mode in schemathesis.GenerationMode:
                _ask(operation, mode)
        except (Exception, BaseExceptionGroup) as fault:  # noqa: BLE001 - shown together
            told = fault.exceptions if isinstance(fault, BaseExceptionGroup) else [fault]
            faults.append(f"{operation.label}: {[str(one)[:1500] for one in told]}")
    assert not faults, "\n\n".join(faults)


def _ask(operation: Any, mode: schemathesis.GenerationMode) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=EXAMPLES < 50,
        database=None,
        phases=[Phase.explicit, Phase.generate],  # a fault is told as it was met
    )
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    try:
        ask()
    except Unsatisfiable:
        return  # nothing about it can be asked wrongly
