"""The words of walls, errors and reports, as `page_kind` reads them.

All patterns are matched in folded, lower-case, simplified text, so each phrase stands here once for
both scripts.
"""

import re


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


# The visitor himself is addressed, or the page speaks of itself.
DIRECT = _any(
    r"您|你|(?<![申邀聘提])请(?!求|教|假|愿|客|示|批)|敬请|抱歉|对不起|很遗憾",
    r"后(?:即可|方可|才可|可(?:阅读|查看|继续|观看))|即可(?:继续|访问|查看|阅读|浏览)|才[能可](?:继续|访问|查看|阅读|浏览)",
    r"\b(?:you|your|you're|you've|you'll|please|sorry|oops)\b",
    r"^\W*(?:check|try|go (?:to|back)|return|click|use|enter|slide|hold|press|choose|contact"
    r"|select|reload"
    r"|refresh|type|verify|join|subscribe|log in|sign in|sign up|authenticate)\b",
    r"^\W*(?:扫描|扫码|点击|点选|输入|拖动|拖曳|按住|滑动|勾选|选择|选出|选取|刷新|返回|登录|登入|注册|订阅|开通|升级"
    r"|购买|解锁|开启|启用)",
    # a machine talking
    r"\btraceback \(|^\W*file \".{1,80}\", line \d|\b\w{3,}error: ",
    r"\b(?:err_\w+|\w+exception|(?:parse|syntax|fatal|application|runtime|database) error"
    r"|on line \d|errno)\b",
)
SPEAKS = _any(
    DIRECT.pattern,
    r"本(?:网|站|页|文(?!介绍|将|从|以|试|分析|探讨|旨在)|篇|区|服务|系统|内容)|此(?:页|内容|网"
    r"|文|账|帐|链接|操作|影片|视频|帖|商品|活动|档案)|我们|敝",
    r"该(?:页|内容|网页|文章|链接|账|帐|信息|资源|帖|影片|视频|商品|活动|用户)"
    r"|(?:后续|剩余|余下|以下|以上)(?:为|是)?(?:试[阅读看])?内容|(?:这|本)篇",
    r"\b(?:we|our|us|this (?:page|site|website|article|content|story|resource|process|account"
    r"|analysis|report|post"
    r"|video|issue|document|feature|link|url|section|area)"
    r"|the (?:page|server|site|requested|url|action)|access|my)\b",
)

# Somebody tells what happened: who said it, when, how much.
SAYS = _any(
    r"表示(?!您|你|同意|已|接受)|指出|强调|透露|宣布|公布|认为|坦言|回应|呼吁|承认|提醒|据悉"
    r"|据.{1,10}(?:统计|报道|了解|称)",
    r"报道[称说]|记者|研究(?:显示|发现|者|员|指)|调查(?:显示|发现)|统计|分析(?:师|人士)|专家"
    r"|发言人|官员|警方",
    r"法院|监管|业者|民众|消费者|网友|居民|近日|日前|近期|昨[日天晚]|上[周月]|去年|今年|年来"
    r"|以来",
    r"\b(?:said|says|told|according to|reported|announced|warned|argu(?:ed|ing)|analysts?"
    r"|researchers?|study|survey|spokes\w+|yesterday|police|regulators?|found that|criticised"
    r"|apologised|invented)\b",
)
REPORTS = _any(
    SAYS.pattern,
    r"\d+\s*月\s*\d+\s*日|\d{4}\s*年|[一二三四五六七八九十〇零]月[一二三四五六七八九十廿]+日"
    r"|百分之",
    r"亿|[\d一二三四五六七八九十百千两]万(?:人|次|元|名|个|件)"
    r"|第[一二三四五六七八九十\d]+[条季届章]",
    r"\b(?:last (?:week|month|year)|in (?:19|20)\d\d|since (?:19|20)\d\d|per ?cent|million|billion"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|decades?|rose|fell|quarter)\b",
)

