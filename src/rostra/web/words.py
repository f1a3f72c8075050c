"""What the pages say, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from rostra.settings.fields import LANGUAGES, Language
from rostra.web.words_figures import FIGURES
from rostra.web.words_pages import PAGES
from rostra.web.words_tools import TOOLS

_ROWS: Final[Mapping[str, tuple[str, str, str]]] = {
    "home_title": ("要查證什麼？", "要查证什么？", "What must you be sure of?"),
    "home_about": (
        "每一句都附證據，每一筆花費都有規則，已知的不再付第二次錢。",
        "每一句都附证据，每一笔花费都有规则，已知的不再付第二次钱。",
        "Every sentence carries its evidence, every cost its rule, and nothing is paid for twice.",
    ),
    "welcome": (
        "第一次來？先看一場辯論。",
        "第一次来？先看一场辩论。",
        "New here? Watch one.",
    ),
    "welcome_about": (
        (
            "範例世界是一座虛構的城市：不需要金鑰、網路或設定。正反中三方會查資料、提主張、互相反駁，"
            "主席裁決，每個主張都可以點開看出處。"
        ),
        (
            "示例世界是一座虚构的城市：无需密钥、网络或设置。正反中三方会查资料、提主张、互相反驳，"
            "主席裁决，每个主张都可以点开看出处。"
        ),
        (
            "The sample world is a fictional city: no key, no network, nothing to set up. "
            "Three sides look things up, claim and rebut, a chairman rules, and every claim "
            "opens to its source."
        ),
    ),
    "try_sample": ("開始範例辯論", "开始示例辩论", "Start the sample debate"),
    "about_research": (
        "一個問題，一份通過審查的報告；每句話都能點回原文。",
        "一个问题，一份通过审查的报告；每句话都能点回原文。",
        "One question, one report that passed a critic; every sentence leads back to its source.",
    ),
    "about_debate": (
        "一個辯題，正反中三方攻防，主席依查核過的主張裁決。",
        "一个辩题，正反中三方攻防，主席依核查过的主张裁决。",
        "One motion, three sides, and a verdict from verified claims only.",
    ),
    "about_collect": (
        "查看監測站點的新條目，去重、摘要、按重要性排序。",
        "查看监测站点的新条目，去重、摘要、按重要性排序。",
        "New items of the watched sites: deduplicated, summarised, the weightiest first.",
    ),
    "inbox": ("待決", "待决", "Inbox"),
    "inbox_about": (
        "等您決定的事。第一個回答算數，並記下是誰答的。",
        "等您决定的事。第一个回答算数，并记下是谁答的。",
        "What waits for you. The first answer stands, and says who gave it.",
    ),
    "nothing_waits_about": (
        "由您擔任主席的辯論，和需要釐清的研究，會在這裡問您。",
        "由您担任主席的辩论，和需要厘清的研究，会在这里问您。",
        "Debates that you chair and questions that need a choice will ask you here.",
    ),
    "answered_first": (
        "{by} 已先回答：{answer}",
        "{by} 已先回答：{answer}",
        "{by} answered first: {answer}",
    ),
    "answer_until": ("逾 {at} 視為駁回", "逾 {at} 视为驳回", "refused after {at}"),
    "more_to_it": ("看目前的證據", "看目前的证据", "See the evidence so far"),
    "new_run": ("新的執行", "新的执行", "New run"),
    "research": ("研究", "研究", "Research"),
    "debate": ("辯論", "辩论", "Debate"),
    "collect": ("蒐集", "采集", "Collect"),
    "revalidate": ("重新查核", "重新核查", "Re-check"),
    "embed": ("向量索引", "向量索引", "Embedding"),
    "question": ("問題", "问题", "Question"),
    "motion": ("辯題", "辩题", "Motion"),
    "sites": ("監測站點", "监测站点", "Sites"),
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
    "sample_short": ("範例世界", "示例世界", "sample world"),
    "max_calls": ("對外呼叫上限", "对外调用上限", "Outside calls at most"),
    "max_tokens": ("詞元上限", "词元上限", "Tokens at most"),
    "no_library": (
        "還沒有加入文件夾。用指令加入：",
        "还没有加入文件夹。用命令加入：",
        "No folder yet. Add one with",
    ),
    "start": ("開始", "开始", "Start"),
    "options": ("更多選項", "更多选项", "More options"),
    "history": ("歷次執行", "历次执行", "History"),
    "no_runs": ("還沒有執行。", "还没有执行。", "No runs yet."),
    "no_runs_about": (
        "您的研究、辯論與蒐集會列在這裡，隨時可以重開。",
        "您的研究、辩论与采集会列在这里，随时可以重开。",
        "Your research, debates and collections will be listed here, to be opened at any time.",
    ),
    "search_runs": ("搜尋執行", "搜索执行", "Search runs"),
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
    "seconds_n": ("{n} 秒", "{n} 秒", "{n} s"),
    "minutes_n": ("{n} 分鐘", "{n} 分钟", "{n} min"),
    "engine": ("引擎", "引擎", "Engine"),
    "engine_extractive": ("摘錄（無模型）", "摘录（无模型）", "extractive (no model)"),
    "no_engine": ("無模型", "无模型", "no model"),
    "live_on": ("連線中", "已连接", "live"),
    "live_off": ("重新連線…", "重新连接…", "reconnecting…"),
    "live_end": ("紀錄完畢", "记录完毕", "log complete"),
    "gap": ("較早的紀錄已清除", "较早的记录已清除", "earlier lines were removed"),
    "all_shown": ("顯示最近 {n} 行", "显示最近 {n} 行", "the last {n} lines are shown"),
    "earlier": ("載入更早的", "加载更早的", "Load earlier"),
    "filters": ("篩選", "筛选", "Filters"),
    "board": ("戰局", "战局", "The debate"),
    "not_spoken": ("尚未發言", "尚未发言", "has not spoken yet"),
    "silent": (
        "沒有證據支持這一方，未提主張。",
        "没有证据支持这一方，未提主张。",
        "No evidence speaks for this side.",
    ),
    "claim": ("主張", "主张", "claims"),
    "round_n": ("第 {n} 回合", "第 {n} 回合", "Round {n}"),
    "verified": ("已查核", "已核查", "verified"),
    "unverified": ("未證實", "未证实", "unverified"),
    "contradicted": ("有矛盾", "有矛盾", "contradicted"),
    "checking": ("查核中", "核查中", "checking"),
    "rebuttals_n": ("反駁 {n}", "反驳 {n}", "rebuttals: {n}"),
    "calls_n": ("查詢 {n} 次", "查询 {n} 次", "calls: {n}"),
    "clash_points": ("爭點", "争点", "Clash points"),
    "verdict": ("裁決", "裁决", "Verdict"),
    "outcome_for": ("支持", "支持", "for"),
    "outcome_against": ("反對", "反对", "against"),
    "outcome_undecided": ("未決", "未决", "undecided"),
    "conf_high": ("信心高", "信心高", "high confidence"),
    "conf_medium": ("信心中", "信心中", "medium confidence"),
    "conf_low": ("信心低", "信心低", "low confidence"),
    "turns": ("回合發言", "回合发言", "Turns"),
    "report": ("報告", "报告", "Report"),
    "made_at": ("完成於", "完成于", "Made"),
    "sources_panel": ("引用來源", "引用来源", "Sources cited"),
    "cited_n": ("引用 {n} 次", "引用 {n} 次", "cited {n}×"),
    "since_when": ("自", "自", "since"),
    "no_report_about": (
        "執行結束後報告會在這裡；戰況頁有它目前知道的一切。",
        "执行结束后报告会在这里；战况页有它目前知道的一切。",
        "It is here once the run has ended; the live page has all that is known so far.",
    ),
    "in_memory": ("在記憶中查看", "在记忆中查看", "Show in memory"),
    "in_run": ("執行", "执行", "run"),
    "said_of_it": ("引用它的句子", "引用它的句子", "Cited for"),
    "to_passage": ("跳到引用段落", "跳到引用段落", "To the passage"),
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
    "trust_level": ("信任等級 {level}", "信任等级 {level}", "trust level {level}"),
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
    "login_about": (
        "其他機器連得到這個研究台，所以需要您的權杖。",
        "其他机器连得到这个研究台，所以需要您的令牌。",
        "Others can reach this desk, so it asks for your token.",
    ),
    "token": ("存取權杖", "访问令牌", "Access token"),
    "wrong_token": ("權杖不正確。", "令牌不正确。", "This token is not known here."),
    "trouble": ("無法完成", "无法完成", "That did not work"),
    "trouble_unknown-run": (
        "找不到這次執行，可能已被刪除。",
        "找不到这次执行，可能已被删除。",
        "There is no such run; it may have been deleted.",
    ),
    "trouble_unknown": ("找不到這個頁面。", "找不到这个页面。", "There is no such page."),
    "trouble_store-unavailable": (
        "資料庫現在用不了，請稍後再試。",
        "数据库现在用不了，请稍后再试。",
        "The database cannot be used now; try again later.",
    ),
    "trouble_usage": (
        "網址裡的條件讀不懂。",
        "网址里的条件读不懂。",
        "The address asks for something that cannot be understood.",
    ),
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

_ALL: Final = (
    _ROWS,
    PAGES,
    FIGURES,
    {f"tool_{name}": said for name, said in TOOLS.items()},
)

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    language: {name: row[at] for rows in _ALL for name, row in rows.items()}
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
