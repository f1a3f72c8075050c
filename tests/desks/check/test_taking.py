# ruff: noqa: E501 - reports as they are written
"""A report is taken apart by its form: which sentence cites what, in every convention."""

import pytest

from rostra.desks.check.records import Taken
from rostra.desks.check.taking import joined_lines, take_apart

A, B = "https://a.example/one", "https://b.example/two_(x)"


def cited(taken: Taken) -> list[tuple[str, list[str]]]:
    """Each sentence with the addresses, or else the keys, of what it cites."""
    known = {one.key: one.url or one.key for one in taken.sources}
    return [(one.text, [known[key] for key in one.cites]) for one in taken.said]


FIRST, SECOND = "Traffic fell by 14.2% in October.", "Sales rose 1.9% in the whole city."
BOTH = [(FIRST, [A]), (SECOND, [B])]
CONVENTIONS = {
    "footnotes": f"Traffic fell by 14.2% in October.[^1] Sales rose 1.9% in the whole city[^b].\n\n"
    f"[^1]: The first, {A}\n[^b]: The second.\n    {B}\n",
    "numbers and a list": f"{FIRST} [1] {SECOND}[2]\n\n## Sources\n\n[1] First. {A}\n[2] {B}\n",
    "a list with points": f"{FIRST}[1] {SECOND}[2]\n\nReferences\n\n1. First – {A}\n2. [Second]({B})",
    "definitions": f"{FIRST} [1] {SECOND} [2]\n\n[1]: {A}\n[2]: {B} 'Second'\n",
    "an unnumbered list": f"{FIRST} [1] {SECOND} [2]\n\n# Sources\n\n- [First]({A})\n- [Second]({B})",
    "links in parentheses": f"Traffic fell by 14.2% in October ([Gov, 2026]({A})). Sales rose 1.9% in"
    f" the whole city ([Post]({B})).\n\n## References\n\n- Gov. (2026). Title. [{A}]({A})\n"
    f"- Post. (2026). Title. [{B}]({B})\n",
    "links in the text": f"[Traffic fell]({A}) by 14.2% in October. Sales rose [1.9%]({B}) in the"
    " whole city.",
    "labels after the stop": f"{FIRST} [Gov]({A})\n\n{SECOND} [Post]({B})\n",
    "bare addresses": f"Traffic fell by 14.2% in October ({A}). Sales rose 1.9% in the whole city {B}.",
    "raised numbers": f"{FIRST}¹ {SECOND}²\n\n1. {A}\n2. {B}\n",
    "tags": f"{FIRST}<sup>1</sup> {SECOND}<sup>2</sup>\n\n1. <{A}>\n2. <{B}>\n",
    "corner brackets": f"{FIRST}【1†source】 {SECOND}【2】\n\n[1] {A}\n[2] {B}\n",
    "references by name": f"[Traffic fell][g] by 14.2% in October. Sales rose [1.9%][p] in the whole"
    f" city.\n\n[g]: {A}\n[p]: {B}\n",
    "our table": f"- {FIRST} [1](#s1)\n- {SECOND} [2](#s2)\n\n## Sources\n\n| No. | Title |\n"
    f"| --- | --- |\n| <a id='s1'></a>1 | [First]({A})<br>x |\n| <a id='s2'></a>2 | [Second]({B}) |\n",
}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_each_convention_is_read(convention: str) -> None:
    assert cited(take_apart(CONVENTIONS[convention])) == BOTH


def test_several_citations_of_one_sentence_are_told_apart() -> None:
    taken = take_apart(f"{FIRST} [1, 3] {SECOND} [1-3]\n\n[1] {A}\n[2] {B}\n[3] {A}x\n")

    assert [one.cites for one in taken.said] == [("1", "3"), ("1", "2", "3")]


def test_our_own_evidence_is_cited_by_its_id() -> None:
    id_ = "evidence:d91ea09c-3b68-5278-a7b5-5ec1688bb58b"
    (source,) = take_apart(f"Traffic fell by 14.2% in October ({id_}).").sources

    assert source.evidence == id_


def test_an_item_is_one_point_and_a_paragraph_is_not() -> None:
    item = take_apart(f"- {FIRST} {SECOND} [1]\n\n[1] {A}\n")
    text = take_apart(f"{FIRST} {SECOND} [1]\n\n[1] {A}\n")

    assert [one.cites for one in item.said] == [("1",), ("1",)]
    assert [one.cites for one in text.said] == [(), ("1",)]


def test_a_numbered_point_that_cites_is_no_source() -> None:
    taken = take_apart(
        f"1. Traffic fell by 14.2% ([Gov]({A})).\n2. Sales rose 1.9% [1].\n\n[1] {B}\n"
    )

    assert cited(taken) == [("Traffic fell by 14.2%.", [A]), ("Sales rose 1.9%.", [B])]


def test_code_headings_tables_and_quotations_make_no_uncited_claims() -> None:
    text = f"# A heading of a report.\n\n```\nThis is no sentence at all.\n```\n\n> It was said so there.\n\n| a b c d. | e |\n\n{FIRST} [1]\n\n[1] {A}\n"

    assert cited(take_apart(text)) == [(FIRST, [A])]


def test_a_number_without_a_source_is_a_citation_that_leads_nowhere() -> None:
    taken = take_apart(f"{FIRST} [7]")

    assert cited(taken) == [(FIRST, ["7"])]


def test_chinese_sentences_keep_their_citations() -> None:
    taken = take_apart(f"車流減少了14.2%。[1]全市銷售額成長1.9%[2]。\n\n[1] 市府 {A}\n[2] 郵報 {B}")

    assert cited(taken) == [("車流減少了14.2%。", [A]), ("全市銷售額成長1.9%。", [B])]


def test_lines_that_the_edge_of_a_page_broke_are_one_again() -> None:
    page = (
        "Heading\nAn average of 74,100 vehicles entered the zone each weekday in October, down\n"
        f"14.2% from June.[1]\n• The council votes on 18 December and nobody knows how it is going\n"
        f"to end.[1]\n1 [First source of this]({A})\n[report]({A})\n"
    )

    assert cited(take_apart(joined_lines(page))) == [
        (
            "An average of 74,100 vehicles entered the zone each weekday in October, down 14.2% from June.",
            [A],
        ),
        ("The council votes on 18 December and nobody knows how it is going to end.", [A]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        "(" * 20_000 + "[a](" * 2_000,
        "![x](" * 9_000,
        "*" * 50_000,
        "[1-999] " * 5_000,
    ],
)
def test_hostile_text_ends(text: str) -> None:
    assert len(take_apart(text).said) <= 5_000
