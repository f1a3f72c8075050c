"""A summary of an article made of its own sentences: two or three, the ones that say most."""

import re

from rostra.records import Source, SourceText
from rostra.roles.passages import passages
from rostra.text import index_tokens, sentences
from rostra.words import Message, message

SHORTEST, LONGEST = 100, 200
_LEAST = 20
_SAME_AS_TITLE = 0.9
_FIGURE = re.compile(r"[0-9０-９]")


def summarise(title: str, text: str) -> str:
    """Choose two or three sentences, about 100 to 200 characters; empty when there are none."""
    about = f"{title}\n{_lead(text)}"
    article = SourceText("text", title, text, Source("", 1, "unknown", ""))
    picked = [p.text for p in passages(about, [article], 8, each=8)]
    chosen: list[str] = []
    for sentence in picked:
        if len(chosen) == 3 or sum(map(len, chosen)) >= SHORTEST:
            break
        if not _repeats_title(sentence, title) and _fits(chosen, sentence):
            chosen.append(sentence)
    return _in_order(chosen, text)


def fault_in_summary(summary: str, title: str) -> Message | None:
    """What is wrong with a summary, whoever wrote it; None when nothing is."""
    tidy = " ".join(summary.split())
    if not tidy:
        return message("faults.summary_empty")
    if len(tidy) <= _LEAST:
        return message("faults.summary_short", size=len(tidy))
    if _repeats_title(tidy, title):
        return message("faults.summary_title")
    return None


def _lead(text: str) -> str:
    return " ".join(sentence.text for sentence in sentences(text[:1_500])[:2])


def _fits(chosen: list[str], sentence: str) -> bool:
    return not chosen or sum(map(len, chosen)) + len(sentence) <= LONGEST + 40


def _in_order(chosen: list[str], text: str) -> str:
    squeezed = " ".join(text.split())
    ordered = sorted(chosen, key=squeezed.find)
    joined = "".join(s if s[-1:] in "。！？」』" else s + " " for s in ordered)
    return joined.strip()


def _repeats_title(text: str, title: str) -> bool:
    wanted, given = set(index_tokens(text)), set(index_tokens(title))
    if not wanted or not given:
        return False
    return len(wanted & given) / len(wanted) >= _SAME_AS_TITLE and not (
        _FIGURE.search(text) and not _FIGURE.search(title)
    )
