"""Every page of the desk as a picture: light and dark, Chinese and English, wide and narrow.

The pages with the most words are taken in simplified Chinese, too.

A desk of the sample world is served and worked on first, so that no page is empty but those that
show how an empty one looks. The pictures go to build/screenshots, which is not kept.
"""

import asyncio
import json
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from playwright.async_api import Browser, async_playwright

from rostra.pages.chromium import find_browser

FOLDER = Path(__file__).resolve().parent.parent / "build" / "screenshots"
MOTION = "舊港區擁擠費應於2027年3月1日由試辦轉為正式實施"
QUESTION = "舊港區擁擠費試辦四個月以來的成效與爭議是什麼？"
WIDTHS = {1440: 900, 390: 844}
SIMPLIFIED_QUESTION = "旧港区拥挤费试办四个月的效果如何？"
Schemes = tuple[Literal["light", "dark"], ...]
LANGUAGES = ("zh-Hant", "en")
SCHEMES: Schemes = ("light", "dark")
ALSO_SIMPLIFIED = (
    "home",
    "run-debate",
    "run-waiting",
    "run-simplified",
    "report-simplified",
    "evidence",
    "collect",
    "memory",
    "settings",
)
_PATIENCE = 600


def ask(address: str, path: str, order: dict[str, Any] | None = None) -> Any:
    data = json.dumps(order).encode() if order else None
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address + path, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


async def ended(address: str, run: str, *statuses: str) -> None:
    wanted = statuses or ("done", "not_passed", "stopped", "failed")
    for _ in range(_PATIENCE):
        if ask(address, f"api/runs/{run}")["run"]["status"] in wanted:
            return
        await asyncio.sleep(1)
    raise SystemExit(f"Run {run} did not come to an end.")


async def prepare(address: str) -> dict[str, str]:
    """Runs of every kind, one of which waits for a person; the paths of all pages, by name."""
    ids = {}
    for name, order in {
        "debate": {"kind": "debate", "question": MOTION},
        "research": {"kind": "research", "question": QUESTION},
        "simplified": {"kind": "research", "question": SIMPLIFIED_QUESTION},
        "collect": {"kind": "collect"},
    }.items():
        ids[name] = ask(address, "api/runs", {**order, "sample": True})["run"]["id"]
    ask(address, "api/sites", {"url": "https://www.example.org/", "name": "示範站", "every": "6h"})
    for run in ids.values():
        await ended(address, run)
    human = {"kind": "debate", "question": MOTION, "sample": True, "chair": "human"}
    ids["waiting"] = ask(address, "api/runs", human)["run"]["id"]
    await ended(address, ids["waiting"], "waiting")
    report = ask(address, f"api/runs/{ids['debate']}/export?format=json")
    row = report["report"]["sources"][0]
    claim = next(one["claim"] for one in report["report"]["claims"] if one["claim"])
    said = quote(report["report"]["claims"][0]["said"]["text"])
    return {
        "home": "",
        "inbox": "inbox",
        "run-debate": f"runs/{ids['debate']}",
        "run-waiting": f"runs/{ids['waiting']}",
        "run-research": f"runs/{ids['research']}",
        "run-simplified": f"runs/{ids['simplified']}",
        "graph": f"runs/{ids['debate']}/graph",
        "timeline": f"runs/{ids['debate']}/timeline",
        "report-debate": f"runs/{ids['debate']}/report",
        "report-research": f"runs/{ids['research']}/report",
        "report-simplified": f"runs/{ids['simplified']}/report",
        "report-digest": f"runs/{ids['collect']}/report",
        "evidence": f"evidence/{row['evidence']}?said={said}",
        "collect": "collect?sample=true",
        "memory": "memory?q=%E6%93%81%E6%93%A0%E8%B2%BB",
        "artifact": f"memory/{claim}",
        "sources": "sources?q=https://www.cna.com.tw/",
        "metrics": "metrics",
        "settings": "settings",
        "trouble": "runs/nothing",
    }


async def take(
    browser: Browser,
    address: str,
    paths: dict[str, str],
    languages: tuple[str, ...] = LANGUAGES,
    schemes: Schemes = SCHEMES,
) -> None:
    for width, height in WIDTHS.items():
        for scheme in schemes:
            for language in languages:
                context = await browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                page = await context.new_page()
                for name, path in paths.items():
                    seam = "&" if "?" in path else "?"
                    await page.goto(f"{address}{path}{seam}lang={language}")
                    await page.wait_for_timeout(2_500 if name == "settings" else 500)
                    file = FOLDER / f"{name}-{language}-{scheme}-{width}.png"
                    await page.screenshot(path=file, full_page=name != "sources")
                await context.close()


async def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rostra", "serve", "--port", "0", "--data", data,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            address = (await process.stdout.readline()).decode().strip()
            async with async_playwright() as tools:
                program = str(find_browser())
                browser = await tools.chromium.launch(
                    executable_path=program, args=["--no-sandbox"]
                )
                await take(browser, address, {"first-visit": ""})
                paths = await prepare(address)
                simplified = {name: paths[name] for name in ALSO_SIMPLIFIED}
                await take(browser, address, simplified, ("zh-Hans",), ("light",))
                await take(browser, address, paths)
                await browser.close()
        finally:
            process.terminate()
            await process.wait()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")
    return 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
