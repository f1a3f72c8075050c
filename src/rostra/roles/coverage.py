"""How well a sentence fits what a question asks about: the same company, period and measure.

A sentence that names somebody else, or another quarter, is an answer to another question, however
many words it shares. One that names nobody speaks of whom its page is about.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from rostra.roles.asking import Asked, read_question, words_shared
from rostra.text import Entity, Slots, index_tokens, slots
from rostra.text.script import language_of

_SAME, _SILENT = 1.3, 1.0
_BESIDE = 0.7  # names somebody else on a page about whom was asked
_SILENT_ELSEWHERE = 0.4
_OTHER = 0.12
_PERIOD_FITS, _PERIOD_OTHER, _RESULT_OF_OTHER = 1.25, 0.6, 0.3
_METRIC_FITS, _METRIC_OTHER = 1.3, 0.8
_ACCOUNTS = re.compile(
    r"營收|营收|營業收入|营业收入|毛利|營業利益|营业利润|每股|淨利|净利"
    r"|\b(?:revenues?|margin|EPS|net (?:income|profit))",
    re.IGNORECASE,
)
_ACCOUNTS_UNASKED = 0.5
_NOT_ASKED_FOR, _FORECAST_FOR_RESULT = 0.8, 0.4
_WISH_MET, _CAUSE_GIVEN, _BOTH_GIVEN = 1.45, 2.0, 3.0
_BESIDE_THE_POINT, _ON_ITS_PAGE = 0.35, 0.5
_OF_ASPECT = 0.5
_OF_SUBJECT = 0.3
# The rest of a longer name that makes it the same body: 嶼航, 嶼航物流股份有限公司.
_LEGAL_TAIL = re.compile(
    r"(?:.{0,8}(?:股份有限公司|有限公司|公司|集团|控股|-?ky)|inc|corp(?:oration)?|ltd|plc|co)\.?$",
    re.IGNORECASE,
)
CAUSE = re.compile(
    r"因為|因为|由於|由于|主因|原因|導致|导致|造成|受[^，。]{1,14}影響|受[^，。]{1,14}影响|歸因|归因|起因|所致|拖累|認列|认列"
    r"|(?<![原起])因(?![此應应子素而])[^，。]{2}"
    r"|\bbecause\b|\bdue to\b|\bcaus|\bowing to\b|\bblam|\bafter\b.{0,30}\bfire\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"[^，。；]{2,18}?(?:統計|统计|表示|指出|公布|宣布|提醒|說明|说明|認為|认为|估計|估计|強調|强调|說|说)[，：]"
    r"|[A-Z][^,.;]{2,40}? (?:said|says|reported|announced|estimates?)(?: that)? ?,?"
)
_WHOLE = re.compile(
    r"全市|全縣|全县|全國|全国|全台|全臺|全港|本市|本縣|nationwide|citywide", re.IGNORECASE
)
_CLAUSE = re.compile(r"[，；。,;]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z .&'-]{2,}")
_EFFECT = re.compile(
    r"增加|減少|减少|下降|下滑|上升|提高|降低|縮短|缩短|延長|延长|延後|延后|撤回|撤件|停擺|停摆|萎縮|萎缩|成長|增长|衰退|流失|倒閉|倒闭"
    r"|年增|年減|年减|月增|月減|月减|改善|惡化|恶化|衝擊|冲击|受惠|擔心|担心|恐|目標|目标|成本|跳票|落後|落后|超過|超过|不到"
    r"|\b(?:rose|fell|f[ae]lls?|drop|down|up|gain|lost|los[se]|clos|delay|cut|rais|grew|slow|target|cost|worr)",
    re.IGNORECASE,
)
# Somebody says one thing and somebody another, or one is set right by the other.
_TWO_VOICES = re.compile(
    r"(?:說|说|表示|指出|宣稱|宣称|認為|认为)[^。]{4,60}?[，；](?:[^，；。]{0,12}(?:說|说|表示|指出|回應|回应|認為|认为)|[^，；。]{0,6}[則则卻却])"
    r"|質疑|质疑|反駁|反驳|澄清|並非事實|并非事实|不符|不一致|對不起來|对不起来|差了|謊稱|谎称|謠言|谣言"
    r"|\b(?:disput|den(?:y|ies|ied)|contradict|rebut|at odds|whereas)",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"並非|并非|不是|否認|否认|澄清|未達|未达|達成|达成|達到|承諾|承诺|證實|证实|主因|尚未|仍未|已達"
    r"|\bdenie[ds]\b|\bnot\b|\bconfirmed\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question as its parts, read once."""

    asked: Asked

    @classmethod
    def by(cls, question: str) -> "Wanted":
        return cls(read_question(question, language_of(question)))

    @property
    def slots(self) -> Slots:
        return self.asked.slots

    def fit(self, sentence: str, title: str, page: Slots) -> float:
        """A factor around one: above it for what was asked for, below it for something else.

        `page` are the slots of the title, given because many sentences share one page.
        """
        said = slots(sentence)
        return (
            self._names(sentence, said, title, page)
            * self._periods(said)
            * self._metrics(said)
            * self._told(said)
            * self._aspects(sentence, said)
        )

    def _names(self, sentence: str, said: Slots, title: str, page: Slots) -> float:
        wanted = self.slots.entities
        if not wanted:
            return 1.0
        is_ours = share(wanted, page.entities) or any(_names_it(title, one) for one in wanted)
        if any(one in sentence for one in self.asked.beside) or _spells(sentence, said, wanted):
            return _SAME
        if spoken_of := _spoken_of(sentence, said):
            if share(wanted, spoken_of):
                return _SAME
            return _BESIDE if is_ours else _OTHER
        return _SILENT if is_ours or not page.entities else _SILENT_ELSEWHERE

    def of_subject(self, sentence: str, title: str) -> float:
        """Where the subject is no name we know, its words must stand there or over the page."""
        wanted = self.asked.subject_tokens
        if self.slots.entities or not wanted:
            return 1.0
        have = wanted & set(index_tokens(f"{title} {sentence}"))
        return 1.0 if len(have) >= _OF_SUBJECT * len(wanted) else _SILENT_ELSEWHERE

    def _periods(self, said: Slots) -> float:
        if not self.slots.periods or not said.periods:
            return 1.0
        if "series" in self.asked.wishes:
            return _PERIOD_FITS
        asked, told = set(self.slots.period_ids), set(said.period_ids)
        # Q3 without its year may be the one that is meant; 2025Q3 for 2026Q3 is not.
        loose = any(
            (len(a) == 2 or len(b) == 2) and a[-2:] == b[-2:]
            for a in asked
            for b in told
            if "Q" in a and "Q" in b
        )
        if asked & told or loose:
            return _PERIOD_FITS
        return _RESULT_OF_OTHER if self.slots.metrics and said.metrics else _PERIOD_OTHER

    def _metrics(self, said: Slots) -> float:
        if not said.metrics:
            return 1.0
        if not self.slots.metrics:
            # A company's accounts are no answer to who did not ask for any.
            is_account = any(_ACCOUNTS.search(one.text) for one in said.metrics)
            return _ACCOUNTS_UNASKED if is_account else 1.0
        asked = {one.partition(".")[0] for one in self.slots.metric_ids}
        told = {one.partition(".")[0] for one in said.metric_ids}
        return _METRIC_FITS if asked & told else _METRIC_OTHER

    def _told(self, said: Slots) -> float:
        """A forecast is no answer to what happened, nor a result to what is expected."""
        if said.modality == self.slots.modality:
            return 1.0
        is_result_asked = bool(self.slots.metrics) and self.slots.modality == "actual"
        return _FORECAST_FOR_RESULT if is_result_asked else _NOT_ASKED_FOR

    def _aspects(self, sentence: str, said: Slots) -> float:
        """A sentence that speaks of what is asked of the subject, in the way it is asked.

        Whoever asks why wants a cause, whoever asks when a day, whoever asks how much a sum; but a
        cause of something else is no answer.
        """
        wishes = self.asked.wishes
        met = {
            "time": bool(said.periods),
            "amount": bool(said.quantities),
            "effect": bool(said.quantities) and self.is_effect(sentence),
            "verdict": _VERDICT.search(sentence) is not None,
        }
        worth = _WISH_MET ** sum(1 for wish in wishes if met.get(wish))
        gives_cause = "reason" in wishes and CAUSE.search(sentence) is not None
        gives_both = "gap" in wishes and _TWO_VOICES.search(sentence) is not None
        return worth * (_CAUSE_GIVEN if gives_cause else 1.0) * (_BOTH_GIVEN if gives_both else 1.0)

    def is_effect(self, sentence: str) -> bool:
        """Whether it tells what came of something, where that was asked for."""
        return "effect" in self.asked.wishes and _EFFECT.search(sentence) is not None

    def is_to_a_point(self, tokens: frozenset[str]) -> bool:
        """Whether a sentence of these words speaks of what is asked of the subject."""
        points = self.asked.concrete_tokens
        return not points or any(
            words_shared(one, tokens) >= _OF_ASPECT * len(one) for one in points
        )

    def beside(self, page: str) -> float:
        """What a sentence that does not is worth: more on a page that does.

        A reason may lie in what the question does not name.
        """
        is_near = "reason" in self.asked.wishes or self.is_to_a_point(_words(page))
        return _ON_ITS_PAGE if is_near else _BESIDE_THE_POINT


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(index_tokens(text))


