"""One file of a language, for a page or a paper that says much of it."""

from collections.abc import Iterator, Mapping

from rostra.words.message import Fact
from rostra.words.speech import Language, form, keys, places, tell


class Phrases(Mapping[str, str]):
    """`phrases["title"]` is a form without places; `phrases.say("found", n=3)` fills one."""

    def __init__(self, file: str, language: Language) -> None:
        self.file, self.language = file, language

    def __getitem__(self, key: str) -> str:
        code = f"{self.file}.{key}"
        if key not in keys(self.file) or places(code, self.language):
            raise KeyError(code)
        return tell(code, self.language)

    def __iter__(self) -> Iterator[str]:
        return iter(keys(self.file))

    def __len__(self) -> int:
        return len(keys(self.file))

    def form(self, key: str) -> str:
        """A form with its places open, for a script that fills them."""
        return form(f"{self.file}.{key}", self.language)

    def say(self, key: str, /, **facts: Fact) -> str:
        if key not in keys(self.file):
            raise KeyError(f"{self.file}.{key}")
        return tell(f"{self.file}.{key}", self.language, facts)
