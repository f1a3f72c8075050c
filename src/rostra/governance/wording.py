"""What the gates say to agents and to a person in the chair, in the run's language."""

from collections.abc import Callable, Mapping

_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "page": (
            "{agent} 申請以 {tool} 開啟：{subject}\n"
            "理由：{reason}\n內部資料是否已用盡？這一頁能多出什麼？"
        ),
        "plea": (
            "第 {nth} 次申請延長查詢。\n"
            "理由：{reason}\n這項調查對交鋒點是否必要？現有證據是否已足夠？"
        ),
        "evidence": "目前已有的證據：",
        "piece": "・{title}（{name}，{level}）：{digest}",
        "granted": "准許延長，可再查詢 {steps} 次。",
        "guidance": "下一步：{guidance}",
        "recalled": "不准延長：記憶中已有相關資訊，請據此繼續。{memory}",
        "refused": "不准延長：{reason} 請以現有證據作結。",
    },
    "zh-Hans": {
        "page": (
            "{agent} 申请以 {tool} 打开：{subject}\n"
            "理由：{reason}\n内部资料是否已用尽？这一页能多出什么？"
        ),
        "plea": (
            "第 {nth} 次申请延长查询。\n"
            "理由：{reason}\n这项调查对交锋点是否必要？现有证据是否已足够？"
        ),
        "evidence": "目前已有的证据：",
        "piece": "・{title}（{name}，{level}）：{digest}",
        "granted": "准许延长，可再查询 {steps} 次。",
        "guidance": "下一步：{guidance}",
        "recalled": "不准延长：记忆中已有相关信息，请据此继续。{memory}",
        "refused": "不准延长：{reason} 请以现有证据作结。",
    },
    "en": {
        "page": (
            "{agent} asks to open with {tool}: {subject}\nReason: {reason}\n"
            "Is inner data exhausted? What would this page add?"
        ),
        "plea": (
            "Request {nth} for more calls.\nReason: {reason}\n"
            "Does this help where the sides clash? Does the evidence suffice already?"
        ),
        "evidence": "Evidence so far:",
        "piece": "- {title} ({name}, {level}): {digest}",
        "granted": "Granted: {steps} more calls.",
        "guidance": "Next: {guidance}",
        "recalled": "Not granted: memory holds this already. Go on with it. {memory}",
        "refused": "Not granted: {reason} Conclude with the evidence you have.",
    },
}


def words_in(language: str) -> Callable[[str], str]:
    words = _WORDS[language]
    return lambda key: words[key]
