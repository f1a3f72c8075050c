"""A digest in its forms: other people's words arrive inert, the weightiest stand first."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from datetime import UTC, date, datetime
from typing import Any

from rostra.desks.collect.digest import in_order
from rostra.desks.collect.digest_forms import to_atom, to_csv
from rostra.desks.collect.digest_page import digest_paper
from rostra.desks.collect.records import Digest, DigestPhase, DigestSection, DigestSite
from rostra.records import Item
from rostra.report.docx import to_docx
from rostra.report.pdf import to_pdf
from tests.report.shown import as_html, as_markdown

NOW = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) \x1b[31m\ufffe | =1+1"


def item(number: int, **changes: Any) -> Item:
    facts: dict[str, Any] = {
        "id": f"item:{number}", "site": "河城", "section": "公告", "title": f"第{number}號公告",
        "url": f"http://www.river.example/{number}", "type": "notice", "run": "r1", "rank": number,
        "found_at": NOW, "published": date(2026, 11, number), "summary": "摘要。", "why": "第 1",
    }  # fmt: skip
    return Item(**{**facts, **changes})


def digest(*new: Item, known: tuple[Item, ...] = ()) -> Digest:
    section = DigestSection(HOSTILE, "http://www.river.example/list/", len(new), 1, 10)
    return Digest(
        run="r1", title="採集摘要：河城", language="zh-Hant", is_sample=False, made_at=NOW,
        since=date(2026, 10, 17), until=date(2026, 11, 16), engine="extractive", ranked_by="",
        new=tuple(in_order(new)), known=known, sites=(DigestSite("河城", (section,)),),
        phases=(DigestPhase("crawler", 12, 15_000, 20_000),),
    )  # fmt: skip


def test_what_is_new_comes_first_by_type_in_order_of_weight() -> None:
    made = digest(item(3), item(1, type="policy"), item(2), known=(item(4, run="r0"),))

    text = as_markdown(made)

    places = [
        text.index(word) for word in ("### 政策", "第1號", "### 通知", "第2號", "第3號", "第4號")
    ]
    assert places == sorted(places)
    assert "| crawler | 12 | 15,000 | 20,000 |" in text


def test_a_digest_on_paper_tells_the_same_items() -> None:
    made = digest(item(1, title=HOSTILE, summary=HOSTILE), item(2), known=(item(4, run="r0"),))
    with zipfile.ZipFile(io.BytesIO(to_docx(digest_paper(made)))) as package:
        body = ET.fromstring(package.read("word/document.xml"))
    told = "".join(body.itertext())
    assert told.index("2.") < told.index("第2號公告") < told.index("第4號公告")
    assert "<script>alert(1)</script>" in told
    assert to_pdf(digest_paper(made)).startswith(b"%PDF-")


def test_a_strangers_words_are_inert_in_every_form() -> None:
    made = digest(item(1, title=HOSTILE, summary=HOSTILE, url="javascript:alert(1)"))

    text, page = as_markdown(made), as_html(made)
    assert "<script>" not in text
    assert "[x](javascript:" not in text
    assert "<script>" not in page
    assert 'href="javascript:' not in page
    assert "default-src 'none'" in page
    feed = ET.fromstring(to_atom(made.new, title=HOSTILE, made_at=NOW, feed_id="urn:x"))
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == 1
    table = to_csv([item(2, title="=1+1", summary="@x\n-y")], frozenset({"item:2"}))
    assert table.count("\n") == 2
    assert "'=1+1" in table
    assert "'@x -y" in table


def test_the_latest_run_comes_first_and_each_keeps_its_own_ranking() -> None:
    old = [item(n, run="r0", found_at=datetime(2026, 11, 1, n, tzinfo=UTC)) for n in (1, 2)]
    new = [item(n, found_at=datetime(2026, 11, 16, n, tzinfo=UTC)) for n in (4, 3)]

    assert [one.id for one in in_order([*old, *new])] == ["item:3", "item:4", "item:1", "item:2"]


def test_of_many_items_the_weightiest_are_named_before_the_groups() -> None:
    many = [item(n, type="news" if n % 2 else "policy") for n in range(1, 15)]
    made = digest(*many)

    text, page = as_markdown(made), as_html(made)

    head = text[text.index("### 最重要的 5 則") : text.index("### 新聞")]
    assert re.findall(r"^- \*\*(\d)\\\.\*\*.*號公告", head, re.MULTILINE) == list("12345")
    assert all(f"第{n}號公告" in head for n in range(1, 6))
    assert page.index("最重要的 5 則") < page.index("新聞（7）")
    assert "最重要的" not in as_markdown(digest(*many[:9])), "a short digest needs no summary"
