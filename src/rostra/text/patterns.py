"""Regular expressions that are compiled when first used.

The grammars of this room take a tenth of a second to compile; a command that only lists runs
should not pay for them. `Pattern` looks like a compiled expression and becomes one on first use.
"""

import re
from collections.abc import Callable, Iterator


class Pattern:
    """One form, or several of which the first that fits wins.

    With several forms every group name gets the number of its form behind it: `year` in the second
    form is `year_1`, so forms can use the same names.
    """

    findall: Callable[..., list[str]]
    finditer: Callable[..., Iterator[re.Match[str]]]
    fullmatch: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    sub: Callable[..., str]

    def __init__(self, *forms: str) -> None:
        self._forms = forms

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name not in Pattern.__annotations__:
            raise AttributeError(name)
        compiled = re.compile(self._forms[0] if len(self._forms) == 1 else self._union())
        for method in Pattern.__annotations__:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)

    def _union(self) -> str:
        numbered = []
        for index, form in enumerate(self._forms):
            named = re.sub(r"\(\?P<(\w+)>", rf"(?P<\1_{index}>", form)
            numbered.append(re.sub(r"\(\?P=(\w+)\)", rf"(?P=\1_{index})", named))
        return "|".join(f"(?:{form})" for form in numbered)
