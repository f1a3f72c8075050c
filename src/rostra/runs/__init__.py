"""Make a desk durable: start, resume, stop, wait for a person.

Nothing here imports the engine when the room is merely named: the engine costs two seconds, and
listing runs needs only the store. `rostra.runs.engine` is the fence.
"""

from rostra.runs.lifecycle import RunOffice, carry_out

__all__ = ["RunOffice", "carry_out"]
