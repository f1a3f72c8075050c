"""A sealed bundle proves itself to a reader who has nothing of ours, and betrays any change."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rostra.desks.check.sealed import verify
from rostra.errors import UsageError
from rostra.report.bundle import EVIDENCE, MANIFEST, STATEMENTS, seal, unsealed
from rostra.words import say
from tests.desks.research.house import sample_house

pytest.importorskip("warcio")
QUESTION = "澄嶼市2026年10月的擁擠費上路後，市中心車流有什麼變化？"


@pytest.fixture
async def bundle(tmp_path: Path) -> bytes:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask(QUESTION, "strict")
        store = desk.house.store
        report = await store.get_report(ended.run.id)
        evidence = await store.evidence_of_run(ended.run.id)
        keys = {key for one in evidence for key in (one.raw, one.text)}
        contents = {key: await store.get_content(key) or b"" for key in keys}
    assert report is not None
    return seal(ended.run, report, evidence, contents)


def altered(data: bytes, name: str, change: Callable[[bytes], bytes], *, resealed: bool) -> bytes:
    """The bundle with one file changed, and its hash too where somebody hides it."""
    from rostra.report.bundle import _hash, _zipped

    with zipfile.ZipFile(io.BytesIO(data)) as package:
        files = {one: package.read(one) for one in package.namelist()}
    files[name] = change(files[name])
    if resealed:
        manifest = json.loads(files[MANIFEST])
        manifest["files"][name] = _hash(files[name])
        files[MANIFEST] = json.dumps(manifest).encode()
    return _zipped(files)


async def faults(data: bytes) -> list[str]:
    return [say(one, "en") for one in (await verify(unsealed(data))).faults]


async def test_what_was_sealed_holds_without_our_data(bundle: bytes) -> None:
    held = await verify(unsealed(bundle))

    assert held.faults == ()
    assert min(held.files, held.pages, held.statements, held.quotations) > 0


async def test_one_changed_byte_is_noticed(bundle: bytes) -> None:
    def flip(data: bytes) -> bytes:
        return data[:-1] + bytes([data[-1] ^ 1])

    for name in ("report.html", "report.docx", EVIDENCE):
        told = await faults(altered(bundle, name, flip, resealed=False))
        assert any(name in one for one in told), name


async def test_one_changed_figure_is_noticed_even_under_a_new_seal(bundle: bytes) -> None:
    def inflate(data: bytes) -> bytes:
        assert b"14.2%" in data
        return data.replace(b"14.2%", b"41.2%")

    told = await faults(altered(bundle, "report.md", inflate, resealed=True))
    assert any("14.2%" in one for one in told), "the report no longer says it"
    told = await faults(altered(bundle, STATEMENTS, inflate, resealed=True))
    assert any("41.2%" in one for one in told), "no page says it"


async def test_one_missing_page_is_noticed_even_under_a_new_seal(bundle: bytes) -> None:
    told = await faults(altered(bundle, EVIDENCE, lambda _: b"", resealed=True))
    assert told
    assert all("is missing" in one for one in told)


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04" + b"x" * 40])
def test_what_is_no_bundle_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(UsageError, match="not a bundle"):
        unsealed(data)
