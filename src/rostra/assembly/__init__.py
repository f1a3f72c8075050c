"""Build the house from settings: the only room that knows every concrete class."""

from rostra.assembly.desks import DESKS, Desk, desk_of, published_by, sample_motion
from rostra.assembly.house import House, open_house
from rostra.assembly.orders import leave_to_worker, place
from rostra.assembly.worlds import clock_of

__all__ = [
    "DESKS",
    "Desk",
    "House",
    "clock_of",
    "desk_of",
    "leave_to_worker",
    "open_house",
    "place",
    "published_by",
    "sample_motion",
]
