"""The headings of each mode's report, in the reader's language."""

from collections.abc import Mapping

from rostra.records.report import Mode

HEADINGS: Mapping[str, Mapping[Mode, tuple[str, str, str]]] = {
    "zh-Hant": {
        "strict": ("查核結果", "事實依據", "結論"),
        "discovery": ("研究摘要", "官方觀點", "輿情觀察"),
        "monitor": ("情報摘要", "官方說法", "民間說法"),
    },
    "zh-Hans": {
        "strict": ("核查结果", "事实依据", "结论"),
        "discovery": ("研究摘要", "官方观点", "舆情观察"),
        "monitor": ("情报摘要", "官方说法", "民间说法"),
    },
    "en": {
        "strict": ("Findings", "Facts they rest on", "Conclusion"),
        "discovery": ("Summary", "Official view", "Public voices"),
        "monitor": ("Situation", "Official account", "Public account"),
    },
}

EXTRA: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "closing": "證據概況",
        "context": "背景（第 3 級媒體）",
        "unclassified": "未分類的發布者",
        "actions": "建議行動",
    },
    "zh-Hans": {
        "closing": "证据概况",
        "context": "背景（第 3 级媒体）",
        "unclassified": "未分类的发布者",
        "actions": "建议行动",
    },
    "en": {
        "closing": "What the evidence amounts to",
        "context": "Context (tier 3 media)",
        "unclassified": "Unclassified publishers",
        "actions": "Recommended actions",
    },
}
