"""What code asks of a statement, in CPU time: hard facts, and the first use of a long page."""

import statistics
import time
from itertools import pairwise

from rostra_sample.markup import to_text
from rostra_sample.world import load

LONG = 40_000


def run() -> list[tuple[str, float, str]]:
    """(name, milliseconds or seconds, bound)."""
    import rostra
    from rostra.rules.claims import best_passages, hard_facts
    from rostra.text import sentences

    pages = [to_text(one.body) for one in load().pages.values()]
    rostra.check_support(["1"], {"A": "1."})  # what is loaded once is not a page's first use
    took = []
    for page, other in pairwise(pages):
        for one in sentences(other)[:3]:
            passages = best_passages(one.text, page)
            began = time.process_time()
            hard_facts(one.text, passages)
            took.append((time.process_time() - began) * 1_000)
    text = "\n\n".join(pages)[:LONG]
    began = time.process_time()
    rostra.check_support(["The city counted 74,100 vehicles in October 2026."], {"A": text})
    first = time.process_time() - began
    return [
        ("hard facts, ms a sentence", statistics.median(took), "median of CPU time; <= 3"),
        ("first use of a long page, s", first, f"{LONG:,} characters, CPU time; <= 0.3"),
    ]
