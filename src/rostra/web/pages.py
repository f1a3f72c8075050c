"""The pages: what a person sees of the API. Everything they change goes through it."""

import hashlib
from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qs, quote

import jinja2
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rostra.assembly import published_by
from rostra.desks.collect.records import Digest
from rostra.errors import RostraError
from rostra.records import Run
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.report.wording import dollars
from rostra.text.script import language_of as tongue_of
from rostra.web.access import COOKIE, SESSION_SECONDS, Keys, Throttle, client_of
from rostra.web.answers import Refused
from rostra.web.desk import LANGUAGE_COOKIE, WebDesk, reader_language
from rostra.words import Language, Phrases, has, languages, message, moment, offset, say, tell

routes = APIRouter(include_in_schema=False)


@cache
def _templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("rostra.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["is_web"] = lambda url: str(url).startswith(("http://", "https://"))
    # Any name at all as one part of a path, a slash or half a character in it included.
    made.filters["path_part"] = lambda name: quote(str(name), safe="", errors="replace")
    made.filters["dollars"] = dollars
    made.globals["tool_name"] = _tool_name
    made.filters["say"] = say
    return made


# One sheet and one script reach the browser; they are written in parts that fit a sitting. A report
# looks the same on a page and as a file: its sheet comes first, ours add to it.
_JOINED: Mapping[str, tuple[str, ...]] = {
    "rostra.css": (
        "tokens.css",
        "shell.css",
        "parts.css",
        "run.css",
        "reading.css",
        "figures.css",
        "library.css",
    ),
    "rostra.js": ("forms.js", "log.js", "board.js", "citations.js", "library.js", "check.js"),
    "gradio.css": ("tokens.css", "run.css", "gradio.css"),
    "gradio.js": ("forms.js", "log.js", "gradio.js"),
    "figures.js": ("svg.js", "graph.js", "timeline.js", "charts.js"),
}
_ASSETS: Mapping[str, str] = {
    "rostra.css": "text/css",
    "rostra.js": "text/javascript",
    "gradio.css": "text/css",
    "gradio.js": "text/javascript",
    "figures.js": "text/javascript",
    "mark.svg": "image/svg+xml",
    "icons.svg": "image/svg+xml",
}

# What the pages lead to, each with the icon and the word it is known by.
NAV: tuple[tuple[str, str], ...] = (
    ("home", "/"),
    ("inbox", "/inbox"),
    ("library", "/library"),
    ("check", "/check"),
    ("collect", "/collect"),
    ("memory", "/memory"),
    ("sources", "/sources"),
    ("metrics", "/metrics"),
    ("settings", "/settings"),
)
# The pages of one run: the word, and where it is below `/runs/{id}`.
RUN_TABS: tuple[tuple[str, str], ...] = (
    ("live", ""),
    ("report", "/report"),
    ("graph", "/graph"),
    ("timeline", "/timeline"),
)


def run_tabs(run: Run) -> list[tuple[str, str]]:
    return [
        (name, f"/runs/{run.id}{place}")
        for name, place in RUN_TABS
        if name != "graph" or makes_claims(run)
    ]


def makes_claims(run: Run) -> bool:
    """Whether what such a run publishes has claims that could be drawn."""
    return published_by(run.kind) in (DebateDocument, ReportDocument)


@cache
def _asset(name: str) -> tuple[bytes, str]:
    """The bytes, and the tag by which a browser asks whether its copy still holds."""
    folder = resources.files("rostra.web") / "static"
    content = b"\n".join((folder / one).read_bytes() for one in _JOINED.get(name, (name,)))
    if name == "rostra.css":
        content = (resources.files("rostra.report") / "report.css").read_bytes() + b"\n" + content
    return content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def page(request: Request, name: str, status: int = 200, **given: Any) -> Response:
    """Render a template in the reader's language; a language chosen here is remembered."""
    desk: WebDesk | None = getattr(request.app.state, "desk", None)
    wanted = request.query_params.get("lang", "")
    language = reader_language(request)
    zone = desk.house.settings.zone(language) if desk else None
    who = str(request.scope.get("rostra.who", ""))
    html = (
        _templates()
        .get_template(name)
        .render(
            w=Phrases("pages", language),
            language=language,
            languages={one: tell("common.language", one) for one in languages()},
            who="" if who == "local" else who,
            nav=NAV,
            current=_place(request.url.path),
            is_inside=desk is not None and request.url.path != "/login",
            in_tongue=lambda code: request.url.include_query_params(lang=code).query,
            tongue_of=lambda text: tongue_of(str(text), otherwise=language),
            name_of=lambda run: _name_of(run, language),
            when=lambda at: moment(at, zone),
            clock=lambda at: f"{at.astimezone(zone):%H:%M:%S}",
            offset=lambda at: offset(at, zone),
            zone=_zone_name(zone, desk.now()) if desk and zone else "",
            **given,
        )
    )
    answer = HTMLResponse(html.encode("utf-8", "replace"), status)
    if wanted in languages():
        answer.set_cookie(
            LANGUAGE_COOKIE, wanted, max_age=31_536_000, httponly=True, samesite="strict"
        )
    return answer


def _place(path: str) -> str:
    """Which entry of the navigation a path belongs to; a run and its evidence are at home."""
    first = "/" + path.strip("/").partition("/")[0]
    return "/" if first in ("/runs", "/evidence") else first


def _tool_name(name: str, language: Language) -> str:
    """What a tool of ours is called; those of servers and plugins keep the name they have."""
    code = f"tools.name.{name}"
    return tell(code, language) if has(code) else ""


def _name_of(run: Run, language: Language) -> str:
    """What was asked; a collection of the sample world is asked nothing and has its own word."""
    is_sample = published_by(run.kind) is Digest and run.question == "sample"
    return tell("pages.sample_items", language) if is_sample else run.question


def _zone_name(zone: tzinfo, now: datetime) -> str:
    """As a script can look it up: by its name, or by how far it is from UTC where it has none."""
    return str(getattr(zone, "key", "") or f"{now.astimezone(zone):%z}")


def trouble(request: Request, error: RostraError, status: int) -> Response:
    return page(
        request,
        "trouble.html",
        status,
        message=say(error.message, reader_language(request)),
        code=error.code,
    )


@routes.get("/static/{name}")
async def asset(request: Request, name: str) -> Response:
    if name not in _ASSETS:
        raise Refused(message("errors_web.no_such_file"), 404, "unknown")
    content, tag = _asset(name)
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=_ASSETS[name], headers=headers)


@routes.get("/login")
async def login_page(request: Request) -> Response:
    return page(request, "login.html", wrong="")


@routes.post("/login")
async def login(request: Request) -> Response:
    """Take a token for a session. Wrong ones are counted, and soon have to wait."""
    keys: Keys = request.app.state.keys
    throttle: Throttle = request.app.state.throttle
    form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    name = keys.holder(form.get("token", [""])[0].strip())
    if name is None:
        return _not_let_in(request, throttle)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        COOKIE,
        keys.session(name),
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        # Behind a proxy we are spoken to in plain HTTP; the browser says what it speaks itself.
        secure="https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0]),
    )
    return answer


def _not_let_in(request: Request, throttle: Throttle) -> Response:
    try:
        throttle.refuse_wrong(client_of(request))
    except Refused as error:
        wrong = (
            "wrong_token" if error.status == 401 else say(error.message, reader_language(request))
        )
        answer = page(request, "login.html", error.status, wrong=wrong)
        if error.wait:
            answer.headers["Retry-After"] = str(error.wait)
        return answer


@routes.post("/logout")
async def logout() -> Response:
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer
