"""How an event gets its key: from where it happened and what it says.

A step that is repeated after a crash says the same thing at the same place, and is written once. A
run that was rewound says something else at the same place, and both lines stay.
"""

import hashlib
from datetime import datetime

from rostra.records import Payload, dumps
from rostra.steps import current_position
from rostra.store.interface import NewEvent


def event_for(run_id: str, payload: Payload, at: datetime, *, turn: str | None = None) -> NewEvent:
    where = current_position()
    said = hashlib.sha256(dumps(payload).encode()).hexdigest()[:16]
    return NewEvent(run=run_id, key=where.key(said), at=at, payload=payload, turn=turn)