STRONG: dict[str, re.Pattern[str]] = {
    "anti_bot": _any(
        r"人机(?:身份)?验证|滑动验证|安全(?:验证|检查|检测)|身份核实|正在(?:验证|检查|检测)",
        r"(?:完成|进行|通过|拖动|点击|输入|勾选).{0,14}(?:验证|滑块|拼图|图形码|图中(?:文字"
        r"|字符))",
        r"(?:向右|拖动|按住)滑(?:动|块)|不是机器人|(?:是|为)(?:机器人|真人|人类)|机器人验证"
        r"|真人验证",
        r"(?:访问|请求|操作|查询)(?:次数)?(?:过于|太|过)(?:频繁|多|快)|(?:异常|可疑"
        r"|自动化?)(?:的)?(?:流量|访问|请求|行为|程序|活动)",
        r"\bip\b.{0,24}(?:banned|blocked|blacklist|restrict)|scrap(?:er|ing)"
        r"|you are a (?:person|human|real)",
        r"ip.{0,12}(?:异常|封禁|限制|封锁|黑名单)|(?:检查|检测)(?:您|你)?的?浏览器|爬虫",
        r"verif(?:y|ying) (?:that )?you(?:'re| are) (?:a |not |human|real)|(?:you are|you're"
        r"|i'm|i am|are you) (?:a |an )?(?:not a )?"
        r"(?:human|robot|bot)|confirm (?:that )?you are|prove you(?:'re| are)"
        r"|human verification|robot check",
        r"checking (?:your browser|if the site)|just a moment|security (?:check|verification"
        r"|challenge)",
        r"security (?:service|solution)|security of your connection",
        r"(?:unusual|suspicious|automated) (?:traffic|activity|access|requests?|queries"
        r"|behaviou?r)",
        r"automation tools|captcha|press (?:&|and) hold|\bray id|incident id|ddos protection",
        r"javascript and cookies (?:to|are|must)|cookies and javascript|pardon our interruption",
        r"too many requests|(?:have been|has been|was|were|are) (?:temporarily )?blocked|(?:a"
        r"|were|are) (?:ro)?bot\b",
        r"rate limit(?:ed)?|disable (?:any|your|the) ad ?-?block",
    ),
    "error_page": _any(
        r"\b(?:http )?(?:40[0134]|410|451|50[0234]|52\d)\b\W{0,4}(?:$|[a-z]|错误|找不到|页|未"
        r"|无|禁|抱歉|服务|网关)",
        r"(?:error|错误|代码|http|状态码?)\W{0,4}(?:code\W{0,3})?(?:40[0134]|410|50[0234]"
        r"|-?\d{4,5})\b|error (?:40|50)\d",
        r"not found|(?:page|url|resource|article|link|content|post|story|file).{0,40}(?:n't|not"
        r"|no longer|never)"
        r" (?:be )?(?:exist|available|found|here|there|work)",
        r"(?:page|content|article|post|story|link|item).{0,30}(?:removed|deleted|moved|expired"
        r"|broken|missing)",
        r"(?:can't|cannot|couldn't|could not|unable to) (?:find|be (?:found|reached|displayed)"
        r"|connect|load|complete|process)",
        r"internal (?:server )?error|bad gateway|gateway time-?out|bad request"
        r"|service (?:is )?(?:temporarily )?unavailable",
        r"temporarily (?:unavailable|down|offline)|forbidden|access (?:is )?denied"
        r"|permission to (?:access|view)",
        r"\b[\w.]+exception\b| at [\w.$]+\([\w.]+:\d+\)",
        r"(?:'ll|will) be (?:right )?back|\btraceback \(|\", line \d|\b\w{3,}error: ",
        r"not authori[sz]ed|(?:under|scheduled|down for|undergoing) maintenance|be back (?:soon"
        r"|shortly)",
        r"something went wrong|an? (?:\w+ )?error (?:has )?occurred|try again (?:later|in a)"
        r"|can't be reached",
        r"(?:was|been|is) (?:rejected|suspended|disabled|terminated)|(?:under|in) construction"
        r"|coming soon|not configured",
        r"施工中|建[设置]中|敬请期待|(?:连接|连线|加载|载入|读取|请求|查询|打开|处理)(?:失败"
        r"|超时|逾时)|已(?:被)?(?:停用|冻结|封停|注销|暂停)|暂停(?:服务|使用|访问)",
        r"(?:page|site|address|url|video|content|link|server|object).{0,30}(?:trouble"
        r"|unavailable|missing|moved|wrong|incorrect)",
        r"trouble (?:finding|loading|connecting)|err_\w+|\w+ error:"
        r"|exception (?:has|in\b|report)|object moved"
        r"|unavailable$",
        r"fatal error|uncaught|exception in|stack ?trace|connection (?:timed out|refused|reset)"
        r"|syntax error|on line \d",
        r"(?:页面?|网页|内容|文章|信息|链接|连结|网址|地址|资源|档案|文件|资料|商品|帖子"
        r"|视频|影片|活动|主题).{0,16}(?:不存在|找不到|未找到"
        r"|无法(?:访问|显示|查看|找到|开启|打开|浏览|连接|使用)|走丢|不见了"
        r"|已(?:经)?(?:被)?(?:.{0,4}?)(?:删除|移除|下架|失效|过期|搬移|移动|关闭|结束|截止))",
        r"(?:找不到|未找到|无法找到|没有找到|查无|无此).{0,14}(?:页|内容|文章|资料|档案|文件"
        r"|资源|网站|服务器|伺服器|网址)",
        r"无法(?:访问|显示|开启|打开|连接|连线|存取|处理).{0,10}(?:页|网站|内容|服务器|伺服器"
        r"|请求)",
        r"(?:系统|服务器|伺服器|网站|网络|网路|服务|数据库|资料库|程序|程式).{0,8}(?:错误|繁忙"
        r"|忙碌|维护|异常|故障|升级|出错|开小差|超时|不给力|中断)",
        r"内部错误|稍[后候]再?(?:试|访问|来)|(?:发生|出现|出)了?(?:未知|未预期的?|一些"
        r"|点)?(?:的)?(?:错误|问题|异常)",
        r"没有权限|无权|权限不足|拒绝(?:访问|存取)|禁止(?:访问|浏览)|违规.{0,8}(?:无法|不予"
        r"|屏蔽)|参数(?:错误|有误)|非法(?:请求|访问|参数)",
    ),
    "login_wall": _any(
        r"(?:先|需|须|要|必须|尚未|还未|未|没有|重新|立即|马上)(?:您|你|使用"
        r"|进行)?.{0,6}(?:登录|登入|登陆|签入)",
        r"(?:登录|登入|登陆)(?:后|才|以便?|即可|之后|并|继续|查看|超时|过期|失效|状态|你的|您的"
        r"|到)",
        r"请.{0,24}(?:登录|登入|登陆|帐号|账号|密码)|(?:扫码|扫一扫|微信|短信|手机|账号密码"
        r"|帐号密码|密码|快捷|一键)登[录入]",
        r"(?:用户|使用者|会员|管理员|系统)登[录入]$|忘记密码|记住(?:我|密码|账号|帐号)"
        r"|还?没有(?:账|帐)号|注册(?:新|账|帐)",
        r"仅限?(?:会员|内部|注册用户|登录用户|登入用户|登入会员)|(?:会员|内部|教职员)专[区用]|会话.{0,4}(?:过期|超时|失效)",
        r"\b(?:log|sign) in\W*$",
        r"\b(?:log|sign|logged|signed)[ -]?in (?:to|with|or|again|below|using|for|first)\b",
        r"\b(?:must|need to|please|have to)(?: be)? (?:first )?(?:log|sign|logged|signed"
        r"|register)",
        r"forg[eo]t(?:ten)? (?:your )?(?:password|email|username)|remember me|keep me (?:signed"
        r"|logged)",
        r"create (?:an|a|your)(?: \w+)? account|create account|(?:don't|do not) have an account"
        r"|new (?:user|here)\?",
        r"(?:username|e-?mail|phone).{0,24}password|(?:join|sign up|register)(?: now"
        r"| free)? to (?:see|view|continue|read|access)",
        r"(?:only|just) (?:members|subscribers|registered \w+|staff) can|authenticate with"
        r"|(?:different|another|university|company) account",
        r"(?:帐号|账号|二维码|手机号?|邮箱|密码|短信).{0,10}登[录入]|立即注册",
        r"session (?:has |is )?(?:expired|timed out)|members[ -]only|member login"
        r"|authentication required|single sign-on",
        r"enter (?:your|the) (?:username|e-?mail|password|credentials|pin)|(?:log ?in"
        r"|sign[ -]?in|password|account) (?:is )?required",
        r"(?:登录|登入|登陆)(?:或|与|及|、)?注册|注册(?:即可|后|成为|登录)|(?:访客|游客)(?:身份"
        r"|身分|状态)|受(?:密码)?保护",
        r"(?:restricted|protected|private|password-protected) (?:area|page|content|site"
        r"|document)|registered users",
    ),
    "cookie_wall": _any(
        r"cookie|(?:接受|同意|拒绝|允许)(?:全部|所有|并继续|并关闭|必要)|全部(?:接受|同意|拒绝"
        r"|允许)|我(?:同意|接受|了解)",
        r"(?:管理|更改|自订|自定义)(?:偏好|选项|设置|设定|同意)|隐私(?:权)?(?:偏好|设置|设定"
        r"|政策|选择|声明)?|个人(?:资料|数据|信息)",
        r"合作伙伴|个[性人]化(?:广告|内容)|您的(?:同意|选择|体验)|(?:更好|最佳)的?(?:浏览"
        r"|使用)?体验",
        r"accept (?:all|and)|reject all|allow all|agree|manage (?:options|preferences|settings"
        r"|choices|consent)",
        r"privacy|your data|technologies|consent|\bpartners\b|personal data|legitimate interest"
        r"|vendors|personali[sz]e|gdpr|ccpa|tracking",
    ),
    "paywall_stub": _any(
        r"(?:订阅|付费|购买|开通|充值|升级|解锁|成为|加入|赞助).{0,16}(?:继续|阅读|查看|观看"
        r"|浏览|解锁|畅读|看)(?:全文|完整|本[文篇]|更多|剩余|余下|后续|文章|内容|全部|这篇"
        r"|所有)",
        r"(?:订阅|付费|购买|开通|会员|vip|解锁).{0,10}(?:全文|完整(?:文章|内容|版)|剩余内容"
        r"|余下内容)|全文.{0,8}(?:订阅|付费|会员|购买|解锁)",
        r"(?:会员|订户|订阅者?|订阅用户|付费|vip|尊享).{0,6}(?:专属|专享|限定|独享|独家)(?:内容"
        r"|文章|阅读)?|本[文篇].{0,6}(?:付费|会员|订阅|收费|vip)",
        r"(?:试读|试阅|试看|免费阅读|免费额度|免费篇数|免费文章).{0,10}(?:结束|用完|到此|完毕"
        r"|上限|用尽)|已达.{0,8}(?:免费|阅读)上限",
        r"(?:剩余|余下|还有|未完).{0,14}(?:付费|订阅|会员|解锁|购买|开通)|立即(?:订阅|解锁"
        r"|开通)|解锁(?:全文|本[文篇]|完整|文章)",
        r"subscribe (?:now |today )?(?:to|for) (?:continue|read|keep|unlock|full|access|view"
        r"|unlimited|this)",
        r"(?:subscription|subscriber|member)s?[ -](?:only|required|exclusive)|subscribers only"
        r"|for subscribers|paid subscribers",
        r"(?:exclusive|available|reserved|only) (?:to|for) (?:\w+ )?(?:subscribers|members)"
        r"|to continue reading|(?:continue|keep) reading",
        r"read(?:ing)? the (?:full|rest|whole)|(?:reached|used|exceeded) (?:your|the"
        r"|all).{0,24}(?:limit|free|articles?)",
        r"(?:free )?articles? (?:left|remaining)|unlock (?:this|the|full|unlimited)|(?:get|with"
        r"|for) (?:unlimited|full) (?:digital )?access|(?:unlimited"
        r"|full) (?:digital )?access (?:from|for|to all)",
        r"(?:rest|remainder) of (?:this|the)|(?:paying|paid) (?:members|subscribers|readers"
        r"|customers|plan|users)|with a (?:paid |digital )?subscription",
        r"付费(?:后|才|即可|可|用户|会员|内容|阅读)|(?:升级|加入|成为).{0,6}(?:会员|plus|vip"
        r"|premium).{0,8}(?:看|读|解锁)|(?:会员|订户)(?:才能|方可|可以?)(?:阅读|观看|看)",
        r"(?:需|须|请)(?:先)?(?:开通|购买|订阅|升级).{0,6}(?:会员|vip|方案|服务|全文|内容)|试[阅读]内容",
        r"start your (?:free )?trial|premium (?:article|content|story|member|subscribers)"
        r"|become a (?:member|subscriber) to",
    ),
}

NOTICE = _any(r"^\W{0,2}[（(【\[].{4,80}[）)】\]]\W{0,2}$")  # a whole sentence in brackets
# "Keep reading" is a till only where money is spoken of; else it asks to log in.
MONEY = _any(
    r"订阅|付费|购买|开通|会员|vip|解锁|充值|赞助|[元$€£]",
    r"\b(?:subscri\w+|pay|paid|paying|premium|trial|member\w*|plans?|price|unlock"
    r"|free article\w*)\b",
)
# Advice and answers speak to the reader as well, of other pages than themselves.
HEADING = _any(
    r"^\W*(?:how to\b|question:|answer:|q:|a:|tip:|faq\b|\d+ (?:ways|tips|steps)\b)",
    r"^\W*(?:如何|为何|为什么|怎么|教学|教程|攻略|问:|答:|问答)",
)
# A till that holds something back, not one that only asks for support at the end of a story.
HOLDS_BACK = _any(
    r"全文|继续|剩余|余下|还有|解锁|专享|专属|限定|试读|试阅|试看|以下|完整|上限|用完|用尽|结束|到此|才能|后[可即]|本[文篇]",
    r"\b(?:continue|keep|rest|remain\w*|full|whole|unlock|this|exclusive|only|limit|last|members?"
    r"|free article|articles? left)\b",
)
WEAK_LOGIN = _any(r"^\W*(?:登录|登入|sign in|log ?in)\b", r"登录 ?/ ?注册")
FIELD_LABEL = _any(r"密\s*码|password|验证码")
ENTER_LABEL = _any(r"登\s*录|登\s*入|sign in|log ?in|submit|确\s*定|提\s*交")
COOKIE_SUBJECT = _any(r"cookie|your data|technologies|隐私|privacy|consent|个人(?:资料|数据|信息)")
BUTTON = _any(
    r"^(?=.{0,40}$)(?=.*(?:accept|reject|agree|allow|deny|decline|refuse|essentials?"
    r"|necessary only|接受|拒绝|同意|允许|了解了?$))(?!.*[。，,;]).*$",
    r"\bi (?:accept|agree)\b|accept (?:all|and|cookies?)|reject all|allow all|(?:^|\W)i agree"
    r"|agree and|^\W*(?:agree"
    r"|accept|got it|ok|allow)\W*$",
    r"manage (?:options|preferences|settings|choices|cookies)|save (?:settings|preferences"
    r"|choices)",
    r"全部(?:接受|同意|拒绝|允许)|(?:接受|允许|同意)(?:所有|全部|并继续|并关闭)"
    r"|^\W*(?:我)?(?:同意|接受|知道了|了解)\W*$",
    r"(?:管理|确认|保存|储存)(?:我的)?(?:偏好|选项|设置|设定|选择)|同意(?:并|且)继续|仅(?:接受"
    r"|允许)?必要",
)
WAITING = _any(
    r"^\W*(?:(?:loading|please wait|redirecting|one moment|please)(?: \w+)?\W*)+$",
    r"^\W*(?:加载中|载入中|读取中|正在(?:加载|载入|跳转)|跳转中)?\W*(?:请(?:稍[候等后]"
    r"|等待))?\W*$",
    r"^\W*javascript.{0,24}(?:disabled|not enabled|turned off|未启用|已禁用|被禁用).{0,24}$",
    r"^.{0,20}(?:enable|启用|开启|打开) ?javascript(?!.{0,6}cookies).{0,40}$",
)

