"""Any JSON schema, filled with what was seen: quotations, their ids, figures, addresses, choices.

Fields of one object speak of one sentence: its text, its evidence, its numbers. Each item of a list
speaks of the next one. Names of fields are hints, read by `words`; what the schema demands always
comes first, so the result fits it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rostra_testing.scripted import words
from rostra_testing.scripted.diary import Said
from rostra_testing.scripted.patterns import sample
from rostra_testing.scripted.reading import Passage, Reading
from rostra_testing.scripted.shapes import Schema, kind_of, may_be_null, plain

ITEMS = 3
LONG_SENTENCES = 4
SHALLOW = 4
DEEPEST = 12
SHORT_LENGTH = 30
MOST_DIGITS = 15

NUMBER = re.compile(r"(?<![\d.,A-Za-z])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d.,A-Za-z])\d+(?:\.\d+)?")
DATE = re.compile(r"(?P<y>(?:19|20)\d\d)\s*[-/.年]\s*(?P<m>\d{1,2})\s*[-/.月]\s*(?P<d>\d{1,2})")
CODE = re.compile(r"(?<![\d.,])\d{4}(?![\d.,年])|\b[A-Z]{2,5}\b")
_PARTS = re.compile(r"[?？。；;]+")
_CLAUSE_END = re.compile(r"[，,；;：:。.！!？?、\s]")


class Voice(Protocol):
    def say(self, passage: Passage) -> Said:
        """The sentence as this speaker gives it."""


class Filler:
    """Fills schemas for one answer, with the sentences nearest to the question first."""

    def __init__(self, reading: Reading, voice: Voice) -> None:
        self.reading = reading
        self._voice = voice
        self._said: list[Said] = []
        self._next = 0
        self._part = 0

    def next_said(self) -> Said:
        """The next sentence; when all were said, the first ones again."""
        passages = self.reading.passages
        if not passages:
            return Said(self.reading.question, self.reading.question)
        if self._next < len(passages):
            self._said.append(self._voice.say(passages[self._next]))
        self._next += 1
        return self._said[(self._next - 1) % len(self._said)]

    def part(self, *, is_new: bool) -> str:
        """The part of the question that the object at hand is about, each in its turn."""
        parts = [one for one in _PARTS.split(self.reading.question) if len(one.strip()) > 1]
        self._part += is_new
        return parts[max(0, self._part - 1) % len(parts)].strip() if parts else ""

    def ids_said(self) -> list[str]:
        """The ids of everything said so far, each once."""
        return list(dict.fromkeys(name for said in self._said for name in said.ids))

    @property
    def left(self) -> int:
        return max(0, len(self.reading.passages) - self._next)

    def marked(self, said: Said) -> str:
        """The sentence with its ids behind it, in the way this request cites."""
        return cite(said.text, self.markers(said))

    def markers(self, said: Said) -> str:
        written = {anchor.id: anchor.marker for anchor in self.reading.anchors}
        style = self.reading.citation
        if style is None:
            seen = next((mark for mark in written.values() if mark), "")
            own = next((i for i, mark in written.items() if mark == seen), "")
            style = seen.replace(own, "{}") if seen else None
        if style is None:
            return ""
        return "".join(style.format(name) for name in said.ids)

    def prose(self, count: int) -> str:
        """So many sentences as running text, each with its citation."""
        text = ""
        for _ in range(min(count, max(1, self.left))):
            more = self.marked(self.next_said())
            apart = " " if text[-1:].isascii() and more[:1].isascii() else ""
            text = f"{text}{apart}{more}"
        return text.strip()

    def fill(self, schema: Schema, name: str = "") -> Any:
        return _Filling(self, schema).value(schema, name, None, frozenset(), 0)


class _Filling:
    """One walk through one schema."""

    def __init__(self, filler: Filler, root: Schema) -> None:
        self._filler = filler
        self._reading = filler.reading
        self._root = root

    def value(
        self, given: object, name: str, said: Said | None, siblings: frozenset[str], depth: int
    ) -> Any:
        schema = plain(given, self._root)
        if depth > DEEPEST:
            return None
        if "const" in schema:
            return schema["const"]
        if isinstance(schema.get("enum"), list) and schema["enum"]:
            return self._choice(schema["enum"], said)
        match kind_of(schema):
            case "object":
                return self._object(schema, said, depth)
            case "array":
                return self._array(schema, name, said, depth)
            case "boolean":
                return not words.is_lack(name)
            case "integer":
                return int(self._number(schema, name, said, whole=True))
            case "number":
                return self._number(schema, name, said, whole=False)
            case "null":
                return None
            case _:
                return self._text(schema, name, said, siblings)

    def _object(self, schema: Schema, said: Said | None, depth: int) -> dict[str, Any]:
        properties = schema.get("properties")
        properties = properties if isinstance(properties, Mapping) else {}
        required = set(schema.get("required") or [])
        names = frozenset(properties)
        cites = any(words.suggests(name, words.IDS) for name in names)
        if said is None and cites:
            said = self._filler.next_said()
        filled: dict[str, Any] = {}
        for name, part in properties.items():
            if name not in required and (depth > SHALLOW or words.is_lack(name)):
                continue
            if words.is_lack(name) and may_be_null(part, self._root):
                filled[name] = None
            else:
                # A whole text at the top speaks of many sentences, not of one.
                is_whole = depth == 0 and words.suggests(name, words.LONG)
                filled[name] = self.value(part, name, None if is_whole else said, names, depth + 1)
        for name in required - names:
            filled[name] = self._filler.next_said().text
        more = schema.get("additionalProperties")
        if not properties and isinstance(more, Mapping) and more and depth <= SHALLOW:
            item = said or self._filler.next_said()
            filled[shorten(item.text)] = self.value(more, "", item, frozenset(), depth + 1)
        return filled

    def _array(self, schema: Schema, name: str, said: Said | None, depth: int) -> list[Any]:
        least = int(schema.get("minItems") or 0)
        most = int(schema["maxItems"]) if isinstance(schema.get("maxItems"), int) else 1_000
        tuple_of = schema.get("prefixItems")
        if isinstance(tuple_of, list):
            return [self.value(part, name, said, frozenset(), depth + 1) for part in tuple_of]
        items = plain(schema.get("items", {"type": "string"}), self._root)
        kind = kind_of(items)
        listed = self._listed(items, name, said, depth)
        if listed is None:
            wanted = 0 if words.is_lack(name) or depth > SHALLOW else ITEMS
            count = min(
                max(wanted if kind != "object" else min(wanted, self._filler.left), least), most
            )
            inherits = said if kind in {"integer", "number", "boolean"} else None
            listed = [
                self.value(items, name, inherits, frozenset(), depth + 1) for _ in range(count)
            ]
        is_set = bool(schema.get("uniqueItems"))
        if is_set:
            listed = [item for at, item in enumerate(listed) if item not in listed[:at]]
        while len(listed) < least:
            more = self.value(items, name, None, frozenset(), depth + 1)
            listed.append(_other_than(listed, more) if is_set else more)
        return listed[:most]

    def _listed(self, items: Schema, name: str, said: Said | None, depth: int) -> list[Any] | None:
        """Lists whose members were all seen: ids, positions, addresses, searches, questions."""
        kind = kind_of(items)
        if kind == "string" and words.suggests(name, words.IDS):
            ids = self._filler.ids_said() or list(self._filler.next_said().ids)
            ids = ids if said is None or depth == 1 else list(said.ids)
            allowed = items.get("enum")
            pattern = items.get("pattern")
            ids = [self._fitting(i, str(pattern)) if pattern else i for i in ids]
            ids = [i for i in ids if not isinstance(allowed, list) or i in allowed]
            return _of_length(items, ids)
        if kind == "integer" and (not name or words.suggests(name, words.ORDERS)):
            positions = [int(anchor.id) for anchor in self._reading.anchors if anchor.id.isdigit()]
            return positions or None
        if kind == "string" and said is not None and words.suggests(name, words.QUOTES):
            return _of_length(items, [said.text])
        if kind == "string" and words.suggests(name, words.ADDRESSES):
            return _of_length(items, self._reading.urls)[:ITEMS]
        if kind == "string" and words.suggests(name, words.SEARCHES, words.ASKED):
            if depth > 1:  # one of several that divide the question: a part of it each
                return _of_length(items, [self._filler.part(is_new="question" in name)])
            near = [shorten(passage.text) for passage in self._reading.passages]
            return _of_length(items, dict.fromkeys([self._reading.question, *near]))[:ITEMS]
        return None

    def _choice(self, choices: Sequence[Any], said: Said | None) -> Any:
        if said is not None:
            heard = said.text.casefold()
            for choice in choices:
                is_said = isinstance(choice, str) and choice and choice.casefold() in heard
                if choice in said.ids or is_said:
                    return choice
        hopeful = [choice for choice in choices if choice is not None and not words.is_lack(choice)]
        return (hopeful or list(choices))[0]

    def _number(self, schema: Schema, name: str, said: Said | None, *, whole: bool) -> float:
        text = said.text if said else self._reading.content[:20_000]
        found = [number.replace(",", "") for number in NUMBER.findall(text)]
        seen = [float(number) for number in found if len(number) <= MOST_DIGITS]
        years = [value for value in seen if 1900 <= value <= 2100 and value.is_integer()]
        others = [value for value in seen if value not in years]
        seen = years + others if words.suggests(name, words.YEARS) else others + years
        if words.suggests(name, words.ORDERS) and said:
            seen = [float(i) for i in said.ids if i.isdigit()] + seen
        if whole:
            seen = [value for value in seen if value.is_integer()]
        low, high = _bounds(schema, whole=whole)
        if words.suggests(name, words.SHARES) and high <= 100:
            seen = [(max(low, 0.0) + high) * 0.7]
        fitting = [value for value in seen if low <= value <= high]
        value = (fitting or [min(max((seen or [1.0])[0], low), high)])[0]
        step = schema.get("multipleOf")
        if isinstance(step, int | float) and step:
            value = round(value / step) * step
            value = value if value >= low else value + step
        return float(round(value)) if whole else value

    def _text(self, schema: Schema, name: str, said: Said | None, siblings: frozenset[str]) -> str:
        least = int(schema.get("minLength") or 0)
        most = schema.get("maxLength")
        text = self._natural(schema, name, said, siblings)
        while len(text) < least:
            more = self._filler.next_said().text or self._reading.question or "。"
            text = f"{text}{more}" if words_are_wide(text) else f"{text} {more}".strip()
        if isinstance(most, int) and len(text) > most:
            clause = shorten(text, most)
            text = clause if most < SHORT_LENGTH and len(clause) >= least else text[:most]
        pattern = schema.get("pattern")
        return self._fitting(text, pattern) if isinstance(pattern, str) else text

    def _natural(
        self, schema: Schema, name: str, said: Said | None, siblings: frozenset[str]
    ) -> str:
        """What the name and format of a text field ask for."""
        form = schema.get("format")
        reading = self._reading
        if form in {"uri", "url"} or words.suggests(name, words.ADDRESSES):
            return self._nearest(reading.urls, said)
        if form in {"date", "date-time"} or words.suggests(name, words.MOMENTS):
            return self._moment(said, str(form or "date"))
        if form == "uuid" or (
            words.suggests(name, words.IDS, words.CLAIMS) and self._ids(name, said)
        ):
            return next(iter(self._ids(name, said)), "")
        if words.suggests(name, words.SEARCHES, words.ASKED):
            return reading.question
        if words.suggests(name, words.LANGUAGES):
            return "zh" if words_are_wide(reading.question or reading.content) else "en"
        if words.suggests(name, words.CODES):
            found = CODE.search(
                f"{reading.question} {said.text if said else reading.content[:5000]}"
            )
            return found[0] if found else shorten(reading.question)
        if words.suggests(name, words.SHORT):
            return shorten((said or self._filler.next_said()).text)
        if words.suggests(name, words.LONG) and said is None:
            return self._filler.prose(LONG_SENTENCES)
        if said is not None and any(words.suggests(other, words.IDS) for other in siblings):
            return said.text
        return self._filler.marked(said or self._filler.next_said())

    def _ids(self, name: str, said: Said | None) -> Sequence[str]:
        """Ids for this field: of claims where it speaks of claims, else of the sentence."""
        if words.suggests(name, words.CLAIMS):
            of_claims = [a.id for a in self._reading.anchors if a.prefix[:1].casefold() == "c"]
            if of_claims:
                return of_claims
            if not words.suggests(name, words.IDS):
                return ()
        return said.ids if said else tuple(anchor.id for anchor in self._reading.anchors[:1])

    def _nearest(self, urls: Sequence[str], said: Said | None) -> str:
        """The address that stood with the sentence in the same record, else the first one."""
        for record in self._reading.records if said else ():
            values = [value for value in record.values() if isinstance(value, str)]
            if said and any(said.original in value for value in values):
                return next((value for value in values if value.startswith("http")), "")
        return next(iter(urls), "")

    def _moment(self, said: Said | None, form: str) -> str:
        found = DATE.search(said.text if said else "") or DATE.search(self._reading.content)
        if found is None:
            return "1970-01-01" if form == "date" else "1970-01-01T00:00:00Z"
        day = f"{found['y']}-{int(found['m']):02d}-{int(found['d']):02d}"
        return day if form == "date" else f"{day}T00:00:00Z"

    def _fitting(self, text: str, pattern: str) -> str:
        try:
            wanted = re.compile(pattern)
        except re.error:
            return text
        reading = self._reading
        marks = [anchor.marker for anchor in reading.anchors]
        named = [anchor.id for anchor in reading.anchors]
        bare = [mark.strip("[]【】") for mark in marks]
        seen = [
            text,
            *named,
            *bare,
            *marks,
            *reading.urls,
            *NUMBER.findall(reading.content[:20_000]),
        ]
        return next((value for value in seen if value and wanted.search(value)), sample(pattern))


def _of_length(schema: Schema, texts: Iterable[str]) -> list[str]:
    """Those that may stand there as they are: half an id or an address names nothing."""
    least, most = schema.get("minLength") or 0, schema.get("maxLength")
    return [one for one in texts if least <= len(one) and (most is None or len(one) <= most)]


def _other_than(listed: list[Any], item: Any) -> Any:
    """The item, changed as little as it takes to be a new member of a set."""
    fresh = item
    for n in range(2, len(listed) + 3):
        if fresh not in listed:
            break
        fresh = f"{item} {n}" if isinstance(item, str) else item
        fresh = item + n if isinstance(item, int | float) and not isinstance(item, bool) else fresh
    return fresh


def _bounds(schema: Schema, *, whole: bool) -> tuple[float, float]:
    least = 1 if whole else 1e-6
    low = schema.get("minimum", float("-inf"))
    high = schema.get("maximum", float("inf"))
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if isinstance(above, int | float) and not isinstance(above, bool):
        low = max(low, above + least)
    if isinstance(below, int | float) and not isinstance(below, bool):
        high = min(high, below - least)
    return float(low), float(high)


def cite(text: str, markers: str) -> str:
    """Put the markers behind the sentence, before its closing stop as reports do."""
    if not markers:
        return text
    stop = text[-1] if text[-1:] in set("。.！!") else ""
    body = text[: -len(stop)] if stop else text
    return f"{body}{'' if words_are_wide(text) else ' '}{markers}{stop}"


def shorten(text: str, limit: int = SHORT_LENGTH) -> str:
    """The first clause that fits."""
    clause = _CLAUSE_END.split(text.strip(), maxsplit=1)[0] if words_are_wide(text) else text
    return (clause or text)[:limit].strip()


def words_are_wide(text: str) -> bool:
    return any("\u3400" <= character <= "\u9fff" for character in text)
