"""Prompts as files: `words/<language>/prompts/<desk>/<role>_<task>.md`.

A file has two parts with a line of three dashes between them: what the role is, and the task. A
place is `{{name}}`: what is put there is untrusted material and is fenced, always. A place with an
equals sign, `{{=name}}`, takes a short value of our own (a number, a date, a limit) as it is.
Places are filled once, in one pass: what is filled in is never read for places again.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from rostra.errors import SetupError
from rostra.prompts.fence import Fence
from rostra.words import ENGLISH, folder, languages, message, tell

_PLACE = re.compile(r"\{\{(=?)([a-z][a-z0-9_]*)\}\}")
_PARTS = re.compile(r"^---[ \t]*$", flags=re.MULTILINE)
_OWN_VALUE = 400


@dataclass(frozen=True, slots=True)
class Filled:
    """A prompt ready to send; `origin` is the file it came from, with its fingerprint."""

    system: str
    task: str
    origin: str


@dataclass(frozen=True, slots=True)
class Prompt:
    name: str
    language: str
    system: str
    task: str

    @property
    def file(self) -> str:
        return f"{self.language}/{self.name}"

    @property
    def origin(self) -> str:
        """What the ledger keeps, so that an old run stays explainable after a change."""
        return f"{self.file}@{self.fingerprint}"

    @property
    def fingerprint(self) -> str:
        whole = f"{self.system}\n---\n{self.task}".encode()
        return hashlib.sha256(whole).hexdigest()[:16]

    def places(self) -> dict[str, bool]:
        """Every place by name; True where material goes, False where a value of ours does."""
        return {m[2]: not m[1] for m in _PLACE.finditer(self.system + self.task)}

    def fill(self, material: Mapping[str, str], **own: str | float) -> Filled:
        """Put everything in its place; a missing, extra or misplaced value is our own mistake."""
        self._check(material, own)
        fence = Fence.of(material.values(), self.file)

        def put(match: re.Match[str]) -> str:
            return str(own[match[2]]) if match[1] else fence.around(match[2], material[match[2]])

        # Said in every system part, in our words and the prompt's language.
        marks = {"number": fence.number}
        data = tell("prompts.material", self.language, marks) if material else ""
        system = _PLACE.sub(put, self.system)
        return Filled(f"{system}\n\n{data}".strip(), _PLACE.sub(put, self.task), self.origin)

    def _check(self, material: Mapping[str, str], own: Mapping[str, str | float]) -> None:
        wanted = self.places()
        given = {**dict.fromkeys(own, False), **dict.fromkeys(material, True)}
        if given != wanted:
            raise SetupError(
                message(
                    "errors_prompts.prompt_places_given",
                    name=self.name,
                    wanted=str(wanted),
                    given=str(given),
                )
            )
        for name, value in own.items():
            if len(str(value)) > _OWN_VALUE or "\n" in str(value):
                raise SetupError(
                    message("errors_prompts.prompt_no_short_value", name=self.name, name_2=name)
                )


# Prompts that plugins brought, by name and language; filled once, when the house is built.
_added: dict[tuple[str, str], Prompt] = {}


def load(name: str, language: str) -> Prompt:
    """Read a prompt, for example `load("shared/condenser_condense", "en")`."""
    return _added.get((name, language)) or _shipped(name, language)


def add_prompts(brought: Path) -> None:
    """Take in `<desk>/<role>_<task>.<language>.md` files, new ones and some in place of ours.

    One in place of ours has the same places: what it is filled with stays what it was.
    """
    for file in sorted(brought.glob("*/*.md")):
        stem, _, language = file.name.removesuffix(".md").partition(".")
        name = f"{file.parent.name}/{stem}"
        if language not in languages():
            raise SetupError(
                message(
                    "errors_prompts.prompt_s_language_one",
                    file=str(file),
                    languages=", ".join(languages()),
                )
            )
        made = _read(name, language, file)
        if name in prompt_names():
            ours = _shipped(name, language)
            if made.places() != ours.places():
                raise SetupError(
                    message(
                        "errors_prompts.must_places_ours",
                        file=str(file),
                        places=sorted(ours.places()),
                    )
                )
        _added[name, language] = made


@cache
def _shipped(name: str, language: str) -> Prompt:
    return _read(name, language, folder(language).joinpath("prompts", f"{name}.md"))


def _read(name: str, language: str, file: Traversable) -> Prompt:
    try:
        text = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(
            message("errors_prompts.no_prompt", name=name, language=language)
        ) from error
    parts = _PARTS.split(text)
    if len(parts) != 2:
        raise SetupError(
            message("errors_prompts.prompt_needs_two_parts", name=name, language=language)
        )
    return Prompt(name, language, parts[0].strip(), parts[1].strip())


def prompt_names() -> list[str]:
    """Every prompt there is, without its language."""
    return sorted(
        f"{desk.name}/{file.name.removesuffix('.md')}"
        for desk in folder(ENGLISH).joinpath("prompts").iterdir()
        for file in desk.iterdir()
    )
