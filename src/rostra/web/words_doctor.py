"""What the doctor finds and advises, in the reader's Chinese; the doctor itself speaks English.

A finding is known by how it is worded. What is not known here is shown as it was said, and so are
the names, paths and addresses in it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rostra.settings.fields import Language

CHECKS: Final[Mapping[str, tuple[str, str]]] = {
    "engine": ("引擎", "引擎"),
    "embedder": ("向量模型", "向量模型"),
    "search": ("搜尋", "搜索"),
    "browser": ("瀏覽器", "浏览器"),
    "adapters": ("外接工具", "外接工具"),
    "redis": ("Redis", "Redis"),
    "database": ("資料庫", "数据库"),
    "data": ("資料夾", "数据文件夹"),
    "disk": ("磁碟", "磁盘"),
    "clock": ("時鐘", "时钟"),
}

# A pattern, zh-Hant, zh-Hans. `{0}` is the first group, itself put into words where it has some.
_SAID: Final[tuple[tuple[str, str, str], ...]] = (
    # -- the engine
    (
        r"(.+) \(selects and quotes, needs no model\)",
        "{0}。只挑選並引用原文，不需要模型",
        "{0}。只挑选并引用原文，不需要模型",
    ),
    (
        r"(.+); not asked here, because that may cost money",
        "{0}；檢查時不呼叫，以免產生費用",
        "{0}；检查时不调用，以免产生费用",
    ),
    (r"(.+), but nobody answers there", "{0}，但那裡沒有回應", "{0}，但那里没有响应"),
    (
        (
            r"(?:extractive: )?no model is named, no key is set and no Ollama answers at (\S+); "
            r'set ROSTRA_MODEL to use one, for example "(.+)"'
        ),
        "摘錄引擎：沒有指定模型與金鑰，{0} 也沒有 Ollama。要用模型就設 ROSTRA_MODEL，例如「{1}」",
        "摘录引擎：没有指定模型与密钥，{0} 也没有 Ollama。要用模型就设 ROSTRA_MODEL，例如“{1}”",
    ),
    (
        (
            r"(?:extractive: )?no model is named and (\S+) names none; set ROSTRA_MODEL, "
            r'for example "(.+)"'
        ),
        "摘錄引擎：沒有指定模型，{0} 也沒有列出模型。請設 ROSTRA_MODEL，例如「{1}」",
        "摘录引擎：没有指定模型，{0} 也没有列出模型。请设 ROSTRA_MODEL，例如“{1}”",
    ),
    (
        r"(?:extractive: )?no model is named, and none may be looked for here",
        "摘錄引擎：沒有指定模型，也不可在此尋找",
        "摘录引擎：没有指定模型，也不可在此寻找",
    ),
    (
        r"(?:(\S+): )?no model is named; found a key in (.+)",
        "{0}：沒有指定模型，依 {1} 的金鑰選用",
        "{0}：没有指定模型，按 {1} 的密钥选用",
    ),
    (
        r"(?:(\S+): )?no model is named and no key is set; Ollama answers at (\S+)",
        "{0}：沒有指定模型與金鑰，使用 {1} 的 Ollama",
        "{0}：没有指定模型与密钥，使用 {1} 的 Ollama",
    ),
    (
        r"(?:(\S+): )?no model is named; the first that (\S+) offers",
        "{0}：沒有指定模型，使用 {1} 提供的第一個",
        "{0}：没有指定模型，使用 {1} 提供的第一个",
    ),
    (r"(?:(\S+): )?named by the settings", "{0}：由設定指定", "{0}：由设置指定"),
    (r"(?:(\S+): )?named by (.+)", "{0}：由 {1} 指定", "{0}：由 {1} 指定"),
    (r"(?:(\S+): )?set for the (\S+)", "{0}：指定給 {1}", "{0}：指定给 {1}"),
    (
        r"There is no model provider (.+)\. Known are: (.+)\.",
        "沒有 {0} 這個模型供應商；可用：{1}。",
        "没有 {0} 这个模型供应商；可用：{1}。",
    ),
    (
        r"(.+) needs the (.+) library\. Install it with: (.+)",
        "{0} 需要 {1} 程式庫，請執行：{2}",
        "{0} 需要 {1} 库，请执行：{2}",
    ),
    (
        r"(.+) needs the address of its server: set (\S+), for example (\S+?)\.",
        "{0} 需要伺服器網址：請設 {1}，例如 {2}。",
        "{0} 需要服务器网址：请设 {1}，例如 {2}。",
    ),
    (r"(\S+) needs a key: set (\S+)\.", "{0} 需要金鑰：請設 {1}。", "{0} 需要密钥：请设 {1}。"),
    (
        r"Correct the model in the settings, or leave it empty\.",
        "請更正設定中的模型，或留空。",
        "请更正设置中的模型，或留空。",
    ),
    (
        r"Start the model server, or correct model_url\.",
        "請啟動模型伺服器，或更正 model_url。",
        "请启动模型服务器，或更正 model_url。",
    ),
    # -- the embedder
    (
        r"embedder is (\S+), and (\S+) offers no vectors in the OpenAI way\. Known are: (.+)\.",
        "embedder 設為 {0}，但 {1} 沒有 OpenAI 格式的向量；可用：{2}。",
        "embedder 设为 {0}，但 {1} 没有 OpenAI 格式的向量；可用：{2}。",
    ),
    (
        (
            r"embedder is (\S+), which needs the address of its server: set (\S+), "
            r"for example (\S+?)\."
        ),
        "embedder 設為 {0}，需要伺服器網址：請設 {1}，例如 {2}。",
        "embedder 设为 {0}，需要服务器网址：请设 {1}，例如 {2}。",
    ),
    (
        r"Correct embedder in the settings, or leave it empty\.",
        "請更正設定中的 embedder，或留空。",
        "请更正设置中的 embedder，或留空。",
    ),
    (
        r"not set; memory finds things by their words",
        "未設定；記憶以字詞尋找",
        "未设置；记忆以字词查找",
    ),
    (r"(\S+) is set, but NumPy is missing", "已設 {0}，但缺 NumPy", "已设 {0}，但缺 NumPy"),
    (
        r"(.+) answers; no vector was asked for, because that may cost money",
        "{0} 有回應；未要求向量，以免產生費用",
        "{0} 有响应；未请求向量，以免产生费用",
    ),
    (
        r"(.+) answers with vectors of (\d+) numbers",
        "{0} 有回應，向量為 {1} 維",
        "{0} 有响应，向量为 {1} 维",
    ),
    (
        r"Correct embedder_url or the key\.",
        "請更正 embedder_url 或金鑰。",
        "请更正 embedder_url 或密钥。",
    ),
    (
        r"Start its server, or correct embedder_url\.",
        "請啟動它的伺服器，或更正 embedder_url。",
        "请启动它的服务器，或更正 embedder_url。",
    ),
    # -- search, browser, Redis
    (r"no search server is set", "未設定搜尋伺服器", "未设置搜索服务器"),
    (
        r"Set search_url to a SearXNG server; `--sample` works without one\.",
        "請把 search_url 設成 SearXNG 伺服器；範例世界不需要。",
        "请把 search_url 设成 SearXNG 服务器；示例世界不需要。",
    ),
    (r"(\S+) answered (\d+)", "{0} 回應 {1}", "{0} 响应 {1}"),
    (
        r"Start the server, or correct (\S+)\.",
        "請啟動伺服器，或更正 {0}。",
        "请启动服务器，或更正 {0}。",
    ),
    (
        r"not installed; pages are read over plain HTTP",
        "未安裝；網頁直接以 HTTP 讀取",
        "未安装；网页直接以 HTTP 读取",
    ),
    (
        r"playwright is there, but no browser",
        "有 Playwright，但沒有瀏覽器",
        "有 Playwright，但没有浏览器",
    ),
    (r"Install Chromium or Chrome\.", "請安裝 Chromium 或 Chrome。", "请安装 Chromium 或 Chrome。"),
    (
        r"not set; the cache stays in this process",
        "未設定；快取只在這個程序裡",
        "未设置；缓存只在这个进程里",
    ),
    (r"its client is not installed", "用戶端未安裝", "客户端未安装"),
    (
        r"(\S+) answers, version unknown",
        "{0} 有回應，版本不明",
        "{0} 有响应，版本不明",
    ),
    (r"(\S+) answers, version (\S+)", "{0} 有回應，版本 {1}", "{0} 有响应，版本 {1}"),
    (r"(\S+) answers", "{0} 有回應", "{0} 有响应"),
    # -- the database
    (
        r"SQLite; the first run makes the file",
        "SQLite；第一次執行時建立",
        "SQLite；第一次执行时建立",
    ),
    (
        r"SQLite at (.+), schema (\d+), (\S+) MB",
        "SQLite：{0}，結構第 {1} 版，{2} MB",
        "SQLite：{0}，结构第 {1} 版，{2} MB",
    ),
    (
        r"PostgreSQL (\S+) at (.+), schema (\d+), (\S+) MB",
        "PostgreSQL {0}：{1}，結構第 {2} 版，{3} MB",
        "PostgreSQL {0}：{1}，结构第 {2} 版，{3} MB",
    ),
    (
        r"the PostgreSQL client is not installed",
        "PostgreSQL 用戶端未安裝",
        "PostgreSQL 客户端未安装",
    ),
    (
        r"Check that the database can be reached and written\.",
        "請確認資料庫連得到、寫得進去。",
        "请确认数据库连得到、写得进去。",
    ),
    # -- data, disk, clock
    (r"(.+) is not a folder", "{0} 不是資料夾", "{0} 不是文件夹"),
    (r"(.+) cannot be read and written", "{0} 無法讀寫", "{0} 无法读写"),
    (r"(.*), made by the first run", "{0}，第一次執行時建立", "{0}，第一次执行时建立"),
    (
        r"Choose another folder with --data or ROSTRA_DATA, or change its owner\.",
        "請用 --data 或 ROSTRA_DATA 換一個資料夾，或更改擁有者。",
        "请用 --data 或 ROSTRA_DATA 换一个文件夹，或更改所有者。",
    ),
    (r"the disk cannot be asked: (.+)", "無法查詢磁碟：{0}", "无法查询磁盘：{0}"),
    (r"Check the data folder\.", "請檢查資料夾。", "请检查数据文件夹。"),
    (r"(\S+) GB free", "剩餘 {0} GB", "剩余 {0} GB"),
    (
        r"Free some space, or move the data folder with --data\.",
        "請清出空間，或用 --data 移動資料夾。",
        "请清出空间，或用 --data 移动数据文件夹。",
    ),
    (r"(.+) is in the past", "{0} 是過去的時間", "{0} 是过去的时间"),
    (
        r"Set the system clock: freshness depends on it\.",
        "請校正系統時鐘：時效要靠它判斷。",
        "请校正系统时钟：时效要靠它判断。",
    ),
    (
        r"(.+), but the data was written at (.+)",
        "{0}，但資料寫入時間是 {1}",
        "{0}，但数据写入时间是 {1}",
    ),
    (
        r"Check the system clock: it may have been set back\.",
        "請檢查系統時鐘，它可能被調慢了。",
        "请检查系统时钟，它可能被调慢了。",
    ),
    (r"fixed at (\S+) by the settings", "由設定固定在 {0}", "由设置固定在 {0}"),
    (r"fixed at (\S+) by (.+)", "由 {1} 固定在 {0}", "由 {1} 固定在 {0}"),
    (r"Unset it for real work\.", "正式使用時請取消。", "正式使用时请取消。"),
    # -- servers, services and plugins of one's own
    (r"(.+) \(and (\d+) more\)", "{0}（另有 {1} 項）", "{0}（另有 {1} 项）"),
    (
        r"no servers, services or plugins of your own are set",
        "未設定自己的伺服器、服務或外掛",
        "未设置自己的服务器、服务或插件",
    ),
    (
        r"(.+): set; `rostra tools list` shows what they offer",
        "{0}：已設定；用 `rostra tools list` 看它們提供什麼",
        "{0}：已设置；用 `rostra tools list` 看它们提供什么",
    ),
    (r"the MCP client is not installed", "MCP 用戶端未安裝", "MCP 客户端未安装"),
    (r"(\S+): there is no program (.+)", "{0}：找不到程式 {1}", "{0}：找不到程序 {1}"),
    (r"(\S+): (.+) is not set", "{0}：未設 {1}", "{0}：未设 {1}"),
    (r"(.+) has no operation (\S+)", "{0} 沒有操作 {1}", "{0} 没有操作 {1}"),
    (r"(\S+) has no address", "{0} 沒有網址", "{0} 没有网址"),
    (
        r"no installed package brings the plugin (\S+)",
        "已安裝的套件都沒有外掛 {0}",
        "已安装的包都没有插件 {0}",
    ),
    (r"Install it\.", "請安裝。", "请安装。"),
    (r"Set it in the environment\.", "請設在環境變數裡。", "请设在环境变量里。"),
    (r"Correct the settings\.", "請更正設定。", "请更正设置。"),
    (
        r"Correct the file, or the setting openapi\.",
        "請更正檔案，或設定 openapi。",
        "请更正文件，或设置 openapi。",
    ),
    (
        r"Set base_url, or the variable it stands in\.",
        "請設 base_url，或它所在的環境變數。",
        "请设 base_url，或它所在的环境变量。",
    ),
    (r"Install it, or take it out\.", "請安裝，或從設定移除。", "请安装，或从设置移除。"),
    (r"Install (rostra\[\w+\])\.", "請安裝 {0}。", "请安装 {0}。"),
    # -- what hinders a check
    (r"the check broke \((\w+)\)", "檢查本身出錯（{0}）", "检查本身出错（{0}）"),
    (r"Report this\.", "請回報這個問題。", "请报告这个问题。"),
    (r"no answer within (\S+) s", "{0} 秒內沒有回應", "{0} 秒内没有响应"),
    (r"Check that it can be reached\.", "請確認連得到它。", "请确认连得到它。"),
    (r"nobody answers", "沒有回應", "没有响应"),
    (r"its name is not known", "查不到這個主機名稱", "查不到这个主机名"),
    (
        r"its certificate or TLS could not be accepted",
        "憑證或 TLS 無法接受",
        "证书或 TLS 无法接受",
    ),
    (r"its answer could not be read", "讀不懂它的回應", "读不懂它的响应"),
    (
        r"it answered (\d+), so it makes no vectors",
        "它回應 {0}，不提供向量",
        "它响应 {0}，不提供向量",
    ),
    (r"what it answered is no vector", "它回應的不是向量", "它响应的不是向量"),
    (r"what answers there is not Redis", "在那裡回應的不是 Redis", "在那里响应的不是 Redis"),
    (r"it answered (.+)", "它回應 {0}", "它响应 {0}"),
    (r"connection refused", "連線被拒", "连接被拒"),
    (r"permission denied", "沒有權限", "没有权限"),
    (r"no such file or directory", "沒有這個檔案或資料夾", "没有这个文件或文件夹"),
    (r"(?:network is unreachable|no route to host)", "網路不通", "网络不通"),
    (r"the settings", "設定", "设置"),
    (r"(\S+) at (\S+)", "{0}，位於 {1}", "{0}，位于 {1}"),
    (r"(\S+|\S+ at \S+): (.+)", "{0}：{1}", "{0}：{1}"),
)
_PATTERNS: Final = tuple((re.compile(form, re.DOTALL), said) for form, *said in _SAID)


@lru_cache(maxsize=256)
def finding_in(language: Language, text: str) -> str:
    """What was found, or what to do, for this reader; what is not known as it was said."""
    if language == "en" or not text:
        return text
    at = 0 if language == "zh-Hant" else 1
    for pattern, said in _PATTERNS:
        if found := pattern.fullmatch(text):
            parts = (finding_in(language, part or "") for part in found.groups())
            return said[at].format(*parts).removeprefix("：")
    told = text.split("; ")
    return "；".join(finding_in(language, one) for one in told) if len(told) > 1 else text


def check_in(language: Language, name: str) -> str:
    if language == "en" or name not in CHECKS:
        return name
    return CHECKS[name][0 if language == "zh-Hant" else 1]
