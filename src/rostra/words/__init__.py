"""What Rostra says to people: a message is a code with facts, and a language is one folder.

Code that has something to say makes a `Message`; whoever shows it says it in the reader's language.
`words/<language>/<file>.toml` holds the forms: the code `doctor.no_disk` is the key `no_disk` of
`doctor.toml`. What is added may bring its words in one file for all languages, `every/<code>.toml`,
or with `add_words`. Nothing is worded anywhere else, and no wording is ever read back.
"""

from rostra.words.message import Fact, Message, Said, joined, message, rewritten
from rostra.words.phrases import Phrases
from rostra.words.speech import (
    ENGLISH,
    LANGUAGES,
    Language,
    add_languages,
    add_words,
    codes,
    folder,
    form,
    has,
    languages,
    places,
    say,
    tell,
)
from rostra.words.times import moment, offset

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Fact",
    "Language",
    "Message",
    "Phrases",
    "Said",
    "add_languages",
    "add_words",
    "codes",
    "folder",
    "form",
    "has",
    "joined",
    "languages",
    "message",
    "moment",
    "offset",
    "places",
    "rewritten",
    "say",
    "tell",
]