# When nothing but the page itself speaks, single words are enough to say what it wants.
FIELDS: dict[str, re.Pattern[str]] = {
    "anti_bot": _any(
        r"验证|安全|拦截|阻断|阻挡|封锁|频繁|限制|机器|滑块|拼图|图片|图中|下图|防护|威胁|风险"
        r"|\bip\b",
        r"\b(?:robot|bot|human|security|verif\w+|block(?:ed)?|challenge|firewall|threat"
        r"|suspicious|traffic)\b",
    ),
    "login_wall": _any(
        r"登[录入陆]|注册|账号|帐号|帐户|账户|密码|会员|身份|凭证|授权|签入",
        r"\b(?:log ?in|sign ?in|account|password|register|registered|credentials|member"
        r"|authenticat\w+)\b",
    ),
    "error_page": _any(
        r"错误|失败|故障|重试|刷新|无法|不存在|失效|暂停|抢修|维护|中断|繁忙|异常|有误|超时"
        r"|不正确|过期|删除|下架|未找到|找不到",
        r"\b(?:error|fail(?:ed|ure)?|retry|unavailable|broken|missing|wrong|invalid|expired"
        r"|removed|offline"
        r"|refresh|problem|unable|timeout|down|exist)\b",
    ),
    "paywall_stub": _any(
        r"订阅|付费|购买|解锁|全文|试读|试阅|vip|方案",
        r"\b(?:subscri\w+|paid|premium|unlock|plans?|trial|paywall)\b",
    ),
}

# Paying and reading in one breath: enough where the visitor is spoken to, nothing in a report.
LOOSE_PAYWALL = _any(
    r"^(?!.*(?:电子报|邮件|newsletter|e-?mail)).*(?:(?:订阅|付费|购买|开通|解锁|vip"
    r"|会员).*(?:全文|完整|阅读(?!器)|试读|剩余|看更多|报告)"
    r"|(?:全文|完整|阅读(?!器)|试读|剩余|看更多).*(?:订阅|付费|购买|开通|解锁|vip|会员))",
    r"^(?!.*(?:newsletter|e-?mail)).*(?:(?:subscri|premium|paid|paying|member).*\b(?:read"
    r"|reading|unlock|full|rest|limit)\b"
    r"|\b(?:read|reading|unlock|full|rest|limit)\b.*(?:subscri|premium|paid|paying|member))",
)
USES_COOKIES = _any(r"(?:使用|采用|运用).{0,6}cookie|\buses? cookies")
TERMS = _any(r"用户协议|服务条款|使用条款|user agreement|terms (?:of|and)|agree to (?:the|our)")
