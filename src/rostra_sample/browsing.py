"""The sample world for a person with a browser: an index, and pages whose links stay inside it."""

import re
from collections import defaultdict
from dataclasses import replace
from html import escape

from rostra_sample.places import FICTION, SAMPLE_TODAY
from rostra_sample.replies import Reply
from rostra_sample.search import SEARCH_HOST
from rostra_sample.world import World

# On bytes, because a page may be Big5: an address is ASCII in every charset we serve.
_ABSOLUTE = re.compile(rb"(href|action|src)=([\"']?)http://([a-z0-9.-]+\.example)")
_ROOTED = re.compile(rb"(href|action|src)=([\"']?)/(?![/~])")


def rewritten(reply: Reply, host: str) -> Reply:
    """The same reply with its links turned into `/~host/…`; its validators no longer hold."""
    name = host.encode()
    headers = {
        key: value.replace("http://", "/~") if key == "Location" else value
        for key, value in reply.headers.items()
    }
    if headers.get("Location", "").startswith("/") and not headers["Location"].startswith("/~"):
        headers["Location"] = f"/~{host}{headers['Location']}"
    body = reply.body
    if reply.content_type.startswith("text/html"):
        body = _ROOTED.sub(rb"\1=\2/~" + name + rb"/", body)
        body = _ABSOLUTE.sub(rb"\1=\2/~\3", body)
    return replace(reply, body=body, headers=headers, etag="", modified=None)


def front_page(world: World, port: int) -> Reply:
    """The index of the world's sites, by tier."""
    tiers: dict[int, list[str]] = defaultdict(list)
    for site in world.sites.values():
        publisher = world.publisher(site.host)
        tier = publisher.tier if publisher else 4
        count = len(world.listed(site))
        tiers[tier].append(
            f'<li><a href="/~{site.host}/">{escape(site.name)}</a> '
            f"<code>{site.host}</code> · {count} 頁</li>"
        )
    groups = "".join(
        f"<h2>第 {tier} 級來源</h2><ul>{''.join(rows)}</ul>" for tier, rows in sorted(tiers.items())
    )
    html = (
        '<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8">'
        "<title>Rostra 範例世界</title></head>"
        "<body style='font-family:sans-serif;max-width:760px;margin:2em auto'>"
        "<h1>澄嶼：Rostra 的範例世界</h1>"
        f"<p>這裡的今天是 {SAMPLE_TODAY.isoformat()}。連接埠 {port}。</p>"
        f"<form action='/~{SEARCH_HOST}/search'><input name='q' placeholder='擁擠費'>"
        f"<button>搜尋</button></form>{groups}<footer>{FICTION}</footer></body></html>"
    )
    return Reply(200, html.encode())
