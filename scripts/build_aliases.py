"""Write the company list and the word list of the text room from installed packages.

    python scripts/build_aliases.py

`companies.tsv` comes from the code lists of twstock (MIT): listed and over-the-counter companies
and funds. `words.txt` comes from the dictionary of jieba (MIT): ordinary words, by which the room
tells a company named after a word (統一, 世界) from the word, and 聯電 from 關聯電子. Both packages
are needed here only; the room reads the two files. Where the dictionary is wrong about a name,
`aliases.tsv`, written by hand, has the last word.
"""

import csv
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from rostra.text import to_simplified

DATA = Path(__file__).parent.parent / "src" / "rostra" / "text" / "data"
KINDS = {"股票": "company", "創新板": "company", "臺灣存託憑證(TDR)": "company", "ETF": "fund"}
NAMES = {"nr", "nrt", "nrfg", "nz", "nt"}  # the dictionary's tags for proper names
WORD_COUNT = {2: 200, 3: 300, 4: 300}  # rarer words than this do not get in the way of names
RARER_COUNT = {2: 20, 3: 50}  # words that are rarer and still no names
ORDINARY = 40


def dictionary() -> Iterator[tuple[str, int, str]]:
    for line in files("jieba").joinpath("dict.txt").read_text("utf-8").splitlines():
        word, count, tag = line.split(" ")
        yield word, int(count), tag


def companies() -> Iterator[tuple[str, str, str]]:
    for market in ("twse", "tpex"):
        table = files("twstock").joinpath(f"codes/{market}_equities.csv").read_text("utf-8")
        for row in csv.DictReader(table.splitlines()):
            if row["type"] in KINDS:
                yield row["code"], KINDS[row["type"]], row["name"].strip()


def mark(name: str, counts: dict[str, tuple[int, str]]) -> str:
    """A name that is also a word carries a question mark."""
    plain = name.removesuffix("-KY").removesuffix("-DR").removesuffix("*").removesuffix("-創")
    count, tag = counts.get(to_simplified(plain), (0, ""))
    usual = count >= ORDINARY or (count >= 5 and tag not in NAMES | {"ns"})
    aliases = [plain + ("?" if usual else "")]
    if plain != name:
        aliases.append(name)
    return "|".join(aliases)


def main() -> int:
    counts = {word: (count, tag) for word, count, tag in dictionary()}
    rows = [
        f"TW:{code}\t{kind}\t{name}\t{mark(name, counts)}\n"
        for code, kind, name in sorted(companies())
    ]
    (DATA / "companies.tsv").write_text("".join(rows), "utf-8")
    ordinary = {word for word, count in plain_words(counts) if count >= least(WORD_COUNT, word)}
    rarer = {word for word, count in plain_words(counts) if count >= least(RARER_COUNT, word)}
    write_words("words.txt", ordinary)
    write_words("rarer_words.txt", rarer - ordinary)
    print(f"{len(rows)} companies and funds, {len(ordinary)} words, {len(rarer - ordinary)} rarer")
    return 0


def plain_words(counts: dict[str, tuple[int, str]]) -> Iterator[tuple[str, int]]:
    return ((word, count) for word, (count, tag) in counts.items() if tag not in NAMES)


def least(counts: dict[int, int], word: str) -> int:
    return counts.get(len(word), sys.maxsize)


def write_words(name: str, found: set[str]) -> None:
    """One line for each first character, with what follows it."""
    words: dict[str, list[str]] = {}
    for word in sorted(found):
        words.setdefault(word[0], []).append(word[1:])
    lines = [f"{first}{' '.join(rest)}\n" for first, rest in words.items()]
    (DATA / name).write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
