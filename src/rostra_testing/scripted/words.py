"""What the name of a field suggests, when a schema says no more than `string` or `boolean`."""

import re

_SPLIT = re.compile(r"[^0-9A-Za-z\u3400-\u9fff]+|(?<=[a-z0-9])(?=[A-Z])")


def _any_of(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


IDS = _any_of(
    "id ids ref refs reference references evidence citation citations cite cites cited",
    "source sources anchor anchors rests 證據 证据 來源 来源 引用 編號 编号",
)
ADDRESSES = _any_of("url urls link links href uri address website page site 網址 网址 連結")
QUOTES = _any_of("quote quotes quotation quotations excerpt excerpts 引文 引句 摘句")
MOMENTS = _any_of(
    "date dates day time published since until start end from to deadline expires at",
    "日期 時間 时间",
)
SEARCHES = _any_of("query queries keyword keywords search searches q terms 關鍵字 查詢 查询")
ASKED = _any_of("question questions motion topic subject issue task 問題 问题 辯題 題目")
SHORT = _any_of(
    "title titles name names heading label entity entities publisher author who party company",
    "owner section category tag tags type kind metric 標題 标题 名稱 名称",
)
CODES = _any_of("code codes ticker symbol stock isin 代號 代号")
LANGUAGES = _any_of("language lang locale 語言 语言")
LONG = _any_of(
    "summary draft report answer content markdown body analysis statement conclusion argument",
    "essay digest article paragraph overview findings 摘要 報告 报告 結論 结论 內容 内容 草稿",
)
ORDERS = _any_of("index indices indexes order ranking rank permutation sorted positions")
SHARES = _any_of("confidence probability score weight likelihood certainty relevance")
YEARS = _any_of("year years 年")
CLAIMS = _any_of("claim claims target attacks attacked rebuts rebutted")
LACKS = _any_of(
    "missing lack lacks lacking error errors fail failed fails failure reject rejected refuse",
    "refused refusal deny denied flaw flaws unknown invalid problem problems insufficient abort",
    "aborted none unsupported needs exhausted required unverified warning warnings blocked stop",
    "contradictions objections wrong bad false no replan undecided unrelated other",
    "不足 缺少 錯誤 拒絕 駁回 违反 違反",
)
ENDS = _any_of("final finish finished answer submit conclude done respond complete")
PLEAS = _any_of("extension extend more ask clarify help escalate")


def words(name: str) -> set[str]:
    return {word.casefold() for word in _SPLIT.split(name) if word}


def suggests(name: str, *kinds: frozenset[str]) -> bool:
    said = words(name)
    return any(said & kind for kind in kinds)


def is_lack(name: object) -> bool:
    """Whether a field, a value or a choice speaks of something that is not there or not good."""
    return isinstance(name, str) and suggests(name, LACKS)
