"""The pages: what a person sees of the API. Everything they change goes through it."""

from datetime import datetime, tzinfo
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qs

import jinja2
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rostra.errors import RostraError
from rostra.settings.fields import LANGUAGES
from rostra.web.access import COOKIE, SESSION_SECONDS, Keys, Throttle, client_of
from rostra.web.answers import Refused
from rostra.web.desk import WebDesk
from rostra.web.words import WORDS, language_of

LANGUAGE_COOKIE = "rostra_language"
_NAMES = {"zh-Hant": "繁體", "zh-Hans": "简体", "en": "English"}

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
    return made


@cache
def _asset(name: str) -> bytes:
    folder = resources.files("rostra.web") / "static"
    if name != "rostra.css":
        return (folder / name).read_bytes()
    # A report looks the same on a page and as a file: its sheet comes first, ours adds to it.
    report = (resources.files("rostra.report") / "report.css").read_bytes()
    return report + b"\n" + (folder / name).read_bytes()


_ASSETS = {"rostra.css": "text/css", "rostra.js": "text/javascript", "mark.svg": "image/svg+xml"}


def page(request: Request, name: str, status: int = 200, **given: Any) -> Response:
    """Render a template in the reader's language; a language chosen here is remembered."""
    desk: WebDesk | None = getattr(request.app.state, "desk", None)
    wanted = request.query_params.get("lang", "")
    chosen = wanted or request.cookies.get(LANGUAGE_COOKIE, "")
    usual = desk.house.settings.ui_language if desk else "en"
    language = language_of(chosen, request.headers.get("accept-language", ""), usual)
    zone = desk.house.settings.zone(language) if desk else None
    who = str(request.scope.get("rostra.who", ""))
    html = (
        _templates()
        .get_template(name)
        .render(
            w=WORDS[language],
            language=language,
            languages=_NAMES,
            who="" if who == "local" else who,
            path=request.url.path,
            when=lambda moment: _when(moment, zone),
            **given,
        )
    )
    answer = HTMLResponse(html.encode("utf-8", "replace"), status)
    if wanted in LANGUAGES:
        answer.set_cookie(
            LANGUAGE_COOKIE, wanted, max_age=31_536_000, httponly=True, samesite="strict"
        )
    return answer


def _when(moment: datetime | None, zone: tzinfo | None) -> str:
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M") if moment else "–"


def trouble(request: Request, error: RostraError, status: int) -> Response:
    return page(request, "trouble.html", status, message=str(error), code=error.code)


@routes.get("/static/{name}")
async def asset(name: str) -> Response:
    if name not in _ASSETS:
        raise Refused("There is no such file.", 404, "unknown")
    headers = {"Cache-Control": "max-age=300"}
    return Response(_asset(name), media_type=_ASSETS[name], headers=headers)


@routes.get("/login")
async def login_page(request: Request) -> Response:
    return page(request, "login.html", wrong="")


@routes.post("/login")
async def login(request: Request) -> Response:
    """Take a token for a session. Wrong ones are counted, and soon not listened to any more."""
    keys: Keys = request.app.state.keys
    throttle: Throttle = request.app.state.throttle
    client = client_of(request)
    try:
        throttle.check(client)
    except Refused as error:
        answer = page(request, "login.html", error.status, wrong=str(error))
        answer.headers["Retry-After"] = str(error.wait)
        return answer
    form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    name = keys.holder(form.get("token", [""])[0].strip())
    if name is None:
        throttle.note_wrong(client)
        return page(request, "login.html", 401, wrong="wrong_token")
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        COOKIE,
        keys.session(name),
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@routes.post("/logout")
async def logout() -> Response:
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer
