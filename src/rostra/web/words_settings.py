"""What each setting means, in the reader's Chinese; English is the sentence it is declared with."""

from collections.abc import Mapping
from typing import Final

from rostra.settings.fields import Language

_MIRROR: Final = (
    "{name}的網址；有自己的鏡像站時才需要改。",
    "{name}的网址；有自己的镜像站时才需要改。",
)
_KEY: Final = (
    "{name} 的金鑰；寫了金鑰的設定檔，請設成只有您能讀。",
    "{name} 的密钥；写了密钥的配置文件，请设成只有您能读。",
)


def _about(form: tuple[str, str], hant: str, hans: str = "") -> tuple[str, str]:
    return form[0].replace("{name}", hant), form[1].replace("{name}", hans or hant)


SETTINGS: Final[Mapping[str, tuple[str, str]]] = {
    "data": (
        "存放執行、證據與報告的資料夾；留空則用您的使用者資料夾。",
        "存放执行、证据与报告的文件夹；留空则用您的用户数据文件夹。",
    ),
    "database_url": (
        "改用 PostgreSQL，不用資料夾裡的 SQLite 檔。",
        "改用 PostgreSQL，不用数据文件夹里的 SQLite 文件。",
    ),
    "redis_url": (
        "多個研究台共用的 Redis 快取；留空則不用。",
        "多个研究台共用的 Redis 缓存；留空则不用。",
    ),
    "model": (
        "所有角色用的語言模型；留空則用找得到的，找不到就不用模型。",
        "所有角色用的语言模型；留空则用找得到的，找不到就不用模型。",
    ),
    "model_url": (
        "與 OpenAI 相容的模型伺服器網址。",
        "与 OpenAI 兼容的模型服务器网址。",
    ),
    "model_key": (
        "`model_url` 伺服器要的金鑰（需要時才填）。",
        "`model_url` 服务器要的密钥（需要时才填）。",
    ),
    "embedder": (
        "向量模型：換了說法的內容，記憶也找得到；留空則不用。",
        "向量模型：换了说法的内容，记忆也找得到；留空则不用。",
    ),
    "embedder_url": (
        "向量模型的伺服器網址（與 OpenAI 相容）；留空則同 `model_url`。",
        "向量模型的服务器网址（与 OpenAI 兼容）；留空则同 `model_url`。",
    ),
    "embedder_key": (
        "`embedder_url` 伺服器要的金鑰（需要時才填）。",
        "`embedder_url` 服务器要的密钥（需要时才填）。",
    ),
    "role_models": (
        "個別角色改用的模型，依角色填寫。",
        "个别角色改用的模型，按角色填写。",
    ),
    "prices": (
        "自訂價格，依「供應商:模型」或模型填寫；內建的價格有日期，可能已過時。",
        "自定义价格，按“供应商:模型”或模型填写；内置的价格有日期，可能已过时。",
    ),
    "ollama_url": ("本機 Ollama 的網址。", "本机 Ollama 的网址。"),
    "search_url": (
        "搜尋用的 SearXNG 伺服器，依偏好排列。",
        "搜索用的 SearXNG 服务器，按偏好排列。",
    ),
    "language": (
        "畫面與訊息的語言；報告的語言跟著問題。auto 依系統語系。",
        "界面与消息的语言；报告的语言跟着问题。auto 按系统区域。",
    ),
    "timezone": (
        "「今天」依哪個時區；auto 時繁體中文用臺北，其他用系統時區。",
        "“今天”按哪个时区；auto 时繁体中文用台北，其他用系统时区。",
    ),
    "now": (
        "把某個時刻固定當成現在，讓執行可以重現。",
        "把某个时刻固定当成现在，让执行可以重现。",
    ),
    "allowed_addresses": (
        "准許讀取的內部位址；其他內部位址一律擋下。",
        "准许读取的内部地址；其他内部地址一律拦下。",
    ),
    "host_map": (
        "把主機名稱指到指定的主機與埠；供範例與測試使用。",
        "把主机名指到指定的主机与端口；供示例与测试使用。",
    ),
    "source_book": (
        "您自己的發布者與分級，優先於內建名單。",
        "您自己的发布者与分级，优先于内置名单。",
    ),
    "browser": (
        "用來開啟動態網頁的 Chromium 或 Chrome；留空則用系統找得到的。",
        "用来打开动态网页的 Chromium 或 Chrome；留空则用系统找得到的。",
    ),
    "aliases": (
        "同一家公司、同一個人或事物的不同名稱。",
        "同一家公司、同一个人或事物的不同名称。",
    ),
    "allow_library_to_remote_models": (
        "您的文件內容可不可以送給遠端模型。",
        "您的文档内容可不可以发给远程模型。",
    ),
    "mcp": (
        "代理可以呼叫的 MCP 伺服器；見 docs/adapters.md。",
        "代理可以调用的 MCP 服务器；见 docs/adapters.md。",
    ),
    "rest": (
        "用 OpenAPI 檔接成工具的 REST 服務；見 docs/adapters.md。",
        "用 OpenAPI 文件接成工具的 REST 服务；见 docs/adapters.md。",
    ),
    "plugins": (
        "要載入的外掛，以及各自最高的信任等級；見 docs/plugins.md。",
        "要加载的插件，以及各自最高的信任等级；见 docs/plugins.md。",
    ),
    "serve_tokens": (
        "誰可以使用 `rostra serve`：名稱與權杖；開放給其他機器時必填。",
        "谁可以使用 `rostra serve`：名称与令牌；开放给其他机器时必填。",
    ),
    "serve_names": (
        "除了本機名稱，`rostra serve` 還接受哪些主機名稱。",
        "除了本机名称，`rostra serve` 还接受哪些主机名。",
    ),
    "log_level": ("顯示哪一級以上的紀錄。", "显示哪一级以上的日志。"),
    "budget.max_cost": (
        "一次執行最多花在模型上的美元。",
        "一次执行最多花在模型上的美元。",
    ),
    "budget.max_tokens": ("一次執行最多收發的詞元。", "一次执行最多收发的词元。"),
    "budget.max_calls": (
        "一次執行最多的對外呼叫（模型與工具）。",
        "一次执行最多的对外调用（模型与工具）。",
    ),
    "budget.max_seconds": (
        "一次執行最多幾秒；時間到就以手上資料作出報告。",
        "一次执行最多几秒；时间到就以手上资料写出报告。",
    ),
    "budget.max_cost_per_day": (
        "一天所有執行合計最多幾美元。",
        "一天所有执行合计最多几美元。",
    ),
    "budget.max_tokens_per_day": (
        "一天所有執行合計最多幾個詞元。",
        "一天所有执行合计最多几个词元。",
    ),
    "budget.max_calls_per_day": (
        "一天所有執行合計最多幾次對外呼叫。",
        "一天所有执行合计最多几次对外调用。",
    ),
    "turns.max_tool_steps": (
        "一次發言最多查幾次，之後就要作結或申請延長。",
        "一次发言最多查几次，之后就要作结或申请延长。",
    ),
    "turns.extension_steps": ("獲准延長一次可以再查幾次。", "获准延长一次可以再查几次。"),
    "turns.max_extensions": (
        "一次發言最多延長幾次，不論由誰核准。",
        "一次发言最多延长几次，不论由谁批准。",
    ),
    "concurrency.collect": ("同時進行的蒐集數。", "同时进行的采集数。"),
    "concurrency.summaries": ("同時閱讀並摘要的條目數。", "同时阅读并摘要的条目数。"),
    "concurrency.research": ("同時進行的研究數。", "同时进行的研究数。"),
    "concurrency.debate": ("同時進行的辯論數。", "同时进行的辩论数。"),
    "concurrency.per_provider": (
        "對同一家模型供應商同時開著的請求數。",
        "对同一家模型供应商同时打开的请求数。",
    ),
    "concurrency.providers": (
        "個別供應商的同時請求數，依名稱填寫。",
        "个别供应商的同时请求数，按名称填写。",
    ),
    "governance.chair": (
        "昂貴的呼叫由誰核准；auto 由主席的模型決定，沒有模型就依規則。",
        "昂贵的调用由谁批准；auto 由主席的模型决定，没有模型就按规则。",
    ),
    "governance.chair_seconds": (
        "由人擔任主席時等候幾秒；沒有回答視為駁回。",
        "由人担任主席时等候几秒；没有回答视为驳回。",
    ),
    "governance.browses_per_search": (
        "一次有結果的搜尋可以換幾頁瀏覽。",
        "一次有结果的搜索可以换几页浏览。",
    ),
    "governance.levels": (
        "個別工具改用的信任等級，依工具名稱或點號前的部分填寫。",
        "个别工具改用的信任等级，按工具名称或点号前的部分填写。",
    ),
    "governance.approval": (
        "除了自己聲明的，還有哪些工具須先核准。",
        "除了自己声明的，还有哪些工具须先批准。",
    ),
    "governance.withheld": ("這個研究台禁止使用的工具。", "这个研究台禁止使用的工具。"),
    "governance.search_allow": (
        "搜尋結果只採這些網域；留空則不限。",
        "搜索结果只采这些域名；留空则不限。",
    ),
    "governance.search_deny": ("搜尋結果排除這些網域。", "搜索结果排除这些域名。"),
    "markets.twse_url": _about(_MIRROR, "臺灣證券交易所", "台湾证券交易所"),
    "markets.twse_open_url": _about(_MIRROR, "證交所開放資料", "台湾证交所开放数据"),
    "markets.tpex_url": _about(_MIRROR, "證券櫃檯買賣中心", "台湾证券柜台买卖中心"),
    "markets.mops_url": _about(_MIRROR, "公開資訊觀測站營收檔", "公开资讯观测站营收档"),
    "markets.stooq_url": _about(_MIRROR, "Stooq "),
    "markets.tej_url": _about(_MIRROR, "TEJ "),
    "markets.spacing": (
        "對同一服務兩次請求至少間隔幾秒；問得太快會被交易所封鎖。",
        "对同一服务两次请求至少间隔几秒；问得太快会被交易所封锁。",
    ),
    "keys.openai": _about(_KEY, "OpenAI"),
    "keys.anthropic": _about(_KEY, "Anthropic"),
    "keys.google": _about(_KEY, "Gemini"),
    "keys.alibaba": _about(_KEY, "通義千問（DashScope）", "通义千问（DashScope）"),
    "keys.deepseek": _about(_KEY, "DeepSeek"),
    "keys.stooq": _about(_KEY, "Stooq（行情）"),
    "keys.tej": _about(_KEY, "TEJ（備援行情）", "TEJ（备援行情）"),
}


def meaning_in(language: Language, key: str, declared: str) -> str:
    """The setting's sentence for this reader; the one it is declared with where there is none."""
    if language == "en" or key not in SETTINGS:
        return declared
    return SETTINGS[key][0 if language == "zh-Hant" else 1]
