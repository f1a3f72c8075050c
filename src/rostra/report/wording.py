"""The fixed words of a report, in the reader's language."""

from collections.abc import Mapping
from types import MappingProxyType

from rostra.report import words_en, words_zh_hans, words_zh_hant


def reason_in(language: str, reason: str) -> str:
    """A reason we have words for in the reader's language, or what was said as it was said."""
    key, _, name = reason.partition(":")
    known = WORDING[language].get(key if key == "reprint" else reason, reason)
    return known.format(name=name) if key == "reprint" and name else known


WORDING: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"zh-Hant": words_zh_hant.WORDS, "zh-Hans": words_zh_hans.WORDS, "en": words_en.WORDS}
)
