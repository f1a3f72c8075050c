"""The examples of CONTRIBUTING.md, run as they stand."""

import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

_PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"


def example(heading: str, language: str = "python") -> str:
    """The first example in a language below a heading."""
    chapter = _PAGE.read_text("utf-8").partition(f"### {heading}\n")[2].partition("\n### ")[0]
    found = re.search(rf"^```{language}\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    assert found, f"CONTRIBUTING.md has no {language} below {heading}"
    return found[1]


@cache
def module(heading: str) -> Any:
    """The example as a module; made once, for records are registered by name."""
    made = ModuleType(re.sub(r"\W", "_", f"contributing {heading}"))
    sys.modules[made.__name__] = made
    exec(compile(example(heading), f"CONTRIBUTING.md: {heading}", "exec"), made.__dict__)
    return made


def words(heading: str) -> dict[str, Any]:
    return tomllib.loads(example(heading, "toml"))
