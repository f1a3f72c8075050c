"""What a host asks of machines is read as RFC 9309 says."""

from rostra.desks.collect.robots import read_rules

RULES = """
# comment
User-agent: *
User-agent: Other
Disallow: /private/
Allow: /private/open/
Disallow: /*.pdf$
Disallow: /search?q=
Crawl-delay: 2.5

User-agent: badbot
Disallow: /

Sitemap: http://www.river.example/sitemap.xml
"""

TABLE = [
    ("/", True),
    ("/private/a", False),
    ("/private/open/a", True),
    ("/a.pdf", False),
    ("/a.pdf?x=1", True),
    ("/search?q=1", False),
    ("/search", True),
    ("/PRIVATE/a", True),
    ("/%70rivate/a", False),
]


def test_the_longest_rule_decides() -> None:
    rules = read_rules(RULES)

    wrong = [path for path, may in TABLE if rules.allow(f"http://www.river.example{path}") != may]

    assert wrong == []
    assert (rules.delay, rules.maps) == (2.5, ("http://www.river.example/sitemap.xml",))


def test_a_group_of_our_own_comes_before_the_one_for_everybody() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-agent: Rostra/1.0\nDisallow: /x/\n"

    rules = read_rules(text)

    assert rules.allow("http://a.example/y")
    assert not rules.allow("http://a.example/x/1")


def test_nothing_and_nonsense_deny_nothing() -> None:
    for text in (
        "",
        "<html>404</html>",
        "Disallow: /\n",
        "\x00\x01:::\n",
        "User-agent: *\nDisallow:\n",
    ):
        assert read_rules(text).allow("http://a.example/x"), text


def test_a_pattern_of_stars_is_not_slow() -> None:
    rules = read_rules("User-agent: *\nDisallow: /" + "*a" * 2_000 + "$\n")

    assert rules.allow("http://a.example/" + "a" * 1_500 + "b")
