"""What is about to be deleted is named, and the names only become fewer."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "leaving.md"
# How many there were when the page was written: lower it with every file that goes.
AT_MOST = 17


def test_every_file_that_is_leaving_is_still_here_and_the_list_only_shrinks() -> None:
    leaving = re.findall(r"^- `(.+)`$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)

    assert [one for one in leaving if not (ROOT / "src" / "rostra" / one).exists()] == []
    assert len(leaving) == len(set(leaving)) <= AT_MOST
