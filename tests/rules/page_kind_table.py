"""Texts of pages and what each of them is. About half are articles that only talk about walls."""

WALLS: dict[str, list[str]] = {
    "login_wall": [
        "請先登入\n您必須登入會員才能瀏覽本頁內容。\n帳號\n密碼\n登入\n忘記密碼？\n加入會員",
        (
            "登录后查看更多精彩内容\n手机号\n验证码\n获取验证码\n登录 / 注册\n登录即代表同意《用户"
            "协议》和《隐私政策》"
        ),
        "Sign in\nto continue to Portal\nEmail or phone\nForgot email?\nCreate account\nNext",
        (
            "You must be logged in to view this page. Log in with your company account or contact t"
            "he administrator."
        ),
        "抱歉，您需要登录后才能访问此内容。还没有账号？立即注册",
        "用户登录\n用户名：\n密　码：\n验证码：\n登 录\n忘记密码\n技术支持：信息中心",
        (
            "Log in to see photos and videos from friends. Sign up to see what is happening.\nPhone"
            " number, username or email\nPassword\nLog in\nForgot password?"
        ),
        (
            "本區為會員專區，尚未登入。\n請輸入您的帳號密碼登入系統，或使用 Google、Facebook 帳號登"
            "入。"
        ),
        "Your session has expired. Please log in again to continue.",
        (
            "Welcome back!\nLog in to your account\nUsername\nPassword\nRemember me\nLog in\nDon't "
            "have an account? Register here"
        ),
        "電子公文系統\n請使用自然人憑證或單一簽入帳號登入。\n帳號：\n密碼：\n登入　清除",
        "您尚未登录，请登录后再进行操作。\n系统将在 3 秒后自动跳转到登录页面",
        (
            "Join to view full profiles for free.\nSign in\nStay updated on your professional world"
            ".\nBy clicking Continue, you agree to the User Agreement."
        ),
        "打开微信扫一扫登录\n二维码已失效，点击刷新\n账号密码登录\n短信登录",
        (
            "Please sign in to your library account to view this e-book. Patron ID PIN Sign in Need"
            " help?"
        ),
        "此主题仅对注册用户开放，您需要登录才可以下载或查看附件。没有账号？注册",
        "教職員工入口網\n請輸入員工編號與密碼\n登入\n密碼錯誤達五次將鎖定帳戶",
        (
            "Restricted area. This document is available to registered users. Log in or register to"
            " continue."
        ),
        "要查看此群組的貼文，請先登入 Facebook。\n電子郵件或手機號碼\n密碼\n登入\n忘記帳號？",
        "知乎\n登录知乎，发现更大的世界\n验证码登录 密码登录\n未注册手机验证后自动登录",
        (
            "401 Unauthorized\nThis server could not verify that you are authorized to access the d"
            "ocument requested. Please log in."
        ),
        (
            "你沒有登入或者你沒有權限存取此頁。這可能是因為您尚未登入，請填寫下面的登入表單後再嘗試"
            "瀏覽。"
        ),
        "This content is protected. Enter the password you received by e-mail.",
        "會員限定頁面\n您目前為訪客身分，登入後享有完整功能",
        "您还没有登录，无法查看帖子内容",
        "Sign in with your Microsoft account to access this SharePoint site.",
        "Facebook 登录或注册即可查看 该用户的主页",
        "To see this post, log in or create an account. It only takes a minute.",
        "Only members can see who's in the group and what they post. Log in",
        "系統逾時，請重新登入",
        "登录新浪微博 帐号登录 二维码登录 手机号或邮箱 密码 登录 还没有微博？立即注册",
        ("The resource you are trying to open is for staff. Authenticate with your university ID."),
        "欲閱覽本資料庫，請由圖書館網頁登入或於校園網域內使用。",
        "Your account does not have access to this workspace. Sign in with a different account.",
        (
            "LinkedIn\nJoin LinkedIn\nEmail\nPassword (6+ characters)\nBy clicking Agree & Join, yo"
            "u agree to the LinkedIn User Agreement, Privacy Policy, and Cookie Policy.\nAgree & Jo"
            "in\nAlready on LinkedIn? Sign in"
        ),
        (
            "Log into Facebook\nYou must log in to continue.\nEmail or phone number\nPassword\nLog "
            "In\nForgot account?\nSign up for Facebook"
        ),
        (
            "登录\n你好，欢迎来到淘宝\n密码登录\n短信登录\n账号名/邮箱/手机号\n请输入登录密码\n忘记"
            "密码\n免费注册"
        ),
    ],
    "cookie_wall": [
        (
            "We value your privacy\nWe and our 842 partners store and access information on a devic"
            "e, such as cookies, and process personal data. You may click to consent to our process"
            "ing.\nAccept all\nReject all\nManage options"
        ),
        (
            "本網站使用 Cookie 以提供您更好的瀏覽體驗。繼續使用本網站即表示您同意我們的隱私權政策。"
            "\n我同意\n了解更多"
        ),
        (
            "我们使用 Cookie 来改善您的体验、分析流量并展示个性化广告。点击“全部接受”即表示您同意我"
            "们使用 Cookie。\n全部接受\n仅接受必要\n管理偏好"
        ),
        (
            "Before you continue\nWe use cookies and data to deliver and maintain our services. If "
            "you choose to accept all, we will also use cookies and data to develop new services.\n"
            "Reject all\nAccept all\nMore options\nPrivacy\nTerms"
        ),
        (
            "Your privacy choices\nThis site uses cookies to personalise content and ads. Please ma"
            "ke a choice to continue.\nI agree\nManage preferences"
        ),
        ("隱私權設定中心\n必要 Cookie　一律啟用\n分析 Cookie\n廣告 Cookie\n全部允許\n確認我的選擇"),
        (
            "To continue, please accept cookies.\nStrictly necessary cookies\nPerformance cookies\n"
            "Targeting cookies\nAllow all\nSave settings"
        ),
        (
            "依據歐盟個人資料保護規則，我們需要您的同意才能使用 Cookie 並處理您的個人資料。\n同意並"
            "繼續\n拒絕\n查看合作夥伴"
        ),
        (
            "Consent required. Access to this site is possible with advertising and tracking by con"
            "senting to cookies, or with a subscription.\nAccept and continue"
        ),
        (
            "Wir verwenden Cookies. We use cookies and similar technologies to store and access per"
            "sonal data about your visit. By clicking Accept you agree to this. Accept Reject Setti"
            "ngs"
        ),
        (
            "隱私權對您很重要\n我們與合作夥伴會在裝置上儲存和存取資訊，例如 Cookie，並處理個人資料"
            "。\n接受所有\n全部拒絕\n更多選項"
        ),
        (
            "为了给您提供更好的服务，本网站会使用Cookies。您可以选择接受或拒绝。 接受 拒绝 Cookie政"
            "策"
        ),
        (
            "Cookie settings\nWe need your permission to load this page. Some cookies are essential"
            " while others help us improve.\nAccept selected\nAccept all cookies"
        ),
        (
            "This website uses cookies\nWe use cookies to analyse traffic and to provide social med"
            "ia features.\nDeny\nAllow selection\nAllow all"
        ),
        (
            "Cookie 使用聲明\n為提供更好的服務，本網站使用 Cookie 蒐集您的瀏覽資訊。您可選擇是否同"
            "意。\n同意\n不同意"
        ),
        (
            "We care about your data. Choose which technologies you allow us to use before you ente"
            "r the site. Privacy statement. Accept everything. Only essentials."
        ),
        (
            "Cookies on GOV.UK\nWe use some essential cookies to make this website work. We'd like "
            "to set additional cookies to understand how you use it.\nAccept additional cookies\nRe"
            "ject additional cookies\nView cookies"
        ),
        (
            "您的隐私\n当您访问本网站时，我们可能会通过 Cookie 存储或检索您浏览器上的信息。\n严格必"
            "要 始终有效\n保存并退出\n全部接受"
        ),
        (
            "We and selected partners use cookies to show you relevant ads. Press 'Agree' to consen"
            "t. Agree Customise"
        ),
        (
            "Guardian cookie notice: It's your choice. With your consent, we and our partners will "
            "use your device to store and access personal data such as your visits. Yes, I accept. "
            "Manage my cookies. Privacy policy"
        ),
        (
            "DW\nDW.COM in 32 languages\nWe use cookies to improve our service for you. You can fin"
            "d more information in our data protection declaration.\nMore info\nOK"
        ),
    ],
    "anti_bot": [
        (
            "Just a moment...\nVerifying you are human. This may take a few seconds.\nwww.press.tw "
            "needs to review the security of your connection before proceeding.\nRay ID: 8f2a1c"
        ),
        (
            "Checking your browser before accessing the site.\nThis process is automatic. Your brow"
            "ser will redirect to your requested content shortly.\nPlease allow up to 5 seconds…\nD"
            "DoS protection"
        ),
        "安全验证\n请完成下方验证后继续访问\n向右滑动滑块填充拼图\n访问过于频繁，请稍后再试",
        "您的訪問過於頻繁，請輸入驗證碼以證明您不是機器人。",
        (
            "Our systems have detected unusual traffic from your computer network. Please solve thi"
            "s CAPTCHA to continue.\nI'm not a robot"
        ),
        (
            "Pardon Our Interruption\nAs you were browsing something about your browser made us thi"
            "nk you were a bot. To regain access, please make sure that cookies and JavaScript are "
            "enabled before reloading the page."
        ),
        (
            "Access to this page has been denied because we believe you are using automation tools "
            "to browse the website. Reference ID: #a1b2\nPowered by PerimeterX"
        ),
        "人机验证\n为了保护您的账号安全，请拖动下方滑块完成验证",
        (
            "Please verify you are a human\nPress & Hold to confirm you are a human (and not a bot)"
            ".\nHaving a problem?"
        ),
        (
            "Sorry, you have been blocked\nYou are unable to access this website. The action you ju"
            "st performed triggered the security solution.\nCloudflare Ray ID: 7d1"
        ),
        "系統偵測到您的網路有異常流量，請勾選「我不是機器人」後繼續。\nIP：203.0.113.5",
        "由于您的网络存在异常访问，请点击下方按钮进行验证",
        "Enable JavaScript and cookies to continue",
        "429 Too Many Requests\nYou have sent too many requests in a given amount of time.",
        "百度安全验证\n网络不给力，请稍后重试\n返回首页\n问题反馈",
        (
            "Attention Required! | Cloudflare\nPlease complete the security check to access example"
            ".com\nWhy do I have to complete a CAPTCHA?\nCompleting the CAPTCHA proves you are a hu"
            "man and gives you temporary access to the web property."
        ),
        "很抱歉，由于您访问的URL有可能对网站造成安全威胁，您的访问被阻断。",
        "為確保服務品質，請輸入下圖中的文字後繼續查詢。\n重新產生圖片\n送出",
        "您的IP地址访问次数过多，已被暂时限制，请一小时后再来。",
        (
            "One more step\nPlease complete the security check to continue\nYou've been rate limite"
            "d."
        ),
        "Request unsuccessful. Incapsula incident ID: 877000430-23",
        (
            "To discuss automated access to our data please contact us. Sorry, we just need to make"
            " sure you're not a robot. For best results, please make sure your browser is accepting"
            " cookies. Type the characters you see in this image"
        ),
        "系统检测到您的操作异常，请按住滑块拖动到最右边",
        "网站防火墙\n您的请求带有不合法参数，已被网站管理员设置拦截！",
        "Are you a human? Type the letters shown above and press Submit.",
        "检测到您的网络环境存在异常，请点击按钮完成验证后继续浏览",
        "Please wait while we verify your browser. Do not close this window. ID: 77ab",
        "為防止惡意程式大量查詢，請輸入右方圖形驗證碼",
        "You are being rate limited. Try again in a few minutes. Error code 1015",
        (
            "Verify to continue. We've detected suspicious activity from your network. Slide to com"
            "plete the puzzle."
        ),
        "亲，请拖动下方滑块完成验证\n通过验证以确保正常访问",
        (
            "Access denied. Your IP address has been banned. If you believe this is a mistake, cont"
            "act the site owner. Error 1006"
        ),
        "請證明您是人類\n選取所有包含紅綠燈的圖片",
        "抱歉，您的访问被网站安全策略拦截，如有疑问请联系管理员",
        (
            "Our site is protected against scrapers. Hold the button below to show that you are a p"
            "erson."
        ),
        "环境异常\n当前环境异常，完成验证后即可继续访问。\n去验证",
        "Sina Visitor System\n正在进行安全检测，请稍候",
        (
            "Verify you are human by completing the action below.\nexample.com needs to review the "
            "security of your connection before proceeding.\nPerformance & security by Cloudflare"
        ),
        "ROBOT OR HUMAN?\nActivate and hold the button to confirm that you're human. Thank You!",
        "请输入验证码 看不清？换一张\n提交\n由于您的访问太频繁，系统需要确认您不是恶意程序",
    ],
    "error_page": [
        "404 Not Found\nnginx/1.18.0",
        "404\n抱歉，您訪問的頁面不存在\n返回首頁",
        "找不到網頁\n您要尋找的網頁可能已移除、名稱已變更或暫時無法使用。",
        (
            "Sorry, the page you are looking for could not be found.\nGo back to the homepage or us"
            "e the search."
        ),
        (
            "500 Internal Server Error\nThe server encountered an internal error or misconfiguratio"
            "n and was unable to complete your request."
        ),
        "502 Bad Gateway",
        "系统繁忙，请稍后再试！\n错误代码：-1001",
        "该内容已被发布者删除\n此内容因违规无法查看",
        (
            "Access Denied\nYou don't have permission to access this resource on this server.\nRefe"
            "rence #18.4d"
        ),
        "網站維護中\n系統升級維護，暫停服務，造成不便敬請見諒。",
        (
            "Oops! Something went wrong. Please try again later or contact support if the problem p"
            "ersists."
        ),
        (
            "Warning: mysqli_connect(): Connection refused in db.php on line 12\nFatal error: Uncau"
            "ght exception"
        ),
        "您所查詢的資料不存在或已下架。\n回上一頁　回首頁",
        "This article is no longer available. It may have been removed by the author.",
        "无法访问此网站\n网页可能暂时无法连接，或者它已永久性地移动到了新网址。",
        "Error 403 - Forbidden",
        "页面走丢了~\n5 秒后自动返回首页",
        "伺服器錯誤\n發生未預期的錯誤，請與系統管理員聯絡。",
        "Service Unavailable\nThe service is temporarily unavailable. Please try again later.",
        "Whoops, looks like something went wrong.",
        (
            "The page you requested has moved or no longer exists. Try the search box or the site m"
            "ap."
        ),
        "很抱歉，您要访问的页面已删除或地址有误，3秒后返回首页",
        (
            "HTTP Status 500 – Internal Server Error\nType Exception Report\nMessage java.lang.Null"
            "PointerException\nApache Tomcat/9.0"
        ),
        "網站暫停服務\n因設備故障，目前正在搶修中，請稍後再連線。",
        (
            "Forbidden\nYou don't have permission to access /news/ on this server.\nApache Server a"
            "t www.city.tw Port 80"
        ),
        "此連結已失效，或您輸入的網址不正確。",
        "数据加载失败，请刷新重试",
        "404 頁面不存在 回首頁 聯絡我們 網站導覽",
        (
            "We're sorry, but we can't find the page you were looking for. It's probably some thing"
            " we've done wrong but now we know about it we'll try to fix it."
        ),
        "该公众号已迁移\n该公众号文章已被删除",
        (
            "Gateway Time-out\nThe gateway did not receive a timely response from the upstream serv"
            "er."
        ),
        "我們找不到您要的頁面 :(\n試試看搜尋，或回到首頁。",
        "Sorry! That page has gone missing.\nCheck the address for typing errors.",
        "数据库连接失败",
        "An error has occurred while processing your request. Reference number 30.1",
        "本文已被作者刪除",
        (
            "The requested URL was rejected. Please consult with your administrator. Your support I"
            "D is: 114"
        ),
        "Site not configured at this address. If you are the owner, check the DNS settings.",
        "內容不存在，可能的原因：1. 網址輸入錯誤；2. 該則新聞已逾保存期限。",
        "暂无权限访问该页面",
        "410 Gone",
        "This account has been suspended.",
        "此網站目前正在施工中，敬請期待",
        ("Hmm. We’re having trouble finding that site. Check that the address is typed correctly."),
        "系统升级中，暂时无法提供服务，给您带来不便深表歉意",
        "ERR_CONNECTION_REFUSED",
        "很抱歉，此頁面無法顯示。回上一頁",
        "文章不存在或已过期",
        (
            "Application error: a client-side exception has occurred (see the browser console for m"
            "ore information)."
        ),
        "Object moved to here.",
        "没有找到相关信息，可能已被删除",
        "This video is unavailable",
        "Parse error: syntax error, unexpected end of file in /var/www/index.php on line 88",
        (
            'Access Denied\nYou don\'t have permission to access "http://www.shop.com/" on this se'
            "rver.\nReference #18.2d351ab8.1557333295.a4e16ab"
        ),
        (
            "Index of /\nNot Found\nThe requested URL /news/123 was not found on this server.\nApac"
            "he/2.4.41 (Ubuntu) Server"
        ),
        (
            "对不起，您访问的页面不存在！\n您可以：\n1. 检查网址是否正确\n2. 返回网站首页\n3. 使用"
            "站内搜索\n主办单位：市人民政府办公室 备案号：京ICP备05000001号"
        ),
        (
            "首頁 最新消息 關於我們 服務項目 聯絡我們\n404 Error\n很抱歉，找不到您要的頁面\n回首頁"
            "\nCopyright © 2025 版權所有"
        ),
    ],
    "paywall_stub": [
        (
            "台積電第三季財報出爐，毛利率再創新高。分析師認為，先進製程需求仍是主要動能。\n\n訂閱後"
            "即可閱讀全文\n已經是訂戶？登入"
        ),
        (
            "The central bank is preparing a shift that could reshape lending for years.\n\nSubscri"
            "be to continue reading\nAlready a subscriber? Sign in"
        ),
        "本文為付費會員限定內容，加入會員即可閱讀完整文章。\n月訂 199 元起，隨時可取消。",
        (
            "【独家】新能源车企价格战背后的真实成本\n今年三季度，多家车企再次下调售价，但供应商的账"
            "期却越拉越长。\n\n试读结束，剩余 78% 内容开通会员后可阅读\n立即开通"
        ),
        (
            "You've reached your limit of free articles this month. Subscribe now for unlimited acc"
            "ess.\n$1 for 4 weeks. Cancel anytime."
        ),
        (
            "This article is for subscribers only.\nStart your free trial to unlock this story and "
            "get full digital access."
        ),
        (
            "半導體設備商看好明年訂單，惟地緣政治仍是變數。業者私下透露……\n（本文未完，全文限訂閱會"
            "員閱讀）\n解鎖全文"
        ),
        (
            "Ministers met behind closed doors on Thursday as the deadline for a budget deal drew n"
            "ear. The outcome remains uncertain.\nThis content is exclusive to premium members. Unl"
            "ock this article."
        ),
        "想看更多？成為 VIP 會員，立即解鎖本篇文章及所有深度報導。",
        (
            "昨日，多位接近监管层的人士表示，新规将于年内落地。具体条款包括……\n购买本文后查看全文\n"
            "价格：¥6.00"
        ),
        (
            "Premium content\nKeep reading with a one-month trial. Full access to all stories for j"
            "ust $4 per month. Cancel any time."
        ),
        "您本月的免費閱讀篇數已用完。訂閱數位版，繼續閱讀這篇報導。\n每日只要 5 元",
        "訂閱 天下全閱讀，解鎖本文\n首月 1 元\n已是訂戶？登入",
        (
            "Inside the fight for the city's last open market\nFor forty years the stalls opened at"
            " dawn. Now a developer wants the land, and the traders are running out of time.\nTo re"
            "ad the full story, subscribe or sign in."
        ),
        "本文仅限付费用户阅读\n¥12 购买单篇　¥298 开通年度会员",
        "全文共 5821 字，閱讀需要 14 分鐘。購買後可解鎖全文。",
        (
            "The quiet boom in battery recycling\nPrices for lithium have halved, yet plants keep o"
            "pening.\nThis is a premium article available exclusively to our subscribers. Choose a "
            "plan."
        ),
        (
            "鋼鐵業進入寒冬。中鋼上月產能利用率僅六成五，下游客戶觀望氣氛濃厚，業界預期要到明年第二"
            "季才會好轉。\n… 登入會員並訂閱，繼續閱讀完整內容"
        ),
        "You have 0 free articles remaining. Get unlimited access from €2 a week.",
        ("Continue reading your article with a subscription\nRead unlimited articles for 1 a week"),
        (
            "獨家｜內部文件曝光\n一份內部文件顯示，公司早在三年前就知道瑕疵存在。\n本文為 Plus 會員"
            "專屬，馬上升級看全文"
        ),
        (
            "Chipmakers brace for a glut. Inventories at distributors have doubled since spring, an"
            "d spot prices slipped for a ninth week.\nThe rest of this analysis is for paying membe"
            "rs. Join now."
        ),
        "未完待续……付费后可阅读剩余 2300 字",
        "Sorry, this report is available to clients with a paid plan. See pricing.",
        "This post is for paid subscribers\nSubscribe\nAlready a paid subscriber? Sign in",
        (
            "五月的稻田裡，農民老陳望著乾裂的土地搖頭。這是他種田四十年來最缺水的一年。\n看完整報導"
            "，請加入訂閱會員，每月只要 99 元"
        ),
        "开通VIP会员，免费阅读本文及全站十万篇报告",
        ("Thank you for reading! You've hit your monthly limit. Log in or subscribe to read more."),
        (
            "特斯拉上海工厂将迎来第三次扩建，供应链消息人士称设备采购已经启动。\n……\n以上为试读内容"
            "，查看完整报告请购买"
        ),
        (
            "Member-only story\nWhy I stopped using spreadsheets\nJane Doe\n6 min read\nFor years I"
            " kept my household budget in one giant sheet. Then one formula broke.\nCreate an accou"
            "nt to read the full story.\nThe author made this story available to Medium members onl"
            "y."
        ),
        "此文为收费文章\n请订阅后继续阅读\n财新通会员可畅读全站",
        (
            "Get unlimited digital access\nSubscribe for just $1\nThe mayor's office did not answer"
            " questions about the contract on Tuesday.\nSubscribe to continue reading this article."
            " Already subscribed? To log in, click here."
        ),
    ],
    "empty": [
        "",
        "   \n\t ",
        "Loading...",
        "載入中，請稍候…",
        "You need to enable JavaScript to run this app.",
        "。。。",
        "加载中",
        "×",
        "请稍等……",
        "首頁 | 關於我們 | 聯絡我們",
        "Menu",
        "Loading… please wait",
        "…",
        "JavaScript is disabled in your browser. Please enable JavaScript to proceed.",
        "首页 导航 搜索",
    ],
}

