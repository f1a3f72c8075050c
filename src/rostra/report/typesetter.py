"""The process that sets a PDF: a large report takes a gigabyte, which ends with the process.

It reads the report as JSON from its input and writes the PDF to its output. Strangers' words are
data to it; were one of them to break the typesetter, nothing but this process would end.
"""

import json
import sys
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING

from rostra.report.fonts import font_folders, missing_from, missing_from_ours

if TYPE_CHECKING:
    from typst import Fonts

JOINT = "\u200b"  # report.typ makes a place to break of it
_MOST_MEMORY = 6 * 2**30


def typeset(told: str, made_at: int) -> bytes:
    """The PDF of a report that is written in our JSON; `made_at` is the time it bears."""
    import typst  # noqa: PLC0415 - who only wants JOINT does not wait for it

    foreign = missing_from_ours(set(told) - {JOINT})
    fonts = typst.Fonts(
        include_system_fonts=bool(foreign),
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in font_folders()],
    )
    if foreign:
        told = told.translate(_spelled(fonts, foreign))
    made = typst.compile(
        str(files("rostra.report") / "report.typ"),
        font_paths=fonts,
        sys_inputs={"paper": told},
        format="pdf",
        timestamp=made_at,
    )
    assert isinstance(made, bytes)
    return made


def _spelled(fonts: "Fonts", foreign: frozenset[str]) -> dict[int, str]:
    """What is shown instead of characters for which there is no shape at all."""
    places = [(one.path, one.index) for one in fonts.fonts() if one.path]
    return {ord(one): f"〔U+{ord(one):04X}〕" for one in missing_from(places, foreign)}


def _confine() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, _MOST_MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    _confine()
    given = json.load(sys.stdin.buffer)
    paper = json.dumps(given["paper"], ensure_ascii=False)
    sys.stdout.buffer.write(typeset(paper, given["made_at"]))
