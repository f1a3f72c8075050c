"""What a strong reader who did not know the code said of 180 drawn rows, kept by their ids.

The rows belong to others and stand beside the clone; here are only what each was labelled and how
it was read, twelve a batch with decoys in place (`make score JUDGE=MODEL`, `--draw 180`).
"""

import json
from pathlib import Path

FILE = Path(__file__).parent / "tables" / "judged.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def carried(rows: list[dict[str, object]], *, label: bool) -> tuple[int, int]:
    asked = [one for one in rows if one["label"] is label]
    return sum(one["verdict"] == "carried" for one in asked), len(asked)


def test_a_reader_keeps_what_is_true_of_our_own_rows_and_nothing_false() -> None:
    own = [one for one in ROWS if one["set"] == "citations"]

    assert len(ROWS) == 180
    assert carried(own, label=True) == (12, 12)
    assert carried(own, label=False)[0] == 0


def test_of_public_rows_it_lets_few_pass_that_people_called_false() -> None:
    public = [one for one in ROWS if one["set"] != "citations"]
    passed, asked = carried(public, label=False)

    assert passed <= asked // 5
