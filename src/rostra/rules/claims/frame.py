"""What a writer puts around a statement: marks of citation, list numbers, emphasis."""

from rostra.text.patterns import Pattern

_CITED = Pattern(r"\s?[\[［【](?:[∑=≠⇒◐∅\s]*[EeSs]?\d{1,3}(?:\s?[,，、;]\s?)?)+[\]］】]")
_LINK = Pattern(r"\[([^\]]{1,300})\]\([^()\s]{1,2000}\)")
_LISTED = Pattern(
    r"^\s*(?:[-*•‧·●○■◆▪►>#]+\s+|[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,3}|[a-z])(?:[)）、]|[.．](?=\s|[^\d\s])))\s*"
)
_EMPHASIS = Pattern(r"\*\*|__|`")


def unframed(text: str) -> str:
    """A statement without what its writer only put around it."""
    text = _EMPHASIS.sub("", _LINK.sub(r"\1", text))
    return _LISTED.sub("", _CITED.sub("", text)).strip()
