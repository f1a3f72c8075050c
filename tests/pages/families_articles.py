"""Article pages in the manner of well-known systems: their day, their words, and what is neither."""

from dataclasses import dataclass
from datetime import date

from tests.pages.families import EN_END, EN_TOP, TW_END, TW_TOP, gov

TODAY = date(2026, 2, 10)
DAY = date(2026, 1, 15)
TITLE = "橙屿市印发公共数据授权运营管理办法"
BODY = (
    "橙屿市人民政府日前印发公共数据授权运营管理办法，自三月一日起施行。",
    "办法共六章三十二条，明确了授权范围、运营期限和收益分配的原则。",
    "市数据局负责人表示，首批开放的数据包括交通、气象和港口作业三类。",
    "运营单位应当每年向社会公布运营报告，接受监督。",
    "（一）申请单位应当具备相应的安全保障能力；",
    "违反规定的，由市数据局责令改正；情节严重的，终止授权。",
)
ENGLISH_BODY = (
    "The harbour authority published its rules for the new container terminal on Thursday.",
    "Operators will have to report delays within one hour, the authority said in a statement.",
    "The rules apply from the first of March and replace an order made eleven years ago.",
    "Shipping lines welcomed the change but asked for more time to adapt their systems.",
)
NOISE = (
    "浏览次数",
    "全市水资源费标准调整",
    "责任编辑：王某",
    "分享到微信",
    "推荐阅读",
    "上一篇：港口吞吐量统计",
    "打印本页",
    "扫一扫在手机打开当前页",
)


@dataclass(frozen=True, slots=True)
class Article:
    html: str
    day: date | None = DAY
    url: str = "https://www.chengyu.example/zwgk/content/88123.html"
    body: tuple[str, ...] = BODY
    left_out: tuple[str, ...] = NOISE


def zh(
    under_title: str = "发布时间：2026-01-15 09:30　来源：橙屿日报　浏览次数：315",
    body: str = "<div class='TRS_Editor'>BODY</div>",
    wrap: tuple[str, str] = ("<p>", "</p>"),
    *,
    head: str = "",
    below: str = "",
) -> str:
    text = "".join(f"{wrap[0]}{line}{wrap[1]}" for line in BODY)
    page = gov(
        f"<div class='article'><h1>{TITLE}</h1><div class='info'>{under_title}</div>"
        f"{body.replace('BODY', text)}<p class='editor'>责任编辑：王某</p>{below}"
        "<div class='share'>分享到微信</div><div class='tools'><a href='#'>打印本页</a></div>"
        "<div class='updown'><p>上一篇：<a href='/a1.html'>港口吞吐量统计</a></p>"
        "<p>下一篇：<a href='/a2.html'>春运保障工作的意见</a></p></div>"
        "<div class='tj'><h3>推荐阅读</h3><ul><li><a href='/r1.html'>全市水资源费标准调整</a><span>2026-02-03</span></li>"
        "<li><a href='/r2.html'>市领导调研防汛备汛</a><span>2026-02-01</span></li></ul></div>"
        "<div class='ewm'>扫一扫在手机打开当前页</div></div>"
    )
    return page.replace("</head>", f"{head}</head>")


def en(under_title: str, *, head: str = "", below: str = "") -> str:
    text = "".join(f"<p>{line}</p>" for line in ENGLISH_BODY)
    page = f"{EN_TOP}<article><h1>New rules for the terminal</h1>{under_title}{text}</article>{below}{EN_END}"
    return page.replace("</head>", f"{head}</head>")


def tw_article(table: str) -> str:
    text = "".join(f"<p>{line}</p>" for line in BODY)
    return f"{TW_TOP}<h2 class='title'>{TITLE}</h2><div class='essay'>{text}</div>{table}{TW_END}"


