"""Walks beside those of a filled desk: every choice of a document, fault and word of ours."""

from collections.abc import Iterator

from fastapi.exceptions import RequestValidationError

from rostra.desks.check.records import CheckDocument
from rostra.desks.collect.records import Digest
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.web.app import _fault
from rostra.words import Message, codes, form, places, say
from rostra.words.speech import Optional, Place, compile_form
from tests.report.shown import as_markdown
from tests.web.filling import NOW, filled
from tests.words.pseudo import MARKED, plain

# As many choices as a field of a document has at most.
MOST_CHOICES = 16
FAULT = "errors_web.fault."
DOCUMENTS = (ReportDocument, DebateDocument, Digest, CheckDocument)


def documents() -> Iterator[tuple[str, str]]:
    """Every document with each choice that its fields have."""
    for kind in DOCUMENTS:
        for nth in range(MOST_CHOICES):
            made = filled(kind, "甲事", nth=nth, language=MARKED, made_at=NOW)
            yield f"{kind.__name__} {nth}", plain(as_markdown(made))


def faults() -> Iterator[tuple[str, str]]:
    """What a form or a program is told of a field that the schema refuses, for every way it can."""
    for code in sorted(one for one in codes() if one.startswith(FAULT)):
        given = {"type": code.removeprefix(FAULT), "ctx": dict.fromkeys(places(code), "1")}
        for place in ((), ("body", "甲")):
            told = _fault(RequestValidationError([{**given, "loc": place}]).errors())
            yield code, say(told, MARKED)


def words_of_tables() -> Iterator[tuple[str, str]]:
    """Each form with a word of ours in it, once with each of the words that may stand there."""
    known = codes()
    for code in sorted(known):
        for name, table in _tables(code):
            for head in (f"{code.partition('.')[0]}.{table}.", f"{table}."):
                for word in sorted(one for one in known if one.startswith(head)):
                    facts = dict.fromkeys(places(code), "1") | {name: word.removeprefix(head)}
                    yield code, say(Message(code, facts), MARKED)


def _tables(code: str) -> Iterator[tuple[str, str]]:
    for part in compile_form(form(code, "en")):
        for one in part.parts if isinstance(part, Optional) else (part,):
            if isinstance(one, Place) and one.table:
                yield one.name, one.table