def _names_it(title: str, body: Entity) -> bool:
    """Whether an English headline has a body's name, as the word before a verb often hides it."""
    is_latin = _LATIN.fullmatch(body.text) is not None
    return is_latin and re.search(rf"\b{re.escape(body.text)}\b", title) is not None


def _spoken_of(sentence: str, said: Slots) -> tuple[Entity, ...]:
    """Whom a sentence names, without the one who says it.

    「全市人口……，主要為園區就業人口遷入」 is told of the city, whoever comes later.
    """
    speaker = _SPEAKER.match(sentence)
    spoken = speaker.end() if speaker else 0
    named = tuple(one for one in said.entities if one.start >= spoken)
    whole = _WHOLE.search(sentence, spoken)
    return () if whole and not any(one.start < whole.start() for one in named) else named


def _spells(sentence: str, said: Slots, wanted: tuple[Entity, ...]) -> bool:
    """Whether it has the very name of a stranger, and not inside the name of another."""
    return any(
        not body.is_known
        and body.text in sentence
        and not any(body.text in other.text != body.text for other in said.entities)
        for body in wanted
    )


def causes_in(sentence: str) -> list[str]:
    """The clauses of a sentence that give a cause."""
    return [one for one in _CLAUSE.split(sentence) if CAUSE.search(one)]


def share(one: tuple[Entity, ...], other: tuple[Entity, ...]) -> bool:
    """Whether two sets of names have a body in common."""
    names = {entity.id for entity in other}
    if any(entity.id in names for entity in one):
        return True
    strangers = [entity.id.removeprefix("name:") for entity in one if not entity.is_known]
    others = [name.removeprefix("name:") for name in names if name.startswith("name:")]
    return any(_is_longer_form(a, b) or _is_longer_form(b, a) for a in strangers for b in others)


def _is_longer_form(short: str, long: str) -> bool:
    """嶼航 and 嶼航公司, never 瀾電 and 瀾電材料: that is another company."""
    return long.startswith(short) and _LEGAL_TAIL.match(long[len(short) :].strip()) is not None
