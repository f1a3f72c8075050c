"""A thin Gradio page over the same orders and the same event stream.

Its handlers order runs and list them; nothing is worked on in them. The log is read by the browser
straight from the event stream, so every event arrives, and a page that is loaded again has it all.
"""

import html
import json
from typing import Any

import gradio as gr
from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rostra.assembly import House, desk_of, leave_to_worker
from rostra.desks.debate.order import DebateOrder
from rostra.errors import RostraError
from rostra.records import Run
from rostra.records.orders import Order, OrderField
from rostra.web.app import create_app
from rostra.web.desk import WebDesk
from rostra.web.ordering import LEFT_OPEN, name_of, page_orders
from rostra.words import Phrases, say, tell

PLACE = "/gradio"
FIRST = DebateOrder.kind
_KINDS = ("governance", "agent", "chairman", "system")
_LISTED = 30
# Gradio builds its page with scripts of its own; what it may reach is still this host alone.
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; form-action 'self'; "
    "base-uri 'self'; frame-ancestors 'none'"
)
_SYSTEM_FONTS = ["system-ui", "Noto Sans TC", "PingFang TC", "Microsoft JhengHei", "sans-serif"]


def create_gradio_app(house: House, *, bind: str = "127.0.0.1") -> ASGIApp:
    """The desk's application with the Gradio page beside its own, behind the same gate."""
    app = create_app(house, bind=bind)
    gr.mount_gradio_app(
        app,
        _page(app, house),
        PLACE,
        footer_links=[],
        run_history=False,
        ssr_mode=False,
        pwa=False,
        show_error=True,
        enable_monitoring=False,
        theme=_theme(),
        head='<link rel="stylesheet" href="/static/gradio.css">'
        '<script src="/static/gradio.js" defer></script>',
    )
    return _OwnPolicy(app)


def _theme() -> gr.themes.Base:
    """Fonts of this machine, and a button whose words can be read by weak eyes."""
    theme = gr.themes.Base(font=_SYSTEM_FONTS, font_mono=["ui-monospace", "monospace"])
    return theme.set(
        button_primary_background_fill="*primary_700",
        button_primary_background_fill_hover="*primary_800",
    )


def _page(app: FastAPI, house: House) -> gr.Blocks:
    w = Phrases("pages", house.settings.ui_language)

    def desk() -> WebDesk:
        found: WebDesk = app.state.desk
        return found

    kinds = page_orders()
    names = list(dict.fromkeys(one.name for order in kinds for one in order.fields("page")))

    async def order(kind: str, *given: Any) -> Any:
        try:
            ordered = _ordered(desk_of(kind).order, dict(zip(names, given, strict=True)))
            run = await leave_to_worker(desk().house, desk().remote, ordered)
        except RostraError as error:
            told = html.escape(say(error.message, house.settings.ui_language))
            return gr.skip(), f'<p class="refused" role="alert">{told}</p>'
        return await listed(run.id), ""

    def shown(kind: str) -> Any:
        fitting = {one.name for one in desk_of(kind).order.fields("page")}
        return [gr.update(visible=name in fitting) for name in names]

    async def listed(chosen: str = "") -> Any:
        runs = await desk().store.list_runs(limit=_LISTED)
        return gr.update(choices=[(_named(run, w), run.id) for run in runs], value=chosen or None)

    async def opened(request: gr.Request) -> Any:
        return await listed(str(request.query_params.get("run", ""))[:100])

    # Where analytics are off the library tells nobody anything, and looks for no newer version.
    page = gr.Blocks(analytics_enabled=False, title="Rostra", fill_width=True)
    with page:
        with gr.Row():
            with gr.Column(scale=1, min_width=320):
                gr.Markdown(f"## {w['new_run']}")
                kind = gr.Radio(
                    [(w.get(one.kind, one.kind), one.kind) for one in kinds],
                    value=FIRST,
                    label=w["kind"],
                )
                fields = {one.name: (each, one) for each in kinds for one in each.fields("page")}
                controls = [_control(*fields[name], house, w) for name in names]
                start = gr.Button(w["start"], variant="primary")
                refused = gr.HTML()
                chosen = gr.Dropdown([], label=w["history"], elem_id="rostra-run")
            with gr.Column(scale=3):
                gr.HTML(_log(house), elem_id="rostra-live")
        quick: dict[str, Any] = {
            "queue": False,
            "show_progress": "hidden",
            "api_visibility": "private",
        }
        start.click(order, [kind, *controls], [chosen, refused], **quick)
        kind.change(shown, kind, controls, **quick)
        chosen.change(None, chosen, None, js="(run) => { window.rostraFollow(run); }")
        page.load(opened, None, chosen, **quick)
    return page


