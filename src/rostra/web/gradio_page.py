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

from rostra.assembly import House
from rostra.assembly.orders import CollectOrder, DebateOrder, Order, ResearchOrder, make_run
from rostra.errors import RostraError, UsageError
from rostra.records import Run
from rostra.web.app import create_app
from rostra.web.desk import WebDesk
from rostra.web.words import WORDS
from rostra.web.words_events import event_words

PLACE = "/gradio"
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
    w = WORDS[house.settings.ui_language]

    def desk() -> WebDesk:
        found: WebDesk = app.state.desk
        return found

    async def order(kind: str, words: str, mode: str, rounds: float, sample: bool) -> Any:
        try:
            run = await make_run(desk().house, _ordered(kind, words, mode, rounds, sample=sample))
            await desk().store.create_run(run)
            await desk().remote.enqueue(run)
        except RostraError as error:
            return gr.skip(), f'<p class="refused" role="alert">{html.escape(str(error))}</p>'
        return await listed(run.id), ""

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
                    [(w[one], one) for one in ("debate", "research", "collect")],
                    value="debate",
                    label=w["kind"],
                )
                words = gr.Textbox(label=f"{w['motion']} / {w['question']}", lines=2)
                mode = gr.Dropdown(
                    [(w[one], one) for one in ("strict", "discovery", "monitor")],
                    value="strict",
                    label=w["mode"],
                )
                rounds = gr.Slider(1, 5, value=2, step=1, label=w["rounds"])
                sample = gr.Checkbox(label=w["sample"], value=True)
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
        start.click(order, [kind, words, mode, rounds, sample], [chosen, refused], **quick)
        chosen.change(None, chosen, None, js="(run) => { window.rostraFollow(run); }")
        page.load(opened, None, chosen, **quick)
    return page


def _ordered(kind: str, words: str, mode: str, rounds: float, *, sample: bool) -> Order:
    if kind == "debate":
        return DebateOrder(question=words, rounds=int(rounds), sample=sample)
    if kind == "collect":
        return CollectOrder(sample=sample)
    if mode not in ("strict", "discovery", "monitor"):
        raise UsageError(f"{mode[:80]!r} is no mode.")
    return ResearchOrder(question=words, mode=mode, sample=sample)  # type: ignore[arg-type]


def _named(run: Run, w: Any) -> str:
    return f"{w[run.kind]} · {run.question[:80]} · {run.id[:8]}"


def _log(house: House) -> str:
    """The empty log; the script fills it from the stream of whichever run is chosen."""
    language = house.settings.ui_language
    w = WORDS[language]
    names = ("live_on", "live_off", "live_end", "open_report")
    told = {name: w[name] for name in (*_KINDS, *names)} | {"events": event_words(language)}
    boxes = "".join(
        f'<label class="chip {one}"><input type="checkbox" value="{one}" checked> '
        f"{html.escape(w[one])} <b>0</b></label>"
        for one in _KINDS
    )
    return (
        f'<section id="rostra-log" data-words="{html.escape(json.dumps(told))}">'
        f'<div class="head"><h2>{html.escape(w["live"])}</h2><span class="link"></span>'
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
