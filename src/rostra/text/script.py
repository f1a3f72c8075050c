"""Which language a question is asked in, so that its report can answer in the same one."""

import re
from collections.abc import Callable
from functools import cache

from rostra.text.folding import to_simplified
from rostra.words import Language

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def language_of(text: str, *, otherwise: Language = "zh-Hant") -> Language:
    """Tell the language of a short text; `otherwise` decides where both scripts read the same."""
    head = text[:2_000]
    han = len(_HAN.findall(head))
    if han == 0:
        return "en" if _LATIN_WORD.search(head) else otherwise
    if len(_LATIN_WORD.findall(head)) > han:
        return "en"
    if to_simplified(head) != head:
        return "zh-Hant"
    if _to_traditional()(head) != head:
        return "zh-Hans"
    return otherwise if otherwise != "en" else "zh-Hant"


def to_traditional(text: str) -> str:
    """The text in traditional characters, for engines that match characters as they are."""
    return _to_traditional()(text)


@cache
def _to_traditional() -> Callable[[str], str]:
    import opencc  # noqa: PLC0415 - its tables cost time that most commands never need

    converter = opencc.OpenCC("s2t")
    return lambda text: str(converter.convert(text.encode("utf-8", "replace").decode("utf-8")))
