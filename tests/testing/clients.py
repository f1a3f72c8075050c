"""Plain ways to talk to a scripted server over HTTP."""

import http.client
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from rostra_testing import ScriptedServer
from tests.waiting import scaled

# The lines of evidence are wide, as evidence is.
# ruff: noqa: E501
EVIDENCE = """請根據以下證據回答問題。每句話後面標註 [E:id]。

問題：遠洲電子2025年第三季營收是多少？

<<<DATA 8f3a
[E:a1b2c3] (1級來源 | official) 遠洲電子公布2025年第三季營收為7,596.9億元，年增39%。毛利率為57.8%。
[E:d4e5f6] (2級來源 | news) 海岳電力2025年第三季營收為604.9億元，季增6.5%。能源局表示，新費率將在明年實施。
[E:0a9b8c] (5級來源 | social) 網友指出，遠洲電子股價在十月突破1,000元。
DATA 8f3a>>>
現在請寫出結論。"""

ENGLISH = """Question: How fast did Harbour Foods grow in 2025?

<documents>
<document id="doc-17">
Harbour Foods reported revenue of 412 million dollars in 2025, up 8.4 percent.
The company opened 31 stores.
</document>
<document id="doc-18">
Analysts at Quay Research expect growth of 5 percent in 2026. Delta Bank was more careful.
</document>
</documents>
"""


def ask(content: str, *, system: str = "", **more: Any) -> dict[str, Any]:
    told = [{"role": "system", "content": system}] if system else []
    return {"model": "scripted", "messages": [*told, {"role": "user", "content": content}], **more}


def with_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


def function(name: str, properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(required or properties),
    }
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def post(
    server: ScriptedServer,
    body: object,
    *,
    path: str = "",
    headers: Mapping[str, str] | None = None,
) -> tuple[int, Any, dict[str, str]]:
    """Status, body (parsed when it is JSON) and headers of one request."""
    url = urlsplit(server.base_url)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=scaled(60))
    try:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        target = path or f"{url.path}/chat/completions"
        connection.request(
            "POST", target, raw, {"Content-Type": "application/json", **(headers or {})}
        )
        answer = connection.getresponse()
        text = answer.read().decode()
        given = {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()
    is_json = given.get("content-type", "").startswith("application/json")
    return answer.status, json.loads(text) if is_json else text, given


def message(server: ScriptedServer, body: object) -> dict[str, Any]:
    status, answer, _ = post(server, body)
    assert status == 200, answer
    said: dict[str, Any] = answer["choices"][0]["message"]
    return said


def say(server: ScriptedServer, body: object) -> str:
    return str(message(server, body)["content"])


def fill(server: ScriptedServer, content: str, schema: Mapping[str, Any], **more: Any) -> Any:
    return json.loads(say(server, ask(content, response_format=with_schema(schema), **more)))


def calls(server: ScriptedServer, body: object) -> list[tuple[str, Any]]:
    made = message(server, body).get("tool_calls") or []
    return [(c["function"]["name"], json.loads(c["function"]["arguments"])) for c in made]
