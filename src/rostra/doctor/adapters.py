"""What `rostra doctor` says of foreign tools: everything that can be known without starting one."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Literal, TypeAlias

from rostra.installed import install_line
from rostra.settings import McpServer, RestService, Settings
from rostra.words import Message, message

Trouble: TypeAlias = tuple[Message | str, Message]


def check_adapters(
    settings: Settings,
) -> tuple[Literal["ok", "fail", "off"], Message | str, Message | None]:
    """Look for programs, files, variables and packages that the settings name."""
    wrong = [*_servers(settings), *_services(settings), *_plugins(settings)]
    if wrong:
        found, fix = wrong[0]
        if len(wrong) > 1:
            found = message("doctor.more", found=found, more=len(wrong) - 1)
        return "fail", found, fix
    names = [one.prefix for one in settings.mcp] + [one.prefix for one in settings.rest]
    names += [name for name, level in settings.plugins.items() if level != "off"]
    if not names:
        return "off", message("doctor.no_adapters"), None
    return "ok", message("doctor.adapters", names=names), None


def _servers(settings: Settings) -> Iterator[Trouble]:
    if settings.mcp and find_spec("mcp") is None:
        yield message("doctor.no_mcp_client"), message("doctor.install", line=install_line("mcp"))
    for server in settings.mcp:
        yield from _server(server)


def _server(server: McpServer) -> Iterator[Trouble]:
    given = server.usual_env.get("PATH")
    path = given.reveal() if given else None
    if server.command and shutil.which(server.command[0], path=path) is None:
        found = message("doctor.no_program", prefix=server.prefix, program=server.command[0])
        yield found, message("doctor.install_it")
    handed = (server.token_env, *server.header_env.values())
    missing = [one.variable for one in handed if one.variable and not one.value]
    missing += [name for name, value in server.pass_env.items() if not value]
    if missing:
        found = message("doctor.unset_variable", prefix=server.prefix, names=missing)
        yield found, message("doctor.set_variable")


def _services(settings: Settings) -> Iterator[Trouble]:
    for service in settings.rest:
        yield from _service(service)


def _service(service: RestService) -> Iterator[Trouble]:
    from rostra.errors import SetupError
    from rostra.tools.adapters.openapi import read_operations

    try:
        known = read_operations(service.openapi)
        unknown = [one.operation for one in service.operations.values()]
        unknown = [name for name in unknown if name not in known]
        if unknown:
            found = message("doctor.no_operation", file=str(service.openapi), name=unknown[0])
            yield found, message("doctor.mend")
    except SetupError as error:
        yield error.message, message("doctor.mend_openapi")
    if not service.address():
        yield message("doctor.no_address", prefix=service.prefix), message("doctor.set_address")
    if service.auth is not None and not service.auth.env.value:
        variable = service.auth.env.variable
        found = message("doctor.unset_variable", prefix=service.prefix, names=variable)
        yield found, message("doctor.set_variable")


def _plugins(settings: Settings) -> Iterator[Trouble]:
    from importlib.metadata import entry_points

    from rostra.tools.adapters.plugins import GROUP

    installed = {one.name for one in entry_points(group=GROUP)}
    for name in settings.plugins_on():
        if name not in installed:
            yield message("doctor.no_plugin", name=name), message("doctor.mend_plugin")
