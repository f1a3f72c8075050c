"""What `rostra doctor` says of foreign tools: everything that can be known without starting one."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Literal

from rostra.settings import McpServer, RestService, Settings


def check_adapters(settings: Settings) -> tuple[Literal["ok", "fail", "off"], str, str]:
    """Look for programs, files, variables and packages that the settings name."""
    wrong = [*_servers(settings), *_services(settings), *_plugins(settings)]
    if wrong:
        found, fix = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        return "fail", f"{found}{more}", fix
    names = [one.prefix for one in settings.mcp] + [one.prefix for one in settings.rest]
    names += settings.plugins
    if not names:
        return "off", "no servers, services or plugins of your own are set", ""
    return "ok", f"{', '.join(names)}: set; `rostra tools list` shows what they offer", ""


def _servers(settings: Settings) -> Iterator[tuple[str, str]]:
    if settings.mcp and find_spec("mcp") is None:
        yield "the MCP client is not installed", "Install rostra[mcp]."
    for server in settings.mcp:
        yield from _server(server)


def _server(server: McpServer) -> Iterator[tuple[str, str]]:
    given = server.usual_env.get("PATH")
    path = given.reveal() if given else None
    if server.command and shutil.which(server.command[0], path=path) is None:
        yield f"{server.prefix}: there is no program {server.command[0]}", "Install it."
    handed = (server.token_env, *server.header_env.values())
    missing = [one.variable for one in handed if one.variable and not one.value]
    missing += [name for name, value in server.pass_env.items() if not value]
    if missing:
        yield f"{server.prefix}: {', '.join(missing)} is not set", "Set it in the environment."


def _services(settings: Settings) -> Iterator[tuple[str, str]]:
    for service in settings.rest:
        yield from _service(service)


def _service(service: RestService) -> Iterator[tuple[str, str]]:
    from rostra.errors import SetupError
    from rostra.tools.adapters.openapi import read_operations

    try:
        known = read_operations(service.openapi)
        unknown = [one.operation for one in service.operations.values()]
        unknown = [name for name in unknown if name not in known]
        if unknown:
            yield f"{service.openapi} has no operation {unknown[0]}", "Correct the settings."
    except SetupError as error:
        yield str(error), "Correct the file, or the setting openapi."
    if not service.address():
        yield f"{service.prefix} has no address", "Set base_url, or the variable it stands in."
    if service.auth is not None and not service.auth.env.value:
        variable = service.auth.env.variable
        yield f"{service.prefix}: {variable} is not set", "Set it in the environment."


def _plugins(settings: Settings) -> Iterator[tuple[str, str]]:
    if not settings.plugins:
        return
    from importlib.metadata import entry_points

    from rostra.tools.adapters.plugins import GROUP

    installed = {one.name for one in entry_points(group=GROUP)}
    for name in settings.plugins:
        if name not in installed:
            yield f"no installed package brings the plugin {name}", "Install it, or take it out."
