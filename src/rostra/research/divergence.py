"""Where officials and the public part: on time, numbers, attitude and attribution.

For each dimension the two sentences that speak of the same thing and differ most are put side by
side, word for word. The risk is counted, not felt: a direct contradiction, a claim that several
owners spread, and money, safety or law at stake each add to it, and the reason says which did.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rostra.records.report import Dimension, Divergence, Risk
from rostra.report.wording import WORDING
from rostra.research.material import Material
from rostra.research.sifting import Read
from rostra.roles import Picked, pick_sentences
from rostra.roles.clashes import content_words, figure_clashes, topic_words
from rostra.roles.coverage import CAUSE
from rostra.roles.stance import leaning
from rostra.text import Quantity, dates, index_tokens, quantities, same_quantity

_OF_A_SIDE, _OF_A_SOURCE = 36, 8
_LEANS = 0.75
_SPREAD = 0.6
_TOLD_AGAIN = 0.5
_OF_DENIED = 0.35
_OF_ASKED = 0.6
_STAKES = re.compile(
    r"退費|退费|退款|個資|个资|帳號|账号|銀行|银行|詐|诈|罰|罚|稅|税|費率|费率|補償|补偿|收費|收费|元|救護|救护|傷|伤|死|火災|火灾"
    r"|毒|安全|違法|违法|條例|条例|\b(?:refund|bank|fraud|fine|tax|fee|fare|safety|injur|death|fire|law)",
    re.IGNORECASE,
)
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
        pairs = (
            _best(official, side, _MATCHES[dimension], against, told)
            for side, against in zip(sides, clashing, strict=True)
        )
        pair = next((one for one in pairs if one is not None), None)
        told |= {pair.public.text} if pair else set()
        rows.append(_row(dimension, pair, material))
    return tuple(rows)


def _voices(material: Material, side: Sequence[Read]) -> list[_Voice]:
    wanted = {one.evidence for one in side}
    passages = [one for one in material.passages if one.evidence in wanted]
    picked = pick_sentences(
        material.asked.text,
        passages,
        limit=_OF_A_SIDE,
        per_passage=_OF_A_SOURCE,
        distinct=False,
    )
    # What the question itself names is shared by both sides and tells nothing of what they say.
    topic = topic_words(material.pool) | material.asked.tokens
    return [_voice(one, topic, material.asked.concrete_tokens) for one in picked]


def _voice(picked: Picked, topic: frozenset[str], asked: Sequence[frozenset[str]]) -> _Voice:
    days = {f"{one.month:02d}-{one.day:02d}" for one in dates(picked.text) if one.month and one.day}
    said = frozenset(index_tokens(picked.text))
    return _Voice(
        picked,
        frozenset(content_words(picked.text) - topic),
        frozenset(n for n, one in enumerate(asked) if len(one & said) >= _OF_ASKED * len(one)),
        bool(asked),
        tuple(one for one in quantities(picked.text) if one.kind != "duration"),
        frozenset(days),
        leaning(picked.text),
    )


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
        if (a.unit, a.kind, a.per) == (b.unit, b.kind, b.per) and not same_quantity(a, b)
    ]
    if not apart or _agree(one, other):
        return 0.0, False
    if one.is_asked:
        # Both give a figure for what was asked: that is the divergence, in whatever words.
        both = len(one.asked & other.asked)
        return (3.0 * both + shared, shared >= 2) if both else (0.0, False)
    return (float(shared), shared >= 4) if shared >= 2 else (0.0, False)


def _time(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    if not one.days or not other.days or one.days & other.days or shared < 2:
        return 0.0, False
    return float(shared), shared >= 3


def _attitude(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    if _agree(one, other):
        return 0.0, False
    is_of_it = shared >= max(3, _OF_DENIED * min(len(one.words), len(other.words)))
    if _DENIES.search(one.text) and not _DENIES.search(other.text) and is_of_it:
        return 4.0 + shared, True
    apart = one.leans * other.leans < 0 and min(abs(one.leans), abs(other.leans)) >= _LEANS
    return (1.0 + shared + abs(one.leans - other.leans) / 4, False) if apart else (0.0, False)


def _attribution(one: _Voice, other: _Voice) -> tuple[float, bool]:
    shared = len(one.words & other.words)
    causes = bool(CAUSE.search(one.text)), bool(CAUSE.search(other.text))
    if not causes[1] or shared < 1 or not (causes[0] or _DENIES.search(one.text)):
        return 0.0, False
    if _agree(one, other):
        return 0.0, False
    return 1.0 + shared, _DENIES.search(one.text) is not None


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
    words = WORDING[material.language]
    if pair is None:
        return Divergence(dimension, None, None, "low", words["risk_none"])
    spread = _owners(pair.public, material)
    reasons: list[tuple[int, str]] = [
        (2, words["risk_direct"]) if pair.is_direct else (1, words["risk_apart"])
    ]
    if len(spread) > 1:
        reasons.append((1, words["risk_spread"].format(count=len(spread))))
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
    """Who among the public says it: owners whose page has most of the claim's own words."""
    return {
        one.source.owner or one.source.name
        for one in (*material.public, *material.strangers)
        if claim.words
        and len(claim.words & content_words(f"{one.title} {one.text}"))
        >= _SPREAD * len(claim.words)
    }
