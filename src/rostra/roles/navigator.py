"""The navigator: which links of a home page lead to the lists that are wanted.

A name that stands on the page is found by code. Only what is left is put to a model, in one
request that sees links and nothing else; what it answers counts when the link was really there.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rostra.records import record
from rostra.roles.play import Role, Stage, play
from rostra.steps import Step
from rostra.text import count_tokens, fold, to_simplified
from rostra.words import Message, message

if TYPE_CHECKING:
    from rostra.pages import Link

MOST_SECTIONS = 12
_LINKS_TOKENS = 13_000
_FILLER = re.compile(r"[\W_]+|[与和及的]|栏目|频道|专栏|列表|更多|more", re.IGNORECASE)
_LIKELY = re.compile(
    r"新闻|要闻|动态|资讯|公告|通知|公示|政策|法规|文件|统计|数据|发布|解读|报告|快讯|通报|信息公开"
    r"|\bnews\b|press|notice|announcement|polic|regulation|publication|statistic|report|releases?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\d{4,}[^/]*\.\w{2,5}$|/\d{6,}|/t?20\d{6}|/20\d\d[-/]?\d\d[-/]")
_LONGEST_NAME = 16


@record
class FoundSection:
    name: str
    url: str


@record
class FoundSections:
    sections: tuple[FoundSection, ...]


NAVIGATOR = Role(
    "navigator",
    "collect/navigator_sections",
    FoundSections,
    ceiling=17_000,
    max_tokens=1_200,
    could_read=17_000,
)


async def find_sections(
    site: str, links: "Sequence[Link]", wanted: Sequence[str], stage: Stage, step: Step
) -> list[FoundSection]:
    """The sections to collect; none when nobody found any, and the home page has to do."""
    named = match_names(links, wanted)
    missing = [name for name in wanted if name not in {one.name for one in named}]
    if wanted and not missing:
        return named
    seen = {link.url for link in links}

    def fault(answer: FoundSections) -> Message | None:
        strange = [one.url for one in answer.sections if one.url not in seen]
        if strange and len(strange) == len(answer.sections):
            return message("faults.no_link", url=strange[0][:200])
        return None

    guess = [] if wanted else likely_sections(links)
    answered = await play(
        NAVIGATOR,
        {"site": site, "wanted": "、".join(missing) or "*", "links": _lines(links)},
        stage,
        step,
        fallback=lambda: FoundSections(tuple(guess)),
        fault=fault,
        count=MOST_SECTIONS,
    )
    found = {one.url: one for one in named}
    for one in answered.sections:
        if one.url in seen:
            found.setdefault(one.url, one)
    return list(found.values())[:MOST_SECTIONS]


def match_names(links: "Sequence[Link]", wanted: Sequence[str]) -> list[FoundSection]:
    """Sections whose name stands on the page: the same words first, then the nearest that hold
    them.
    """
    keyed = [(name_key(link.text), link) for link in links if link.text]
    found: list[FoundSection] = []
    for name in wanted:
        key = name_key(name)
        exact = [link for text, link in keyed if key and text == key]
        near = [
            (len(text), link)
            for text, link in keyed
            if len(key) >= 2 and key in text and len(text) <= len(key) + 4
        ]
        if exact:
            found.append(FoundSection(name, exact[0].url))
        elif near:
            found.append(FoundSection(name, min(near, key=lambda pair: pair[0])[1].url))
    return found


def likely_sections(links: "Sequence[Link]") -> list[FoundSection]:
    """Without names and without a model: short links that are called like lists are."""
    found: dict[str, FoundSection] = {}
    for link in links:
        text = link.text.strip()
        is_name = 2 <= len(text) <= _LONGEST_NAME and _LIKELY.search(to_simplified(text))
        if is_name and not _ARTICLE.search(link.url):
            found.setdefault(link.url, FoundSection(text, link.url))
    return list(found.values())[: MOST_SECTIONS // 2]


def name_key(name: str) -> str:
    return _FILLER.sub("", to_simplified(fold(name)).lower())


def _lines(links: "Sequence[Link]") -> str:
    """As many links as fit, the short ones first: names of sections are short."""
    lines: list[str] = []
    room = _LINKS_TOKENS
    for link in sorted(links, key=lambda one: (len(one.text) > _LONGEST_NAME, len(one.text) < 2)):
        line = f"- {link.text} {link.url}"
        room -= count_tokens(line) + 1
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines)
