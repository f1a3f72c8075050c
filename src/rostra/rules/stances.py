"""As what a clause is told: fact, forecast, target, proposal, hearsay, supposition or question."""

from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_ASKED = Pattern(r"[?]|吗$|呢$|是否|会不会|能不能|有没有|\bwhether\b")
_SUPPOSED = Pattern(
    r"^(?:但|而|不过)?(?:若|如果|倘若|假如|假设|万一|一旦|要是|除非|只要)|(?<=[，,：:])若|若是"
    r"|如果|倘若|假如|一旦|(?<![自宛恍莫置杜])若(?=[判遭未能再无不经获被通成属])"
    r"|\b(?:if|unless|assuming|in case|provided that|suppose)\b"
)
_HEARSAY = Pattern(
    r"据传|传出|传闻|盛传|谣传|网传|爆料|疑似|疑(?=似|将|遭|有)|未经证实|市场传|消息指|传(?=将|台|出|闻|拟)"
    r"|据悉|号称|宣称|声称|自称|指控|所谓"
    r"|\b(?:reportedly|rumou?red|rumou?rs?|allegedly|unconfirmed|claims?|claimed|purported(?:ly)?|speculation)\b"
)
_PROPOSED = Pattern(
    r"建议|呼吁|提议|倡议|主张|研议|研拟|考虑|争取|盼|希望|有意|提案|敦促|应该|应予"
    r"|\b(?:propos(?:es?|ed|ing|al)|suggest(?:s|ed|ing)?|urg(?:es?|ed|ing)|recommend(?:s|ed|ing)?"
    r"|call(?:s|ed|ing)? for|consider(?:s|ed|ing)?|mull(?:s|ed|ing)?|weigh(?:s|ed|ing)"
    r"|hop(?:es?|ing)|seek(?:s|ing)?|ought to)\b"
)
_SCHEDULED = Pattern(
    r"通车|完工|竣工|启用|动工|开工|交船|交机|交车|交付|交屋|上路|生效|量产|投产|营运|开幕|揭牌|落成|上市|发放|实施"
    r"|\b(?:open|complet\w+|finish\w*|deliver\w*|take effect|enter service|launch\w*|start\w*)\b"
)
_ACTUAL = Pattern(
    r"实际|自结|结算|已(?!知|经?规划|经?预)|创下|缴出|写下|实绩|终值|初值|出炉|目前|现阶段|迄今"
    r"|^\s?and [a-z]+ed\b"
    r"|\b(?:reported|posted|recorded|came in|actual|actually|was|were|rose|fell|grew|declined"
    r"|dropped|currently|so far)\b"
)


def force_in(clause: str, modality: str) -> str:
    """`modality` is what the slots say; hearsay, suppositions and questions come before it."""
    view = canon(clause).text.strip()
    if _SUPPOSED.search(view):
        return "supposed"
    if _ASKED.search(view):
        return "asked"
    if _HEARSAY.search(view):
        return "hearsay"
    if modality == "actual" and _PROPOSED.search(view):
        return "proposed"
    return modality


def is_schedule(clause: str) -> bool:
    """預計2027年底通車: a date to come, which makes no forecast of the figures after it."""
    return _SCHEDULED.search(canon(clause).text) is not None


def is_actual_again(clause: str) -> bool:
    """Whether a clause speaks of results after one that spoke of the future."""
    return _ACTUAL.search(canon(clause).text) is not None
