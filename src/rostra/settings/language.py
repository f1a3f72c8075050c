"""The language of whoever started the program, known before any setting is read.

Help and complaints must be in it too, so this reads two keys and forgives everything: what is wrong
with a file or a value is said when the settings themselves are loaded.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from rostra.errors import SetupError
from rostra.settings import places
from rostra.words import Language, add_languages, languages

AUTO = "auto"
_LARGEST = 256 * 1024


def reader_language(
    environ: Mapping[str, str] | None = None, folder: Path | None = None
) -> Language:
    """What is set, else what the locale says; languages brought along are taken in on the way."""
    environ = os.environ if environ is None else environ
    take_in_languages(environ, folder)
    known = languages()
    given = (language for language, _ in _given("language", environ, folder))
    wanted = next((one for one in given if one in (AUTO, *known)), AUTO)
    return places.locale_language(environ) if wanted == AUTO else wanted


def take_in_languages(environ: Mapping[str, str], folder: Path | None) -> None:
    """Add the languages of the folder that the setting `words` names, where there is one."""
    for words, base in _given("words", environ, folder):
        try:
            add_languages(base / Path(words).expanduser())
        except (OSError, RuntimeError, ValueError):
            continue  # the settings say what is wrong with it
        return


def _given(key: str, environ: Mapping[str, str], folder: Path | None) -> Iterator[tuple[str, Path]]:
    """Every value the key was given, the strongest first, and where a path in it starts."""
    if named := environ.get(f"ROSTRA_{key.upper()}", "").strip():
        yield named, folder or Path()
    try:
        files = places.config_files(environ, folder or places.working_folder())
    except SetupError:  # no home folder: the settings say so
        return
    for file in files:
        try:
            if not file.is_file():  # nor is a pipe waited for
                continue
            with file.open("rb") as opened:
                text = opened.read(_LARGEST).decode("utf-8-sig")
            said = tomllib.loads(text).get(key)
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(said, str) and said:
            yield said, file.parent
