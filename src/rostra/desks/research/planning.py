"""Which searches a question needs: from its parts, in the languages its answers are written in.

The question itself comes first. Then one search for each thing asked of the subject, and the
question in the other Chinese script, because an engine that matches characters finds only one of
the two. Names in Latin letters in a Chinese question are also looked for in English. A monitor run
also looks for what people say.
"""

import re
from collections.abc import Iterable, Sequence

from rostra.desks.research.mode import Mode
from rostra.records import SourceText, record
from rostra.records.report import Dimension
from rostra.roles import passages
from rostra.roles.asking import Asked
from rostra.text import index_tokens, to_simplified
from rostra.text.script import to_traditional
from rostra.words import Language, tell

MOST_QUERIES = 5
MOST_NEW_QUERIES = 3
LONGEST_QUERY = 200
_OF_A_CLAIM, _NEAREST = 60, 3
_TELLING = 5
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+&'-]*(?: [A-Z][A-Za-z0-9.+&'-]*)*")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NO_WORD = re.compile(r"[^\w%.]+|_+")


@record
class Query:
    """`language` is a tag as search engines take it; empty leaves it to them."""

    text: str
    language: str = ""


def plan(
    asked: Asked, mode: Mode, *, most: int = MOST_QUERIES, is_order: bool = False
) -> list[Query]:
    """The first searches of a run, most telling first, never more than `most`."""
    wanted = [Query(asked.text[:LONGEST_QUERY])]
    if is_order:
        # Of a history engines give the end first; how it began has to be asked for.
        wanted.append(Query(_about(asked, tell("search.beginning", asked.language))))
    wanted += mode.queries(asked)
    if "reason" in asked.wishes:
        about = " ".join(asked.aspects)
        wanted.append(Query(_about(asked, f"{about} {tell('search.reason', asked.language)}")))
    if len(asked.aspects) > 1 or asked.language == "en":
        wanted += [Query(_about(asked, aspect)) for aspect in asked.aspects]
    wanted[1:1] = [_of_another(asked, one) for one in asked.beside]
    if (other := _in_other_script(asked)) is not None:
        wanted.insert(min(2, len(wanted)), other)
    if (english := _in_english(asked)) is not None:
        wanted.insert(min(3, len(wanted)), english)
    return _distinct(wanted)[:most]


def queries_for_missing(asked: Asked, missing: Sequence[str]) -> list[Query]:
    """One search for each thing that has no evidence yet; a series may lack several periods."""
    if "series" in asked.wishes:
        named = " ".join(one.text for one in asked.slots.metrics)
        wanted = [Query(f"{topic_of(asked)} {part} {named}"[:LONGEST_QUERY]) for part in missing]
        return _distinct(wanted)[:MOST_QUERIES]
    return _distinct([Query(_about(asked, part)) for part in missing])[:MOST_NEW_QUERIES]


def query_for_group(asked: Asked, *, public: bool) -> Query:
    language = asked.language
    words = " ".join(public_voices(language)) if public else tell("search.official", language)
    return Query(f"{topic_of(asked)} {words}"[:LONGEST_QUERY])


def public_voices(language: Language) -> list[str]:
    """How people talk where nobody edits them."""
    return [tell(f"search.public.{n}", language) for n in (1, 2, 3)]


def queries_for_claims(asked: Asked, claims: Sequence[str]) -> list[Query]:
    """What officials say to what people claim, asked for in the words of the claim.

    In its words alone: a stranger's `site:` or `!!` would tell the engine where to look.
    """
    words = tell("search.official", asked.language)
    plain = (_NO_WORD.sub(" ", claim)[:_OF_A_CLAIM] for claim in claims)
    return [Query(f"{topic_of(asked)} {claim} {words}"[:LONGEST_QUERY]) for claim in plain]


def query_for_dimension(asked: Asked, dimension: Dimension) -> Query:
    words = tell(f"search.dimension.{dimension}", asked.language)
    return Query(f"{topic_of(asked)} {words}"[:LONGEST_QUERY])


def admitted(asked: Asked, proposed: Iterable[str], done: Iterable[str]) -> list[Query]:
    """What a model wants to search, less what has nothing to do with the question.

    A search is an outside call: a page that talks an analyst into one must not get it made.
    """
    wanted = asked.tokens
    known = {_key(text) for text in done}
    kept = []
    for text in proposed:
        tidy = " ".join(text.split())[:LONGEST_QUERY]
        tokens = {one for one in index_tokens(tidy) if len(one) > 1}
        if tidy and tokens & wanted and _key(tidy) not in known:
            kept.append(Query(tidy))
    return _distinct(kept)[:MOST_NEW_QUERIES]


def akin(
    questions: Sequence[str], sources: Sequence[SourceText], done: Sequence[str], most: int
) -> list[Query]:
    """Searches in the words of what was read: the passages nearest to each question, in turn."""
    near = [passages(one, sources, _NEAREST, each=1) for one in questions]
    texts = [one[n].text for n in range(_NEAREST) for one in near if n < len(one)]
    tidy = (" ".join(_NO_WORD.sub(" ", text).split())[:_OF_A_CLAIM] for text in texts)
    return _distinct([Query(one) for one in tidy if one not in done])[:most]


def topic_of(asked: Asked) -> str:
    return asked.subject or asked.text[:60]


def _about(asked: Asked, part: str) -> str:
    when = " ".join(dict.fromkeys(one.text for one in asked.slots.periods))
    return " ".join(f"{topic_of(asked)} {when} {part}".split())[:LONGEST_QUERY]


def _of_another(asked: Asked, name: str) -> Query:
    """The same asked of another subject of the question."""
    when = " ".join(dict.fromkeys(one.text for one in asked.slots.periods))
    about = " ".join(one for one in asked.aspects if one not in asked.beside)
    return Query(" ".join(f"{name} {when} {about}".split())[:LONGEST_QUERY])


def _in_other_script(asked: Asked) -> Query | None:
    if asked.language == "en":
        return None
    is_hant = asked.language == "zh-Hant"
    text = to_simplified(asked.text) if is_hant else to_traditional(asked.text)
    if text == asked.text:
        return None
    return Query(text[:LONGEST_QUERY], tell("common.tag", "zh-Hans" if is_hant else "zh-Hant"))


def _in_english(asked: Asked) -> Query | None:
    """What a Chinese question names in Latin letters, for pages in English."""
    if asked.language == "en":
        return None
    names = [one for one in _LATIN.findall(asked.text) if any(map(str.isalpha, one))]
    text = " ".join(dict.fromkeys(names))
    years = " ".join(_YEAR.findall(asked.text))
    # One short name alone leads anywhere.
    if len(text) < _TELLING:
        return None
    return Query(f"{text} {years}".strip()[:LONGEST_QUERY], tell("common.tag", "en"))


def _distinct(queries: Iterable[Query]) -> list[Query]:
    seen: dict[tuple[str, str], Query] = {}
    for query in queries:
        seen.setdefault((_key(query.text), query.language), query)
    return list(seen.values())


def _key(text: str) -> str:
    return " ".join(sorted(set(index_tokens(text))))
