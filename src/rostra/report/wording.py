"""The fixed words of a report, in the reader's language."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from rostra.report import words_en, words_zh_hans, words_zh_hant
from rostra.report.debate_reasons import told_in

# Why a page was left out, as the desk notes it; `reprint` carries the name of the first publisher.
LEFT_OUT = (
    "strict_tier",
    "beyond_limit",
    "before_period",
    "after_period",
    "off_topic",
    "other_domain",
    "named_domain",
    "reprint",
)


def reason_in(language: str, reason: str) -> str:
    """A reason we have words for in the reader's language, or what was said as it was said."""
    key, _, name = reason.partition(":")
    if key == "reprint" and name:
        return WORDING[language][key].format(name=name)
    return WORDING[language].get(reason) or told_in(language, reason)


def left_out_forms(language: str) -> list[tuple[str, str]]:
    """Why pages are left out as English says it, a pattern each, and as the reader does."""
    forms = []
    for key in LEFT_OUT:
        pattern = re.escape(WORDING["en"][key]).replace(re.escape("{name}"), "(.*)")
        forms.append((pattern, WORDING[language][key].replace("{name}", "{0}")))
    return forms


WORDING: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"zh-Hant": words_zh_hant.WORDS, "zh-Hans": words_zh_hans.WORDS, "en": words_en.WORDS}
)
