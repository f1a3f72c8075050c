"""What gates, chairs and the verifier say in English, in the reader's language.

The rooms below word their reasons once; whoever shows them to a reader puts them into words the
reader knows. What is not known here is shown as it was said.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

from rostra.settings.fields import LANGUAGES


def _patterns() -> Iterator[tuple[re.Pattern[str], Mapping[str, str]]]:
    table = (resources.files("rostra.report") / "debate_reasons.tsv").read_text("utf-8")
    for line in table.splitlines():
        if line and not line.startswith("#"):
            pattern, *said = line.split("\t")
            yield re.compile(pattern, re.DOTALL), dict(zip(LANGUAGES, said, strict=False))


_PATTERNS = tuple(_patterns())

GATES: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "rule": "規則",
        "auto_approve": "自動審核",
        "weighed": "主席（依手卡衡量）",
        "chairman": "主席",
        "person": "人",
        "quota": "配額",
        "query": "查詢閘口",
        "discovery": "搜尋先行",
        "justification": "理由審查",
        "internal-first": "內部優先",
        "recall": "記憶",
        "budget": "預算",
        "turn": "回合預算",
        "breaker": "斷路器",
        "backup": "備援閘口",
    },
    "zh-Hans": {
        "rule": "规则",
        "auto_approve": "自动审核",
        "weighed": "主席（依手卡衡量）",
        "chairman": "主席",
        "person": "人",
        "quota": "配额",
        "query": "查询闸口",
        "discovery": "搜索先行",
        "justification": "理由审查",
        "internal-first": "内部优先",
        "recall": "记忆",
        "budget": "预算",
        "turn": "回合预算",
        "breaker": "断路器",
        "backup": "备援闸口",
    },
    "en": {"auto_approve": "rule (automatic)", "weighed": "chairman (by the handcard)"},
}


@lru_cache(maxsize=512)
def told_in(language: str, reason: str) -> str:
    """A reason in the reader's language; one we have no words for as it was said."""
    for pattern, said in _PATTERNS:
        if found := pattern.fullmatch(reason.strip()):
            return said[language].format(*found.groups()) if language in said else reason
    return reason


def forms_in(language: str) -> list[tuple[str, str]]:
    """Every reason we have words for, as a pattern and as it is said, for readers elsewhere."""
    return [(one.pattern, said[language]) for one, said in _PATTERNS if language in said]


def reasons_in(language: str, reasons: tuple[str, ...]) -> str:
    """Several of them, each once."""
    seam = "; " if language == "en" else "；"
    return seam.join(dict.fromkeys(told_in(language, one) for one in reasons))


def gate_in(language: str, gate: str) -> str:
    return GATES[language].get(gate, gate)
