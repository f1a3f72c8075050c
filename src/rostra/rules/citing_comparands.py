"""With which stretch of time a figure is compared where no date is named: 較上季, 比去年.

A rise over the quarter before is no rise over this one. Both name no date, so that nothing else
tells them apart.
"""

from collections.abc import Sequence

from rostra.text import to_simplified
from rostra.text.patterns import Pattern

_COMPARED = Pattern(
    r"(?:较|比|高于|低于|优于|高於|低於|优於|超过|不如)"
    r"(?P<when>上一?个?|前一?个?|去|前|本|当|今|这一?个?|下一?个?|明)(?P<unit>季|月|年|周)"
)
_OFFSETS = {"上": -1, "前": -1, "去": -1, "本": 0, "当": 0, "今": 0, "这": 0, "下": 1, "明": 1}


def comparand_faults(sentence: str, texts: Sequence[str]) -> list[str]:
    """A comparison with a stretch that the texts compare nothing with."""
    said = _compared(sentence)
    if not said:
        return []
    told = {key for text in texts for key in _compared(text)}
    return [
        f"nothing is compared with {words} there"
        for key, words in said.items()
        if key not in told and (key[1] >= 0 or any(unit == key[0] for unit, _ in told))
    ]


def _compared(text: str) -> dict[tuple[str, int], str]:
    view = to_simplified(text)
    return {
        (match["unit"], _OFFSETS[match["when"][0]]): match["when"] + match["unit"]
        for match in _COMPARED.finditer(view)
    }
