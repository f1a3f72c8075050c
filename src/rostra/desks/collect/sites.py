"""A site as a person writes it: checked, named, given a rhythm; and many of them as YAML."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from rostra.desks.collect.order import MOST_ITEMS
from rostra.desks.collect.visits import LONGEST_PAUSE, host_of
from rostra.errors import UsageError
from rostra.records import Site
from rostra.rules import canonical_url
from rostra.text import clean
from rostra.words import message

# What divides an hour or a day evenly, so that "every" means the same all day long.
MINUTES: Final = (5, 10, 15, 20, 30)
HOURS: Final = (1, 2, 3, 4, 6, 8, 12)
_EVERY = re.compile(r"(\d{1,3})\s*(m|min|minutes?|h|hours?|d|days?|w|weeks?)", re.IGNORECASE)
_LONGEST_NAME = 80
MOST_DAYS = 3_660
_MOST_SECTIONS = 40
_MOST_SITES = 500
_MOST_YAML = 200_000
_MOST_BRACKETS = 300
FIELDS: Final = ("name", "url", "sections", "every", "days", "max_items", "pace")


def make_site(
    url: str,
    now: datetime,
    *,
    name: str = "",
    sections: Sequence[str] = (),
    every: str = "",
    days: int = 30,
    max_items: int = 50,
    pace: float = 1.0,
) -> Site:
    """A site that can be watched, or UsageError saying what is wrong with it."""
    address = canonical_url(url if "://" in url else f"https://{url}")
    if address is None:
        raise UsageError(message("errors_collect.no_web_address", url=repr(url[:200])))
    tidy = clean(" ".join(name.split())) or host_of(address)
    if len(tidy) > _LONGEST_NAME:
        raise UsageError(
            message(
                "errors_collect.name_characters_most_fit",
                count=len(tidy),
                longest_name=_LONGEST_NAME,
            )
        )
    wanted = tuple(dict.fromkeys(one for s in sections if (one := clean(" ".join(s.split())))))
    if len(wanted) > _MOST_SECTIONS:
        raise UsageError(
            message(
                "errors_collect.sections_too_many_most",
                count=len(wanted),
                most_sections=_MOST_SECTIONS,
            )
        )
    _check(days, 1, MOST_DAYS, "days")
    _check(max_items, 1, MOST_ITEMS, "max_items")
    _check(pace, 0, LONGEST_PAUSE, "pace")
    if every:
        cron_of(every, tidy)
    return Site(
        name=tidy,
        url=address,
        added_at=now,
        sections=wanted,
        every=every.strip().lower(),
        days=days,
        max_items=max_items,
        pace=float(pace),
    )


def _check(value: float, low: float, high: float, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise UsageError(
            message(
                "errors_collect.number_from_not", name=name, low=low, high=high, value=repr(value)
            )
        )


def cron_of(every: str, name: str) -> str:
    """The rhythm as the engine's clock reads it; the minute follows from the name, so that many
    sites do not all begin on the hour.
    """
    match = _EVERY.fullmatch(every.strip())
    number, unit = (int(match[1]), match[2][0].lower()) if match else (0, "")
    minute = sum(name.encode()) % 60
    if unit == "m" and number in MINUTES:
        return f"{minute % number}-59/{number} * * * *"
    if unit == "h" and number in HOURS:
        return f"{minute} {minute % number}-23/{number} * * *"
    if (unit, number) == ("d", 1):
        return f"{minute} 6 * * *"
    if (unit, number) == ("w", 1):
        return f"{minute} 6 * * 1"
    minutes, hours = ", ".join(f"{n}m" for n in MINUTES), ", ".join(f"{n}h" for n in HOURS)
    raise UsageError(
        message(
            "errors_collect.every_none_d_w", every=repr(every[:40]), minutes=minutes, hours=hours
        )
    )


# -- many at once -------------------------------------------------------------------------------


def to_yaml(sites: Sequence[Site]) -> str:
    import yaml  # noqa: PLC0415 - few commands need it

    rows = [
        {name: _plain(value) for name in FIELDS if (value := getattr(site, name)) not in ("", ())}
        for site in sites
    ]
    return str(yaml.safe_dump({"sites": rows}, allow_unicode=True, sort_keys=False, width=100))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def from_yaml(text: str, now: datetime) -> list[Site]:
    """Every site of a file, or UsageError naming the first that is wrong: all or none."""
    rows = _rows(text)
    sites: dict[str, Site] = {}
    for number, row in enumerate(rows, 1):
        site = _site(row, number, now)
        if site.name in sites:
            raise UsageError(
                message("errors_collect.site_name_twice", number=number, name=repr(site.name))
            )
        sites[site.name] = site
    return list(sites.values())


def _rows(text: str) -> list[object]:
    import yaml  # noqa: PLC0415

    if len(text) > _MOST_YAML:
        raise UsageError(message("errors_collect.file_too_large_characters", count=len(text)))
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise UsageError(message("errors_collect.file_too_many_brackets"))
    try:
        # An alias can grow a line into gigabytes, and no list of sites needs one.
        if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(text)):
            raise UsageError(message("errors_collect.file_uses_yaml_aliases"))
        loaded = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        where = " ".join(str(error).split())[:300]
        raise UsageError(message("errors_collect.file_not_yaml_read", where=where)) from error
    rows = loaded.get("sites") if isinstance(loaded, Mapping) else loaded
    if not isinstance(rows, list) or not rows:
        raise UsageError(message("errors_collect.file_no_list_sites"))
    if len(rows) > _MOST_SITES:
        raise UsageError(
            message("errors_collect.sites_too_many_most", count=len(rows), most_sites=_MOST_SITES)
        )
    return rows


def _site(row: object, number: int, now: datetime) -> Site:
    if isinstance(row, str):
        row = {"url": row}
    if not isinstance(row, Mapping):
        raise UsageError(message("errors_collect.site_neither_address_nor", number=number))
    unknown = [str(name) for name in row if name not in FIELDS]
    if unknown:
        raise UsageError(
            message(
                "errors_collect.site_no_field",
                number=number,
                unknown=repr(unknown[0][:40]),
                fields=", ".join(FIELDS),
            )
        )
    given: dict[str, Any] = dict(row)
    sections = given.get("sections", [])
    if isinstance(sections, str):
        sections = split_names(sections)
    is_listed = isinstance(sections, list) and all(isinstance(one, str) for one in sections)
    texts = {name: given.get(name, "") for name in ("url", "name", "every")}
    if not is_listed or not all(isinstance(value, str) for value in texts.values()):
        raise UsageError(message("errors_collect.site_url_name_every", number=number))
    numbers = {name: given[name] for name in ("days", "max_items", "pace") if name in given}
    try:
        return make_site(
            texts["url"],
            now,
            name=texts["name"],
            sections=sections,
            every=texts["every"],
            **numbers,
        )
    except UsageError as wrong:
        raise UsageError(message("errors_collect.site", number=number, wrong=str(wrong))) from wrong


def split_names(text: str) -> list[str]:
    """Names as people separate them, in either script."""
    return [name.strip() for name in re.split(r"[,，、;；]", text) if name.strip()]
