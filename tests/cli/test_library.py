"""`rostra library`: what an analyst types, and what it tells."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.documents.files import SAMPLES

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "城市文件"
    made.mkdir()
    for name in ("annual.pdf", "river.pdf"):
        shutil.copy(SAMPLES / name, made / name)
    (made / "bad.pdf").write_bytes(b"nothing")
    return made


def test_a_folder_is_added_searched_read_refreshed_and_removed(cli: Cli, folder: Path) -> None:
    added = cli("library", "add", str(folder), "--publisher", "河城市政府", "--tier", "1")
    assert added.out == "城市文件: 2 files read (5 pages and sections), 1 could not be read.\n"
    assert "corrupt: bad.pdf: The file is damaged or is no PDF." in added.err

    (hit,) = cli("library", "search", "山腳廠產量", "--limit", "1", "--json").json["hits"]
    assert hit["url"] == "library://城市文件/annual.pdf#page=2"
    assert "山腳廠" in cli("library", "read", hit["url"]).out
    assert "river.pdf, p. 1" in cli("library", "search", "offshore sediment").out

    listed = cli("library", "list", "--json").json["folders"]
    assert [(one["publisher"], one["tier"]) for one in listed] == [("河城市政府", 1)]
    assert "corrupt" in cli("library", "list", "城市文件").out

    (folder / "bad.pdf").unlink()
    assert "2 unchanged, 1 gone." in cli("library", "refresh").out

    assert cli("library", "remove", str(folder)).code == 0
    assert cli("library", "search", "山腳廠", "--json").json["hits"] == []
    assert (folder / "annual.pdf").exists()


def test_what_is_said_of_a_folder_can_be_changed_and_the_rest_stays(cli: Cli, folder: Path) -> None:
    cli("library", "add", str(folder), "--publisher", "河城市政府")
    cli("library", "add", str(folder), "--authoritative", "--tier", "1")

    (known,) = cli("library", "list", "--json").json["folders"]

    assert (known["publisher"], known["tier"], known["is_authoritative"]) == ("河城市政府", 1, True)


def test_two_folders_of_one_name_are_told_apart(cli: Cli, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "x" / folder.name
    other.mkdir(parents=True)
    (other / "a.txt").write_text("東堤")

    cli("library", "add", str(folder))
    cli("library", "add", str(other))

    names = [one["name"] for one in cli("library", "list", "--json").json["folders"]]
    assert names == ["城市文件", "城市文件-2"]
    assert cli("library", "add", str(tmp_path / "x"), "--name", "城市文件").code == 2


def test_a_folder_that_went_away_does_not_keep_the_others_old(
    cli: Cli, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "b"
    other.mkdir()
    for one in (folder, other):
        cli("library", "add", str(one))
    (other / "new.txt").write_text("東堤")
    folder.rename(tmp_path / "moved")

    told = cli("library", "refresh")

    assert told.code == 1
    assert "is not there" in told.err
    assert "b: 1 files read" in told.out
    assert cli("library", "search", "山腳廠產量").out


@pytest.mark.parametrize(
    "args",
    [
        ("add", "nowhere"),
        ("add", "file.txt"),
        ("add", "", "--tier", "9"),
        ("list", "nobody"),
        ("remove", "nobody"),
        ("refresh", "nobody"),
        ("search", "x", "--folder", "nobody"),
        ("read", "library://nobody/a.pdf"),
        ("read", "http://example.com/"),
        ("add", "~nobody-there/x"),
    ],
)
def test_a_mistake_is_one_sentence(cli: Cli, args: tuple[str, ...]) -> None:
    cli.here.mkdir(exist_ok=True)
    (cli.here / "file.txt").write_text("x")

    told = cli("library", *args)

    assert told.code == 2
    assert told.err.strip()
    assert told.out == ""


@pytest.mark.slow
def test_a_run_with_a_folder_of_its_own_cites_its_pages(cli: Cli, folder: Path) -> None:
    """And the folder does not stand afterwards: other runs do not look into it."""
    told = cli.apart(
        "research", "--sample", "--mode", "discovery", "--library", str(folder), "--json",
        "山腳廠2025年產量是多少？",
    )  # fmt: skip

    assert told.code == 0, told.err
    assert "annual.pdf, p. 2" in told.json["markdown"]
    (known,) = cli("library", "list", "--json").json["folders"]
    assert not known["is_standing"]
