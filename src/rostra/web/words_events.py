"""Lines of the live log in the reader's Chinese, by the name of the event.

Events carry their facts and an English sentence. Where a form is listed here it is filled from the
facts by the page; anything else, and every line for readers of English, is the event's own
sentence. `{field}` is a fact, a part in `[…]` is left out when a fact in it is empty, and facts
that are words of ours (`VALUES`) are put into the reader's language too.
"""

from collections.abc import Mapping
from typing import Final

from rostra.report.debate_reasons import GATES, forms_in
from rostra.report.wording import left_out_forms
from rostra.settings.fields import LANGUAGES, Language
from rostra.web.words_tools import TOOLS

_LINES: Final[Mapping[str, tuple[str, str]]] = {
    "RunStarted": (
        "開始執行，引擎：{engine}；上限：{budget}",
        "开始执行，引擎：{engine}；上限：{budget}",
    ),
    "RunEnded": ("結束：{status}[（{note}）]", "结束：{status}[（{note}）]"),
    "RunResumed": ("由 {by} 從中斷處接手", "由 {by} 从中断处接手"),
    "StopAsked": (
        "{by} 要求停止：以目前所知產出報告",
        "{by} 要求停止：以目前所知产出报告",
    ),
    "PersonAsked": ("等候您的決定：{text}", "等候您的决定：{text}"),
    "PersonAnswered": ("{by} 回答：{answer}", "{by} 回答：{answer}"),
    "ToolCalled": ("{tool} {subject}（{rung}）", "{tool} {subject}（{rung}）"),
    "ToolFailed": ("{tool} {subject} 失敗：{reason}", "{tool} {subject} 失败：{reason}"),
    "CallRuled": (
        "{gate}：{decision} {tool} {subject}[（{reason}）]",
        "{gate}：{decision} {tool} {subject}[（{reason}）]",
    ),
    "ApprovalAsked": (
        "{agent} 申請 {tool} {subject}：{justification}",
        "{agent} 申请 {tool} {subject}：{justification}",
    ),
    "ChairRuled": (
        "{by}：{decision} {tool} {subject}[（{reason}）][ 下一步：{guidance}]",
        "{by}：{decision} {tool} {subject}[（{reason}）][ 下一步：{guidance}]",
    ),
    "SourceDropped": ("排除 {url}：{reason}", "排除 {url}：{reason}"),
    "DraftReviewed": (
        "第 {number} 次審查（{by}）：{status}[：{critique}]",
        "第 {number} 次审查（{by}）：{status}[：{critique}]",
    ),
    "Progress": ("{what}：{done}[／{total}]", "{what}：{done}[／{total}]"),
    "Degraded": ("{what}；改為 {instead}", "{what}；改为 {instead}"),
    "HandcardMade": ("主席手卡（{by}）：{clash_points}", "主席手卡（{by}）：{clash_points}"),
    "MemoryLooked": (
        "記憶中已有 {claims} 項主張、{evidence} 件證據",
        "记忆中已有 {claims} 项主张、{evidence} 件证据",
    ),
    "RoundOpened": (
        "第 {number} 回合開始：{goal}（每次發言 {allowance} 次查詢）",
        "第 {number} 回合开始：{goal}（每次发言 {allowance} 次查询）",
    ),
    "Spoke": (
        "{side}發言：{claims}（反駁 {rebuttals}、查詢 {outside_calls} 次）",
        "{side}发言：{claims}（反驳 {rebuttals}、查询 {outside_calls} 次）",
    ),
    "ClaimChecked": (
        "{label} {status}：{text}[（{reason}）]",
        "{label} {status}：{text}[（{reason}）]",
    ),
    "ClaimJudged": (
        "主張{status}（{sources} 個獨立來源）：{text}",
        "主张{status}（{sources} 个独立来源）：{text}",
    ),
    "PlannerTold": (
        "最近 {judged} 項主張有 {failed} 項未過，須改變計畫[。最常缺：{missing}]",
        "最近 {judged} 项主张有 {failed} 项未过，须改变计划[。最常缺：{missing}]",
    ),
    "BreakerMoved": (
        "斷路器{state}：{agent} 使用 {tool}[（{reason}）]",
        "断路器{state}：{agent} 使用 {tool}[（{reason}）]",
    ),
    "RoundClosed": (
        "第 {number} 回合結束：{decision}[（{reason}）]",
        "第 {number} 回合结束：{decision}[（{reason}）]",
    ),
    "VerdictGiven": (
        "裁決：{outcome}，信心{confidence}。{reason}",
        "裁决：{outcome}，信心{confidence}。{reason}",
    ),
    "ActionsPlanned": ("行動問題：{questions}", "行动问题：{questions}"),
    "ExtensionAsked": (
        "{agent} 第 {nth} 次申請延長：{reason}",
        "{agent} 第 {nth} 次申请延长：{reason}",
    ),
    "ExtensionRecalled": (
        "記憶已能回答 {agent} 的第 {nth} 次申請：{memory}",
        "记忆已能回答 {agent} 的第 {nth} 次申请：{memory}",
    ),
    "ExtensionAutoApproved": (
        "系統自動核准：{agent} 再得 {steps} 次查詢（第 {nth} 次申請）",
        "系统自动批准：{agent} 再得 {steps} 次查询（第 {nth} 次申请）",
    ),
    "ExtensionRuled": (
        "{by}：{decision} {agent} 的第 {nth} 次申請[（{reason}）][ 下一步：{guidance}]",
        "{by}：{decision} {agent} 的第 {nth} 次申请[（{reason}）][ 下一步：{guidance}]",
    ),
    "RequestRetried": (
        "{model}：{wait} 秒後第 {attempt} 次嘗試（{reason}）",
        "{model}：{wait} 秒后第 {attempt} 次尝试（{reason}）",
    ),
    "RequestFailed": ("{role} 沒有得到回答：{reason}", "{role} 没有得到回答：{reason}"),
    "SpendingRefused": ("預算：不准 {role}（{reason}）", "预算：不准 {role}（{reason}）"),
    "AnswerUnreadable": (
        "{role}：第 {attempt} 次回答無法解讀（{why}）",
        "{role}：第 {attempt} 次回答无法解读（{why}）",
    ),
}

