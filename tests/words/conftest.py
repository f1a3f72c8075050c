"""The desk that the tests of the pages serve, and a language whose every form is marked."""

from pathlib import Path

import pytest

from rostra.words import add_languages, speech
from tests.web import hostile_desk
from tests.web.conftest import serve
from tests.words.pseudo import MARKED, make_language

__all__ = ["marked", "marks", "serve"]

SIGNS = ("甲事", "乙事", "丙事", "丁事", "戊事")


@pytest.fixture(scope="session")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_language(tmp_path_factory.mktemp("marks") / "words")


@pytest.fixture
def marked(marks: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the marked language lives; what strangers say on the desk is Chinese."""
    monkeypatch.setattr(speech, "_added", dict(speech._added))
    add_languages(marks)
    # Nothing is searched here, and the name of the setting is shown.
    monkeypatch.delenv("ROSTRA_SEARCH_KEYLESS", raising=False)
    monkeypatch.setattr(hostile_desk, "HOSTILE", SIGNS)
    monkeypatch.setattr(hostile_desk, "ALL", "甲事 乙事")
    monkeypatch.setattr(hostile_desk, "HUGE", "")
    monkeypatch.setattr(hostile_desk, "_SIDE", "己方")
    monkeypatch.setattr(hostile_desk, "LANGUAGE", MARKED)
    return marks
