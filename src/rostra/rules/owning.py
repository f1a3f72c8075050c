"""Whether two tellings are of the same one, and by the same one.

Names are written long and short (捷運藍線, 藍線; Orchid Semiconductor, Orchid), and an agency that
reports on its country's economy is told of as the country. Nobody else stands in for anybody.
"""

from rostra.rules.facts import Clause, Fact
from rostra.rules.mentions import country_of
from rostra.rules.passages import Passage
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_SAYS = Pattern("[^，。；,;]{0,4}?(?:表示|指出|说|称|强调|透露|坦言|认为|预计|预估|估计|预测)")
_PART_HEAD = Pattern(
    r"(?:the|its|that|this) (?:\w+ ){0,2}?"
    r"(unit|division|subsidiary|business|plant|arm|segment|branch|fund|brand)\b"
    r"|[该此这其](?:[\u3400-\u9fff]{0,4}?)(子公司|部门|事业部?|工厂|项目|基金|品牌|分公司)"
)
_SHORTEST = 2
_TITLE = 5  # 董事長鄭平: a title may stand before the name


def same_owner(said: Fact, told: Fact, passage: Passage) -> bool:
    if said.places and told.places and not said.places <= told.places | said.subject:
        return False
    if not said.subject:
        return True
    if not told.subject and _is_of_part(said, passage):
        return False
    owner = told.subject or passage.subject
    if same_names(said.subject, owner) or (said.subject <= told.places and not told.subject):
        return True
    if said.subject == {said.source} and not told.subject and _is_written(said.source, passage):
        return True  # whether that one says it is asked apart
    if not owner and _is_only_one_named(said.subject, passage):
        return True
    return _is_stranger_there(said.subject, told, passage)


def _is_written(name: str, passage: Passage) -> bool:
    plain = name.removeprefix("name:")
    return name.startswith("name:") and plain in canon(passage.reading.text).text


def _is_of_part(said: Fact, passage: Passage) -> bool:
    """The unit employs 2,300: what is told of a part is not told of the one it belongs to."""
    part = _PART_HEAD.match(canon(passage.reading.text).text)
    return part is not None and not written_in(part[1] or part[2], said)


def written_in(word: str, said: Fact) -> bool:
    named = (*said.words.stems, *said.words.pairs, *said.qualifier.stems, *said.qualifier.pairs)
    return any(one in word for one in named)


def same_names(one: frozenset[str], other: frozenset[str]) -> bool:
    """The same names, a country for the agency that speaks for it, or a name cut short."""
    if one == other:
        return True
    if len(one) != 1 or len(other) != 1:
        return False
    first, second = next(iter(one)), next(iter(other))
    if second in (country_of(first), first) or first == country_of(second):
        return True
    return _is_short_for(first, second) or _is_short_for(second, first)


def _is_short_for(short: str, long: str) -> bool:
    """Both unlisted, and one the beginning or the end of the other."""
    if not (short.startswith("name:") and long.startswith("name:")):
        return False
    short, long = short.removeprefix("name:"), long.removeprefix("name:")
    if short.isascii():
        words = long.split(" ")
        return short.split(" ") in (words[: short.count(" ") + 1], words[-short.count(" ") - 1 :])
    return len(short) >= _SHORTEST and (long.startswith(short) or long.endswith(short))


def _is_only_one_named(names: frozenset[str], passage: Passage) -> bool:
    """A text that names nobody else speaks of the one it names."""
    actors = {name for name in passage.named_near if not name.startswith("group:")}
    lands = {country_of(name) for name in actors} - {""}
    others = {name for name in actors - names if country_of(name) not in names}
    return names <= actors | lands and not others - lands


def _is_stranger_there(names: frozenset[str], told: Fact, passage: Passage) -> bool:
    """An unlisted name may not be seen as one in the evidence: 同業嵐海科技, 第二季霧港市失業率.

    It is looked for in the clause of the figure and, while nobody else acts, in those before.
    """
    plain = [name.removeprefix("name:") for name in names if name.startswith("name:")]
    if len(plain) != len(names):
        return False
    for clause in reversed(passage.reading.clauses[: told.clause + 1]):
        actors = [one for one in clause.mentions if not one.is_source and not one.is_place]
        view = canon(clause.text).text
        if all(name in view for name in plain):
            return all(one.id.endswith(name) for one in actors for name in plain)
        if actors:
            return False
    return False


def same_source(said: str, told: Fact | Clause, passage: Passage) -> bool:
    """Whoever is said to say it says it there, or is there with nobody else speaking."""
    source, owner = told.source, told.subject or passage.subject
    if not said or said == source or _is_short_for(said, source) or _is_short_for(source, said):
        return True
    if said.startswith("said:") and source.startswith("said:"):
        return said[5:] in source or source[5:] in said
    if said.startswith(("said:", "name:")) and _speaks_before(said[5:], told, passage):
        return True
    if said in (country_of(source), *owner):
        return source in ("", "group:company") or source in owner
    if not source:
        return said == "group:company" or said in passage.entities
    if source == "group:company":
        return said in owner
    return said == "group:company" and source in owner


def _speaks_before(name: str, told: Fact | Clause, passage: Passage) -> bool:
    """An unlisted speaker opened this clause or one before it, and nobody listed spoke since."""
    clauses = passage.reading.clauses
    at = told.clause if isinstance(told, Fact) else clauses.index(told)
    for clause in reversed(clauses[: at + 1]):
        view = canon(clause.text).text.lstrip()
        if name in view[: len(name) + _TITLE] or _says(name, view):
            return True
        if any(one.is_source for one in clause.mentions):
            return False
    return False


def _says(name: str, view: str) -> bool:
    """公司首席財務官周嵐表示: whatever the title, it is the one named who says it."""
    at = view.find(name)
    return at >= 0 and _SAYS.match(view, at + len(name)) is not None


def same_actor(said: Clause, told: Clause, passage: Passage) -> bool:
    owner = told.subject or passage.subject
    if not said.subject or said.subject & owner or same_names(said.subject, owner):
        return True
    if not owner and said.subject <= passage.entities:
        return True
    view = canon(told.text).text
    return all(
        name.startswith("name:") and name.removeprefix("name:") in view for name in said.subject
    )