# Facts that are words of ours, whichever event they stand in.
_VALUES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "status": {
        "done": ("完成", "完成"),
        "not_passed": ("未通過", "未通过"),
        "stopped": ("已停止", "已停止"),
        "aborted": ("已中止", "已中止"),
        "failed": ("失敗", "失败"),
        "verified": ("已查核", "已核查"),
        "unverified": ("未證實", "未证实"),
        "contradicted": ("有矛盾", "有矛盾"),
        "PASS": ("通過", "通过"),
        "WARN": ("通過，附提醒", "通过，附提醒"),
        "REJECT": ("退回", "退回"),
    },
    "decision": {
        "approve": ("核准", "批准"),
        "refuse": ("駁回", "驳回"),
        "next": ("進入下一回合", "进入下一回合"),
        "replan": ("重新規劃", "重新规划"),
        "close": ("結束辯論", "结束辩论"),
    },
    "engine": {"extractive": ("摘錄（無模型）", "摘录（无模型）")},
    "rung": {
        "round": ("本回合記憶", "本回合记忆"),
        "process": ("本程序快取", "本进程缓存"),
        "shared": ("共享快取", "共享缓存"),
        "archive": ("長期記憶", "长期记忆"),
        "tool": ("對外查詢", "对外查询"),
        "outside": ("對外查詢", "对外查询"),
        "flight": ("與同時的查詢共用", "与同时的查询共用"),
    },
    "state": {
        "open": ("開啟", "打开"),
        "trial": ("試行", "试行"),
        "closed": ("復原", "恢复"),
    },
    "agent": {
        "pro": ("正方", "正方"),
        "con": ("反方", "反方"),
        "neutral": ("中立方", "中立方"),
        "chairman": ("主席", "主席"),
    },
    "outcome": {
        "for": ("支持", "支持"),
        "against": ("反對", "反对"),
        "undecided": ("未決", "未决"),
    },
    "confidence": {"high": ("高", "高"), "medium": ("中", "中"), "low": ("低", "低")},
    "answer": {"approve": ("核准", "批准"), "refuse": ("駁回", "驳回")},
    "by": {"rules": ("規則", "规则"), "chairman": ("主席", "主席"), "local": ("您", "您")},
}

# What a run may spend, part by part, as its first line names it.
_LIMITS: Final = (
    (r"([\d,]+) calls", ("{0} 次呼叫", "{0} 次调用")),
    (r"([\d,]+) tokens", ("{0} 詞元", "{0} 词元")),
    (r"(\d+) min", ("{0} 分鐘", "{0} 分钟")),
    ("none", ("無", "无")),
)

# A turn is known by `r2-con-again`: its round, its side, and whether the side spoke once more.
_TURN: Final = ("第 {round} 回合 · {side}", "第 {round} 回合 · {side}", "round {round} · {side}")
_AGAIN: Final = ("（補充）", "（补充）", " again")

EVENT_NAMES: Final = frozenset(_LINES)


def event_words(language: Language) -> dict[str, dict[str, object]]:
    """The forms and values for one reader; nothing for English, whose lines the events carry."""
    at = LANGUAGES.index(language)
    turn: dict[str, object] = {"form": _TURN[at], "again": _AGAIN[at]}
    if language == "en":
        return {"lines": {}, "values": {}, "reasons": dict(forms_in(language)), "turn": turn}
    values = {
        name: {word: said[at] for word, said in words.items()} for name, words in _VALUES.items()
    }
    values["by"] = values["gate"] = {**GATES[language], **values["by"]}
    values["tool"] = {name: said[at] for name, said in TOOLS.items()}
    limits = [(form, said[at]) for form, said in _LIMITS]
    return {
        "turn": turn,
        "lines": {name: said[at] for name, said in _LINES.items()},
        "values": dict(values),
        "reasons": dict([*left_out_forms(language), *forms_in(language), *limits]),
    }
