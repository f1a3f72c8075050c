"""What keeps a passage from carrying a clause that has no figures: its words are all it has."""

from rostra.rules.agreeing import period_fits
from rostra.rules.citing_acts import is_done_to, same_order, same_place, same_tense
from rostra.rules.citing_borrowing import borrows_act, written
from rostra.rules.citing_context import context_faults
from rostra.rules.citing_figures import other_than
from rostra.rules.citing_words import HALF, comparable, is_beyond_comparing, left_over, uncovered
from rostra.rules.facts import Clause
from rostra.rules.owning import same_actor, same_source
from rostra.rules.passages import Passage, squeezed
from rostra.rules.wording import MOVES, acts_in, words_of
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_NEARBY = 0.34  # … and in the very clause that says it
_NEARLY = 0.15
_ALL_BUT = 0.8  # of a clause without figures: its words are all it has
_MOODS = frozenset(
    {"record_high", "record_low", "strong", "weak", "slow_down", "rebound", "worsen", "ease_up"}
)
_ATTRIBUTION = frozenset({"statistics"})  # 財政部統計，…: only says where it comes from
_SAID_BY = Pattern(
    r"^(?:根据|據|据|依据)?(.{2,24}?)(?:的)?(?:最新)?(?:公布|发布|表示|指出|统计|数据|资料|公告|宣布|说|称|显示|报告|调查|报导|报道|引述)+"
    r"(?:指出|显示|表示)?$"
)
_SPEAKS = Pattern(
    r"\b(?:said|says|showed|shows|reported|reports|found|finds|announced|told|warned|added|noted)\b"
)
_SAID_BY_ENGLISH = Pattern(
    r"according to (?:the )?((?:[\w'&.-]+ ?){1,5})$"
    r"|(?:the )?((?:[\w'&.-]+ ){1,5})(?:said|says|showed|shows|reported|found|announced)$"
)
_SET = Pattern(r"订于|定于|订在|延后至|延至|推迟至|提前至|\b(?:scheduled|due|set|effective)\b")
_IS = Pattern(r"(?:是|为|為|叫|称|稱)([\u3400-\u9fff]{2,8})$")


def saying_faults(clause: Clause, passage: Passage) -> list[str]:
    """What a clause without figures lacks in this passage."""
    faults = context_faults(clause, passage)
    if not clause.words.less(_ATTRIBUTION) and not clause.metrics:
        return faults
    if _only_attributes(clause, passage):
        return []
    if is_beyond_comparing(clause, passage):
        return [*faults, "it is said in a language that the text is not in"]
    words = clause.words.less(MOVES)
    fits = [words.covered_by(told.words) for told in passage.reading.clauses]
    rivals = [
        _told_faults(clause, told, passage)
        for fit, told in zip(fits, passage.reading.clauses, strict=True)
        if fit >= max(fits) - _NEARLY
    ]
    return faults + min(rivals, key=len, default=["it is not said there"])


def _only_attributes(clause: Clause, passage: Passage) -> bool:
    """NCC公布，…: nothing is said yet but by whom, and that one is written there."""
    view = canon(clause.text).text.strip()
    told = _SAID_BY.match(view)
    if told is not None and squeezed(told[1]) in squeezed(passage.view):
        return True
    named = _SAID_BY_ENGLISH.match(view)
    return named is not None and _is_only_speaker(named[1] or named[2], passage)


def _is_only_speaker(name: str, passage: Passage) -> bool:
    """…, the bureau said: whoever speaks in the neighbourhood is that one."""
    stems = words_of(name).stems
    around = (*passage.before, *passage.reading.clauses, *passage.after)
    speaking = [written(one.text) for one in around if _SPEAKS.search(canon(one.text).text)]
    return bool(stems and speaking) and all(stems <= one.stems for one in speaking)


def _told_faults(said: Clause, told: Clause, passage: Passage) -> list[str]:
    named = {name for name, _, _ in said.metrics}
    there = {name for one in passage.reading.clauses for name, _, _ in one.metrics}
    checks = (
        (same_actor(said, told, passage), "it is told of somebody else"),
        (same_source(said.source, told, passage), "it is said by another"),
        (named <= there | {"change"}, "it measures something else"),
        (not uncovered(said.words, passage.words, passage, _ALL_BUT), "it is not said there"),
        (
            not uncovered(said.words, told.words, passage, _NEARBY),
            "it is not said there in one breath",
        ),
        (not _borrows(said, told, passage), "it is not said there in one breath"),
        (not borrows_act(said, told, passage), "it is told there as something else"),
        (_same_acts(said, told), "it is not done there"),
        (_same_complement(said, passage), "it is not called that there"),
        (same_place(said, passage), "it is told of another place"),
        (not is_done_to(said, passage), "who does it to whom is turned round"),
        (
            said.force == told.force or _is_only_dated(said, told),
            f"it is told there as {told.force}, not as {said.force}",
        ),
        (said.negated == told.negated, "it is denied on one side only"),
        (said.move in ("", told.move) or _same_mood(said, told), "it moves another way"),
        (same_tense(said, told), "what is done and what is to come are mixed up"),
        (same_order(said, told), "who does it to whom is turned round"),
        (
            said.marks <= told.marks and other_than(said.marks) == other_than(told.marks),
            "it is told of another one of its kind",
        ),
        (_same_time(said, told, passage), "it is told of another time"),
    )
    return [fault for fine, fault in checks if not fine]


def _is_only_dated(said: Clause, told: Clause) -> bool:
    """訂於5月28日召開, 將在5月28日舉行: a date that is set is a date to come."""
    if (said.force, told.force) != ("forecast", "actual") or not said.periods:
        return False
    return bool(_SET.search(canon(told.text).text)) and said.periods == told.periods


def _same_acts(said: Clause, told: Clause) -> bool:
    """What is done is done in this clause, not somewhere near it."""
    acts = {name for _, _, name in acts_in(said.text)} & said.words.concepts
    return acts - MOVES <= {name for _, _, name in acts_in(told.text)} | told.words.concepts


def _same_complement(said: Clause, passage: Passage) -> bool:
    """最常見副作用為噁心: what it is said to be must be written there."""
    told = _IS.search(canon(said.text).text)
    if told is None or not passage.is_chinese:
        return True
    return len(left_over(told[1], passage.view)) <= len(told[1]) // 2


def _same_mood(said: Clause, told: Clause) -> bool:
    """需求疲弱, weak demand: a fall in one language is only a word in the other."""
    return not told.move and bool(said.words.concepts & told.words.concepts & _MOODS)


def _borrows(said: Clause, told: Clause, passage: Passage) -> bool:
    """A所言 with a word of B's: what this clause lacks is said by or of another one."""
    left = comparable(said.words.less(MOVES), passage).without(told.words)
    return bool(left) and any(
        left.covered_by(other.words) >= HALF
        for other in passage.reading.clauses
        if (other.subject, other.source) != (told.subject, told.source)
    )


def _same_time(said: Clause, told: Clause, passage: Passage) -> bool:
    times = told.periods or tuple(passage.periods)
    return all(
        any(period_fits(period, one, passage.years) for one in times) for period in said.periods
    )
