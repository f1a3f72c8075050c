"""Where officials and the public part: on time, numbers, attitude and attribution.

For each dimension the two sentences that speak of the same thing and differ most are put side by
side, word for word. The risk is counted, not felt: a direct contradiction, a claim that several
owners spread, and money, safety or law at stake each add to it, and the reason says which did.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rostra.desks.research.material import Material
from rostra.desks.research.sifting import is_official
from rostra.records import SourceText
from rostra.records.report import Dimension, Divergence, Risk
from rostra.roles import Picked, passages
from rostra.roles.clashes import content_words, figure_clashes, topic_words
from rostra.roles.stance import leaning
from rostra.text import Quantity, dates, index_tokens, quantities, same_quantity
from rostra.words import Phrases

_OF_A_SIDE, _OF_A_SOURCE = 36, 8
_LEANS = 0.75
_SPREAD, _OF_A_RUMOUR = 0.6, 3
_TOLD_AGAIN = 0.5
_OF_ONE_THING, _COMMAS = 2, "，；。！？,;!?"
_FARTHEST = 100  # times: what lies farther apart measures something else
# Whoever gives the figure that officials give does not part from them on these.
_BY_FIGURE: frozenset[Dimension] = frozenset(("numbers", "attribution"))
_OF_DENIED = 0.3
_OF_ASKED = 0.6
_STAKES = re.compile(
    r"退費|退费|退款|個資|个资|帳號|账号|銀行|银行|詐|诈|罰|罚|稅|税|費率|费率|補償|补偿|收費|收费|元|救護|救护|傷|伤|死|火災|火灾"
    r"|毒|安全|違法|违法|條例|条例|\b(?:refund|bank|fraud|fine|tax|fee|fare|safety|injur|death|fire|law)",
    re.IGNORECASE,
)
# What people want of officials, and how they say that they are not content.
_DEMANDS = re.compile(
    r"要求|提出|訴求|诉求|呼籲|呼吁|質疑|质疑|不滿|不满|反對|反对|抗議|抗议|抱怨|拒絕|拒绝"
    r"|\b(?:demand|call(?:s|ed)? (?:on|for)|protest|oppos|complain|question(?:s|ed)\b)",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"我看不|才怪|騙|骗|鬼扯|不信|誰信|谁信|哪有|怎麼可能|怎么可能|沒人信|没人信|造假|灌水"
    r"|\b(?:don't believe|nobody believes|no way|lies?\b|lying|fake)",
    re.IGNORECASE,
)
_ASKED_BACK = 3
_DENIES = re.compile(
    r"謊稱|谎称|不實|不实|謠言|谣言|澄清|否認|否认|並非|并非|從未|从未|不是|誤植|误植|仿冒|一律豁免|沒有|没有"
    r"|\b(?:den(?:y|ies|ied)|false|rumou?r|clarif|never|not true|hoax)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Voice:
    """A sentence of one side, taken apart once."""

    picked: Picked
    words: frozenset[str]
    # Which of the things that the question names it speaks of, and whether it names any.
    asked: frozenset[int]
    is_asked: bool
    figures: tuple[Quantity, ...]
    days: frozenset[str]
    leans: float

    @property
    def text(self) -> str:
        return self.picked.text


@dataclass(frozen=True, slots=True)
class _Pair:
    official: _Voice
    public: _Voice
    score: float
    is_direct: bool


_Match = Callable[[_Voice, _Voice], tuple[float, bool]]


def divergences(material: Material) -> tuple[Divergence, ...]:
    """One row for each dimension, also where nothing could be compared."""
    official = _voices(material, material.official)
    # Known voices of the public first; what only unlisted ones say is better than an empty row.
    sides = [_voices(material, side) for side in (material.public, material.strangers) if side]
    clashing = [_clashing(official, side) for side in sides]
    rows: list[Divergence] = []
    told: set[str] = set()
    for dimension in get_args(Dimension):
        heard = [_parting(side, official) if dimension in _BY_FIGURE else side for side in sides]
        pairs = (
            _best(official, side, _MATCHES[dimension], against, told)
            for side, against in zip(heard, clashing, strict=True)
        )
        pair = next((one for one in pairs if one is not None), None)
        told |= {pair.public.text} if pair else set()
        rows.append(_row(dimension, pair, material))
    return tuple(rows)


def unanswered(material: Material) -> list[str]:
    """What the public claims and no official sentence here speaks of, the plainest first."""
    official = _voices(material, material.official)
    public = _parting(_voices(material, material.other_side), official)
    return [
        one.text
        for one in public
        if not any(
            len(one.words & other.words) >= max(_ASKED_BACK, _OF_DENIED * len(one.words))
            for other in official
        )
    ]


def _voices(material: Material, side: Sequence[SourceText]) -> list[_Voice]:
    wanted = {one.evidence for one in side}
    sources = [one for one in material.sources if one.evidence in wanted]
    picked = passages(material.asked.text, sources, _OF_A_SIDE, each=_OF_A_SOURCE, distinct=False)
    outweighed = material.outweighed
    # What the question itself names is shared by both sides and tells nothing of what they say.
    topic = topic_words(material.pool) | material.asked.tokens
    return [
        _voice(one, topic, material.asked.concrete_tokens)
        for one in picked
        # What a better source contradicts is no word of the officials, wherever it is printed.
        if not (is_official(material.by_id[one.evidence].source) and one.text in outweighed)
    ]


def _voice(picked: Picked, topic: frozenset[str], asked: Sequence[frozenset[str]]) -> _Voice:
    said = frozenset(index_tokens(picked.text))
    return _Voice(
        picked,
        frozenset(content_words(picked.text) - topic),
        frozenset(n for n, one in enumerate(asked) if len(one & said) >= _OF_ASKED * len(one)),
        bool(asked),
        tuple(one for one in quantities(picked.text) if one.kind != "duration"),
        _days(picked.text),
        leaning(picked.text),
    )


def _parting(public: Sequence[_Voice], official: Sequence[_Voice]) -> list[_Voice]:
    """The voices that give no figure which officials give of the same thing."""
    return [
        one
        for one in public
        if not any(_agree(one, other) and one.words & other.words for other in official)
    ]


def _clashing(official: Sequence[_Voice], public: Sequence[_Voice]) -> set[tuple[str, str]]:
    mine = {one.text for one in official}
    found = figure_clashes([one.picked for one in (*official[:30], *public[:30])])
    pairs = {(one.one, one.other) for one in found} | {(one.other, one.one) for one in found}
    return {pair for pair in pairs if pair[0] in mine}


def _best(
    official: Sequence[_Voice],
    public: Sequence[_Voice],
    match: _Match,
    clashing: set[tuple[str, str]],
    told: set[str],
) -> _Pair | None:
    """The pair that differs most; what another row quotes already gives way to what none does."""
    best: _Pair | None = None
    for one in official:
        for other in public:
            score, is_direct = match(one, other)
            if score and (one.text, other.text) in clashing:
                score, is_direct = score + 5, True
            # Of two quarrels the one that the question is about.
            score *= other.picked.score
            if other.text in told:
                score *= _TOLD_AGAIN
            if score and (best is None or score > best.score):
                best = _Pair(one, other, score, is_direct)
    return best


def _numbers(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    apart = [
        (a, b)
        for a in one.figures
        for b in other.figures
        if _may_differ(a, b) and not same_quantity(a, b)
    ]
    if not apart or _agree(one, other):
        return 0.0, False
    is_of_one = any(_is_of_one_thing(one.text, a, other.text, b) for a, b in apart)
    if one.is_asked:
        # Both give a figure for what was asked: that is the divergence, in whatever words.
        both = len(one.asked & other.asked)
        return (3.0 * both + shared, shared >= 2) if both else (0.0, False)
    if is_of_one:
        return 5.0 + shared, True
    return (float(shared), shared >= 4) if shared >= 2 else (0.0, False)


def _is_of_one_thing(one: str, a: Quantity, other: str, b: Quantity) -> bool:
    """Whether the two clauses around two figures speak of the same: 小客車每日, 小客車一天."""
    mine, theirs = content_words(_clause(one, a)), content_words(_clause(other, b))
    shared = len(mine & theirs)
    return shared >= _OF_ONE_THING and 2 * shared >= min(len(mine), len(theirs))


def _clause(text: str, figure: Quantity) -> str:
    """What stands between the commas around a figure."""
    start = max(text.rfind(mark, 0, figure.start) for mark in _COMMAS) + 1
    ends = [at for mark in _COMMAS if (at := text.find(mark, figure.end)) >= 0]
    return text[start : min(ends, default=len(text))]


def _may_differ(a: Quantity, b: Quantity) -> bool:
    """Of one unit; people say 「一天 150 元」 where officials say 「每日 80 元」."""
    small, large = sorted((abs(a.value), abs(b.value)))
    is_one_unit = (a.unit, a.kind) == (b.unit, b.kind) and (a.per == b.per or not (a.per and b.per))
    return is_one_unit and large <= _FARTHEST * small


def _time(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    if not one.days or not other.days or one.days & other.days or shared < 2:
        return 0.0, False
    return float(shared), shared >= 3


def _attitude(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    if _DOUBTS.search(other.text) and (_agree(one, other) or shared >= _ASKED_BACK):
        return 2.0 + shared, False
    if _agree(one, other):
        return 0.0, False
    is_of_it = shared >= max(3, _OF_DENIED * min(len(one.words), len(other.words)))
    if _DENIES.search(one.text) and not _DENIES.search(other.text) and is_of_it:
        return 4.0 + shared, True
    if _DEMANDS.search(other.text) and not _DEMANDS.search(one.text) and shared >= _ASKED_BACK:
        return 1.0 + shared, False
    if shared < _OF_ONE_THING:
        return 0.0, False
    apart = one.leans * other.leans < 0 and min(abs(one.leans), abs(other.leans)) >= _LEANS
    return (1.0 + shared + abs(one.leans - other.leans) / 4, False) if apart else (0.0, False)


def _attribution(one: _Voice, other: _Voice) -> tuple[float, bool]:
    """Which cause somebody names is for a reader: code compares no words that stand for one."""
    del one, other
    return 0.0, False


def _agree(one: _Voice, other: _Voice) -> bool:
    """Who gives the same figure repeats the other, whatever else he says."""
    return any(same_quantity(a, b) for a in one.figures for b in other.figures)


_MATCHES: dict[Dimension, _Match] = {
    "time": _time,
    "numbers": _numbers,
    "attitude": _attitude,
    "attribution": _attribution,
}


def _row(dimension: Dimension, pair: _Pair | None, material: Material) -> Divergence:
    words = Phrases("report", material.language)
    if pair is None:
        return Divergence(dimension, None, None, "low", words["risk_none"])
    spread = _owners(pair.public, material)
    reasons: list[tuple[int, str]] = [
        (2, words["risk_direct"]) if pair.is_direct else (1, words["risk_apart"])
    ]
    if len(spread) > 1:
        reasons.append((1, words.say("risk_spread", count=len(spread))))
    else:
        reasons.append((0, words["risk_single"]))
    if _STAKES.search(pair.public.text):
        reasons.append((1, words["risk_stakes"]))
    return Divergence(
        dimension,
        material.cited(pair.official.text, (pair.official.picked.evidence,)),
        material.cited(pair.public.text, (pair.public.picked.evidence,)),
        _risk(sum(weight for weight, _ in reasons)),
        words["semicolon"].join(text for _, text in reasons),
    )


def _risk(weight: int) -> Risk:
    names: tuple[tuple[int, Literal["high", "medium", "low"]], ...] = ((3, "high"), (2, "medium"))
    return next((name for least, name in names if weight >= least), "low")


def _owners(claim: _Voice, material: Material) -> set[str]:
    """Who among the public says it: in most of its words, or with its figure or its day."""
    return {
        one.source.owner or one.source.name
        for one in (*material.public, *material.strangers)
        if claim.words and _spreads(f"{one.title} {one.text}", claim)
    }


def _spreads(text: str, claim: _Voice) -> bool:
    shared = len(claim.words & content_words(text))
    if shared >= _SPREAD * len(claim.words):
        return True
    told = quantities(text)
    is_figure = any(same_quantity(a, b) for a in claim.figures for b in told)
    is_day = bool(claim.days & _days(text))
    return shared >= _OF_A_RUMOUR and (is_figure or is_day)


def _days(text: str) -> frozenset[str]:
    return frozenset(
        f"{one.month:02d}-{one.day:02d}" for one in dates(text) if one.month and one.day
    )
