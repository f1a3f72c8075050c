"""How well and how quickly pages are read, beside the bare libraries in the same run.

The data folder holds labelled real pages (its README says what and whose); nothing of it is part
of this project. Without the folder nothing is measured.
"""

import gzip
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from rostra.pages import article_text, extract_list, page_date, tree

TODAY = date(2026, 11, 16)
Score = tuple[str, float, str]


def run(data: Path | None) -> list[Score]:
    """(name, score or ratio, note) for every measure whose pages are in the folder."""
    if data is None:
        return []
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    logging.getLogger("htmldate").setLevel(logging.CRITICAL)
    scores: list[Score] = []
    for measure in (_dates, _texts, _lists):
        scores += measure(data)
    return scores


def _pages(folder: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    labels = folder / "labels.json"
    if labels.is_file():
        for label in json.loads(labels.read_text(encoding="utf-8")):
            yield gzip.decompress((folder / label["file"]).read_bytes()), label


def _dates(data: Path) -> list[Score]:
    import htmldate

    ours = bare = total = 0
    for body, label in _pages(data / "dates_htmldate"):
        wanted = label["date"] if isinstance(label["date"], str) else None
        found = page_date(body, label["url"], today=TODAY)
        ours += (found.isoformat() if found else None) == wanted
        text = body.decode("utf-8", "replace")
        bare += htmldate.find_date(text, url=label["url"], original_date=True) == wanted
        total += 1
    if not total:
        return []
    return [
        ("dates: right day", ours / total, f"{total} article pages"),
        ("dates: right day, htmldate alone", bare / total, "the library in the same run"),
    ]


def _texts(data: Path) -> list[Score]:
    import trafilatura

    ours: list[float] = []
    bare: list[float] = []
    for body, label in _pages(data / "text_aeb"):
        ours.append(_bag_f1(article_text(body, label["url"]), label["text"]))
        found = trafilatura.extract(body.decode("utf-8", "replace"), url=label["url"]) or ""
        bare.append(_bag_f1(found, label["text"]))
    if not ours:
        return []
    return [
        ("text: bag-of-words F1", sum(ours) / len(ours), f"{len(ours)} article pages"),
        ("text: F1, trafilatura alone", sum(bare) / len(bare), "the library in the same run"),
    ]


def _bag_f1(found: str, wanted: str) -> float:
    ours, theirs = Counter(_words(found)), Counter(_words(wanted))
    shared = sum((ours & theirs).values())
    return 2 * shared / (sum(ours.values()) + sum(theirs.values())) if shared else 0.0


def _words(text: str) -> list[str]:
    return "".join(char.lower() if char.isalnum() else " " for char in text).split()


def _lists(data: Path) -> list[Score]:
    import lxml.html  # type: ignore[import-untyped]

    f1: list[float] = []
    dated: list[float] = []
    parsing = reading = 0.0
    for body, label in _pages(data / "lists_juriscraper"):
        base = label["base"] if label["base"].startswith("http") else "http://list.test/"
        parsing += _least_cpu(lambda body=body: lxml.html.fromstring(body))  # type: ignore[misc]
        reading += _least_cpu(lambda body=body, base=base: _read_afresh(body, base))  # type: ignore[misc]
        found = {_tail(item.url): item.date for item in extract_list(body, base, today=TODAY).items}
        wanted = {_tail(item["url"]): item["date"] for item in label["items"]}
        shared = found.keys() & wanted.keys()
        f1.append(2 * len(shared) / (len(found) + len(wanted)))
        right = sum(str(found[key]) == wanted[key] for key in shared)
        dated.append(right / len(wanted))
    if not f1:
        return []
    return [
        ("lists: macro F1 on addresses", sum(f1) / len(f1), f"{len(f1)} list pages"),
        ("lists: right day, macro", sum(dated) / len(dated), "of all labelled rows"),
        ("lists: CPU against lxml parsing alone", reading / parsing, "at most 8"),
    ]


def _read_afresh(body: bytes, base: str) -> None:
    tree.forget()
    extract_list(body, base, today=TODAY)


def _least_cpu(work: Callable[[], object]) -> float:
    """The least of three: the others were disturbed."""
    times: list[float] = []
    for _ in range(3):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def _tail(url: str) -> str:
    """What identifies a row: the last two parts of the path, and the query."""
    parts = urlsplit(url)
    path = "/".join(parts.path.rstrip("/").split("/")[-2:])
    return unquote(f"{path}?{parts.query}").lower()
