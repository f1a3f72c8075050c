"""`rostra settings`: what is set, and where it was set."""

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import message

app = group("settings")


@command(app, "show")
def show(desk: Desk) -> None:
    from rostra.settings import declared, shown

    settings = desk.settings
    origins = {key: settings.origins.get(key, "default") for key in declared()}
    if desk.json:
        desk.give({key: {"value": settings.get(key), "from": origins[key]} for key in origins})
        return
    table = [
        (key, desk.word("origin", origin), shown(settings.get(key)))
        for key, origin in origins.items()
    ]
    tints = ["" if origin == "default" else "green" for origin in origins.values()]
    desk.table(("setting", "from", "value"), table, tints)


@command(app, "path")
def path(desk: Desk) -> None:
    from rostra.settings import searched_files

    files = [(str(file), file.is_file()) for file in searched_files()]
    if desk.json:
        found = [{"path": file, "exists": is_there} for file, is_there in files]
        desk.give({"files": found, "data": desk.settings.data})
        return
    for file, is_there in files:
        desk.say(file if is_there else message("cli.settings.not_there", file=file))
    desk.say(message("cli.settings.data", data=str(desk.settings.data)))
