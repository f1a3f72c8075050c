"""Whether a justification says anything: what is missing, about whom, and that inner data lack it.

This only turns away what is empty. Whether the reason is good enough is the chair's to say.
"""

import re

from rostra.governance.matter import GatedTool, Matter
from rostra.governance.relating import is_about
from rostra.records import Ruling, ToolCall
from rostra.rules import review_reason
from rostra.text import canon, slots
from rostra.words import Message, message

_LEAST_CHARACTERS = 8
# Some word that says inner data fall short, in the simplified folded view.
_FALLS_SHORT = re.compile(
    r"缺|不足|不够|不含|不全|不包|没有|没提|没载|未|无(?!论)|尚|仅|只有|只到|查不到|找不到|过期|过时|较旧|落后|有限"
    r"|除.{1,12}外|超出|补足|补上|补充|佐证|核对|交叉|不一致|矛盾|有出入"
    r"|\b(?:no|not|none|nothing|neither|never|lacks?|lacking|missing|without|only|insufficient|absent"
    r"|outdated|stale|old|incomplete|unavailable|beyond|fails?|gaps?|stops?|ends? (?:in|at|with)"
    r"|cannot|contradicts?|disagrees?|conflicts?|cross-?check|verify|limited)\b|n't\b"
)


def justification_fault(text: str, matter: Matter | None) -> Message | None:
    """What a justification lacks, or None."""
    view = canon(text).text
    if len("".join(view.split())) < _LEAST_CHARACTERS:
        return message("rulings.fault.empty")
    if review_reason(text, None, 1).verdict == "auto_approve":
        return None
    read = slots(text)
    names_something = bool(read.entities or read.metrics)
    if not names_something and not (matter is not None and is_about(text, matter)):
        return message("rulings.fault.beside")
    if _FALLS_SHORT.search(view) is None:
        return message("rulings.fault.no_lack")
    return None


class JustificationGate:
    """Before anybody is asked to approve: is there a reason at all?"""

    def __init__(self, matter: Matter | None = None) -> None:
        self._matter = matter

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        if not tool.requires_approval:
            return None
        fault = justification_fault(call.justification, self._matter)
        if fault is None:
            return None
        return Ruling.refuse(
            "justification",
            message("rulings.unjustified", fault=fault),
            message("rulings.unjustified_next"),
        )
