"""What the pages say, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from rostra.settings.fields import LANGUAGES, Language

_ROWS: Final[Mapping[str, tuple[str, str, str]]] = {
    "home": ("首頁", "首页", "Home"),
    "inbox": ("待決", "待决", "Inbox"),
    "new_run": ("新的執行", "新的执行", "New run"),
    "research": ("研究", "研究", "Research"),
    "debate": ("辯論", "辩论", "Debate"),
    "collect": ("蒐集", "采集", "Collect"),
    "revalidate": ("重新查核", "重新核查", "Re-check"),
    "question": ("問題", "问题", "Question"),
    "motion": ("辯題", "辩题", "Motion"),
    "sites": ("監測站點", "监测站点", "Sites"),
    "all_sites": ("（全部）", "（全部）", "(all)"),
    "mode": ("模式", "模式", "Mode"),
    "strict": (
        "嚴格：只採官方與主流媒體",
        "严格：只采官方与主流媒体",
        "Strict: official and press",
    ),
    "discovery": ("探索：所有來源", "探索：所有来源", "Discovery: all sources"),
    "monitor": ("監測：官方與輿情對照", "监测：官方与舆情对照", "Monitor: officials and public"),
    "since": ("起日", "起日", "From"),
    "until": ("迄日", "迄日", "Until"),
    "max_cost": ("費用上限（美元）", "费用上限（美元）", "At most (US$)"),
    "rounds": ("回合", "回合", "Rounds"),
    "chair": ("主席", "主席", "Chair"),
    "chair_auto": ("自動", "自动", "Automatic"),
    "chair_human": ("由我裁示", "由我裁示", "I decide"),
    "library": ("我的文件", "我的文档", "My documents"),
    "sample": (
        "範例世界（不需網路與金鑰）",
        "示例世界（无需网络与密钥）",
        "Sample world: no network, no key",
    ),
    "start": ("開始", "开始", "Start"),
    "options": ("更多選項", "更多选项", "More options"),
    "history": ("歷次執行", "历次执行", "History"),
    "search": ("搜尋", "搜索", "Search"),
    "no_runs": ("還沒有執行。", "还没有执行。", "No runs yet."),
    "no_match": ("沒有符合的執行。", "没有符合的执行。", "No run fits."),
    "older": ("更早的", "更早的", "Older"),
    "kind": ("種類", "种类", "Kind"),
    "queued": ("排隊中", "排队中", "queued"),
    "running": ("進行中", "进行中", "running"),
    "waiting": ("等待決定", "等待决定", "waiting"),
    "done": ("完成", "完成", "done"),
    "not_passed": ("未通過", "未通过", "not passed"),
    "stopped": ("已停止", "已停止", "stopped"),
    "aborted": ("已中止", "已中止", "aborted"),
    "failed": ("失敗", "失败", "failed"),
    "live": ("實時戰況", "实时战况", "Live log"),
    "governance": ("治理", "治理", "Governance"),
    "agent": ("代理", "代理", "Agent"),
    "chairman": ("主席", "主席", "Chairman"),
    "system": ("系統", "系统", "System"),
    "autoscroll": ("自動捲動", "自动滚动", "Follow the end"),
    "stop": ("停止並產出報告", "停止并产出报告", "Stop, and report"),
    "abort": ("中止", "中止", "Abort"),
    "resume": ("繼續", "继续", "Go on"),
    "delete": ("刪除", "删除", "Delete"),
    "sure_abort": (
        "中止後不會有報告。要中止嗎？",
        "中止后不会有报告。要中止吗？",
        "Aborted runs have no report. Abort?",
    ),
    "sure_delete": (
        "要刪除這次執行與報告嗎？證據會保留。",
        "要删除这次执行与报告吗？证据会保留。",
        "Delete this run and its report? Evidence stays.",
    ),
    "stop_asked": (
        "已要求停止，正在收尾。",
        "已要求停止，正在收尾。",
        "Asked to stop; it is finishing.",
    ),
    "waiting_for": ("等待您的決定", "等待您的决定", "It waits for you"),
    "approve": ("核准", "批准", "Approve"),
    "refuse": ("駁回", "驳回", "Refuse"),
    "open_report": ("閱讀報告", "阅读报告", "Read the report"),
    "limits": ("上限", "上限", "Limits"),
    "calls": ("對外呼叫", "对外调用", "outside calls"),
    "tokens": ("詞元", "词元", "tokens"),
    "money": ("費用", "费用", "cost"),
    "took": ("用時", "用时", "time"),
    "engine": ("引擎", "引擎", "Engine"),
    "no_engine": ("無模型", "无模型", "no model"),
    "live_on": ("連線中", "已连接", "live"),
    "live_off": ("重新連線…", "重新连接…", "reconnecting…"),
    "live_end": ("紀錄完畢", "记录完毕", "log complete"),
    "gap": ("較早的紀錄已清除", "较早的记录已清除", "earlier lines were removed"),
    "all_shown": ("顯示最近 {n} 行", "显示最近 {n} 行", "the last {n} lines are shown"),
    "turns": ("回合發言", "回合发言", "Turns"),
    "report": ("報告", "报告", "Report"),
    "log": ("戰況", "战况", "Log"),
    "export": ("匯出", "导出", "Export"),
    "evidence": ("證據", "证据", "Evidence"),
    "original": ("原文", "原文", "Original"),
    "seen": ("代理所見", "代理所见", "What the agent saw"),
    "seen_whole": ("代理看到的就是全文。", "代理看到的就是全文。", "The agent saw the whole text."),
    "publisher": ("發布者", "发布者", "Publisher"),
    "tier": ("來源分級", "来源分级", "Tier"),
    "published": ("發布", "发布", "Published"),
    "fetched": ("取得", "获取", "Fetched"),
    "holds_until": ("有效至", "有效至", "Holds until"),
    "address": ("網址", "网址", "Address"),
    "hash": ("原件雜湊", "原件哈希", "Hash of the original"),
    "fetched_by": ("取得方式", "获取方式", "Fetched by"),
    "carries": ("以此為據的內容", "以此为据的内容", "What rests on it"),
    "nothing_rests": ("目前沒有內容以此為據。", "目前没有内容以此为据。", "Nothing rests on it."),
    "download": ("下載原件", "下载原件", "Download the original"),
    "no_passage": (
        "全文中沒有找到對應的段落；請閱讀全文。",
        "全文中没有找到对应的段落；请阅读全文。",
        "No single passage matches; read the whole.",
    ),
    "whole": ("看全文與出處", "看全文与出处", "The whole text and its source"),
    "close": ("關閉", "关闭", "Close"),
    "needs_recheck": (
        "{n} 個引用的來源需要再查核",
        "{n} 个引用的来源需要再核查",
        "{n} cited sources need another look",
    ),
    "recheck": ("立即重新查核", "立即重新核查", "Ask them again"),
    "no_report": ("這次執行沒有報告。", "这次执行没有报告。", "This run has no report."),
    "login": ("登入", "登录", "Log in"),
    "logout": ("登出", "退出", "Log out"),
    "token": ("存取權杖", "访问令牌", "Access token"),
    "wrong_token": ("權杖不正確。", "令牌不正确。", "This token is not known here."),
    "trouble": ("無法完成", "无法完成", "That did not work"),
    "nothing_waits": ("沒有待決事項。", "没有待决事项。", "Nothing waits for a decision."),
    "not_stated": ("未載明", "未载明", "not stated"),
    "unknown": ("不明", "不明", "unknown"),
    "asked_at": ("提出", "提出", "Asked"),
    "skip": ("跳到內容", "跳到内容", "Skip to content"),
    "words_hint": (
        "例如：舊港區擁擠費的成效？",
        "例如：旧港区拥挤费的成效？",
        "For example: did the Old Harbour charge work?",
    ),
    "no_worker": (
        "目前沒有工作程序；執行會排隊等候。請啟動 rostra worker。",
        "目前没有工作进程；执行会排队等候。请启动 rostra worker。",
        "No worker is here: runs wait until one starts (rostra worker).",
    ),
}

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    language: {name: row[at] for name, row in _ROWS.items()}
    for at, language in enumerate(LANGUAGES)
}


def language_of(wanted: str, accepted: str, usual: Language) -> Language:
    """What the reader chose, else what the browser asks for, else the desk's own."""
    for one in LANGUAGES:
        if wanted == one:
            return one
    for part in accepted[:400].split(","):
        tag = part.partition(";")[0].strip().lower()
        if tag.startswith("zh"):
            is_simplified = any(mark in tag for mark in ("hans", "cn", "sg"))
            return "zh-Hans" if is_simplified else "zh-Hant"
        if tag.startswith("en"):
            return "en"
    return usual
