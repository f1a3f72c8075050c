"""Which language a page is read in."""

from rostra.words import Language, languages


def language_of(wanted: str, accepted: str, usual: Language) -> Language:
    """What the reader chose, else what the browser asks for, else the desk's own."""
    if wanted in languages():
        return wanted
    for part in accepted[:400].split(","):
        tag = part.partition(";")[0].strip().lower()
        if tag.startswith("zh"):
            is_simplified = any(mark in tag for mark in ("hans", "cn", "sg"))
            return "zh-Hans" if is_simplified else "zh-Hant"
        for one in languages():
            if tag.partition("-")[0] == one.lower():
                return one
    return usual
