"""`rostra tools`: what may be called is seen, its rules are told, and a call takes the one path."""

import json

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.slow

LACKED = "內部資料沒有10月擁擠費申訴案件數，這一頁是市府公告"
WHY = "內部資料沒有嶼航2026年第三季支付的擁擠費金額，這一頁是公司公告"


def test_the_list_tells_trust_approval_and_how_long_answers_hold(cli: Cli) -> None:
    told = cli("tools", "list", "--sample")

    assert told.code == 0
    rows = {line.split()[0]: line for line in told.out.splitlines()}
    assert rows["browser.browse"].split()[1:3] == ["L3", "chair"]
    assert rows["search.web"].split()[1:5] == ["L2", "none", "6", "h"]
    assert "desks only" in rows["pages.read"]


def test_a_topic_shows_what_an_agent_would_see(cli: Cli) -> None:
    def names(topic: str) -> set[str]:
        told = cli("tools", "list", "--sample", "--topic", topic, "--json")
        return {tool["name"] for tool in told.json["tools"]}

    core = {"browser.browse", "search.web", "library.search"}
    assert core <= names("要不要養貓")
    assert "twse.stock_day" not in names("要不要養貓")
    assert names("台積電股價") >= core | {"twse.stock_day"}


def test_one_tool_is_shown_with_its_rules_and_schemas(cli: Cli) -> None:
    told = cli("tools", "show", "browser.browse", "--sample")

    assert told.code == 0
    assert "L3" in told.out
    assert '"justification"' in told.out
    assert cli("tools", "show", "searxng.search", "--sample", "--json").json["tool"]["name"]


def test_a_tool_that_is_not_there_is_told_with_those_that_are(cli: Cli) -> None:
    told = cli("tools", "show", "browser.brows", "--sample")

    assert told.code == 2
    assert "browser.browse" in told.err


def test_the_policy_is_told_and_is_set_in_the_configuration(cli: Cli) -> None:
    assert "A search earns     1 page" in cli("tools", "policy").out
    cli.here.mkdir(exist_ok=True)
    (cli.here / "rostra.toml").write_text(
        '[governance]\nbrowses_per_search = 3\nsearch_deny = ["farm.example"]\n'
    )

    told = cli("tools", "policy", "--json").json["policy"]

    assert (told["browses_per_search"], told["search_deny"]) == (3, ["farm.example"])


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ROSTRA_WITHHELD", "browser.brows", "there is no such tool"),
        ("ROSTRA_LEVELS", "twse=L9", "L1, L2, L3"),
        ("ROSTRA_CHAIR", "nobody", "auto"),
    ],
)
def test_a_policy_that_means_nothing_is_refused_at_the_start(
    cli: Cli, name: str, value: str, told: str
) -> None:
    answer = cli("tools", "list", **{name: value})

    assert answer.code != 0
    assert told in answer.err


def test_a_search_earns_one_page_of_what_it_found(cli: Cli) -> None:
    found = cli("tools", "call", "search.web", "--arg", "query=擁擠費", "--sample", "--json").json
    run, url = found["run"], found["result"]["data"][0]["url"]
    browse = ["tools", "call", "browser.browse", "--sample", "--run", run, "--why", LACKED]

    too_soon = cli(*browse, "--arg", f"url={url}", "--yes")
    library = ["tools", "call", "library.search", "--sample", "--run", run]
    cli(*library, "--arg", "query=10月擁擠費申訴案件數")
    nobody = cli(*browse, "--arg", f"url={url}")
    opened = cli(*browse, "--arg", f"url={url}", "--yes", "--json")
    spent = cli(*browse, "--arg", f"url={found['result']['data'][1]['url']}", "--yes")

    assert "refused:internal-first" in too_soon.err
    assert nobody.code == 4, nobody.err
    assert opened.code == 0, opened.err
    assert opened.json["result"]["evidence"]
    assert (spent.code, "refused:quota" in spent.err) == (1, True), spent.err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["browser.browse", "--arg", "url=http://evil.example/", "--why", WHY], "discovery"),
        (["browser.browse", "--arg", "url=http://evil.example/"], "schema"),
        (["search.web", "--arg", "q=x"], "schema"),
        (["search.web", "--arg", "query=x http://evil.example/"], "nothing"),
        (["no.such"], "registry"),
    ],
)
def test_a_refusal_says_which_rule_it_was(cli: Cli, args: list[str], told: str) -> None:
    answer = cli("tools", "call", *args, "--sample")

    if told == "nothing":
        assert answer.code == 0, "a person's own words are not judged"
        return
    assert answer.code == 1
    assert f"refused:{told}" in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("arg", ["query", "=x", ""])
def test_an_argument_that_is_none_is_a_usage_error(cli: Cli, arg: str) -> None:
    told = cli("tools", "call", "search.web", "--arg", arg, "--sample")

    assert (told.code, "NAME=VALUE" in told.err) == (2, True)


def test_hostile_arguments_end_in_a_sentence(cli: Cli) -> None:
    deep = "[" * 5_000
    for value in (deep, json.dumps("x" * 60_000), "\u202e\x1b[31m", "{}", "null"):
        told = cli("tools", "call", "search.web", "--arg", f"query={value}", "--sample")
        assert told.code in (0, 1), value[:40]
        assert "Traceback" not in told.err
