"""A piece of something limited, as it is held before a call and settled after it."""

from rostra.records.codec import record


@record
class Piece:
    """`amount` out of one purse of a run (or of a day); a `limit` of None counts without a cap."""

    run: str
    purse: str
    amount: int
    limit: int | None = None
