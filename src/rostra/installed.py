"""How this Rostra was installed, and the one line that adds a part to it.

A hint that cannot be followed is worse than none: a clone has `make extras`, a wheel from a file is
no name that a registry knows, and what is added inside a container is gone with it.
"""

import json
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, Literal

Installation = Literal["clone", "pipx", "uvx", "uv tool", "container", "wheel"]
# Where the image of `Dockerfile` has it, and what it is built with.
_IMAGE: Final = Path("/opt/rostra")
_IN_IMAGE: Final = ("web", "postgres", "redis")


@cache
def installation() -> Installation:
    return how_installed(Path(__file__), Path(sys.prefix))


def how_installed(package: Path, prefix: Path) -> Installation:
    """Told from where the package lies and what its environment belongs to."""
    root = package.resolve().parents[2]
    if (root / "Makefile").is_file() and (root / "pyproject.toml").is_file():
        return "clone"
    parts = [part.lower() for part in prefix.parts]
    if "pipx" in parts and "venvs" in parts:
        return "pipx"
    if "uv" in parts and "tools" in parts:
        return "uv tool"
    if any(part.startswith(("archive-v", "environments-v")) for part in parts):
        return "uvx"
    return "container" if prefix == _IMAGE else "wheel"


def install_line(extra: str, how: Installation | None = None, wanted: str | None = None) -> str:
    """What to type so that this installation has an extra (`web`, or `web,gradio`)."""
    what = wanted_as(extra) if wanted is None else wanted
    whole = ",".join(dict.fromkeys((*_IN_IMAGE, *extra.split(","))))
    return {
        "clone": "make extras",
        "pipx": f"pipx install --force {what}",
        "uv tool": f"uv tool install --force {what}",
        "uvx": f"uvx --from {what} rostra",
        "container": f"docker compose build --build-arg EXTRAS={whole}",
        "wheel": f"{sys.executable} -m pip install {what}",
    }[how or installation()]


def wanted_as(extra: str) -> str:
    """The package with an extra, as an installer takes it: from the file it came from, if any."""
    try:
        told = json.loads(distribution("rostra").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        told = {}
    place = told.get("url", "")
    return f"'rostra[{extra}] @ {place}'" if place else f"'rostra[{extra}]'"
