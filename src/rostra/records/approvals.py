"""What a person has looked at and let in."""

from datetime import datetime

from rostra.records.codec import record


@record
class Approval:
    """One tool of a foreign server as it was approved; `definition` is all the server said of it.

    The fingerprint is that of the definition: a server that tells another story is held.
    """

    server: str
    tool: str
    fingerprint: str
    definition: str
    approved_at: datetime
