"""A REST service as tools: the operations an operator lists, and only those that read.

Arguments are held against the file's schemas before anything goes out, answers against them when
they come back. The service's own way to say no (its status, its code, how long to wait) reaches the
agent as it was said; a service that lies about its schema has failed.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

from rostra.errors import OutsideError, SetupError
from rostra.pages import Client, Fetched, Limits, Pace, TookTooLong
from rostra.pages.guard import Place
from rostra.records import JsonValue, Source
from rostra.settings import RestOperation, RestService
from rostra.tools.adapters import failures
from rostra.tools.adapters.openapi import Operation, Parameter, read_operations
from rostra.tools.adapters.places import check_place, join_rows, look_up, put_together
from rostra.tools.adapters.telling import complaint, day_of, readable, without_secrets
from rostra.tools.schema import check_schema, schema_fault
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message

Clock = Callable[[], datetime]

_PORTS = {"http": 80, "https": 443}
_BY_STATUS: Mapping[int, type[OutsideError]] = {
    400: failures.BadInput,
    401: failures.Unauthenticated,
    403: failures.Forbidden,
    404: failures.NotFound,
    408: failures.ServerSilent,
    410: failures.NotFound,
    422: failures.BadInput,
    429: failures.RateLimited,
    504: failures.ServerSilent,
}
_BY_CODE: Mapping[str, type[OutsideError]] = {
    kind.code: kind
    for kind in (
        failures.BadInput,
        failures.NotFound,
        failures.Unauthenticated,
        failures.Forbidden,
        failures.RateLimited,
        failures.UpstreamError,
        failures.ServerSilent,
        failures.NotConfigured,
    )
}
ENVELOPE: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "source": {"type": "string"},
        "source_name": {"type": "string"},
        "as_of": {"type": ["string", "null"]},
        "retrieved_at": {"type": "string"},
        "license": {"type": "string"},
        "record_id": {"type": "string"},
        "data": {},
        "warnings": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["source", "source_name", "as_of", "retrieved_at", "data", "warnings"],
    "additionalProperties": False,
}


class RestAdapter:
    """All tools of one service, and the one client they share."""

    def __init__(
        self,
        service: RestService,
        source: Source,
        clock: Clock,
        hosts: Mapping[str, Place] | None = None,
    ) -> None:
        self.service = service
        self.source = source
        self.clock = clock
        self._hosts = hosts
        self._client: Client | None = None

    def tools(self, world: str = "") -> list[Tool]:
        """One tool for each listed operation; a listing that cannot work is a SetupError."""
        known = read_operations(self.service.openapi)
        return [
            _RestTool(self, name, told, _listed(self.service, name, told, known)).tool(world)
            for name, told in self.service.operations.items()
        ]

    async def fetch(self, request: "_Request") -> Fetched:
        client = self._client or self._open()
        url, headers = self._signed(request)
        try:
            return await client.fetch(
                url, method=request.method, headers=headers, content=request.content
            )
        except TookTooLong as error:
            raise failures.ServerSilent(
                message(
                    "errors_tools.did_not_answer_within",
                    prefix=self.service.prefix,
                    timeout=self.service.timeout,
                )
            ) from error

    def base(self) -> str:
        address = self.service.address().rstrip("/")
        if not address:
            wanted = self.service.base_url_env.variable or "base_url"
            raise failures.NotConfigured(
                message("errors_tools.no_address_set", prefix=self.service.prefix, wanted=wanted)
            )
        return address

    def _open(self) -> Client:
        service, parts = self.service, urlsplit(self.base())
        port = parts.port or _PORTS.get(parts.scheme, 443)
        self._client = Client(
            # The address is the operator's own, so it may be one of the intranet.
            allow=[f"{parts.scheme}://{parts.hostname}:{port}"],
            hosts=self._hosts,
            limits=Limits(
                deadline=service.timeout,
                read=service.timeout,
                wire_bytes=8 << 20,
                decoded_bytes=16 << 20,
                tries=1 + service.retries,
            ),
            pace=Pace(interval=1 / service.rps),
        )
        return self._client

    def _signed(self, request: "_Request") -> tuple[str, dict[str, str]]:
        """The address and headers with the secret in them; it is in nothing that is kept."""
        headers = {"accept": "application/json", **request.headers}
        auth = self.service.auth
        if auth is None:
            return request.url, headers
        secret = auth.env.value.reveal()
        if not secret:
            raise failures.NotConfigured(
                message(
                    "errors_tools.needs_set_environment",
                    prefix=self.service.prefix,
                    variable=auth.env.variable,
                )
            )
        if auth.type == "query":
            joined = "&" if "?" in request.url else "?"
            return f"{request.url}{joined}{urlencode({auth.name: secret})}", headers
        if auth.type == "header":
            return request.url, {**headers, auth.name: secret}
        return request.url, {**headers, "authorization": f"Bearer {secret}"}

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None


def _listed(
    service: RestService, name: str, told: RestOperation, known: Mapping[str, Operation]
) -> Operation:
    operation = known.get(told.operation)
    where = f"rest.operations.{name}"
    if operation is None:
        some = ", ".join(sorted(known)[:12]) or "none"
        raise SetupError(
            message(
                "errors_tools.no_operation",
                where=where,
                openapi=str(service.openapi),
                operation=repr(told.operation),
                some=some,
            )
        )
    if operation.method != "GET" and not (operation.method == "POST" and told.read_only):
        raise SetupError(
            message(
                "errors_tools.may_change_something_so",
                where=where,
                method=operation.method,
                path=operation.path,
            )
        )
    return operation


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes = b""


class _RestTool:
    def __init__(
        self, adapter: RestAdapter, name: str, told: RestOperation, operation: Operation
    ) -> None:
        self._adapter = adapter
        self._told = told
        self._operation = operation
        self._service = adapter.service
        self._name = f"{adapter.service.prefix}.{name}"
        self._arguments = self._named_parameters()
        self._answer: Mapping[str, JsonValue] = {
            **operation.answer,
            "$defs": operation.definitions,
        }
        check_schema(self._name, self._answer)
        self._check_places()

    def _check_places(self) -> None:
        for place in self._told.result:
            if place.split(".")[0] not in ("as_of", "data", "license", "record_id"):
                raise SetupError(
                    message(
                        "errors_tools.result_no_place_use",
                        name=self._name,
                        place=repr(place),
                        place_2=place,
                    )
                )
        paging = self._told.paging
        for at in (*self._told.result.values(), *((paging.items, paging.next) if paging else ())):
            check_place(at)

    def tool(self, world: str) -> Tool:
        service = self._service
        ttl = service.ttl if self._told.ttl is None else self._told.ttl
        return Tool(
            name=self._name,
            description=self._operation.description,
            level=service.level,
            ttl=timedelta(seconds=ttl),
            input_schema=self._input_schema(),
            invoke=self.invoke,
            output_schema=ENVELOPE,
            requires_approval=service.requires_approval,
            # Waiting for a turn at the service's pace counts too; each request has its own limit.
            timeout=service.timeout * (self._told.paging.pages if self._told.paging else 1) + 5,
            attempts=1,  # the client has tried again already
            world=world,
        )

    def _named_parameters(self) -> dict[str, Parameter]:
        """Every parameter by the argument that fills it; pages are turned by us, not by agents."""
        turned = self._told.paging.parameter if self._told.paging else ""
        own = {one.name: one for one in self._operation.parameters if one.name != turned}
        named = dict(own)
        for argument, wanted in self._told.map.items():
            place, _, name = wanted.rpartition(".")
            parameter = own.get(name)
            if parameter is None or place not in ("", parameter.place):
                raise SetupError(
                    message("errors_tools.no_parameter_map", name=self._name, wanted=repr(wanted))
                )
            named.pop(name, None)
            named[argument] = parameter
        return named

    def _input_schema(self) -> Mapping[str, JsonValue]:
        properties: dict[str, JsonValue] = {n: p.schema for n, p in self._arguments.items()}
        required: list[JsonValue] = [n for n, p in self._arguments.items() if p.is_required]
        if self._operation.body is not None and self._operation.method == "POST":
            properties["body"] = self._operation.body
            required.append("body")
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
            "$defs": self._operation.definitions,
        }

    async def invoke(self, args: Mapping[str, JsonValue]) -> ToolOutput:
        request = self._request(args)
        first = await self._ask(request)
        bodies, contents = [first[0]], [first[1]]
        while (more := self._next(request, bodies)) is not None:
            body, content = await self._ask(more)
            bodies.append(body)
            contents.append(content)
        paging = self._told.paging
        body = join_rows(bodies, paging.items) if paging else bodies[0]
        return self._output(request, body, b"\n".join(contents))

    def _request(self, args: Mapping[str, JsonValue]) -> _Request:
        path, query, headers = self._operation.path, [], {}
        for name, parameter in self._arguments.items():
            if (value := args.get(name)) is None:
                continue
            if parameter.place == "path":
                path = path.replace(f"{{{parameter.name}}}", _segment(name, value))
            elif parameter.place == "query":
                query += _pairs(parameter, value)
            else:
                headers[parameter.name] = _header(name, value)
        url = self._adapter.base() + path + (f"?{urlencode(query)}" if query else "")
        if self._operation.method == "GET":
            return _Request("GET", url, headers)
        content = json.dumps(args.get("body"), ensure_ascii=False).encode()
        return _Request("POST", url, {**headers, "content-type": "application/json"}, content)

    async def _ask(self, request: _Request) -> tuple[JsonValue, bytes]:
        reply = await self._adapter.fetch(request)
        reply = replace(reply, body=without_secrets(reply.body, self._service.secrets()))
        body = _json_of(reply)
        if reply.status >= 400 or _is_complaint(body):
            raise self._failure(reply, body)
        if reply.status != 200 or body is _NO_JSON:
            raise failures.BrokenPromise(
                message(
                    "errors_tools.answered_status_no_json", name=self._name, status=reply.status
                )
            )
        if fault := schema_fault(self._answer, body):
            raise failures.BrokenPromise(
                message("errors_tools.answered_shape_openapi_file", name=self._name, fault=fault)
            )
        return body, reply.body

    def _failure(self, reply: Fetched, body: Any) -> OutsideError:
        told = body.get("error", body) if isinstance(body, Mapping) else {}
        told = told if isinstance(told, Mapping) else {"message": told}
        kind = _BY_CODE.get(str(told.get("code")))
        kind = kind or _BY_STATUS.get(reply.status, failures.UpstreamError)
        words = told.get("message") or told.get("detail") or told.get("title") or ""
        why = complaint(str(words), self._service.secrets())
        said = why or message("errors_tools.service_answered", status=reply.status)
        if kind is failures.RateLimited:
            wait = _seconds(told.get("retry_after_s", reply.headers.get("retry-after")))
            told = message("errors_tools.too_many", name=self._name, why=said, wait=wait)
            return failures.RateLimited(told, False, wait)
        return kind(message("errors_tools.of_tool", tool=self._name, why=said))

    def _next(self, request: _Request, bodies: list[JsonValue]) -> _Request | None:
        """The request for the next page, or None: at the end, at the limit, or without pages."""
        paging = self._told.paging
        if paging is None or len(bodies) >= paging.pages:
            return None
        if not paging.next:
            rows = look_up(bodies[-1], paging.items)
            return self._turned(request, str(len(bodies) + 1)) if rows else None
        mark = look_up(bodies[-1], paging.next)
        if mark in (None, "", False):
            return None
        if paging.parameter:
            return self._turned(request, str(mark))
        url = urljoin(request.url, str(mark))
        if _origin(url) != _origin(request.url):
            raise failures.BrokenPromise(
                message("errors_tools.next_page_another_server", name=self._name)
            )
        return _Request(request.method, url, request.headers, request.content)

    def _turned(self, request: _Request, mark: str) -> _Request:
        parameter = self._told.paging.parameter if self._told.paging else ""
        joined = "&" if "?" in request.url else "?"
        url = f"{request.url}{joined}{urlencode({parameter or 'page': mark})}"
        return _Request(request.method, url, request.headers, request.content)

    def _output(self, request: _Request, body: JsonValue, raw: bytes) -> ToolOutput:
        data = self._enveloped(body)
        published = day_of(data, self._name)
        if data["data"] is None:
            warnings = data["warnings"]
            said = [str(one) for one in warnings] if isinstance(warnings, list) else []
            raise failures.NotFound(
                message("adapters.no_data", name=self._name, said="; ".join(said))
            )
        told = {key: value for key, value in data.items() if key not in _NOT_READ and value}
        text = readable(told)
        document = Document(
            url=request.url,
            title=f"{self._adapter.source.name} {self._name}",
            raw=raw,
            media_type="application/json",
            text=text,
            source=self._adapter.source,
            published=published,
        )
        return ToolOutput(text, data, (document,))

    def _enveloped(self, body: JsonValue) -> dict[str, JsonValue]:
        """The common form of all internal data; mapped, taken over, or put around what came."""
        made: dict[str, JsonValue] = {
            "source": self._service.prefix,
            "source_name": self._adapter.source.name,
            "as_of": None,
            "retrieved_at": self._adapter.clock().isoformat(),
            "data": body,
            "warnings": [],
        }
        if self._told.result:
            found = {place: look_up(body, at) for place, at in self._told.result.items()}
            missing = [place for place, value in found.items() if value is None]
            if "as_of" in missing:
                raise failures.BrokenPromise(
                    message("errors_tools.answer_does_not_say", name=self._name)
                )
            made |= {"data": {}, **put_together(found)}
            if missing:
                made["warnings"] = [f"missing: {place}" for place in missing]
        elif isinstance(body, Mapping) and {"as_of", "data"} <= body.keys():
            kept = ("as_of", "data", "license", "record_id", "warnings")
            made |= {name: body[name] for name in kept if body.get(name) is not None}
            made["data"] = body["data"]
        return made


_NOT_READ = frozenset({"source", "retrieved_at", "license", "record_id"})
_NO_JSON: Any = object()


def _json_of(reply: Fetched) -> Any:
    """What the body says; NaN and its like are no JSON, however many servers write them."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        return json.loads(reply.body, parse_constant=refuse)
    except (ValueError, RecursionError):
        return _NO_JSON


def _is_complaint(body: Any) -> bool:
    """An error with status 200: one of the contract's codes, and no data."""
    if not isinstance(body, Mapping) or body.get("data") is not None:
        return False
    told = body.get("error", body)
    return isinstance(told, Mapping) and str(told.get("code")) in _BY_CODE


def _segment(name: str, value: JsonValue) -> str:
    text = _word(value)
    if text in ("", ".", ".."):
        raise failures.BadInput(
            message("errors_tools.cannot_stand_address", name=name, text=repr(text))
        )
    return quote(text, safe="")


def _pairs(parameter: Parameter, value: JsonValue) -> list[tuple[str, str]]:
    if isinstance(value, list):
        words = [_word(one) for one in value]
        if parameter.is_exploded:
            return [(parameter.name, word) for word in words]
        return [(parameter.name, ",".join(words))]
    return [(parameter.name, _word(value))]


def _header(name: str, value: JsonValue) -> str:
    text = _word(value)
    if not text.isprintable() or not text.isascii():
        raise failures.BadInput(message("errors_tools.header_holds_plain_letters", name=name))
    return text


def _word(value: JsonValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _seconds(value: Any) -> float | None:
    try:
        return max(0.0, float(value))
    except (TypeError, ValueError):
        return None


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
