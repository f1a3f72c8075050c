"""Sites as people write them, one by one and as a file."""

from datetime import UTC, datetime

import pytest

from rostra.desks.collect.sites import cron_of, from_yaml, make_site, split_names, to_yaml
from rostra.errors import UsageError

NOW = datetime(2026, 11, 16, tzinfo=UTC)
FILE = """
sites:
  - url: https://www.nea.example/
    name: 能源局
    sections: 政策法规、通知公告
    every: 6h
  - http://stats.example
"""
WRONG = [
    ("", "no list of sites"),
    ("sites: []", "no list of sites"),
    ("sites:\n  - 3", "neither an address"),
    ("sites:\n  - {url: 'ftp://a.example/'}", "no web address"),
    ("sites:\n  - {url: 'http://a.example', evry: 6h}", "no field 'evry'"),
    ("sites:\n  - {url: 'http://a.example', every: 7h}", "none of"),
    ("sites:\n  - {url: 'http://a.example', days: -1}", "days"),
    ("sites:\n  - {url: 'http://a.example', days: true}", "days"),
    ("sites:\n  - {url: 'http://a.example', sections: [{a: 1}]}", "are text"),
    ("sites:\n  - http://a.example\n  - http://a.example", "there twice"),
    ("sites: &a [*a]", "aliases"),
    ("a: &a [x,x]\nsites: [*a]", "aliases"),
    ("sites: !!python/object/apply:os.system ['true']", "not YAML that can be read"),
    ("sites: [", "not YAML that can be read"),
    ("\x00", "not YAML that can be read"),
    ("[" * 200, "not YAML that can be read"),
    ("[" * 100_000, "too many brackets"),
    ("x" * 300_000, "too large"),
]


def test_a_file_of_sites_comes_back_as_it_went_out() -> None:
    sites = from_yaml(FILE, NOW)

    assert [(s.name, s.url, s.sections, s.every) for s in sites] == [
        ("能源局", "https://www.nea.example/", ("政策法规", "通知公告"), "6h"),
        ("stats.example", "http://stats.example/", (), ""),
    ]
    assert from_yaml(to_yaml(sites), NOW) == sites


def test_a_file_that_is_wrong_is_told_so_and_nothing_of_it_is_taken() -> None:
    missed = []
    for text, told in WRONG:
        try:
            from_yaml(text, NOW)
        except UsageError as error:
            if told not in str(error):
                missed.append((text, str(error)))
        else:
            missed.append((text, "was taken"))
    assert missed == []


@pytest.mark.parametrize("every", ["5m", "30 min", "1h", "6H", "12 hours", "1d", "1w"])
def test_a_rhythm_can_be_kept_by_the_engine(every: str) -> None:
    from croniter import croniter  # type: ignore[import-untyped]

    cron = cron_of(every, "能源局")

    assert croniter.is_valid(cron, second_at_beginning=True)
    following = croniter(cron, NOW)
    first, second = following.get_next(datetime), following.get_next(datetime)
    spans = {"5": 300, "30": 1_800, "1h": 3_600, "6H": 21_600, "12": 43_200, "1d": 86_400}
    wanted = next((s for start, s in spans.items() if every.startswith(start)), 604_800)
    assert (second - first).total_seconds() == wanted


@pytest.mark.parametrize("every", ["0h", "7h", "6", "every day", "45m", "1y", "-6h", "6h; rm"])
def test_a_rhythm_that_cannot_be_kept_evenly_is_refused(every: str) -> None:
    with pytest.raises(UsageError, match="every"):
        make_site("http://a.example", NOW, every=every)


def test_names_are_split_as_people_write_them() -> None:
    assert split_names("政策法规, 通知公告，要闻、统计；解读") == [
        "政策法规",
        "通知公告",
        "要闻",
        "统计",
        "解读",
    ]
