"""Whether a page's text is content, or a wall, an error or nothing in its place.

A wall speaks to the visitor ("please log in", 请完成验证) and says little else. An article about
walls reports: it names who said what and when, quotes the messages, and goes on. So a cue counts
only in a short sentence of its own that does not report, quoted words count for nothing, and what
decides is how much prose is left when the cues are taken away.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rostra.text import fold, to_simplified

PageKind = Literal[
    "ok", "login_wall", "cookie_wall", "anti_bot", "error_page", "paywall_stub", "empty"
]

_READ = 12_000
_WORD = re.compile(r"[a-z0-9][a-z0-9'’-]*")
_CJK = re.compile("[\u3400-\u9fff]")
_SPLIT = re.compile(r"(?<=[。！？!?；;])\s*|(?<=\.)\s+|\n+|[|｜•·]\s+|\s{3,}")
_QUOTED = re.compile(
    r"「[^「」]{1,80}」|『[^『』]{1,80}』|“[^“”]{1,120}”|\"[^\"\n]{1,120}\"|《[^《》]{1,60}》"
)

_REPORTS = re.compile(
    r"表示|指出|报道|报导|记者|据悉|据了解|据.{1,12}称|透露|宣布|声称|认为|强调|回应|分析师"
    r"|专家|研究|调查|数据显示|统计"
    r"|近日|日前|昨[日天晚]|去年|今年|上月|本月|上周|本周|\d+月\d+日|\d{4}年|以来|期间|期间"
    r"|许多|部分|多名|不少|网友|业者|法院|监管"
    r"|用户们|消费者|读者们|该公司|该平台|该站|这种|这类|这些|例如|所谓|意味着|背后|原因|历史"
    r"|起源|技术|机制|设计|推出|采用"
    r"|\b(?:said|says|told|according to|reported(?:ly)?|announced|analysts?|researchers?|study"
    r"|survey|spokes\w+"
    r"|yesterday|last (?:week|month|year)|this year|earlier|since (?:19|20)|in (?:19|20)\d\d"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|users?(?! name)|readers|customers|publishers|regulators?|the company|its|their|many|most"
    r"|some|such|which|because|"
    r"however|explains?|describes?|history|how to|why)\b"
)

# Patterns are matched in simplified, lower-case, folded text.
_CUES: dict[str, re.Pattern[str]] = {
    "anti_bot": re.compile(
        r"人机验证|(?:完成|进行|通过|需要|拖动).{0,12}(?:安全验证|验证码|滑块|拼图|验证)"
        r"|滑动验证|向右滑动|点击.{0,8}验证"
        r"|输入.{0,6}(?:验证码|图中)|(?:我|您|你)?(?:是否|不)是(?:机器人|人类|真人)"
        r"|证明您?是?(?:真人|人类)|访问(?:过于|太|过)频繁|请求过于频繁|操作(?:过于|太)频繁"
        r"|异常(?:流量|访问|请求|的?流量)|ip.{0,10}(?:异常|封禁|限制|被封)|检查您?的?浏览器"
        r"|正在验证|安全检查|安全验证|自动(?:化)?程序访问"
        r"|verify (?:that )?you(?:'re| are)? (?:a )?(?:human|not a (?:ro)?bot)|verif(?:y"
        r"|ying) you are human|are you (?:a )?(?:human|robot)"
        r"|(?:i'm|i am|you're|you are) not a robot|not a bot|checking (?:your browser"
        r"|if the site connection)|just a moment"
        r"|unusual (?:traffic|activity)|automated (?:access|requests|queries|tools|traffic)"
        r"|automation tools|complete the (?:captcha|security check)"
        r"|solve (?:this|the) (?:captcha|puzzle)|captcha|press (?:&|and) hold|ray id"
        r"|incident id|ddos protection|performing security verification"
        r"|enable javascript and cookies to continue|pardon our interruption|too many requests"
        r"|request(?:s)? (?:has been|was|were) blocked"
        r"|you have been blocked|security service to protect"
        r"|review the security of your connection|robot check|suspected (?:bot|robot)"
    ),
    "error_page": re.compile(
        r"\b(?:40[0134]|410|500|50[234])\b.{0,30}(?:not found|forbidden|error|gateway"
        r"|unavailable|bad|错误|找不到|页面|不存在|禁止|gone)"
        r"|(?:error|错误|错误代码|http)[ :：]{0,3}(?:code )?(?:40[0134]|410|50[0234])\b"
        r"|^\W*(?:40[0134]|410|50[0234])\W*$"
        r"|page (?:not found|cannot be found|can't be found|could not be found|doesn't exist"
        r"|does not exist|you requested|no longer exists)"
        r"|(?:couldn't|could not|can't|cannot|unable to) find (?:the|that|this|what)"
        r"|page (?:isn't|is not|is no longer) available|not found on this server"
        r"|internal server error|bad gateway|gateway time-?out"
        r"|service (?:temporarily )?unavailable|forbidden|access denied|permission to access"
        r"|(?:under|scheduled|undergoing) maintenance|something went wrong"
        r"|an (?:unexpected )?error (?:has )?occurred|try again later|site can't be reached"
        r"|(?:content|article|page|post|story) (?:has been|was|is no longer) (?:removed|deleted"
        r"|available|moved)|this content isn't available"
        r"|fatal error|uncaught exception|database connection|stack trace"
        r"|connection (?:timed out|refused)|oops"
        r"|(?:页面|网页|内容|文章|信息|链接|地址|资源|档案|文件|资料).{0,14}(?:不存在|找不到"
        r"|未找到|已(?:经)?(?:被)?(?:删除|移除|下架|失效|过期|搬移|移动)|无法(?:访问|显示|查看"
        r"|找到|开启|浏览)|走丢)"
        r"|(?:找不到|未找到|无法找到|没有找到|查无).{0,12}(?:页面|网页|页|内容|文章|资料|档案"
        r"|资源|网站|服务器|伺服器)|无法(?:访问|显示|开启|连接|连线).{0,10}(?:页|网站|内容"
        r"|服务器|伺服器)"
        r"|(?:系统|服务器|伺服器|网站|网络|服务).{0,8}(?:错误|繁忙|忙碌|维护|异常|故障|升级"
        r"|出错|开小差|暂停)|内部错误|请稍后(?:再试|重试|访问)|稍后再试"
        r"|(?:发生|出现|出)了?(?:未知|未预期的?|一些)?(?:错误|问题|异常)|没有权限|无权(?:访问"
        r"|查看)|拒绝访问|禁止访问|违规.{0,8}(?:无法|查看|屏蔽)|参数错误|数据库.{0,6}错误"
    ),
    "login_wall": re.compile(
        r"(?:请|需|需要|须|必须|要)?先?(?:您|你)?(?:登录|登入|登陆|注册)(?:后|以|才|并|账号"
        r"|帐号|会员|查看|阅读|继续|访问|使用|即可|以便)"
        r"|(?:请|需|需要|须|必须|尚未|还未|没有|未|您还没有).{0,4}(?:登录|登入|登陆)"
        r"|登录(?:超时|已过期|失效)|会员(?:登录|登入)|(?:用户|使用者)登[录入]"
        r"|忘记密码|记住(?:我|密码|登录)|(?:账号|帐号|用户名|手机号|邮箱).{0,12}密码|扫码登录"
        r"|短信(?:验证码)?登录|免费注册|立即注册|还没有账号|没有帐号"
        r"|(?:please |must |need to |to |you'll need to )(?:be )?(?:log(?:ged)?"
        r"|sign(?:ed)?)[ -]?in|(?:log|sign) ?in (?:to|with|or|below)|(?:sign|log) in$"
        r"|forgot (?:your )?password|remember me|keep me signed in|create (?:an|a free"
        r"|your) account|don't have an account|(?:username|email|e-mail).{0,20}password"
        r"|join (?:now |\w+ )?to (?:see|view|continue)|session (?:has )?expired|members[ -]only"
        r"|sign up to (?:see|view|continue)"
    ),
    "cookie_wall": re.compile(
        r"cookie|(?:接受|同意|拒绝|允许)(?:全部|所有|并继续|并关闭|必要)|全部(?:接受|同意|拒绝)"
        r"|同意(?:并|且)?继续|管理(?:偏好|选项|设置|设定|同意)|隐私(?:偏好|设置|设定|政策|权)"
        r"|个人(?:资料|数据|信息).{0,20}(?:同意|处理|使用|收集)"
        r"|合作伙伴.{0,30}(?:存储|储存|访问|存取|处理|数据|资料)"
        r"|accept (?:all|and)|reject all|agree (?:and|to all)|manage (?:options|preferences"
        r"|settings|choices|consent)|privacy (?:preferences|choices|settings|policy|notice)"
        r"|consent"
        r"|(?:we|our) (?:and our )?\d* ?(?:third-party )?partners|personal data"
        r"|legitimate interest|vendors|personali[sz]ed (?:ads|content)|your (?:data|privacy)"
        r"|gdpr|ccpa"
    ),
    "paywall_stub": re.compile(
        r"(?:订阅|付费|购买|开通|加入|成为|升级|充值|解锁|登录).{0,14}(?:后|以|才|即可|就能|，"
        r"|会员|方可)?.{0,6}(?:继续|阅读|查看|观看|看|浏览|解锁|取得)(?:全文|完整|本文|更多"
        r"|剩余|余下|后续|文章|内容|完整文章|全部)?"
        r"|(?:会员|订户|订阅者|订阅用户|付费|vip|尊享|限会员).{0,6}(?:专属|专享|限定|独享|专区"
        r"|文章|内容|阅读|才能)|(?:试读|试阅|免费阅读|免费额度|免费篇数).{0,8}(?:结束|已|到此"
        r"|用完|完毕|上限)"
        r"|(?:剩余|余下|还有|本文共).{0,8}(?:%|字|内容|全文).{0,12}(?:付费|订阅|会员|解锁|购买)"
        r"|解锁(?:全文|本文|完整)|阅读全文请|查看全文请|本文为?(?:付费|会员|订阅|收费)|已(?:有"
        r"|是)?(?:订户|订阅|会员).{0,4}(?:登录|登入|？|\?)"
        r"|subscribe (?:now )?(?:to|for) (?:continue|read|keep|unlock|get|full|access|view)"
        r"|(?:subscription|subscribers?)[ -](?:only|required|exclusive)|(?:exclusive|available"
        r"|reserved|only) (?:to|for) (?:\w+ )?(?:subscribers|members)"
        r"|already (?:a |have a )?(?:subscriber|subscribed|subscription|member)"
        r"|continue reading (?:this|the|with|for)|to continue reading|keep reading (?:with|by"
        r"|for)|(?:read|see) the (?:full|rest of)"
        r"|reached your (?:\w+ )?(?:limit|free)|(?:free )?articles? (?:left|remaining"
        r"|this month)|unlock (?:this|the|full|unlimited)|unlimited (?:digital )?access"
        r"|full (?:digital )?access|start your (?:free )?trial|premium (?:article|content|story"
        r"|member)"
        r"|this (?:article|story|content|post) is (?:for|available|reserved|only|exclusive)"
        r"|cancel any ?time|for just \$|per (?:week|month)"
    ),
}
_WAITING = re.compile(
    r"^\W*(?:loading|加载中|载入中|读取中|请稍[候等后]|正在加载|正在载入|please wait"
    r"|redirecting|跳转中|正在跳转|enable javascript"
    r"|you need to enable javascript to run this app"
    r"|请(?:启用|开启|打开)\s*javascript).{0,40}$"
)
_BUTTONS = re.compile(
    r"accept (?:all|and)|reject all|i agree|agree|allow all|got it|manage (?:options"
    r"|preferences|settings|choices)|(?:全部|我)?(?:接受|同意)(?:全部|所有|并继续)?$"
    r"|全部(?:接受|同意|拒绝)|管理(?:偏好|选项|设置|设定)|同意(?:并|且)?继续"
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    units: int
    kinds: frozenset[str]
    reports: bool


def page_kind(text: str) -> PageKind:
    """What kind of page this text is; only `ok` is content."""
    said = list(_sentences(text))
    total = sum(one.units for one in said)
    if total < 4:
        return "error_page" if any("error_page" in one.kinds for one in said) else "empty"
    if all(_WAITING.match(one.text) for one in said):
        return "empty"
    prose = sum(one.units for one in said if not one.kinds and one.units >= 10)
    hits = {kind: sum(1 for one in said if kind in one.kinds) for kind in _CUES}
    if _is_stub(said, prose):
        return "paywall_stub"
    if _is_cookie_wall(said, total, prose):
        return "cookie_wall"
    room = 60 + 25 * max(hits.values(), default=0)
    if prose > room:
        return "ok"
    order: tuple[PageKind, ...] = ("anti_bot", "error_page", "login_wall")
    best = max(order, key=lambda kind: hits[kind])
    return best if hits[best] else "ok"


def _sentences(text: str) -> Iterator[_Sentence]:
    plain = to_simplified(fold(text[:_READ])).lower()
    for piece in _SPLIT.split(plain):
        piece = piece.strip()  # noqa: PLW2901 - the same piece
        if not piece:
            continue
        units = _units(piece)
        bare = _QUOTED.sub("「」", piece)
        if _units(bare) < 4:
            bare = piece
        reports = units > 8 and bool(_REPORTS.search(bare))
        kinds: frozenset[str] = frozenset()
        if not reports and units <= 70:
            kinds = frozenset(kind for kind, cue in _CUES.items() if cue.search(bare))
        yield _Sentence(piece, units, kinds, reports)


def _units(text: str) -> int:
    """Length as a reader feels it: a Chinese character is one, an English word one and a half."""
    return len(_CJK.findall(text)) + len(_WORD.findall(text)) * 3 // 2


def _is_stub(said: list[_Sentence], prose: int) -> bool:
    """A lead, then a till: the blocking words come last and nothing follows them."""
    places = [at for at, one in enumerate(said) if "paywall_stub" in one.kinds]
    if not places or prose > 700:
        return False
    after = sum(one.units for one in said[places[0] + 1 :] if not one.kinds and one.units >= 10)
    return after <= 40


def _is_cookie_wall(said: list[_Sentence], total: int, prose: int) -> bool:
    about = sum(one.units for one in said if "cookie_wall" in one.kinds)
    named = any("cookie" in one.text or "隐私" in one.text or "consent" in one.text for one in said)
    pressed = any(_BUTTONS.search(one.text) for one in said if one.units <= 12 and not one.reports)
    return named and pressed and about >= 0.3 * total and prose <= 1.2 * about
