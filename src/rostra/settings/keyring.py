"""The system's keyring, where it has one: Secret Service on Linux, the keychain on macOS.

`rostra.toml` then holds `keyring:NAME` in the place of a key. Both are asked through the programs
that come with them; a key goes to them by standard input, since a command line can be read by
everybody on the machine.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import Final

from rostra.errors import SetupError
from rostra.settings.secret import Secret
from rostra.words import message

MARK: Final = "keyring:"
_SERVICE: Final = "rostra"
_SECONDS: Final = 5.0


def keep(name: str, secret: Secret, environ: Mapping[str, str] | None = None) -> bool:
    """Put a key into the keyring; False where there is none, or it does not give it back."""
    environ = os.environ if environ is None else environ
    value = secret.reveal()
    if _program("secret-tool", environ):
        words = ["store", "--label", f"Rostra {name}", "service", _SERVICE, "key", name]
        _run(["secret-tool", *words], environ, value)
    elif _program("security", environ):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        line = f'add-generic-password -U -s {_SERVICE} -a {name} -w "{quoted}"\n'
        _run(["security", "-i"], environ, line)
    else:
        return False
    return _held(name, environ) == value


def kept(name: str, environ: Mapping[str, str]) -> Secret:
    """A key of the keyring; SetupError when it is not there."""
    if not (value := _held(name, environ)):
        raise SetupError(message("errors_settings.not_in_keyring", name=f"{MARK}{name}"))
    return Secret(value)


def _held(name: str, environ: Mapping[str, str]) -> str:
    if _program("secret-tool", environ):
        words = ["secret-tool", "lookup", "service", _SERVICE, "key", name]
    elif _program("security", environ):
        words = ["security", "find-generic-password", "-s", _SERVICE, "-a", name, "-w"]
    else:
        return ""
    return _run(words, environ).strip("\n")


def _program(name: str, environ: Mapping[str, str]) -> str | None:
    return shutil.which(name, path=environ.get("PATH"))


def _run(words: list[str], environ: Mapping[str, str], said: str = "") -> str:
    """What the program answers; nothing when it fails or waits for somebody."""
    program = _program(words[0], environ) or words[0]
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system, by its own name
            [program, *words[1:]],
            input=said,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env=dict(environ),
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