DATED: dict[str, Article] = {
    "published, source, views": Article(zh()),
    "published before updated": Article(zh("发布日期：2026-01-15　更新日期：2026-02-01")),
    "updated before published": Article(
        zh("更新时间：2026-02-01 10:00　发布时间：2026-01-15 09:30")
    ),
    "only a moment": Article(zh("2026-01-15 09:30:12　来源：橙屿日报")),
    "the day signed and the day published": Article(
        zh(
            "<table><tr><td>索引号</td><td>0145/2026-00012</td><td>成文日期</td><td>2026年1月8日</td></tr>"
            "<tr><td>发文字号</td><td>橙政发〔2026〕3号</td><td>发布日期</td><td>2026年1月15日</td></tr></table>"
        )
    ),
    "label and day in two cells": Article(
        zh(
            "<table><tr><th>发布机构：</th><td>市政府办</td></tr><tr><th>发布日期：</th><td>2026-01-15</td></tr></table>"
        )
    ),
    "label and day in two lines": Article(zh("<span>发布时间</span><br><b>2026年01月15日</b>")),
    "a tag that says when it was built anew": Article(
        zh(
            head="<meta name='PubDate' content='2026-02-09 03:00'><meta name='lastmodified' content='2026-02-09'>"
        )
    ),
    "a tag alone": Article(
        zh("来源：橙屿日报", head="<meta name='PubDate' content='2026-01-15 09:30'>")
    ),
    "a tag that others call by other names": Article(
        zh("来源：橙屿日报", head="<meta name='publishdate' content='2026-01-15'>")
    ),
    "an address that differs": Article(
        zh(), url="https://www.chengyu.example/art/2026/1/17/art_229_55.html"
    ),
    "an address alone": Article(
        zh("来源：橙屿日报"), url="https://www.chengyu.example/zwgk/202601/t20260115_88123.html"
    ),
    "the footer knows only this year": Article(
        zh(
            "2026年1月15日",
            below="<div class='bq'>Copyright © 2010-2026 橙屿市人民政府 版权所有</div>",
        )
    ),
    "comments are younger": Article(
        zh(
            below="<div class='comments'><div>网友甲 2026-02-08 12:00 支持</div><div>网友乙 2026-02-09 08:00 好</div></div>"
        )
    ),
    "a day to come in the text": Article(
        zh(body="<div class='TRS_Editor'>BODY<p>征求意见截止日期：2026年3月1日。</p></div>")
    ),
    "today's date in the head of the page": Article(
        zh().replace(
            "<div class='article'>",
            "<div class='rq'>今天是2026年2月10日 星期二</div><div class='article'>",
        )
    ),
    "days of the republic": Article(
        tw_article(
            "<ul class='info'><li>發布日期：115-01-15</li><li>更新日期：115-02-02</li><li>發布單位：秘書處</li></ul>"
        )
    ),
    "a list of facts after the text": Article(
        tw_article(
            "<dl><dt>上版日期</dt><dd>115/01/15</dd><dt>下版日期</dt><dd>115/12/31</dd></dl>"
        )
    ),
    "the day of the republic in words": Article(
        tw_article("<p class='d'>中華民國115年1月15日</p><p>最後更新：115年2月3日</p>")
    ),
    "nothing but structured data": Article(
        zh(
            "来源：橙屿日报",
            head='<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-01-15T09:30:00+08:00",'
            '"dateModified":"2026-02-05T01:00:00+08:00"}</script>',
        )
    ),
    "English, posted and updated": Article(
        en("<p class='byline'>Posted January 15, 2026 · Updated February 4, 2026</p>"),
        body=ENGLISH_BODY,
        url="https://www.northfield.example/news/terminal",
    ),
    "English, updated first": Article(
        en("<p class='byline'>Updated: February 4, 2026 | Published: January 15, 2026</p>"),
        body=ENGLISH_BODY,
        url="https://www.northfield.example/news/terminal",
    ),
    "English, a time element": Article(
        en("<time datetime='2026-01-15T18:00:00Z'>15 January</time>"),
        body=ENGLISH_BODY,
        url="https://www.northfield.example/news/terminal",
    ),
    "English, day first": Article(
        en("<div class='date'>15/01/2026</div>"),
        body=ENGLISH_BODY,
        url="https://www.northfield.example/news/terminal",
    ),
    "English, among younger comments": Article(
        en(
            "<span class='published'>15 Jan 2026</span>",
            below="<section id='comments'><p>Ann, 8 February 2026: I agree.</p><p>Bob, 9 February 2026: so do I.</p></section>",
        ),
        body=ENGLISH_BODY,
        url="https://www.northfield.example/news/terminal",
    ),
}

_TABLE = "<table><tr><th>类别</th><th>期限</th></tr><tr><td>交通数据</td><td>三年</td></tr></table>"
WORDED: dict[str, Article] = {
    "paragraphs": Article(zh()),
    "breaks": Article(zh(wrap=("　　", "<br><br>"))),
    "divs": Article(zh(wrap=("<div>", "</div>"))),
    "one cell": Article(
        zh(body="<table><tr><td class='bt'>BODY</td></tr></table>", wrap=("　　", "<br>"))
    ),
    "sections and spans": Article(zh(wrap=("<section><span>", "</span></section>"))),
    "exported from a word processor": Article(
        zh(
            body="<div class='Custom_UnionStyle'><style>p.MsoNormal{margin:0}</style>BODY</div>",
            wrap=(
                "<p class=MsoNormal><span lang=EN-US style='font-size:16pt'><o:p></o:p></span><span>",
                "</span></p>",
            ),
        )
    ),
    "a picture with its words": Article(
        zh(
            body="<div id='zoom'><p align=center><img src='a.jpg'></p><p align=center>图为首批授权签约现场</p>BODY</div>"
        ),
        left_out=NOISE,
    ),
    "a table within": Article(
        zh(body=f"<div class='view'>BODY{_TABLE}</div>"), body=(*BODY, "交通数据")
    ),
    "attachments below": Article(
        zh(
            below="<div class='fj'><p>附件：</p><p><a href='/f/1.docx'>授权协议书范本.docx</a></p></div>"
        )
    ),
    "hidden twice": Article(
        zh(
            body="<div class='view'>BODY</div><div style='display:none'>本段仅供搜索引擎抓取，不应显示给读者。</div>"
        ),
        left_out=(*NOISE, "仅供搜索引擎"),
    ),
}
