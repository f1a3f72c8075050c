"""What the twins wait, seen without waiting for it."""

import pytest

from rostra_testing.loopback import Loopback

Pauses = list[float]


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    """Every pause that a twin would make, in seconds; none is made."""
    noted: Pauses = []

    def pause(_: Loopback, seconds: float) -> None:
        if seconds > 0:
            noted.append(seconds)

    monkeypatch.setattr(Loopback, "pause", pause)
    return noted
