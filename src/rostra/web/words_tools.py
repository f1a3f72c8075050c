"""What our own tools are called on a page; those of servers and plugins keep the name they have."""

from collections.abc import Mapping
from typing import Final

TOOLS: Final[Mapping[str, tuple[str, str, str]]] = {
    "search.web": ("網路搜尋", "网络搜索", "web search"),
    "pages.read": ("閱讀網頁", "阅读网页", "page reader"),
    "browser.browse": ("開啟網頁", "打开网页", "browser"),
    "browser.page_source": ("保存網頁原始碼", "保存网页源代码", "page source"),
    "library.search": ("搜尋我的文件", "搜索我的文档", "search of my documents"),
    "library.read": ("閱讀我的文件", "阅读我的文档", "reader of my documents"),
    "financial.pdr_reader": ("總經與行情數列", "宏观与行情序列", "macro series and prices"),
    "financial.technical_analysis": ("技術指標", "技术指标", "technical analysis"),
    "twse.stock_day": ("證交所個股日成交", "台湾证交所个股日成交", "TWSE daily prices"),
    "twse.monthly_revenue": ("證交所月營收", "台湾证交所月营收", "TWSE monthly revenue"),
    "twse.valuation": ("證交所本益比", "台湾证交所市盈率", "TWSE valuation"),
    "tpex.stock_day": ("櫃買中心個股日成交", "台湾柜买中心个股日成交", "TPEx daily prices"),
    "tpex.monthly_revenue": ("櫃買中心月營收", "台湾柜买中心月营收", "TPEx monthly revenue"),
    "tpex.valuation": ("櫃買中心本益比", "台湾柜买中心市盈率", "TPEx valuation"),
    "tej.table": ("TEJ 資料表", "TEJ 数据表", "TEJ table"),
}
