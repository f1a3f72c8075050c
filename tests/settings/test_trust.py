"""Trust levels are rows: what a level means is asked of the row, nowhere of its name."""

import re
from pathlib import Path

import rostra
from rostra.settings.trust import LEVELS, TRUST

COMPARED = re.compile(r'(==|!=|\bin\b|\bis\b)\s*[({\[]?\s*"L[1-4]"')


def test_no_file_compares_a_level_with_a_name() -> None:
    source = Path(rostra.__file__).parent
    found = [
        f"{path.relative_to(source)}: {line.strip()}"
        for path in source.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if COMPARED.search(line)
    ]

    assert not found
    assert COMPARED.search('if tool.level == "L3":'), "the rule can be broken"


def test_every_level_has_its_row_and_only_pages_need_approval() -> None:
    assert tuple(TRUST) == LEVELS == ("L1", "L2", "L3", "L4")
    assert [one.level for one in TRUST.values() if one.needs_approval] == ["L3"]
    assert [one.level for one in TRUST.values() if one.asks_nobody] == ["L1", "L2"]
    assert [one.level for one in TRUST.values() if one.is_backup] == ["L4"]
