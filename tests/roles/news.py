"""Items as a ranker is given them."""

from datetime import UTC, date, datetime

from rostra.records import Item, ItemType


def news(
    title: str, type_: ItemType = "other", published: date | None = None, summary: str = ""
) -> Item:
    url = f"https://city.example/{title}"
    found = datetime(2026, 11, 16, tzinfo=UTC)
    return Item("i", "city", "news", url, title, type_, "r1", found, published, summary=summary)
