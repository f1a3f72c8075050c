"""The frame of every HTML file of ours: safe to open from disk, no script, nothing remote."""

import base64
import hashlib
from html import escape
from importlib import resources

_POLICY = "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"


def frame(title: str, language: str, main: str) -> str:
    """A whole document around `main`, which is HTML already."""
    style = (resources.files("rostra.report") / "report.css").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language, quote=True)}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(hash=digest)}">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(title)}</title><style>{style}</style></head><body><main>",
            main,
            "</main></body></html>",
        ]
    )


def is_web_address(url: str) -> bool:
    """Whether a link to it is a link: nothing but http(s) is one."""
    return url.startswith(("http://", "https://"))