CONTENT: list[str] = [
    (
        "多家銀行的行動應用程式昨日傳出無法登入，用戶反映畫面出現「請先登入」後便停住。金管會表示，"
        "已要求業者在三日內提出報告，說明系統異常的原因與補救措施。業者則說，主因是憑證更新失敗，目"
        "前已全面恢復。"
    ),
    (
        "淘宝近日调整规则，未登录用户在搜索结果页停留超过数秒就会被要求登录后查看。分析人士认为，此"
        "举意在提升用户数据的完整性，但可能把一部分访客推向竞争对手。"
    ),
    (
        "The social network will now require visitors to log in before they can read posts, the com"
        "pany said on Friday. Researchers who rely on public data criticised the change, saying it "
        "closes one of the last open windows on political speech."
    ),
    (
        "如何登入報稅系統\n首先開啟財政部電子申報網站，在首頁選擇登入方式。持健保卡者須先完成註冊，"
        "並記得密碼；使用行動電話認證者，應準備本人名下的門號。登入後，系統會自動下載去年度的所得資"
        "料，確認無誤即可上傳。若忘記密碼，可以在同一頁面重新申請。"
    ),
    (
        "Passwords are going away, slowly. Passkeys let people sign in with a fingerprint, and near"
        "ly every large platform now supports them. Yet a survey of 2,000 adults found that most st"
        "ill reuse the same three passwords and click on forgot password at least once a month."
    ),
    (
        "單一簽入制度上路三年，教育局統計，全市已有八成學校改用統一帳號登入各項平台，平均每年節省教"
        "師重設密碼的時間約四萬小時。局長強調，下一步將把家長端納入。"
    ),
    (
        "某论坛宣布自下月起实行实名登录，未完成认证的账号只能浏览不能发帖。版主在公告中说，过去一年"
        "共处理违规账号一万二千个，其中九成为注册不满一周的新号。"
    ),
    (
        "Login fatigue costs hospitals time. A nurse signs in to a dozen systems in one shift, and "
        "each login takes half a minute. The trust's new badge-tap system cut that to seconds, its "
        "chief information officer told the board in March."
    ),
    (
        "法國監管機關對兩家科技公司開罰共一億五千萬歐元，理由是網站把「全部接受」Cookie 的按鈕做得"
        "比拒絕更容易。主管機關指出，使用者只要按一下就能同意，卻要點選多次才能拒絕，違反資料保護規"
        "定。"
    ),
    (
        "Third-party cookies were supposed to disappear from the most popular browser by 2024. Inst"
        "ead the company has retreated, and advertisers that spent millions preparing for a cookiel"
        "ess world are left wondering what to do with their consent platforms."
    ),
    (
        "饼干的历史比多数人想象的更久。英语中的 cookie 一词来自荷兰语，意思是小蛋糕；七世纪的波斯人"
        "已经用糖烘焙类似的点心。今天，全球曲奇市场每年销售额超过三百亿美元。"
    ),
    (
        "Cookie consent banners annoy almost everyone, yet they rarely change behaviour. In a study"
        " of 14,000 visits, researchers found that 93% of people clicked accept all when it was the"
        " biggest button, and 3% when rejecting was just as easy."
    ),
    (
        "本局隱私權政策\n一、本局網站所稱 Cookie，係指伺服器為區別使用者的不同喜好，經由瀏覽器寫入"
        "使用者硬碟的簡短資訊。二、您可以在瀏覽器的隱私權設定中選擇對 Cookie 的接受程度；若選擇拒絕"
        "全部的 Cookie，可能無法使用部分個人化服務。三、本局蒐集之個人資料，其利用期間為特定目的存"
        "續期間。四、有關資料保護之申訴，請洽本局資訊室。本政策自民國一百一十四年一月一日起實施，修"
        "正時亦同。"
    ),
    (
        "What is a cookie? It is a small text file that a website stores on your device so that it "
        "can recognise you on the next visit. Session cookies vanish when the browser closes; persi"
        "stent ones may live for years. They were invented in 1994 by an engineer who needed a shop"
        "ping cart."
    ),
    (
        "歐盟數位方案擬簡化 Cookie 同意機制，未來使用者可在瀏覽器一次設定偏好，網站不得再逐一跳出同"
        "意視窗。產業團體歡迎，但隱私倡議者擔心，預設值將由少數平台決定。"
    ),
    (
        "售票網站引入「我不是機器人」驗證後，黃牛程式並未消失。警方上週查獲的集團透露，他們在海外雇"
        "人代解驗證碼，每千次只要一美元。業者表示，將改採實名制。"
    ),
    (
        "验证码正在变得越来越难。研究显示，机器识别扭曲文字的准确率已接近百分之百，而真人平均只有八"
        "成多。专家认为，让用户拖动滑块或挑选红绿灯图片的做法，最终会被行为分析取代。"
    ),
    (
        "A security firm said it had blocked a record denial-of-service attack last week, with auto"
        "mated traffic peaking at 22 terabits per second. The attackers used hijacked routers; cust"
        "omers saw only a brief checking-your-browser page, the company said."
    ),
    (
        "How CAPTCHAs trained the machines. For two decades people proved they were human by typing"
        " blurry words, and in doing so digitised millions of books. The same labels later taught c"
        "omputer vision systems to pass the test themselves."
    ),
    (
        "Cloudflare shares rose 8% on Tuesday after the company reported revenue of $562 million, u"
        "p 31% from a year earlier. Its new tool, which makes AI crawlers pay or be blocked, drew m"
        "ore than a million customers."
    ),
    (
        "爬虫与反爬虫的攻防已持续多年。本文介绍常见的机制：限制访问频率、校验请求头、要求完成人机验"
        "证，以及封禁异常 IP。作者以一家电商平台为例，说明在不影响正常用户的前提下，如何把恶意请求"
        "降低九成。"
    ),
    (
        "機場快速通關的人臉驗證系統自去年啟用以來，已有三百萬人次使用，平均通關時間縮短為十二秒。移"
        "民署說，異常比對的旅客會轉由人工查驗。"
    ),
    (
        "昨晚八時許，多個政府網站同時出現「503 服務無法使用」的訊息，約四十分鐘後恢復。數位發展部表"
        "示，主因是機房電力切換失敗，並非遭到攻擊，未來將增設備援線路。"
    ),
    (
        "A faulty update took thousands of sites offline on Monday, leaving visitors with 502 Bad G"
        "ateway errors for nearly three hours. The provider apologised and said it would publish a "
        "full report within a week."
    ),
    (
        "How to fix a 502 Bad Gateway in nginx\nThe error means that nginx could not get a valid an"
        "swer from the application behind it. Check first whether the upstream process is running; "
        "then compare the socket path in both configurations. If the log shows a timeout, raise pro"
        "xy_read_timeout, but find out why the application is slow. In most cases a restart only hi"
        "des the cause."
    ),
    (
        "404 這個數字從何而來？流傳最廣的說法是，歐洲核子研究組織的資料庫曾設在四樓的 404 室。但參"
        "與者後來澄清，那棟樓根本沒有這個房間；404 只是代碼表中代表「找不到」的編號而已。"
    ),
    (
        "系統維護公告\n本局線上申辦系統訂於一百一十五年二月十四日（星期六）二十二時至翌日六時進行機"
        "房搬遷，期間暫停服務。民眾如有急件，請改以臨櫃方式辦理，或撥打免付費專線洽詢。"
    ),
    (
        "微软承认，上周发布的更新会导致部分电脑出现蓝屏错误，系统无法启动。工程师正在调查，建议管理"
        "员暂缓安装。据统计，受影响的设备约占企业用户的百分之二。"
    ),
    (
        "Link rot is eating the web. A new study found that 38% of pages that existed in 2013 are n"
        "o longer available, and that a quarter of references in court rulings lead to page not fou"
        "nd. Libraries are racing to archive what is left."
    ),
    (
        "車站看板誤植「ERROR」字樣，鐵路公司致歉。公司說明，控制電腦在夜間升級時發生內部錯誤，隔日"
        "首班車前已修復，列車運行未受影響。"
    ),
    (
        "The exchange halted trading for 47 minutes after an internal server error in its matching "
        "engine, regulators said. No trades were lost."
    ),
    (
        "紐約時報公布，第三季新增四十六萬數位訂戶，總訂閱數突破一千二百萬。執行長說，遊戲與食譜帶來"
        "的讀者，有三成在半年內升級為全方位訂閱；付費牆的免費篇數則維持不變。"
    ),
    (
        "Paywalls work, but not for everyone. Of the 300 local newspapers that introduced one since"
        " 2018, only a third now earn more from subscribers than from advertising, according to a u"
        "niversity study. Small papers lose readers faster than they gain members."
    ),
    (
        "财新推出付费订阅八年，订户突破百万。总编辑在年会上表示，读者愿意为独家调查付费，但不愿为快"
        "讯付费；未来会把更多基础信息免费开放，把深度内容留给会员。"
    ),
    (
        "A publisher that asked readers to subscribe to continue reading after two articles saw its"
        " audience halve in a month. It has since doubled the free allowance, its editor said, and "
        "subscriptions have recovered."
    ),
    (
        "影音平台宣布調漲會員月費，標準方案由 330 元調為 380 元，自下月生效。消保處表示，業者已依規"
        "定提前三十日公告，消費者可以在期滿前取消。"
    ),
    (
        "Netflix will stop reporting subscriber numbers, the company told investors. Analysts said "
        "the change shows that growth now comes from prices and advertising rather than from new me"
        "mbers."
    ),
    (
        "地方報社轉型為會員制媒體，兩年來募得四千名贊助會員。創辦人說，文章全部免費，會員支持的是採"
        "訪，而不是閱讀的權利。"
    ),
    "台積電今日收盤價為 1,085 元，上漲 15 元。",
    "The council approved the budget by 31 votes to 14.",
    "公告：本市自二月一日起調整公車票價，全票為十八元。",
    "央行決議維持利率不變。",
    "Trains between the two cities will run every 20 minutes from March.",
    "主旨：預告修正「空氣污染防制法施行細則」部分條文。依據：行政程序法第一百五十一條第二項。",
    "国家统计局：十月份居民消费价格同比上涨百分之零点三。",
    (
        "首頁 > 新聞 > 地方\n會員登入　加入會員\n水庫蓄水率回升至八成，春季供水無虞。水利署指出，今"
        "年一月降雨較往年增加四成，主要水庫已陸續恢復正常營運，農業用水可望全面供應。署長呼籲民眾仍"
        "應節約用水。\n分享到臉書\n本網站使用 Cookie，繼續瀏覽即表示同意"
    ),
    (
        "We use cookies to improve your experience. Accept all\nThe city opened its first overnight"
        " bus line on Saturday. It links the port with the university and runs every thirty minutes"
        " until dawn. More than 1,900 passengers used it in the first week, twice the forecast, the"
        " transport office said. A second line is planned for May if the numbers hold. Night worker"
        "s had asked for the service for years, arguing that taxis ate up a fifth of their wages.\n"
        "Subscribe to our newsletter\nLog in"
    ),
    (
        "登录 注册\n国务院办公厅近日印发意见，要求各地加快推进政务数据共享，明年底前实现高频事项跨"
        "省通办。意见提出，建立统一的目录体系，明确数据提供方的责任，对拒不共享的部门予以通报。业内"
        "人士认为，难点在于历史系统的改造经费。\n责任编辑：王某\n版权所有 未经许可不得转载"
    ),
    (
        "The regional rail operator will replace 60 trains by 2029, the ministry said on Monday. Th"
        "e contract, worth 480 million, went to a domestic builder after a two-year tender. Unions "
        "welcomed the order but asked for guarantees on maintenance jobs.\nAlready a subscriber? Si"
        "gn in\nMost read\nPrivacy policy"
    ),
    (
        "歡迎訂閱電子報\n漁業署公布今年烏魚捕獲量，較去年增加兩成，預估產值達三億元。漁民表示，寒流"
        "提早報到是主因，但油價上漲仍壓縮獲利。署方將補助更新冷藏設備，申請至三月底止，詳情可洽各區"
        "漁會。\n加入會員享更多優惠"
    ),
    (
        "请各单位于二月十五日前登录平台填报数据，逾期视为放弃。填报说明：一、使用统一社会信用代码作"
        "为账号；二、首次登录须修改密码；三、上传材料应加盖公章。联系人：张先生，电话：010-12345678"
        "。"
    ),
    (
        "Dear residents, the water supply in the old town will be interrupted on Thursday from 9 am"
        " to 3 pm for repairs. Please store enough water in advance. We apologise for the inconveni"
        "ence."
    ),
    (
        "防詐騙提醒：近期有歹徒假冒銀行發送簡訊，要求民眾點選連結並輸入帳號密碼完成驗證。警方呼籲，"
        "銀行不會以簡訊要求登入，收到可疑訊息請撥打 165 查證。"
    ),
    (
        "Phishing mails that claim your session has expired are on the rise, police warned on Wedne"
        "sday. They lead to a copy of a bank's sign-in page. Do not enter your password; call the b"
        "ank instead."
    ),
    (
        "机器人能否通过图灵测试？一项新研究让五百名志愿者分别与真人和程序对话五分钟，结果有五成四的"
        "人把程序认作人类。研究者提醒，这并不意味着机器会思考。"
    ),
    (
        "The museum will be closed for maintenance from 3 to 14 March. Tickets already bought stay "
        "valid until the end of the year."
    ),
    (
        "权限管理办法（试行）\n第一条 为规范信息系统访问权限，制定本办法。第二条 未经授权，任何人不"
        "得访问与本职工作无关的数据。第三条 违反规定的，禁止访问系统，并依规追究责任。第四条 本办法"
        "自印发之日起施行。"
    ),
    (
        "駭客論壇流出三百萬筆登入帳號密碼，資安公司研判多數來自外洩資料的拼湊。專家建議民眾啟用雙重"
        "驗證，並避免在不同網站使用相同密碼。"
    ),
    (
        "Why you keep getting logged out\nBrowsers now clear site data after seven days without a v"
        "isit. That protects privacy, but it also ends sessions. If you want to stay signed in, ope"
        "n the site once a week or add it to the list of exceptions in settings. Developers can hel"
        "p by using refresh tokens rather than long-lived cookies."
    ),
    (
        "新版校務系統操作手冊\n一、學生登入：輸入學號與密碼，點選「登入」。二、選課：進入選課專區後"
        "勾選課程並送出。三、列印：於查詢頁面選擇學期，按下列印鍵。四、常見問題：如忘記密碼，可持學"
        "生證至教務處重設。"
    ),
    (
        "GDPR fines passed €5 billion this year. Regulators went after consent banners that made it"
        " hard to reject cookies, and after firms that moved personal data abroad."
    ),
    (
        "Cookies with brown butter\nMelt 200 g of butter and let it cool. Mix with the sugar, then "
        "add two eggs. Fold in the flour and chocolate. Bake for eleven minutes and let them rest b"
        "efore you eat them."
    ),
    (
        "瀏覽器大廠宣布延後淘汰第三方 Cookie，廣告業者鬆一口氣。不過，已投入替代方案的中小型業者抱"
        "怨，規則一變再變，成本難以回收。"
    ),
    (
        "黃牛搶票程式遭起訴。檢方指出，被告撰寫程式自動辨識驗證碼，每秒可送出上百次請求，售票網站因"
        "此多次癱瘓。"
    ),
    (
        "The ticket seller said its queue was overwhelmed by bots, which made up 90% of traffic. Fa"
        "ns who had waited for hours were told they looked like robots and were blocked."
    ),
    "機器人餐廳在東京開幕，送餐機器人由身障者在家遠端操控。創辦人表示，科技應讓更多人參與社會。",
    (
        "全台健保系統今晨當機兩小時，診所讀卡出現「連線逾時」訊息。健保署說明是網路設備故障，已切換"
        "備援，民眾就醫權益不受影響。"
    ),
    (
        "Error handling in Go is explicit: a function returns an error value, and the caller checks"
        " it. Critics call this noisy; defenders say that it keeps failure in plain sight. The prop"
        "osal to add a shorthand was rejected again in June."
    ),
    (
        "銀行公告：為提升服務品質，本行將於二月十六日凌晨一時至五時進行系統維護，屆時網路銀行及自動"
        "櫃員機暫停服務，不便之處敬請見諒。"
    ),
    (
        "Spotify raised the price of its premium subscription to $12 a month. The company said that"
        " cancellations had stayed below forecasts after earlier increases."
    ),
    (
        "影視平台會員收入首次超過廣告。財報顯示，第三季付費會員達一億零六百萬，平均每月每戶貢獻十四"
        "元。管理層表示，將減少會員專享內容的廣告。"
    ),
    (
        "獨立媒體的訂閱經濟學：一家只有八名員工的電子報，如何讓兩萬人每月付費？編輯的答案是少寫一點"
        "、寫深一點，並且讓讀者決定下一個題目。"
    ),
    (
        "Free museum entry ends. From June visitors over 26 will pay 12 for a ticket; members keep "
        "unlimited access."
    ),
    "本公司董事會決議配發現金股利每股三元。",
    "Quarterly revenue: 23.1 billion. Gross margin: 53.3%. Guidance unchanged.",
    "【公告】因應颱風，明日全市停止上班上課。",
    (
        "申請資格：一、設籍本市滿一年；二、年滿六十五歲。應備文件：身分證、印章、存摺影本。申請方式"
        "：親至區公所辦理，或登入市民服務網線上申請。洽詢電話：1999。"
    ),
    (
        "招标公告\n项目名称：城市信息平台升级维护服务\n预算金额：350 万元\n获取招标文件：登录公共资"
        "源交易平台下载\n开标时间：2026 年 3 月 2 日 9 时"
    ),
    (
        "There is no page that cannot be found, only pages nobody has looked for, the archivist lik"
        "es to say. Her team has saved 40 terabytes of deleted local news since 2016."
    ),
    (
        "访问权限争议：一家数据公司因抓取公开简历被起诉，法院认为，未登录即可查看的内容不属于受保护"
        "的数据，但绕过验证码的行为构成不正当竞争。"
    ),
    (
        "Ask the editor: Do I need an account to comment? Yes. We ask readers to register so that w"
        "e can keep the discussion civil. Around 4,000 comments are posted each week, and two moder"
        "ators read them all. Last year they removed fewer than two in a hundred."
    ),
    (
        "蝦皮要求賣家重新登入並完成身分驗證，否則將凍結帳戶。平台說，此舉是為配合新法，預計影響十二"
        "萬名賣家。"
    ),
    (
        "員工差勤系統使用說明：每日上下班須登入系統打卡，逾時未打卡者視同曠職。主管應於每週五前完成"
        "簽核。"
    ),
    (
        "A hospital in Lyon went back to paper after a ransomware attack locked staff out of their "
        "accounts. Passwords for 9,000 employees were reset over the weekend."
    ),
    (
        "網站無障礙聲明：本網站依無障礙網頁開發規範設計，採用網頁導盲磚，分為上方導覽、左方選單與主"
        "要內容三大區塊。"
    ),
    (
        "The browser will block third-party cookies by default from version 130. Sites that break c"
        "an ask users for storage access. Mozilla and Apple made the same choice years ago."
    ),
    (
        "Cookie 商店快閃店開幕，首日排隊人龍繞行百貨一圈，店家推出台灣限定的鳳梨酥口味，每人限購兩"
        "盒。"
    ),
    (
        "資安院發布警訊，指出某款路由器存在高風險漏洞，攻擊者不需驗證即可取得控制權。用戶應儘速更新"
        "韌體，並關閉遠端管理功能。"
    ),
    (
        "AI crawlers now make up a third of requests to the encyclopedia's servers. The foundation "
        "says it had to block several of them to keep pages fast for people."
    ),
    "交易所系統異常，股市延後三十分鐘開盤。證交所致歉，並表示委託資料沒有遺失。",
    (
        "Error rates in the census fell to 0.4%, the statistics office said, the lowest since recor"
        "ds began."
    ),
    "新竹縣某國小校網遭植入錯誤連結，家長點選後出現賭博頁面。教育處已要求學校下架，並全面清查。",
    (
        "订阅制卷土重来：从剃须刀到咖啡豆，越来越多的消费品按月配送。咨询公司估计，中国订阅电商规模"
        "已达千亿元，但用户半年流失率高达六成。"
    ),
    (
        "The magazine dropped its paywall during the storm so that everyone could read its maps. Tr"
        "affic tripled, and 3,000 readers subscribed anyway."
    ),
    (
        "會員大會紀錄：出席會員一百二十八人，通過年度預算及理監事改選。新任理事長表示，將推動會費減"
        "免。"
    ),
    "徵才：誠徵行政助理一名，月薪三萬五千元起，意者請寄履歷至人事室。",
    "Minutes: The board approved the accounts. Next meeting on 4 May.",
    (
        "提醒您，二月份電費繳費期限為二月二十八日，逾期將加計遲延費用。您可至超商、郵局或透過行動支"
        "付繳納。"
    ),
    (
        "Question: How do I change my password? Answer: Open Settings, choose Security, and click o"
        "n Change password. You will receive a code by text message. Enter it and type your new pas"
        "sword twice. The change takes effect at once on every device."
    ),
    "測驗顯示，機器人客服能解決七成問題，但顧客滿意度僅四成。學者建議業者保留真人管道。",
    "公告本市立圖書館閉館日：二月十六日至二十日。還書箱照常開放。",
    "昨日訪客：1,203 人；本月累計：35,871 人。熱門文章：如何選擇淨水器。",
    "请示：拟于三月上旬召开安全生产工作会议，妥否，请批示。",
    (
        "The firewall project finished early. It protects 40 agencies and blocked 1.2 million suspi"
        "cious requests in its first week."
    ),
    "內政部推動數位身分登入，民眾可用手機自然人憑證報稅、查勞保。截至上月，已有兩百萬人申辦。",
    "Forgot your umbrella? The station's lost-property office handed out 14,000 last year.",
    (
        "Consent is at the heart of the new data law. Firms must ask before they share personal dat"
        "a, and people may withdraw at any time. The bill passed by 212 votes to 90."
    ),
    "驗證碼簡訊詐騙暴增，刑事局統計上半年受理四千件，平均損失八萬元。",
    (
        "Robots checked in guests at the hotel for six years. Then the owner retired them: people p"
        "referred people."
    ),
    "機房漏水釀資料中心停擺，三家電商無法下單逾五小時，損失估計上億元。",
    "Nothing was found in the second search of the lake, officials said on Sunday.",
    "知识付费平台得到宣布裁员两成，创始人称用户的付费意愿没有消失，只是更挑剔了。",
    (
        "The newspaper's subscribers can now share five articles a month with friends. Gift links o"
        "pen in full and need no account. In tests, one in eight recipients later signed up."
    ),
    "本刊徵稿，來稿請寄編輯部，文長以三千字為限，一經採用即致薄酬。",
    (
        "登入困難？勞動部網站塞爆\n勞動部普發津貼今天開放線上申請，上午九點系統一開放即湧入大量民眾"
        "，不少人抱怨登入頁面一直轉圈，最後顯示系統忙碌。勞動部說，已緊急擴充頻寬。"
    ),
    (
        "你的密碼安全嗎？專家教你三招\n第一，長度比複雜更重要，建議至少十六個字元；第二，不同網站使"
        "用不同密碼；第三，開啟兩步驟驗證。統計顯示，八成帳號外洩都與重複使用密碼有關。"
    ),
    (
        "Subscribe to our newsletter\nThe port handled 14 million containers last year, a record. G"
        "rowth came from transshipment, the authority said, while direct exports slipped. A fourth "
        "terminal will open in 2028.\nRelated stories\nSign in to comment"
    ),
    (
        "会员权益说明：一、会员可享受九折优惠；二、生日当月赠送礼券一张；三、积分可兑换停车时数。本"
        "说明自2026年1月1日起施行，最终解释权归本商场所有。"
    ),
    (
        "How many articles can I read for free? Visitors can read five articles a month without an "
        "account. Registered readers get ten. Subscribers have no limit, and students pay half. Lib"
        "raries can apply for a campus licence."
    ),
    (
        "政府网站年度报表显示，全年共处理网民留言三千二百条，清理失效链接一百七十个，页面无法访问的"
        "平均时长为每月四分钟。"
    ),
    (
        "本院網路掛號系統自三月一日起改採實名制，初診民眾須先註冊帳號並上傳證件；複診者以身分證字號"
        "及生日登入即可。現場掛號不受影響。"
    ),
    (
        "The cookie banner you see today may soon be gone. Brussels wants browsers to remember peop"
        "le's choices, and sites to respect them. Publishers fear a drop in advertising income; pri"
        "vacy groups are split."
    ),
    (
        "機器人掃地、機器人送餐，現在機器人也能幫忙照顧長者。長照機構引進陪伴型機器人後，護理師夜間"
        "巡房次數減少三成。"
    ),
    (
        "Page 404 of the report, long missing from the public version, was released on Friday. It d"
        "escribes payments to two contractors."
    ),
]
