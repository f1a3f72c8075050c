"""Pages of families never seen at once: their answers were decided before anything was measured."""

import pytest

from rostra.pages import article_text, extract_list, page_date
from tests.pages.families import TODAY, URL
from tests.pages.families_articles import DATED, WORDED
from tests.pages.families_odd import FAMILIES, NOT_LISTS


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_of_pages_is_read_as_a_careful_reader_would(name: str) -> None:
    family = FAMILIES[name]

    found = extract_list(family.html, family.url, today=TODAY)

    assert [(item.url, item.title, item.date) for item in found.items] == list(family.items)
    assert found.next_url == family.next_url
    assert found.is_list


@pytest.mark.parametrize("name", NOT_LISTS)
def test_what_only_has_links_beside_it_is_no_list(name: str) -> None:
    assert not extract_list(NOT_LISTS[name], URL, today=TODAY).is_list


@pytest.mark.parametrize("name", DATED)
def test_an_article_is_dated_by_the_day_it_was_published(name: str) -> None:
    article = DATED[name]

    assert page_date(article.html, article.url, today=TODAY) == article.day


@pytest.mark.parametrize("name", WORDED)
def test_an_article_keeps_its_sentences_and_nothing_of_its_frame(name: str) -> None:
    article = WORDED[name]

    text = article_text(article.html, article.url)

    assert [line for line in article.body if line not in text] == []
    assert [words for words in article.left_out if words in text] == []
