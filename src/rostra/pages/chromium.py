"""A Chromium of the system, as one process group that is watched, replaced and never left behind.

The browser is the system's own; none is ever downloaded. It has no way out but the proxy it is
given: no name resolution of its own, no UDP, no loopback. Its sandbox is on unless we are root,
where it does not work. It runs in a home of its own that is thrown away with it.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rostra.errors import MissingExtra, SetupError
from rostra.words import message

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import BrowserContext, Playwright

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
_START_SECONDS = 20.0
_END_SECONDS = 3.0
_LOOK_EVERY = 0.1
_PROC = Path("/proc")
_ARGUMENTS = (
    "--proxy-bypass-list=<-loopback>",
    # The proxy resolves names; the browser itself must not, not even to warm up.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-blink-features=WebTransport,DirectSockets",
    "--blink-settings=imagesEnabled=false",
    "--disable-remote-fonts",
    "--disable-gpu",
    "--disable-3d-apis",
    "--block-new-web-contents",
    "--no-pings",
    "--disable-crash-reporter",
    "--js-flags=--max-old-space-size=384",
)
# What makes a browser handy for testing one's own pages makes it weak against a stranger's.
_UNWANTED = ("--disable-ipc-flooding-protection", "--disable-popup-blocking")


def find_browser(executable: str | Path = "") -> Path:
    """The browser to run: the one named, else the first known one on the path."""
    if find_spec("playwright") is None:
        raise MissingExtra(message("errors_pages.browser_needs_extra_pip"), "browser")
    if executable:
        if not os.access(executable, os.X_OK):
            raise SetupError(
                message("errors_pages.browser_not_cannot_run", executable=str(executable))
            )
        return Path(executable)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise MissingExtra(
            message("errors_pages.no_browser_found"),
            "",
        )
    return Path(found)


class Chromium:
    """One running browser. `page_memory` and `whole_memory` are bytes of one process and of all."""

    def __init__(self, page_memory: int, whole_memory: int) -> None:
        self._page_memory = page_memory
        self._whole_memory = whole_memory
        self._home = Path(tempfile.mkdtemp(prefix="rostra-browser-"))
        self._driver: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self._group = 0
        self._is_killed = False
        self._watcher: asyncio.Task[None] | None = None
        self.pages = 0
        self.users = 0
        self.is_worn = False
        self.memory_kills = 0
        self.on_end: Callable[[], None] = lambda: None

    @property
    def is_alive(self) -> bool:
        return self._browser is not None and self._browser.is_connected()

    @property
    def group(self) -> int:
        """The process group everything of this browser runs in."""
        return self._group

    async def start(self, executable: Path, proxy: str) -> None:
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415 - heavy import

        try:
            async with asyncio.timeout(_START_SECONDS):
                self._driver = await async_playwright().start()
                self._browser = await self._driver.chromium.launch(
                    executable_path=executable,
                    headless=True,
                    args=[f"--proxy-server={proxy}", *_ARGUMENTS],
                    ignore_default_args=list(_UNWANTED),
                    chromium_sandbox=os.geteuid() != 0,
                    env=self._environment(),
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
                self._group = await _process_group(self._browser)
        except (Error, TimeoutError) as error:
            await self.close()
            first = next(iter(str(error).splitlines()), "")
            why = first or message("errors_pages.not_started_in_time")
            raise SetupError(
                message(
                    "errors_pages.browser_could_not_started", executable=str(executable), why=why
                )
            ) from error
        except BaseException:
            await self.close()
            raise
        self._browser.on("disconnected", lambda _: self.on_end())
        self._watcher = asyncio.create_task(self._watch())

    def _environment(self) -> dict[str, str | float | bool]:
        """No more than a browser needs: keys and settings of ours are no business of a page."""
        home = str(self._home)
        return {"PATH": os.defpath, "LANG": "C.UTF-8", "HOME": home, "XDG_RUNTIME_DIR": home}

    async def open_context(self, proxy: str, name: str, secret: str) -> "BrowserContext":
        """A fresh, empty profile of its own that goes out as one visit."""
        assert self._browser is not None
        self.pages += 1
        version = self._browser.version.partition(".")[0]
        return await self._browser.new_context(
            proxy={"server": proxy, "username": name, "password": secret},
            user_agent=_user_agent(version),
            accept_downloads=False,
            service_workers="block",
            permissions=[],
            viewport={"width": 1280, "height": 2400},
            reduced_motion="reduce",
        )

    async def _watch(self) -> None:
        """End what takes more memory than allowed: one process, or everything."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if not self.users:
                continue
            sizes = memory_of_group(self._group)
            large = [pid for pid, size in sizes.items() if size > self._page_memory]
            if large or sum(sizes.values()) > self._whole_memory:
                self.memory_kills += 1
            if sum(sizes.values()) > self._whole_memory:
                self.kill()
            for pid in large:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def kill(self) -> None:
        """End every process of the browser at once."""
        self.is_worn = True
        self._is_killed = True
        if self._group > 1 and self._group != os.getpgrp():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)

    async def close(self) -> None:
        self.is_worn = True
        if self._watcher is not None:
            self._watcher.cancel()
        # The driver may hang on a browser that was killed: each part gets its time and no more.
        if self._browser is not None and not self._is_killed:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._browser.close(), _END_SECONDS)
        self.kill()
        if self._driver is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._driver.stop(), _END_SECONDS)
        self._browser = self._driver = None
        await asyncio.to_thread(_remove, self._home)


async def _process_group(browser: "PlaywrightBrowser") -> int:
    session = await browser.new_browser_cdp_session()
    told = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    own = next(one["id"] for one in told["processInfo"] if one["type"] == "browser")
    return os.getpgid(own)


def _user_agent(version: str) -> str:
    from rostra import __version__  # noqa: PLC0415 - the front door, asked only for its number

    system = (
        "Macintosh; Intel Mac OS X 10_15_7" if sys.platform == "darwin" else "X11; Linux x86_64"
    )
    engine = f"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.0.0 Safari/537.36"
    return f"Mozilla/5.0 ({system}) {engine} Rostra/{__version__}"


def memory_of_group(group: int) -> Mapping[int, int]:
    """Bytes of its own that each process of a group holds; what they share is not counted."""
    return _from_proc(group) if _PROC.is_dir() else _from_ps(group)


def _from_proc(group: int) -> dict[int, int]:
    found: dict[int, int] = {}
    page = os.sysconf("SC_PAGE_SIZE")
    for process in _PROC.iterdir():
        if not process.name.isdigit():
            continue
        try:
            # The name of a process may hold blanks and brackets: count after the last one.
            of = (process / "stat").read_bytes().rpartition(b")")[2].split()[2]
            if int(of) != group:
                continue
            resident, shared = (process / "statm").read_bytes().split()[1:3]
        except (OSError, ValueError, IndexError):
            continue  # it ended while we looked
        found[int(process.name)] = max(0, int(resident) - int(shared)) * page
    return found


def _from_ps(group: int) -> dict[int, int]:
    import subprocess  # noqa: PLC0415 - only where there is no /proc

    told = subprocess.run(
        ["ps", "-axo", "pid=,pgid=,rss="],  # noqa: S607
        capture_output=True,
        text=True,
        timeout=2,
        check=False,
    )
    rows = (line.split() for line in told.stdout.splitlines())
    return {int(pid): int(size) << 10 for pid, of, size in rows if int(of) == group}


def _remove(folder: Path) -> None:
    """A killed process may still be writing its last words."""
    for _ in range(5):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.1)
