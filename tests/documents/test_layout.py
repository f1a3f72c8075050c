"""Lines and gaps on a page become sentences and rows, whichever way the page is set."""

from rostra.documents.layout import Cell, Line, split_at_gaps, text_of
from rostra.documents.tables import row_lines


def line(text: str, start: float = 0.0, end: float | None = None) -> Line:
    return [Cell(text, start, start + len(text) if end is None else end)]


def row(*cells: str) -> Line:
    return [Cell(text, 12.0 * at, 12.0 * at + len(text)) for at, text in enumerate(cells)]


def test_a_line_broken_at_the_edge_goes_on_and_one_that_ended_does_not() -> None:
    lines = [
        line("水務局公布之年度報告指出管線"),
        line("總長已達四千八百公里。"),
        line("第二段另起一行，說明汰換計畫"),
        line("一、第一項"),
        line("二、第二項"),
    ]

    assert text_of(lines).splitlines() == [
        "水務局公布之年度報告指出管線總長已達四千八百公里。",
        "第二段另起一行，說明汰換計畫",
        "一、第一項",
        "二、第二項",
    ]


def test_each_column_of_a_page_has_its_own_edge() -> None:
    left = [line("左欄第一行文字到此", 0), line("左欄第二行。", 0)]
    right = [line("右欄第一行文字也到此", 30), line("右欄第二行。", 30)]

    assert text_of([*left, *right]).splitlines() == [
        "左欄第一行文字到此左欄第二行。",
        "右欄第一行文字也到此右欄第二行。",
    ]


def test_a_word_too_long_for_the_line_was_not_a_paragraph() -> None:
    lines = [
        line("The length of its mains had reached 4,800", 0, 18),
        line("kilometres, of which forty per cent are old", 0, 21),
    ]

    assert text_of(lines).count("\n") == 0


def test_a_hyphen_at_the_edge_joins_its_word() -> None:
    assert text_of([line("the measure\x02"), line("ment of flow")]) == "the measurement of flow"


def test_rows_under_each_other_are_a_table_and_gaps_in_one_line_are_not() -> None:
    table = [
        row("廠區", "2024年", "2025年"),
        row("東岸", "1,180", "1,320"),
        row("西岸", "940", "1,050"),
    ]

    assert text_of(table).splitlines() == [
        "廠區: 東岸; 2024年: 1,180; 2025年: 1,320。",
        "廠區: 西岸; 2024年: 940; 2025年: 1,050。",
    ]
    assert text_of([row("簽章", "日期")]) == "簽章 日期"


def test_characters_are_cut_into_cells_where_space_is_left() -> None:
    marks = [("年", 0.0, 1.0), ("次", 1.0, 2.0), ("堤", 8.0, 9.0), ("名", 9.1, 10.0)]

    assert [cell.text for cell in split_at_gaps(iter(marks), 1.1)] == ["年次", "堤名"]


def test_tables_of_every_shape_keep_what_names_a_value() -> None:
    wrong = []
    for rows, told in (
        # records below their names
        ([["項目", "113年"], ["營收", "1,234"]], ["項目: 營收; 113年: 1,234。"]),
        # names down the side, one record for each column
        ([["公司", "甲", "乙"], ["營收", "10", "12"]], ["公司: 營收; 甲: 10; 乙: 12。"]),
        # names and values side by side
        ([["機關", "水務局"], ["電話", "555-0100"]], ["機關: 水務局。", "電話: 555-0100。"]),
        # figures only: nothing names them, so nothing is made up
        ([["1", "2", "3"], ["4", "5", "6"]], ["1 | 2 | 3", "4 | 5 | 6"]),
        # empty rows and columns say nothing
        (
            [["區", "", "數"], ["", "", ""], ["北", "", "5"], ["南", "", "6"]],
            ["區: 北; 數: 5。", "區: 南; 數: 6。"],
        ),
        ([], []),
    ):
        if (got := row_lines(rows)) != told:
            wrong.append((rows, got))

    assert wrong == []
