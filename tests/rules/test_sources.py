"""Who published it is decided by the host, never by what a page calls itself."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import SetupError
from rostra.records import SourceTier, SourceType
from rostra.rules import (
    Publisher,
    SourceBook,
    classify_source,
    explain_source,
    read_publishers,
    shipped_book,
)
from rostra.rules.sources import suffixes
from rostra.text import to_simplified
from rostra.words import has

BOOK = shipped_book()

# What a reader would ask for, with the tier a careful editor would give it.
KNOWN = [
    ("https://www.cna.com.tw/news/1.aspx", 1, "中央社"),
    ("中央社", 1, "中央社"),
    ("中央通讯社", 1, "中央社"),
    ("https://news.pts.org.tw/article/1", 1, "公視"),
    ("行政院", 1, "行政院"),
    ("https://www.mof.gov.tw/a", 1, "財政部"),
    ("主計總處", 1, "行政院主計總處"),
    ("https://mops.twse.com.tw/mops/web/index", 1, "臺灣證券交易所"),
    ("台灣證券交易所", 1, "臺灣證券交易所"),
    ("https://udn.com/news/story/1", 2, "聯合報"),
    ("https://money.udn.com/money/story/1", 2, "經濟日報"),
    ("https://blog.udn.com/someone/1", 5, "udn部落格"),
    ("工商時報", 2, "工商時報"),
    ("https://ec.ltn.com.tw/article/1", 2, "自由時報"),
    ("https://www.cw.com.tw/article/1", 2, "天下雜誌"),
    ("報導者", 3, "報導者"),
    ("https://www.ettoday.net/news/1.htm", 3, "ETtoday新聞雲"),
    ("https://www.ptt.cc/bbs/Stock/1.html", 5, "PTT"),
    ("批踢踢", 5, "PTT"),
    ("dcard", 5, "Dcard"),
    ("https://www.stats.gov.cn/a", 1, "中國國家統計局"),
    ("新华社", 3, "新華社"),
    ("https://www.news.cn/1.html", 3, "新華社"),
    ("人民网", 3, "人民日報"),
    ("财新网", 2, "財新"),
    ("https://www.thepaper.cn/newsDetail_forward_1", 3, "澎湃新聞"),
    ("https://m.weibo.cn/status/1", 5, "微博"),
    ("https://mp.weixin.qq.com/s/1", 5, "微信公眾號"),
    ("https://news.rthk.hk/rthk/ch/1", 2, "香港電台"),
    ("SCMP", 2, "南華早報"),
    ("https://www.hk01.com/1", 3, "香港01"),
    ("https://lihkg.com/thread/1", 5, "連登討論區"),
    ("聯合早報", 2, "聯合早報"),
    ("Reuters", 1, "路透社"),
    ("https://apnews.com/article/1", 1, "美聯社"),
    ("https://www.bbc.co.uk/news/1", 1, "BBC"),
    ("https://www3.nhk.or.jp/news/1", 1, "NHK"),
    ("IMF", 1, "國際貨幣基金"),
    ("https://www.federalreserve.gov/1", 1, "聯準會"),
    ("https://www.bankofengland.co.uk/1", 1, "英格蘭銀行"),
    ("The New York Times", 2, "紐約時報"),
    ("華爾街日報", 2, "華爾街日報"),
    ("https://asia.nikkei.com/1", 2, "日本經濟新聞"),
    ("https://www.ft.com/content/1", 2, "金融時報"),
    ("Axios", 3, "Axios"),
    ("臉書", 5, "Facebook"),
    ("https://x.com/someone/status/1", 5, "X"),
    ("https://www.youtube.com/watch?v=1", 5, "YouTube"),
    ("https://old.reddit.com/r/1", 5, "Reddit"),
]


@pytest.mark.parametrize(("asked", "tier", "name"), KNOWN)
def test_a_known_publisher_is_found_by_host_and_by_name(asked: str, tier: int, name: str) -> None:
    source = classify_source(asked)

    assert (source.tier, source.name) == (tier, name)


# The rows of the seed keep their tier and their type.
SEED = [
    ("中央社", 1, "official"), ("公視", 1, "official"), ("行政院", 1, "government"),
    ("聯合報", 2, "news"), ("經濟日報", 2, "news"), ("報導者", 3, "digital"),
    ("PTT", 5, "social"), ("Dcard", 5, "social"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "tier", "kind"), SEED)
def test_the_rows_of_the_seed_stay_as_they_are(name: str, tier: int, kind: str) -> None:
    assert (BOOK.publishers[name].tier, BOOK.publishers[name].type) == (tier, kind)


@pytest.mark.parametrize(
    ("url", "tier", "kind", "why"),
    [
        ("https://www.nature.com/articles/1", 2, "journal", "journal"),
        ("https://arxiv.org/abs/2611.00001", 3, "preprint", "preprint"),
        ("https://www.ntu.edu.tw/news", 2, "university", "university"),
        ("https://www.ox.ac.uk/news", 2, "university", "university"),
        ("https://www.stanford.edu/", 2, "university", "university"),
        ("https://data.gov.uk/dataset", 1, "government", "government"),
        ("https://www.sante.gouv.fr/", 1, "government", "government"),
        ("https://www.efta.int/", 1, "official", "intergovernmental"),
        ("https://investor.tsmc.com/english/q3", 2, "company", "company"),
        ("https://investor.nobody-knows.com/q3", 3, "company", "investors"),
        ("https://investor.tsmc-results.com/q3", 3, "company", "investors"),
        ("https://www.nobody-knows.com/en/investor-relations/q3", 3, "company", "investors"),
        ("https://stats.gov.sa/en", 1, "government", "statistics"),
        ("https://tjj.zj.gov.cn/a", 1, "government", "statistics"),
        ("https://www.supremecourt.gov.bd/a", 1, "government", "court"),
        ("https://stats.nobody-knows.com/", 4, "unknown", "stranger"),
        ("https://www.school.sch.id/", 2, "university", "school"),
        ("https://www.nobody.ac.uk/~alice/notes", 4, "unknown", "member"),
        ("https://www.gov.eu/", 4, "unknown", "stranger"),
        ("https://www.ac.co/", 4, "unknown", "stranger"),
        ("https://edu.eu/", 4, "unknown", "stranger"),
        ("https://www.tiktok.com/@taipei", 5, "social", "platform"),
        ("https://www.xinhuanet.com/1", 3, "state_media", "state_run"),
        ("https://www.rt.com/news/1", 3, "state_media", "state_run"),
        ("https://www.voanews.com/a/1", 2, "state_media", "state_funded"),
        ("https://fullfact.org/health/1", 2, "factcheck", "factcheck"),
        ("https://www.nobody-knows.com/", 4, "unknown", "stranger"),
        ("https://edu.nobody-knows.com/", 4, "unknown", "stranger"),
        ("https://www.ac.com/", 4, "unknown", "stranger"),
        ("https://gov.nobody-knows.org/ir", 4, "unknown", "stranger"),
    ],
)
def test_every_tier_has_a_reason_one_can_defend(url: str, tier: int, kind: str, why: str) -> None:
    source, reason = explain_source(url)

    assert (source.tier, source.type, reason) == (tier, kind, why)


def test_every_row_names_its_reason_and_every_reason_is_said_in_every_language() -> None:
    reasons = {row.why for row in BOOK.publishers.values()}
    reasons |= {why for row in suffixes() for why in (row.why, *row.labels)}

    assert "own" not in reasons, "a row that came with Rostra says why"
    assert all(
        has(f"publishers.{why}") for why in reasons | {"own", "stranger", "investors", "member"}
    )


def test_state_media_are_so_by_type_whatever_state_they_are_of() -> None:
    marked = {row.name for row in BOOK.publishers.values() if row.type == "state_media"}

    assert {"新華社", "塔斯社", "美國之音", "青年日報", "安納杜魯通訊社"} <= marked


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        ("聯合報", "en", "UDN"), ("聯合報", "zh-Hans", "联合报"), ("聯合報", "zh-Hant", "聯合報"),
        ("自然", "en", "Nature"), ("BBC", "zh-Hant", "英國廣播公司"), ("nobody", "en", "nobody"),
    ],
)  # fmt: skip
def test_a_publisher_is_named_in_the_language_of_the_reader(
    name: str, language: str, told: str
) -> None:
    assert BOOK.name_in(name, language) == told


@pytest.mark.parametrize(
    "written",
    [
        "cna.com.tw",
        "CNA.COM.TW",
        "https://WWW.CNA.COM.TW/",
        "HTTPS://www.cna.com.tw/",
        "https://www.cna.com.tw./news",
        "https://www.cna.com.tw:443/news",
        "www.cna.com.tw/news?id=1",
        "//www.cna.com.tw/news",
        "https://user@www.cna.com.tw/",
        "  https://www.cna.com.tw/news\n",
        "cna.com.tw:8443/news",
    ],
)
def test_one_host_is_one_publisher_however_it_is_written(written: str) -> None:
    assert classify_source(written).name == "中央社"


@pytest.mark.parametrize(
    "url",
    [
        "https://cna.com.tw.evil.net/",
        "https://cna-com.tw/",
        "https://cna.com-tw.net/",
        "https://www-cna.com.tw/",
        "https://wwwcna.com.tw/",
        "https://cna.com/",
        "https://cna.tw/",
        "https://cna.com.tw.co/",
        "https://evil.net/cna.com.tw",
        "https://evil.net/?u=https://www.cna.com.tw/",
        "https://evil.net#www.cna.com.tw",
        "https://www.cna.com.tw@evil.net/",
        "https://www.cna.com.tw:443@evil.net/",
        "www.cna.com.tw@evil.net",
        "https://evil.net\\.cna.com.tw/",
        "https://evil.net\\@www.cna.com.tw/",
        "https://evil.net%2f.cna.com.tw/",
        "https://evil.net／.cna.com.tw/",
        "https://evil.net＼.cna.com.tw/",
        "https://www。cna。com。tw/",
        "https://сna.com.tw/",
        "https://cnа.com.tw/",
        "https://ｃｎａ.com.tw/",
        "https://c\u200bna.com.tw/",
        "https://c\u00adna.com.tw/",
        "https://xn--na-vlc.com.tw/",
        "https://www.cna.com.tw../",
        "https://.cna.com.tw/",
        "https://www..cna.com.tw/",
        "https://gov.tw.evil.net/",
        "https://mygov.tw/",
        "https://gov-tw.com/",
        "https://ey.gov.tw.cn/",
        "https://ptt.cc.evil.org/",
        "https://reuters.com.news-today.net/",
        "https://bbc-news.co.uk/",
        "https://rеuters.com/",
        "http://[broken",
        "http://[::1]/",
        "http://127.0.0.1/cna.com.tw",
        "javascript:cna.com.tw",
        "javascript://www.cna.com.tw/%0aalert(1)",
        "data:text/html,www.cna.com.tw",
        "file://www.cna.com.tw/etc/passwd",
        "ftp://www.cna.com.tw/",
        "中央社快報網",
        "假中央社",
        "中央社官方",
        "",
    ],
)
def test_a_look_alike_is_a_stranger_of_tier_four(url: str) -> None:
    source = classify_source(url)

    assert (source.tier, source.type) == (4, "unknown")


def test_no_twin_of_any_shipped_domain_is_believed() -> None:
    """Made from every domain: a longer label, a dash, another end, the name below a stranger's."""
    for row in BOOK.publishers.values():
        for domain in row.domains:
            first, _, rest = domain.partition(".")
            twins = (
                f"{domain}.example.net",
                f"fake{domain}",
                f"{first}-{rest}" if "." in rest else f"{first}-{rest}.example",
                f"{domain.replace('.', '-')}.example",
                f"{domain}@example.net",
                f"{domain}x",
            )
            for twin in twins:
                assert classify_source(f"https://{twin}/").name != row.name, twin


@pytest.mark.parametrize(
    "host", ["www.tycg.gov.tw", "data.gov", "army.mil", "www.mext.go.jp", "ec.europa.eu", "a.gc.ca"]
)
def test_a_government_is_known_by_where_it_may_register(host: str) -> None:
    source = classify_source(f"https://{host}/page")

    assert (source.tier, source.type) == (1, "government")


def test_the_book_is_large_and_each_row_can_be_found() -> None:
    assert len(BOOK.publishers) >= 220
    for row in BOOK.publishers.values():
        assert row.domains, row.name
        for domain in row.domains:
            assert classify_source(f"https://www.{domain}/x").name == row.name, domain
        for name in (row.name, *row.aliases, to_simplified(row.name), row.name.upper()):
            assert classify_source(name).name == row.name, name


def test_no_domain_and_no_name_is_given_twice() -> None:
    rows = BOOK.publishers.values()
    domains = Counter(domain for row in rows for domain in row.domains)
    names = Counter(
        to_simplified(name).lower().replace(" ", "")
        for row in rows
        for name in (row.name, *row.aliases)
    )

    assert [domain for domain, count in domains.items() if count > 1] == []
    assert [name for name, count in names.items() if count > 1] == []


def test_tiers_and_types_go_together() -> None:
    never = {
        1: {"news", "state_media", "digital", "preprint", "social", "unknown"},
        2: {"digital", "preprint", "social", "government", "unknown"},
        3: {"official", "government", "news", "social"},
        4: {"official", "government", "journal", "preprint", "university"},
        5: set(get_args(SourceType)) - {"social", "digital"},
    }
    for row in BOOK.publishers.values():
        assert row.tier in get_args(SourceTier)
        assert row.type in get_args(SourceType)
        assert row.type not in never[row.tier], row.name


def test_an_owner_that_is_a_publisher_owns_itself() -> None:
    """Otherwise two papers of one group could pass for independent of it."""
    for row in BOOK.publishers.values():
        owner = BOOK.of_name(row.owner)
        assert owner is None or owner.owner == row.owner, row.name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("聯合報", "經濟日報"),
        ("中國時報", "工商時報"),
        ("金融時報", "日經"),
        ("人民日報", "環球時報"),
    ],
)
def test_two_papers_of_one_owner_share_their_owner(one: str, other: str) -> None:
    assert classify_source(one).owner == classify_source(other).owner


def test_strangers_on_one_registered_domain_share_their_owner() -> None:
    one = classify_source("https://a.someone.com.tw/x").owner

    assert one == classify_source("https://b.someone.com.tw/y").owner == "someone.com.tw"
    assert one != classify_source("https://other.com.tw/").owner


def test_a_users_row_replaces_ours() -> None:
    book = SourceBook.of([Publisher("Daily", 2, "news", "Press", domains=("daily.example",))])
    mine = book.extended([Publisher("Daily", 4, "news", "Press", domains=("daily.example",))])

    assert classify_source("http://daily.example/", book=mine).tier == 4


def test_a_users_row_may_take_a_domain_from_ours() -> None:
    mine = BOOK.extended([Publisher("Desk", 1, "official", "Desk", domains=("fin.udn.com",))])

    assert classify_source("https://fin.udn.com/x", book=mine).name == "Desk"
    assert classify_source("https://udn.com/x", book=mine).name == "聯合報"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('name = "A"\ntier = 9\ntype = "news"', "tier is 1 to 5"),
        ('name = "A"\ntier = true\ntype = "news"', "tier is 1 to 5"),
        ('name = "A"\ntier = 2\ntype = "rumour"', "type one of"),
        ('tier = 2\ntype = "news"', "'name' is missing"),
        ('name = "A"\ntier = 2\ntype = "news"\ndomains = ["https://a.example/"]', "not a domain"),
        ('name = "A"\ntier = 2\ntype = "news"\ndomains = "a.example"', "list of texts"),
        ('name = "A"\ntier = 2\ntype = "news"\naliases = [1]', "list of texts"),
    ],
)
def test_a_wrong_row_is_told_with_file_and_number(tmp_path: Path, row: str, told: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f"[[publisher]]\n{row}\n", "utf-8")

    with pytest.raises(SetupError, match=rf"publisher 1.*{told}"):
        read_publishers(path)


