"""Where a writer names only the source, the nearest sentences are taken."""

from rostra.rules.claims import best_passages, context_of

PAGE = (
    "市府上午開會。舊港區10月平日日均進入車輛為74,100輛。公車時速提高到18.1公里。"
    "議會下月表決。民眾意見分歧。"
)


def test_the_nearest_sentence_comes_first_with_its_neighbours() -> None:
    best = best_passages("10月平均每天有74,100輛車進入舊港區", PAGE)[0]

    assert best.quote == "舊港區10月平日日均進入車輛為74,100輛。"
    assert best.context.startswith("市府上午開會。")
    assert best.context.endswith("18.1公里。")


def test_a_text_that_shares_nothing_has_no_passage() -> None:
    assert best_passages("Quite another matter", "Rain fell. Wind blew.") == []


def test_in_another_language_a_sentence_is_near_by_its_figures_and_dates() -> None:
    best = best_passages("Buses sped up to 18.1 km/h.", PAGE)[0]

    assert best.quote == "公車時速提高到18.1公里。"


def test_in_another_language_a_source_that_shares_nothing_is_read_from_its_beginning() -> None:
    best = best_passages("Quite another matter", PAGE)

    assert [one.quote for one in best][:1] == ["市府上午開會。"]


def test_a_quote_is_read_with_the_sentences_beside_it() -> None:
    assert context_of("時速提高到18.1公里", PAGE).startswith("舊港區10月")
    assert context_of("不在這裡", PAGE) == "不在這裡"
