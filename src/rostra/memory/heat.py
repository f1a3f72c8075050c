"""Which answers are asked for so often that they are worth renewing before they end."""

from datetime import datetime, timedelta

from rostra.memory.answers import Answer

HOT = 3
LAST_PART = 0.1
MOST = 4_096
_CLAIMED = -(10**9)


class Heat:
    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, datetime]] = {}

    def add(self, place: str, answer: Answer) -> None:
        times, until = self._asked.pop(place, (0, answer.expires_at))
        if until != answer.expires_at:  # a newer answer begins cold
            times = 0
        self._asked[place] = (times + 1, answer.expires_at)
        if len(self._asked) > MOST:
            del self._asked[next(iter(self._asked))]

    def claim(self, place: str, ttl: timedelta, now: datetime) -> bool:
        """True once for an answer that is hot and in the last part of its time."""
        times, until = self._asked.get(place, (0, now))
        if times < HOT or not now < until <= now + ttl * LAST_PART:
            return False
        self._asked[place] = (_CLAIMED, until)
        return True
