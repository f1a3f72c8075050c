"""The small words that decide a reading, kept as data (`data/cues.tsv`)."""

from functools import cache

from rostra.text.lexicon import data_lines
from rostra.text.patterns import Pattern


@cache
def _rows() -> dict[tuple[str, str], list[str]]:
    table = {}
    for line in data_lines("cues.tsv"):
        name, language, forms = line.split("\t")
        table[name, language] = forms.split(" ")
    return table


@cache
def cue(name: str) -> Pattern:
    """One expression for a cue in both languages; English ones match whole words."""
    rows = _rows()
    forms = list(rows.get((name, "zh"), []))
    english = [form.replace("_", " ") for form in rows.get((name, "en"), [])]
    if english:
        negated = "|n't" if name == "denial" else ""
        forms.append(rf"\b(?:{'|'.join(english)}{negated})(?![a-z])")
    return Pattern("|".join(forms))


@cache
def cue_words(name: str) -> frozenset[str]:
    """A cue that is a plain list of words."""
    rows = _rows()
    return frozenset(rows.get((name, "zh"), []) + rows.get((name, "en"), []))