def _choice(field: str, choice: str, w: Any) -> str:
    return w.get(f"{field}_{choice}") or name_of(field, choice, w.language)


def _control(order: type[Order], one: OrderField, house: House, w: Any) -> Any:
    """What a field is set with; those of other kinds than the first come when theirs is chosen."""
    told = w.get(one.name) or order.help(one.name, house.settings.ui_language)
    visible = one.name in {field.name for field in desk_of(FIRST).order.fields("page")}
    named: dict[str, Any] = {"label": told, "visible": visible}
    hint, default = one.hint, one.default_at("page")
    if one.name == "sample":
        default = True  # what can be tried at once
    if hint.choices is not None:
        choices = [(_choice(one.name, choice, w), choice) for choice in hint.choices()]
        if one.is_optional:
            choices.insert(0, (tell(LEFT_OPEN[one.name], w.language), ""))
        return gr.Dropdown(choices, value="" if default is None else default, **named)
    if one.plain is bool:
        return gr.Checkbox(value=default, **named)
    if one.plain is int and hint.low and hint.high and default is not None:
        return gr.Slider(hint.low, hint.high, value=default, step=1, **named)
    # A number that may be left open is typed as text: an empty box of numbers says 0.
    text = "\n".join(default) if one.is_list else "" if default is None else str(default)
    return gr.Textbox(value=text, lines=2 if one.is_list or one.hint.is_argument else 1, **named)


def _ordered(order: type[Order], given: dict[str, Any]) -> Order:
    """The order of a form: what is not set is as it is at this door; a list has a line each."""
    values: dict[str, Any] = {}
    for one in order.fields("page"):
        value = given[one.name]
        if one.is_list:
            value = [line.strip() for line in str(value or "").splitlines() if line.strip()]
        if value in (None, "", []):
            continue
        values[one.name] = _number(one, value) if one.plain in (int, float) else value
    return order.given(values, "page")


def _number(one: OrderField, typed: Any) -> Any:
    """A number as it was typed; what is none stays text, and the order says so."""
    try:
        return one.plain(typed)
    except ValueError:
        return typed


def _named(run: Run, w: Any) -> str:
    return f"{w.get(run.kind, run.kind)} · {run.question[:80]} · {run.id[:8]}"


def _log(house: House) -> str:
    """The empty log; the script fills it from the stream of whichever run is chosen."""
    language = house.settings.ui_language
    w = Phrases("pages", language)
    names = ("live_on", "live_off", "live_end", "open_report")
    told = {name: w[name] for name in (*_KINDS, *names)} | {"language": language}
    boxes = "".join(
        f'<label class="chip {one}"><input type="checkbox" value="{one}" checked> '
        f"{html.escape(w[one])} <b>0</b></label>"
        for one in _KINDS
    )
    return (
        f'<section id="rostra-log" data-words="{html.escape(json.dumps(told))}">'
        f'<div class="head"><h2>{html.escape(w["live"])}</h2><span class="zone"></span>'
        f'<span class="link"></span>'
        f'<a class="report" hidden></a></div>'
        f'<div class="filters">{boxes}<label class="chip"><input type="checkbox" class="tail" '
        f"checked> {html.escape(w['autoscroll'])}</label></div>"
        f'<ol class="lines" tabindex="0" aria-label="{html.escape(w["live"])}"></ol></section>'
    )


class _OwnPolicy:
    """Gives the pages of Gradio, and no others, a policy they can work under."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_gradio = scope["type"] == "http" and scope["path"].startswith(PLACE)

        async def headed(message: Message) -> None:
            if is_gradio and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Content-Security-Policy"] = _POLICY
            await send(message)

        await self.app(scope, receive, headed)
