"""When two rows are one item, and what kind of item a row is."""

from datetime import date

from rostra.rules.identity import headline_key, item_key, same_headline
from rostra.rules.item_types import type_of

DAY = date(2026, 11, 1)

SAME = [
    ("http://www.a.example/n/1.html", "https://a.example/n/1.html"),
    ("http://a.example/n/1.html?utm_source=wx&id=3", "http://a.example/n/1.html?id=3"),
    ("http://a.example/n;jsessionid=A1B2?id=3", "http://a.example/n?id=3&from=timeline"),
    ("http://a.example/n/index.html", "http://a.example/n/"),
    ("http://a.example/?b=2&a=1", "http://a.example/?a=1&b=2#top"),
]
OTHER = [
    ("http://a.example/n?id=1", "http://a.example/n?id=2"),
    ("http://a.example/n/1.html", "http://b.example/n/1.html"),
    ("http://a.example/n/1.html", "http://a.example/n/1.htm"),
]
ONE_TITLE = [
    ("關於開展整縣屋頂光伏開發試點的通知", "关于开展整县屋顶光伏开发试点的通知"),
    ("[置頂]關於開展整縣屋頂光伏開發試點的通知", "關於開展整縣屋頂光伏開發試點的通知"),
    ("關於開展整縣屋頂光伏開發…", "關於開展整縣屋頂光伏開發試點的通知"),
    (
        "國家能源局關於印發《電力市場監管辦法》的通知及其附件一覽",
        "國家能源局關於印發《電力市場監管辦法》的通知及其附件一览表",
    ),
]
TWO_TITLES = [
    ("2025年10月份全市工業經濟運行情況", "2026年10月份全市工業經濟運行情況"),
    ("第一批專精特新企業名單公示公告", "第二批專精特新企業名單公示公告"),
    ("人事公告", "人事公告"),  # too short to tell
    ("關於道路改善工程的公告", "關於公園改善工程的公告"),
]
TYPES = [
    ("國務院關於加快構建全國統一電力市場體系的指導意見", "", "policy"),
    ("一圖讀懂《電力市場監管辦法》", "政策解读", "interpretation"),
    ("關於開展2026年整縣屋頂分布式光伏開發試點的通知", "通知公告", "notice"),
    ("10月份全國能源生產統計數據發布", "", "statistics"),
    ("某局辦公用品採購項目招標公告", "通知公告", "tender"),
    ("關於張三等同志任免的通知", "人事信息", "personnel"),
    ("局領導赴山西調研煤炭保供工作", "新聞動態", "news"),
    ("澄嶼通過自治條例 業者憂成本", "市政", "news"),
    ("Invitation to tender: harbour works", "", "tender"),
    ("Quarterly statistics on trade", "Publications", "statistics"),
    ("無從判斷", "", "other"),
]


def test_an_address_is_known_in_all_its_spellings() -> None:
    assert [pair for pair in SAME if item_key(pair[0]) != item_key(pair[1])] == []
    assert [pair for pair in OTHER if item_key(pair[0]) == item_key(pair[1])] == []


def test_a_headline_is_known_again_unless_a_number_differs() -> None:
    def same(one: str, other: str) -> bool:
        return same_headline(headline_key(one), headline_key(other))

    assert [pair for pair in ONE_TITLE if not same(*pair)] == []
    assert [pair for pair in TWO_TITLES if same(*pair)] == []


def test_a_row_is_typed_by_its_title_then_by_its_section() -> None:
    wrong = [
        (title, type_of(title, section), kind)
        for title, section, kind in TYPES
        if type_of(title, section) != kind
    ]
    assert wrong == []