@pytest.mark.parametrize("text", ["publisher = 3", 'publisher = ["a"]', "[[publisher", "\x00"])
def test_a_file_that_is_no_book_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text, "utf-8")

    with pytest.raises(SetupError, match=r"book\.toml"):
        read_publishers(path)


@given(st.text(max_size=200))
def test_any_text_has_a_source(text: str) -> None:
    assert classify_source(text).tier in (1, 2, 3, 4, 5)


@given(st.text(st.characters(exclude_characters="/?#"), max_size=40))
def test_nothing_before_an_at_sign_makes_a_stranger_known(text: str) -> None:
    assert classify_source(f"https://{text}@stranger.example/").name not in BOOK.publishers


@pytest.mark.timeout(20)
@pytest.mark.parametrize("seed", ["a", "a.", "https://", "//", "中央社", "cna.com.tw/", "\\", "@"])
def test_a_hundred_kilobytes_are_no_publisher_and_cost_little(seed: str) -> None:
    source = classify_source(seed * (100_000 // len(seed)))

    assert source.tier == 4 or source.name == "中央社"


@pytest.mark.parametrize(
    ("host", "owner"),
    [
        ("album.udn.com", "聯合報系"),
        ("user.guancha.cn", "觀察者網"),
        ("bbs1.people.com.cn", "人民日報社"),
        ("forum.chinatimes.com", "旺旺中時媒體集團"),
    ],
)
def test_what_a_medium_gives_its_readers_is_not_its_word(host: str, owner: str) -> None:
    found = classify_source(f"https://{host}/1")

    assert (found.tier, found.type, found.owner) == (5, "social", owner)
    assert classify_source("https://news.people.com.cn/1").tier == 3
    assert classify_source("https://forum.gov.hk/1").type == "government"
