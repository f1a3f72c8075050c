"""Whether a plea for more tool calls may be granted without asking anybody.

Only the first two pleas of a turn can be, and only those that name somebody and the datum wanted,
and want something new. Length proves nothing, nor do names: a plea for time to think stays one
however many companies it lists. What the rule does not understand goes to the chairman.
"""

from dataclasses import dataclass
from typing import Literal

from rostra.records import record
from rostra.rules.agreeing import same_period
from rostra.rules.facts import Clause, Reading
from rostra.rules.passages import squeezed
from rostra.rules.reading import read
from rostra.rules.wording import data_named
from rostra.text.folding import canon
from rostra.text.patterns import Pattern
from rostra.words import Message, message

_AUTOMATIC = (1, 2)
_SEEKS = Pattern(
    r"查(?!无)|取得|获取|搜集|蒐集|收集|搜寻|检索|比对|比较|对照|核对|核实|验证|确认|调阅|调取|找(?!不)"
    r"|补充|补足|补上|引用|缺(?!点|席|陷)|尚无|尚未取得|还没有|还没拿到|没有|欠缺|想知道|厘清|佐证|下载|读取|抓取"
    r"|需要(?!更多时间|时间|想|思|再想|整理)|需(?=台|联|央|主|确|查|取)"
    r"|\b(?:look(?:ing)? up|find|get|fetch|retrieve|verify|check|confirm|obtain|compare|search"
    r"|missing|lack(?:s|ing)?|pull|download|query|cross-check|locate|collect|gather|request(?:ing)?|establish"
    r"|need(?!s? (?:more |extra |some |additional )?(?:time|to think|to reflect|steps))s?"
    r"|want(?! (?:more )?time)s?|quantify|determine)\b"
)
_THINKS = Pattern(
    r"思考|思索|想想|想一想|想一下|再想|多想|整理|思绪|组织|消化|沉淀|斟酌|琢磨|酝酿|润饰|措辞|推敲|看看|理一理|准备论点"
    r"|构思|考虑|反省|复习"
    r"|\b(?:think|thinking|thoughts?|reflect|ponder|consider|organi[sz]e|digest|mull|brainstorm"
    r"|polish|wording|prepare|rethink|contemplate|formulate|structure)\b"
)
_TIME = Pattern(r"时间|更多步|更多次|机会|宽限|\b(?:time|moment|steps?|chance|turns?|calls?)\b")
_HAS = Pattern(
    r"已(?:经)?(?:有|取得|查到|掌握|获得|知道|确认|完成|足够|很)|不需|不必|无需|无须|不用|不缺|足够|充分|很重要|非常重要"
    r"|值得关注|影响很大|\b(?:already|no need|not need|don't need|doesn't need|unnecessary|enough"
    r"|sufficient|is important|are important|matters?)\b"
)
# These name a kind of information but not which; something must stand beside them.
_VAGUE = frozenset({"statistics", "amount", "ratio_of", "impact", "plan", "reason_for", "cost"})
_MANY_NAMES = 4
_BARE = 2


@record
class ReasonReview:
    """`why` is shown with the ruling."""

    verdict: Literal["auto_approve", "to_chairman"]
    why: Message


@dataclass(frozen=True, slots=True)
class _Want:
    """Whom and what a plea asks about."""

    entities: frozenset[str]
    data: frozenset[str]
    periods: frozenset[str]
    forces: frozenset[str]


def review_reason(reason: str, previous: str | None, nth: int) -> ReasonReview:
    """`nth` counts the pleas of the turn from 1; `previous` is the plea before, if any."""
    if nth not in _AUTOMATIC:
        return _to_chairman(message("rulings.first_two_only", nth=nth))
    asked = read(reason)
    wants = [clause for clause in asked.clauses if _is_wanted(clause, asked)]
    if not wants:
        return _to_chairman(message("rulings.names_no_datum"))
    if previous is not None and _is_again(reason, wants, previous):
        return _to_chairman(message("rulings.wanted_before"))
    want = _want(wants)
    names = [one.removeprefix("name:") for one in sorted(want.entities)[:3]]
    told = message("rulings.wants_of", data=sorted(want.data)[:3], names=names)
    return ReasonReview("auto_approve", told)


def _to_chairman(why: Message) -> ReasonReview:
    return ReasonReview("to_chairman", why)


def _is_wanted(clause: Clause, asked: Reading) -> bool:
    view = canon(clause.text).text
    if not _names(clause) or not _data(clause) or _HAS.search(view):
        return False
    seeks = _SEEKS.search(view) is not None
    if _THINKS.search(view) or (_TIME.search(view) and not seeks):
        return False
    if seeks:
        return True
    whole = canon(asked.text).text
    if _THINKS.search(whole) or _TIME.search(whole):
        return False
    if len(set(clause.metrics)) < len(clause.metrics):
        return False  # said twice over, asked for not once
    named = 0 < len(clause.mentions) < _MANY_NAMES
    return named and clause.words.size <= _BARE and not clause.facts


def _names(clause: Clause) -> frozenset[str]:
    own = {one.id for one in clause.mentions if not one.id.startswith("group:")}
    return frozenset(own) | clause.subject


def _data(clause: Clause) -> frozenset[str]:
    """What is asked for: metrics, kinds of documents, or acts that somebody did or did not."""
    named = data_named(clause.words)
    acts = clause.words.concepts - named
    beside = acts or clause.words.pairs or clause.words.stems
    found = {f"{name}.{basis}" if basis else name for name, basis, _ in clause.metrics}
    found -= {"change"}
    found |= named if beside or clause.periods else named - _VAGUE
    if not found:
        found = {match[0] for match in _DATUM.finditer(canon(clause.text).text)}
    if not found and _WHETHER.search(canon(clause.text).text):
        found = set(acts)
    return frozenset(found)


# Whatever else is measured, listed or decided; the head says that it is one datum.
_DATUM = Pattern(
    r"[\u4e00-\u9fff]{1,4}(?:支出|收入|人数|户数|件数|次数|总额|余额|费率|比率|指数|价格|单价|产量|产值|名单|时程|条文"
    r"|日期|得票|销量|存量|面积|人次|薪资|税率|罚金|赔偿金)"
)
_WHETHER = Pattern(r"是否|何时|多少|有无|有没有|\b(?:whether|when|how (?:much|many)|if)\b")


def _want(clauses: list[Clause]) -> _Want:
    return _Want(
        frozenset(name for clause in clauses for name in _names(clause)),
        frozenset(name for clause in clauses for name in _data(clause)),
        frozenset(time for clause in clauses for time in clause.periods),
        frozenset(clause.force for clause in clauses if clause.force == "forecast"),
    )


def _is_again(reason: str, wants: list[Clause], previous: str) -> bool:
    """Nothing new is asked for: no other name, datum, period, nor forecast instead of result."""
    if squeezed(reason) == squeezed(previous):
        return True
    before = read(previous).clauses
    if not before:
        return False
    now, then = _want(wants), _want(list(before))
    acted = frozenset(name for clause in before for name in clause.words.concepts)
    new_period = any(
        not any(same_period(time, told) for told in then.periods) for time in now.periods
    )
    return not (
        now.entities - then.entities
        or now.data - then.data - acted - _VAGUE
        or (new_period and then.periods)
        or now.forces - then.forces
    )
