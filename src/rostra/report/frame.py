"""The frame of every HTML file of ours: safe to open from disk, no script, nothing remote."""

import base64
import hashlib
import re
from html import escape
from importlib import resources

_POLICY = "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"

# Our own markup: what others wrote is escaped before it comes here, and has neither.
_MARK = re.compile(r'<a class="mark" href="#s(\d+)">')
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_ROW = re.compile(r'(<td id="s\d+">)(\d+)</td>')


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


def with_ways_back(body: str) -> str:
    """A report in which the number of a source leads to where it is cited first."""
    cited: set[str] = set()

    def named(found: re.Match[str]) -> str:
        if found[1] in cited:
            return found[0]
        cited.add(found[1])
        return f'<a class="mark" id="c{found[1]}" href="#s{found[1]}">'

    marked = _MARK.sub(named, body)
    return _ROW.sub(
        lambda found: (
            f'{found[1]}<a href="#c{found[2]}">{found[2]}</a></td>'
            if found[2] in cited
            else found[0]
        ),
        marked,
    )


def is_web_address(url: str) -> bool:
    """Whether a link to it is a link: nothing but http(s) is one."""
    return url.startswith(("http://", "https://"))


def bracketed(text: str) -> str:
    """In brackets as wide as what stands in them: Chinese is not put between narrow ones."""
    return f"（{text}）" if _CHINESE.search(text) else f"({text})"


def counted(heading: str, number: int) -> str:
    """A heading and how many stand under it."""
    return f"{heading}（{number}）" if _CHINESE.search(heading) else f"{heading} ({number})"


def dollars(amount: float) -> str:
    """As money is written; only what is less than a cent needs more places."""
    return f"US${amount:,.2f}" if amount == 0 or amount >= 0.01 else f"US${amount:.4f}"
