"""What the sides of a motion will clash over, named from what a search brings up.

A dispute that can be settled is one over something measured: sales, speed, complaints. So a point
is the thing that stands before a figure, cut down to its name. Points that several publishers speak
of come first, and of those first one that speaks for the motion and one that speaks against it.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from rostra.records import SearchHit
from rostra.roles.stance import Side, is_set_by_rule, stance
from rostra.text import Quantity, index_tokens, quantities, sentences, slots
from rostra.text.script import language_of
from rostra.words import Language

_LEAST, _MOST, _LONGEST_ENGLISH = 3, 22, 60
_LEAST_OWN = 2
_FIT, _KNOWN = 0.5, 2.0
_OF_SUBJECT, _MOST_OF_SUBJECT = 0.45, 0.6
_PARTS = re.compile(r"的|\s(?:of|in)\s")
_ANYBODYS = re.compile(
    r"營運|营运|營收|营收|業績|业绩|獲利|获利|表現|表现|發展|发展|前景|未來|未来|成效|影響|影响|服務|服务|問題|问题|情況|情况|費用|费用"
    r"|performance|results?|future|outlook|impact|effects?",
    re.IGNORECASE,
)
_ALIKE = 0.5
_MOST_READ = 16
_OF_THE_MATTER, _ENOUGH_HITS = 0.6, 2
_CLAUSE = re.compile(r"[，；。！？、：…　;!?]|, |: | … |\s[—–-]\s")
# Who sent a story, and what stands in brackets beside a name.
_ASIDE = re.compile(r"（[^（）]*）|\([^()]*\)|【[^【】]*】|〔[^〔〕]*〕|「|」|『|』|“|”|《|》|\"")
_WHEN = re.compile(
    r"[0-9]{1,2}月?(?:份|底)?[至到~-][0-9]{1,2}月(?:份|底)?|(?:民國|民国)?[0-9]{2,4}年(?:度|底|初)?|第?[一二三四1-4]季度?|上半年|下半年|首季|[0-9]{1,2}月(?:份|底|初|中旬)?"
    r"|[0-9]{1,2}日|今年|去年|前年|明年|今天|昨天|目前|同期|單季|单季|全年|截至|以來|以来"
    r"|\b(?:by|at) the (?:end|start|beginning) of [A-Z][a-z]+(?: [0-9]{4})?"
    r"|\b(?:in|by|since|from|to|until|during) (?:the )?(?:January|February|March|April|May|June"
    r"|July|August|September|October|November|December|first|second|third|fourth|[0-9]{4})\b.*"
    r"|\b(?:19|20)[0-9]{2}\b"
)
# Words that say that something moved or counts, or who says so, and not what it is.
_NOT_ITS_NAME = re.compile(
    r"(?:預估|预估|估計|估计|推估|估列|預計|预计|預定|预定|可望|合併|合并|仍|還|还|已|只|僅|仅|約|约|近|逾|達|达|為|为|是|有|占|佔|由|從|从"
    r"|較|较|比|與|与|則|则|也|再|又|均|都|共|計|计|列|介於|介于|年增|年減|年减|季增|季減|季减|月增|月減|月减|同比|環比|环比"
    r"|增加|減少|减少|下降|上升|提高|降低|成長|增长|增長|下滑|衰退|回升|回到|上調|上调|下調|下调|調升|调升|調高|调高|調整|调整|升至|降至|減至|减至"
    r"|增至|掉|少賣|多賣|少卖|多卖|減|减|增|升|降|漲|涨|跌|賺|赚|虧|亏|超過|超过|不到|高於|高于|低於|低于|其中|每|就|到|至|在|的|了|等|限|須|须|至少|不得小於)+$"
    r"|\b(?:was|were|is|are|has|have|had|fell|rose|grew|dropped|climbed|increased|decreased|declined|"
    r"down|up|by|of|at|to|about|around|nearly|only|just|over|under|some|than|more|less|and|or|the|a|"
    r"an|from|with|between|reached|totall?ed|stood|averaged)\b.*$",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"^.{0,12}?(?:表示|指出|公布|宣布|說明|说明|強調|强调|認為|认为|預估|预估|坦言|回應|回应|說|说|稱|称|顯示|显示)"
    r"|^(?:其中|不過|不过|但|而|因為|因为|雖然|虽然|若|如果|此外|另外|根據|根据|依|據|据|讓|让|該|该)"
    r"|^(?:and|but|the|a|an|its|their|that|while|meanwhile|overall|average|total)\b",
    re.IGNORECASE,
)
# What is left of a span of time once its months are gone, and names that name no thing.
_TO = re.compile(r"^(?:[至到起底~、,]|截至)+共?|^共")
_NO_THING = re.compile(
    r"(?:平均|總|总|合計|合计|累計|累计|其中|減幅|减幅|增幅|漲幅|涨幅|跌幅|降幅|升幅|幅度|差距|比率|比例|占比|總計|总计|average|total|overall)+"
    r"(?:減幅|减幅|增幅|漲幅|涨幅|跌幅|降幅|升幅|幅度)?"
    # Who was asked is not what was measured.
    r"|.{0,4}(?:居民|市民|民眾|民众|受訪者|受访者|店家|業者|业者|議員|议员|支持者|反對者|反对者|residents|people|respondents)"
    r"|(?:up|down|from|January|February|March|April|May|June|July|August|September|October|November|December)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|be|been|will|would|fell|falls?|rose|rises?|grew|dropped|climbed|"
    r"increased|decreased|declined|slipped|jumped|reached|totall?ed|stood|averaged|entered|raised|"
    r"collected|came|went|put|found|said|says|show(?:s|ed)|cut|cuts|lost|gained|made|sold|used|took|"
    r"paid|upheld|received|charged|told|reported|produced|hit|stayed|remained)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"^(?:(?:in|by|on|at|of|an?|the|its|their|some|about|average|total|end|up|down|more|less|which|"
    r"and|from|than)\b\s*)+"
    r"|(?:\b(?:in|of|at|by|for|to|the|an?|and|or|from|with|about|only|some|average|total)\s*)+$",
    re.IGNORECASE,
)
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "of in the and an to from by at for on with was were is are its it as that than be has had "
        "have this their they which who will would not or but each per",
    )
)
# Whether more or less than before is told after what it is.
_THAN = re.compile(r"(?<=.{2})(?:[較较]|(?<!百分)比(?!率|例|重|值)|[與与](?:去年|上年|前年|同期))")
_ENGLISH_WORD = re.compile(r"[A-Za-z0-9]{2,}")
_COUNTED = re.compile(
    r"[\d,.]+%?\s+(?:of\s+(?:the\s+)?)?(?!(?:from|to|in|at|per|an?|for|than|and|or|by|on|as)\b)"
    r"([a-z][a-z-]+)"
)
_MOST_WORDS = 8
_HANDLED = re.compile(r"把|讓|让|將|将|為|为")
# A piece of a sentence that names nothing by itself.
_HALF = re.compile(
    r"^(?:比|較|较|距|把|將|将|在|從|从|對|对|因|受)|(?:前|後|后|要|滿|满|經|经|起|把|讓|让|造成|合|換算|换算|連|连|再|才)$"
    r"|^(?:連續|连续|實際|实际|總額|总额|一天|上游|全市|全國|全国|本案|設備|设备)|^(?:in|against|as)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Point:
    name: str
    tokens: frozenset[str]
    fit: float = 0.0
    told: set[str] = field(default_factory=set)
    sides: list[Side] = field(default_factory=list)

    def weight(self) -> float:
        """By who tells it and how it leans; what has a name as a measure is one for certain."""
        leaning = min(sum(side != "neutral" for side in self.sides), len(self.told))
        is_metric = bool(slots(self.name).metrics)
        # What a rule sets is known to both sides; they clash over what comes of it.
        known = _KNOWN if is_set_by_rule(self.name) else 0.0
        return len(self.told) + 0.5 * leaning + is_metric + _FIT * self.fit - known


def clash_points(
    motion: str, subject: str, hits: Sequence[SearchHit], *, limit: int
) -> tuple[str, ...]:
    """Short names of what is measured and told by most, one for each side before the rest."""
    about = frozenset(index_tokens(subject))
    own = frozenset(one for one in index_tokens(motion) if len(one) > 1) - about
    points: list[_Point] = []
    told: set[frozenset[str]] = set()
    for hit in _of_the_matter(subject, motion, hits)[:_MOST_READ]:
        for text in (hit.title, *(one.text for one in sentences(hit.snippet))):
            tokens = frozenset(index_tokens(text))
            if tokens in told or not speaks_of(subject, f"{hit.title} {text}"):
                continue  # a reprint says nothing more, and a stranger's figure nothing at all
            told.add(tokens)
            for clause in _CLAUSE.split(_ASIDE.sub("", text)):
                point = _note(clause, text, motion, hit.url, about, points)
                if point is not None and own:
                    point.fit = max(point.fit, min(1.0, len(own & tokens) / min(4, len(own))))
    ranked = sorted(points, key=lambda one: -one.weight())
    return tuple(one.name for one in _spread(ranked, limit))


def telling_words(text: str) -> frozenset[str]:
    """The words of a text that tell what it is about: no single characters, no small words."""
    return frozenset(one for one in index_tokens(text) if len(one) > 1 and one not in _SMALL)


def speaks_of(subject: str, text: str) -> bool:
    """Whether a text names enough of a subject, or of one part of its name."""
    told = frozenset(index_tokens(text))
    parts = _PARTS.split(subject)
    # What anything may have (results, a future) does not say what it is about.
    for part in [one for one in parts if not _ANYBODYS.fullmatch(one)] or parts:
        # What a Chinese name is the name of stands at its end: 動物園, 擁擠費.
        is_named = part.isascii() or _covered(part[-2:], told) == 1
        if part and _covered(part, told) >= (_OF_SUBJECT if is_named else _MOST_OF_SUBJECT):
            return True
    return not subject


def _covered(name: str, told: AbstractSet[str]) -> float:
    """How much of a name stands in a text; the words of a Chinese one are pairs that overlap."""
    if name.isascii():
        words = [word.lower() for word in _ENGLISH_WORD.findall(name)]
        return sum(word in told for word in words) / max(1, len(words))
    covered = {
        at
        for start in range(len(name) - 1)
        if {one for one in index_tokens(name[start : start + 2]) if len(one) > 1} & told
        for at in (start, start + 1)
    }
    return len(covered) / len(name)


def _of_the_matter(subject: str, motion: str, hits: Sequence[SearchHit]) -> list[SearchHit]:
    """Hits that speak of what the motion is about; where too few do, of the motion at all."""
    for text in (subject, motion):
        wanted = frozenset(index_tokens(text))
        shares = [len(wanted & set(index_tokens(f"{hit.title} {hit.snippet}"))) for hit in hits]
        least = max(_OF_THE_MATTER * max(shares, default=0), 1)
        found = [hit for hit, shared in zip(hits, shares, strict=True) if shared >= least]
        if len(found) >= _ENOUGH_HITS:
            return found
    return list(hits)


def _note(
    clause: str, text: str, motion: str, url: str, about: frozenset[str], points: list[_Point]
) -> _Point | None:
    name = measured(clause)
    tokens = frozenset(index_tokens(name))
    if not name or len(tokens - about) < (1 if name.isascii() else _LEAST_OWN):
        return None
    for point in points:
        if len(point.tokens & tokens) >= _ALIKE * min(len(point.tokens), len(tokens)):
            break
    else:
        point = _Point(name, tokens)
        points.append(point)
    if _script(name) == _script(motion) != _script(point.name):
        point.name = name
    point.told.add(url)
    point.sides.append(stance(f"{clause}。" if clause == text else text, motion))
    return point


def _script(text: str) -> Language:
    return language_of(text, otherwise="en")


def measured_in(text: str) -> str:
    """The name of what the first figure of a text is for; empty where no clause names it."""
    return next((name for clause in _CLAUSE.split(text) if (name := measured(clause))), "")


def measured(clause: str) -> str:
    """The name of what a clause gives a figure for; empty where it gives none."""
    # How long something takes or lasts is rarely what it is about.
    found = [one for one in quantities(clause) if one.kind != "duration"]
    if not found:
        return ""
    if clause.isascii():
        return _measured_in_english(clause, found[0])
    head = clause[: found[0].start]
    head = _TO.sub("", _WHEN.sub("", head).strip())
    head = _SPEAKER.sub("", head).strip()
    head = _THAN.split(head, maxsplit=1)[0] or head
    while (cut := _NOT_ITS_NAME.sub("", head).strip(" ,:-")) != head:
        head = cut
    head = _HANDLED.split(_SPEAKER.sub("", head))[-1].strip(" ,:-")
    if _HALF.search(head) or _NO_THING.fullmatch(head):
        return ""
    is_name = len(head) >= _LEAST or slots(head).metrics
    return head if is_name and len(head) <= (_LONGEST_ENGLISH if head.isascii() else _MOST) else ""


def _measured_in_english(clause: str, figure: Quantity) -> str:
    """What stands before the verb; where that is only when or how much, what is counted."""
    head = _WHEN.sub("", clause[: figure.start])
    head = _VERB.split(_SPEAKER.sub("", head.strip()), maxsplit=1)[0]
    head = _LOOSE.sub("", head).strip(" ,:-")
    if len(head) < _LEAST or _NO_THING.fullmatch(head) or _HALF.search(head):
        counted = _COUNTED.match(clause, figure.start)
        head = counted[1] if counted else ""
    return " ".join(head.split()[:_MOST_WORDS]) if _LEAST <= len(head) <= _LONGEST_ENGLISH else ""


def _spread(ranked: Sequence[_Point], limit: int) -> list[_Point]:
    chosen: list[_Point] = []
    for side in ("for", "against"):
        best = next((one for one in ranked if side in one.sides and one not in chosen), None)
        if best is not None:
            chosen.append(best)
    chosen += [one for one in ranked if one not in chosen]
    return chosen[:limit]
