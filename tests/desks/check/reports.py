"""Four reports on the sample world in four forms: forty cited sentences, twelve of them altered."""

import io
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple

from rostra.report.blocks import Paper, Paragraph, Piece, gridded
from rostra.report.pdf import to_pdf

_GOV, _POST = "http://www.chengyu-gov.example/news/content", "http://www.haizhou-post.example/2026"
E, P, W = f"{_GOV}/795891.html", f"{_POST}/11/11/charge-explainer", f"{_POST}/11/14/water"
O, Q, B = f"{_GOV}/607091.html", f"{_GOV}/135849.html", f"{_GOV}/849946.html"  # noqa: E741
R, L, Y, C = (f"{_GOV}/{n}.html" for n in (588196, 731158, 637173, 961224))


class Told(NamedTuple):
    """A sentence, what it cites, and what was altered in it: nothing where it is true."""

    text: str
    url: str
    altered: str = ""


OURS = (
    Told(
        "Weekday traffic into the Old Harbour averaged 74,100 vehicles in October 2026,"
        " 14.2% below June.",
        P,
    ),
    Told(
        "Chengyu took in NT$239 million from the charge between July and October, and NT$148"
        " million of it remained after costs.",
        P,
    ),
    Told(
        "Shops and restaurants inside the zone sold 1.3% less in the third quarter of 2026 than"
        " a year before.",
        P,
        "figure",
    ),
    Told(
        "The merchants' association speaks of an average loss of 23%, though just 412 shops took"
        " part in its survey.",
        P,
    ),
    Told("The council will vote on the ordinance on 28 December.", P, "date"),
    Told(
        "Cars would pay NT$80 a day instead of NT$60 from 1 March 2027 if the ordinance is"
        " adopted.",
        P,
    ),
    Told("On 12 August, 18,700 vehicles were charged twice because of a server switch.", P),
    Told(
        "A poll by the Evening Star found 46.2% of residents in favour of keeping the charge.",
        P,
        "name",
    ),
    Told(
        "The Cuifeng reservoir was 43.7% full on 13 November 2026, compared with 71.2% a year"
        " earlier.",
        W,
    ),
    Told(
        "Fab 3 of Lanwave used 15,200 tonnes of water a day in October, and 48.3% of that was"
        " reclaimed.",
        W,
    ),
)
GPT_RESEARCHER = (
    Told(
        "Peak bus speeds in the Old Harbour climbed from 14.8 km/h in June to 18.1 km/h in October"
        " 2026.",
        E,
    ),
    Told("The scheme collected NT$293 million from July to October 2026.", E, "figure"),
    Told("By the end of October 6,840 appeals had been filed, and 22.5% of them succeeded.", E),
    Told("While sales in the zone dropped 3.1%, sales across the whole city went up 1.9%.", P),
    Told(
        "The money from the double charges of 12 August was not returned within three days.",
        P,
        "negation",
    ),
    Told("According to Mo Tzu-chien of Tungyu University, both camps are citing real figures.", P),
    Told("The Beiwan Water Authority raised its alert to orange on 15 November.", W, "date"),
    Told("Large industrial users have received 7% less water since 5 November.", W),
    Told("Around Nanpo, 1,860 hectares of rice fields went without irrigation this season.", W),
    Told("What was left after costs, NT$148 million, goes to the bus fund.", E),
)
PDF = (
    Told("2026年10月，舊港區平日平均每天有74,100輛車進入，比6月少14.2%。", O),
    Told("10月舊港區公車的尖峰時速平均18.1公里，6月時只有14.8公里。", O),
    Told("市區公車10月運量為374萬人次，比6月增加11.2%。", O, "figure"),
    Told("7月到10月擁擠費共收2.39億元，扣掉成本後剩1.48億元，全部給公車增班基金。", O),
    Told("截至10月底，交通局共收到6,840件申訴，其中25.2%成立。", O, "figure"),
    Told("舊港測站10月的二氧化氮平均濃度是18.4ppb，比去年同月減少20.3%。", Q),
    Told("環保局表示，空氣改善可以全部歸功於擁擠費。", Q, "negation"),
    Told("環保局估計車流減少大約能解釋六成的改善。", Q),
    Told("2027年擁擠費淨收入估計為4.8億元。", B),
    Told("主計長林安平說，條例若沒有通過，會先用停車費收入墊支。", B, "name"),
)
DOCX = (
    Told("居民車輛豁免登記延長到民國115年12月31日。", R),
    Told("到10月底已經登記了31,200輛。", R),
    Told("每戶只能登記自用小客車一輛。", R),
    Told("擁擠費上路首日，交通局長羅以恩到環港路口視察。", L),
    Told("試辦期間小客車每日收60元，貨車每日收150元。", L, "figure"),
    Told("市府的目標是試辦期間車流至少減少一成。", L),
    Told("收費區是環港路以內的4.6平方公里，平日上午7時到下午7時收費。", Y),
    Told("試辦期到2027年3月31日為止。", Y, "date"),
    Told("電動車在2027年12月31日以前費用減半。", Y),
    Told("執行勤務的救護車、消防車和警車一律不必付擁擠費。", C),
)


