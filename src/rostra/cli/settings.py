"""`rostra settings`: what is set, and where it was set."""

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

app = group("settings")


@command(app, "show")
def show(desk: Desk) -> None:
    """Show every setting, its value and where it was given; secrets are not shown."""
    from rostra.settings import declared, shown

    settings = desk.settings
    origins = {key: settings.origins.get(key, "default") for key in declared()}
    if desk.json:
        desk.give({key: {"value": settings.get(key), "from": origins[key]} for key in origins})
        return
    table = [(key, origin, shown(settings.get(key))) for key, origin in origins.items()]
    tints = ["" if origin == "default" else "green" for origin in origins.values()]
    desk.table(("SETTING", "FROM", "VALUE"), table, tints)


@command(app, "path")
def path(desk: Desk) -> None:
    """Show which files are read, the nearest first, and where the data is."""
    from rostra.settings import searched_files

    files = [(str(file), file.is_file()) for file in searched_files()]
    if desk.json:
        found = [{"path": file, "exists": is_there} for file, is_there in files]
        desk.give({"files": found, "data": desk.settings.data})
        return
    for file, is_there in files:
        desk.say(f"{file}{'' if is_there else ' (not there)'}")
    desk.say(f"data: {desk.settings.data}")
