"""The fixed words of a report, in the reader's language. Nothing here states a fact."""

from collections.abc import Mapping
from types import MappingProxyType

_ZH_HANT = {
    "engine": "產製引擎",
    "engine_extractive": "摘錄引擎（未使用語言模型）：以下句子逐字引自證據，未經改寫。",
    "sample": "範例世界：以下城市、機構與公司均屬虛構。",
    "question": "問題",
    "mode": "模式",
    "strict": "嚴格查核",
    "discovery": "探索",
    "monitor": "監測",
    "scope": "範圍",
    "scope_line": (
        "讀取 {read} 頁，引用 {used} 個來源，排除 {dropped} 個；對外呼叫 {calls} 次；費用 0。"
    ),
    "stopped": "本次執行應要求提前結束，以下僅以當時已有的證據寫成。",
    "capped": "本次執行已達設定的上限而提前結束，以下僅以當時已有的證據寫成。",
    "strict_tier": "嚴格查核只採用第 1、2 級來源",
    "beyond_limit": "超出本次讀取頁數",
    "official": "官方",
    "government": "政府",
    "news": "新聞媒體",
    "digital": "網路媒體",
    "social": "社群",
    "unknown": "未知",
    "made_at": "完成時間",
    "run": "執行",
    "sources": "來源",
    "number": "編號",
    "publisher": "發布者",
    "tier": "等級",
    "published": "發布日",
    "fetched": "取得時間",
    "expires": "時效至",
    "cited": "引用次數",
    "title": "標題",
    "evidence": "證據",
    "dropped": "未採用的來源",
    "reason": "原因",
    "unverified": "未能查證的句子",
    "none": "無",
    "unknown_date": "未載明",
    "open_evidence": "以 rostra evidence show 證據編號 可開啟任一引用的原文。",
    "warning_social": "未經證實",
    "warning_tier": "第 {tier} 級來源，請自行斟酌",
}
_ZH_HANS = {
    "engine": "生成引擎",
    "engine_extractive": "摘录引擎（未使用语言模型）：以下句子逐字引自证据，未经改写。",
    "sample": "示例世界：以下城市、机构与公司均属虚构。",
    "question": "问题",
    "mode": "模式",
    "strict": "严格核查",
    "discovery": "探索",
    "monitor": "监测",
    "scope": "范围",
    "scope_line": (
        "读取 {read} 页，引用 {used} 个来源，排除 {dropped} 个；对外调用 {calls} 次；费用 0。"
    ),
    "stopped": "本次执行应要求提前结束，以下仅以当时已有的证据写成。",
    "capped": "本次执行已达设定的上限而提前结束，以下仅以当时已有的证据写成。",
    "strict_tier": "严格核查只采用第 1、2 级来源",
    "beyond_limit": "超出本次读取页数",
    "official": "官方",
    "government": "政府",
    "news": "新闻媒体",
    "digital": "网络媒体",
    "social": "社群",
    "unknown": "未知",
    "made_at": "完成时间",
    "run": "执行",
    "sources": "来源",
    "number": "编号",
    "publisher": "发布者",
    "tier": "等级",
    "published": "发布日",
    "fetched": "取得时间",
    "expires": "时效至",
    "cited": "引用次数",
    "title": "标题",
    "evidence": "证据",
    "dropped": "未采用的来源",
    "reason": "原因",
    "unverified": "未能核实的句子",
    "none": "无",
    "unknown_date": "未载明",
    "open_evidence": "用 rostra evidence show 证据编号 可打开任一引用的原文。",
    "warning_social": "未经证实",
    "warning_tier": "第 {tier} 级来源，请自行斟酌",
}
_EN = {
    "engine": "Engine",
    "engine_extractive": (
        "extractive (no language model): every sentence below is quoted from its evidence."
    ),
    "sample": "Sample world: the city, bodies and companies below are fictional.",
    "question": "Question",
    "mode": "Mode",
    "strict": "strict",
    "discovery": "discovery",
    "monitor": "monitor",
    "scope": "Scope",
    "scope_line": (
        "{read} pages read, {used} sources cited, {dropped} left out; "
        "{calls} outside calls; cost 0."
    ),
    "stopped": "The run was asked to stop; this is written from what it had until then.",
    "capped": "The run reached its cap and ended early; this is written from what it had.",
    "strict_tier": "strict mode reads tiers 1 and 2 only",
    "beyond_limit": "beyond the number of pages read",
    "official": "official",
    "government": "government",
    "news": "news",
    "digital": "digital",
    "social": "social",
    "unknown": "unknown",
    "made_at": "Finished",
    "run": "Run",
    "sources": "Sources",
    "number": "No.",
    "publisher": "Publisher",
    "tier": "Tier",
    "published": "Published",
    "fetched": "Fetched",
    "expires": "Holds until",
    "cited": "Cited",
    "title": "Title",
    "evidence": "Evidence",
    "dropped": "Sources left out",
    "reason": "Reason",
    "unverified": "Sentences that could not be verified",
    "none": "none",
    "unknown_date": "not stated",
    "open_evidence": "`rostra evidence show ID` opens the original behind any citation.",
    "warning_social": "unconfirmed",
    "warning_tier": "tier {tier} source, weigh with care",
}


def reason_in(language: str, reason: str) -> str:
    """A reason we have words for in the reader's language, or what was said as it was said."""
    return WORDING[language].get(reason, reason)


WORDING: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"zh-Hant": _ZH_HANT, "zh-Hans": _ZH_HANS, "en": _EN}
)
