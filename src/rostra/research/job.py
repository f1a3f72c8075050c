"""What a research run was asked for, read from its options."""

import re
from collections.abc import Mapping
from datetime import date
from typing import TypeGuard, get_args

from rostra.errors import UsageError
from rostra.records import JsonValue, Run, record
from rostra.records.report import Mode

LONGEST_QUESTION = 2_000
PAGES = 12
MONITOR_PAGES = 16  # two sides to read
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)+[a-z0-9-]{2,63}")


@record
class ResearchJob:
    """`since` and `until` bound when a source was published; domains hold for what lies below them.

    `may_ask` lets the run wait for a person where the question leaves a choice.
    """

    question: str
    mode: Mode = "strict"
    is_sample: bool = False
    pages: int = PAGES
    since: date | None = None
    until: date | None = None
    only_domains: tuple[str, ...] = ()
    not_domains: tuple[str, ...] = ()
    continues: str = ""
    may_ask: bool = False


def is_mode(value: object) -> TypeGuard[Mode]:
    return value in get_args(Mode)


def job_of(run: Run) -> ResearchJob:
    options = run.options
    mode = options.get("mode", "strict")
    if not is_mode(mode):
        raise UsageError(f"There is no mode {mode!r}; choose one of {', '.join(get_args(Mode))}.")
    usual = MONITOR_PAGES if mode == "monitor" else PAGES
    pages = options.get("pages", usual)
    since, until = _day(options, "since"), _day(options, "until")
    if since and until and until < since:
        raise UsageError(f"until ({until}) is before since ({since}); nothing lies between them.")
    return ResearchJob(
        question=check_question(run.question),
        mode=mode,
        is_sample=options.get("sample") is True,
        pages=pages if isinstance(pages, int) and not isinstance(pages, bool) else usual,
        since=since,
        until=until,
        only_domains=_domains(options, "only_domains"),
        not_domains=_domains(options, "not_domains"),
        continues=str(options.get("continue") or ""),
        may_ask=options.get("ask") is True,
    )


def check_question(question: str) -> str:
    """Return the question tidied, or say what is wrong with it."""
    tidy = " ".join(question.split())
    if not any(char.isalnum() for char in tidy):
        raise UsageError("The question has no words in it. Ask in a sentence.")
    if len(tidy) > LONGEST_QUESTION:
        raise UsageError(
            f"The question has {len(tidy):,} characters; at most {LONGEST_QUESTION:,} can be asked."
        )
    return tidy


def check_domain(text: str) -> str:
    """A domain as sources are matched by it, or what is wrong with it."""
    domain = text.strip().lower().removeprefix("*.").rstrip(".")
    if not _DOMAIN.fullmatch(domain):
        raise UsageError(f"{text[:80]!r} is not a domain like cna.com.tw.")
    return domain


def _domains(options: Mapping[str, JsonValue], name: str) -> tuple[str, ...]:
    given = options.get(name) or []
    if not isinstance(given, list):
        raise UsageError(f"{name} is a list of domains.")
    return tuple(dict.fromkeys(check_domain(str(one)) for one in given))


def _day(options: Mapping[str, JsonValue], name: str) -> date | None:
    given = options.get(name)
    if not given:
        return None
    try:
        return date.fromisoformat(str(given))
    except ValueError:
        raise UsageError(f"{name} is a day like 2026-11-16, not {str(given)[:40]!r}.") from None
