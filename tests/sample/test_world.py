"""The world holds what it promises: publishers, traps, links, and the word that it is fiction."""

import re
import subprocess
import sys
import tomllib
from difflib import SequenceMatcher

import pytest

from rostra_sample import SAMPLE_NOW, SAMPLE_TODAY, SampleServer, load, sources_path

from .conftest import Fetch

HREF = re.compile(r"""(?:href|action)=["']?([^"'\s>]+)""")


def decoded(content: bytes, charset: str) -> str:
    return content.decode(charset)


def test_today_is_fixed_and_nothing_is_published_after_it() -> None:
    assert SAMPLE_NOW.date() == SAMPLE_TODAY
    for page in load().pages.values():
        assert page.published is None or page.published <= SAMPLE_NOW, page.id


def test_publishers_cover_all_five_tiers_on_hosts_of_their_own() -> None:
    with sources_path().open("rb") as file:
        rows = tomllib.load(file)["publisher"]
    assert len(rows) >= 12
    assert {row["tier"] for row in rows} == {1, 2, 3, 4, 5}
    domains = [domain for row in rows for domain in row["domains"]]
    assert len(domains) == len(set(domains))
    assert all(domain.endswith(".example") for domain in domains)
    kinds = {"official", "government", "news", "digital", "social", "unknown"}
    assert {row["type"] for row in rows} == kinds


def test_two_papers_share_one_owner_so_that_independence_can_be_judged() -> None:
    owners = [row.owner for row in load().publishers if row.tier == 2]
    assert len(owners) > len(set(owners)) > 1


@pytest.mark.slow
def test_every_page_says_it_is_fictional(server: SampleServer, fetch: Fetch) -> None:
    for page in load().pages.values():
        _, content = fetch(page.url)
        if "redirect" not in page.extra:
            assert "fictional" in decoded(content, page.charset), page.id


@pytest.mark.slow
def test_every_link_on_every_page_leads_somewhere(server: SampleServer, fetch: Fetch) -> None:
    world = load()
    todo = [f"http://{host}/" for host in world.hosts] + [page.url for page in world.pages.values()]
    seen: set[str] = set()
    while todo:
        url = todo.pop()
        if url in seen:
            continue
        seen.add(url)
        response, content = fetch(url)
        page = world.find(url)
        assert response.status in (page.status if page else 200, 302), url
        host = url.split("/")[2]
        for href in HREF.findall(content.decode("latin-1")):
            if href.startswith("http://") and href.split("/")[2] in server.hosts:
                todo.append(href)
            elif href.startswith("/") and not href.startswith("//"):
                todo.append(f"http://{host}{href}")
            else:
                assert href.startswith(("#", "mailto:")), (url, href)


def test_reprints_are_the_wire_story_nearly_word_for_word() -> None:
    world = load()
    reprints = world.with_trait("reprint")
    assert len(reprints) >= 3
    assert len({page.site.host for page in reprints}) >= 3
    for page in reprints:
        original = world.text(world.pages[page.reprint_of])
        assert SequenceMatcher(None, original, world.text(page)).ratio() > 0.9, page.id
        assert page.title != world.pages[page.reprint_of].title


DIGEST = """
import hashlib
from rostra_sample import load
from rostra_sample.replies import page_bytes, respond
world = load()
seen = hashlib.sha256()
for page in world.pages.values():
    seen.update(page_bytes(world, page))
for host in world.hosts:
    seen.update(respond(world, host, "/").body)
print(seen.hexdigest())
"""


@pytest.mark.slow
def test_two_processes_serve_the_same_bytes() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "America/Lima"))
    }
    assert len(digests) == 1
    assert len(digests.pop()) == 65


def test_importing_the_room_is_quick_and_needs_no_web_library() -> None:
    code = (
        "import sys, rostra_sample; "
        "print(sorted({'httpx2', 'trafilatura', 'lxml', 'dbos', 'typer'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