def ours() -> bytes:
    urls = list(dict.fromkeys(one.url for one in OURS))
    items = [
        f"- {one.text} [{urls.index(one.url) + 1}](#s{urls.index(one.url) + 1})" for one in OURS
    ]
    rows = [
        f'| <a id="s{n}"></a>{n} | [Title {n}]({url})<br>Fetched · `x` | Post | 2026 | 3 |'
        for n, url in enumerate(urls, 1)
    ]
    head = "| No. | Title | Publisher | Published | Cited |\n| --- | --- | --- | --- | --- |"
    return "\n".join(
        ["# Charge", "", "> **Mode** strict", "", "## Findings", "", *items, "", "## Sources", "",
         head, *rows]
    ).encode()  # fmt: skip


def gpt_researcher() -> bytes:
    """Paragraphs with links in parentheses, and a list of references in the style of the APA."""
    body = " ".join(
        f"{one.text.rstrip('.')} ([{one.url.split('/')[2]}, 2026]({one.url}))."
        for one in GPT_RESEARCHER
    )
    urls = dict.fromkeys(one.url for one in GPT_RESEARCHER)
    listed = [
        f"- Publisher. (2026, November 11). Report {n}. [{u}]({u})" for n, u in enumerate(urls)
    ]
    return "\n\n".join(
        ["# The charge", "## Introduction", body, "## References", "\n".join(listed)]
    ).encode()


def pdf() -> bytes:
    urls = list(dict.fromkeys(one.url for one in PDF))
    said = " ".join(f"{one.text[:-1]}[{urls.index(one.url) + 1}]。" for one in PDF)
    rows = [
        ((Piece(str(n)),), (Piece(links=((f"來源{n}", url),)),)) for n, url in enumerate(urls, 1)
    ]
    made = datetime(2026, 11, 16, tzinfo=UTC)
    blocks = (Paragraph((Piece(said),)), *gridded("來源", ("編號", "名稱"), rows))
    return to_pdf(Paper("zh-Hant", made, "r", "擁擠費", "", (), blocks))


def docx(sentences: Sequence[Told] = DOCX) -> bytes:
    """Word's own way: a paragraph with footnotes, each with its link."""
    ns = 'xmlns:w="w" xmlns:r="r"'
    runs = "".join(
        f"<w:r><w:t>{escape(one.text)}</w:t></w:r><w:r><w:footnoteReference w:id='{n}'/></w:r>"
        for n, one in enumerate(sentences, 2)
    )
    notes = "".join(
        f"<w:footnote w:id='{n}'><w:p><w:r><w:t>澄嶼市政府，2026</w:t></w:r>"
        f"<w:hyperlink r:id='l{n}'><w:r><w:t>連結</w:t></w:r></w:hyperlink></w:p></w:footnote>"
        for n, _ in enumerate(sentences, 2)
    )
    rels = "".join(
        f"<Relationship Id='l{n}' Target='{one.url}'/>" for n, one in enumerate(sentences, 2)
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        body = f"<w:document {ns}><w:body><w:p>{runs}</w:p></w:body></w:document>"
        package.writestr("word/document.xml", body)
        package.writestr("word/footnotes.xml", f"<w:footnotes {ns}>{notes}</w:footnotes>")
        package.writestr("word/_rels/footnotes.xml.rels", f"<Relationships>{rels}</Relationships>")
    return out.getvalue()


REPORTS = {
    "ours.md": (ours, OURS),
    "gpt-researcher.md": (gpt_researcher, GPT_RESEARCHER),
    "report.pdf": (pdf, PDF),
    "report.docx": (docx, DOCX),
}
